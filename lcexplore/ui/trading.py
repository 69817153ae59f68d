"""How does a reader see waiting, correctness and cost together, both arms and a scenario?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import streamlit as st

from lcexplore.charts import kept, places, tradeoff
from lcexplore.charts.marks import Live
from lcexplore.evidence.same import once
from lcexplore.model import Interval, Role
from lcexplore.report import enlarged, mixture, scenario, standing
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import hits_needed, lone, pareto, together
from lcexplore.report.standing import Standing
from lcexplore.ui import moving, parts
from lcexplore.words import points, span

At = TypeVar("At", int, float)


def both(review: Review, assumed: Scenario) -> None:
    """Draw waiting against correctness, say who is as good as whom, and read the rule again.

    Where no question can be compared, the lead has said so.
    """
    if lone.lacking(review):
        parts.text(lone.rule_stands(review))
        return
    found = standing.standings(review, assumed)
    if found:
        _figure(review, found)
        parts.listing(pareto.lines(found))
    else:
        parts.text(together.NO_TRADEOFF)
    read = scenario.reread(review, assumed)
    if read is not None:
        st.header("The rule, read again", anchor=False)
        parts.table(together.RULE_HEADER, together.rule_table(review, read))


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What of the figure stands whatever is assumed: made once, not at every move."""

    measured: tuple[places.Place, ...]
    bar: float | None
    margin: float | None
    axes: places.Axes
    steps: Live


@once
def board(review: Review) -> Board:
    """The arms, and where the scenario stands at each step of the sliders."""
    arms = standing.standings(review, Scenario())[: len(Role)]
    measured = tuple(map(_place, arms))
    rates = mixture.RATES if mixture.asked(review) is not None else ()
    hits = {at: Scenario(hit_rate=at / 100) for at in rates}
    questions = {n: Scenario(n=n) for n in enlarged.steps(review)}
    by_hits, by_questions = _moved(review, hits, arms), _moved(review, questions, arms)
    bar, margin = hits_needed.bar(review, hits_needed.P95), enlarged.margin(review)
    agreed = {"bar": bar, "margin": None if margin is None else 100 * margin}
    return Board(
        measured=measured,
        **agreed,
        axes=places.axes(measured, hits=[*by_hits.values()], questions=by_questions, **agreed),
        steps={
            name: kept.table(rows)
            for name, rows in places.steps(by_hits, by_questions, measured).items()
        },
    )


def _moved(
    review: Review, scenarios: Mapping[At, Scenario], arms: Sequence[Standing]
) -> dict[At, places.Place]:
    found = {at: standing.assumed_of(review, each, arms) for at, each in scenarios.items()}
    return {at: _place(each) for at, each in found.items() if each is not None}


def _figure(review: Review, found: list[Standing]) -> None:
    given = board(review)
    now = next((_place(each) for each in found if each.scenario), None)
    moving.figure(
        together.both_title(review),
        together.both_small(review, found),
        tradeoff.tradeoff(
            given.measured,
            bar=given.bar,
            margin=given.margin,
            axes=given.axes,
            palette=parts.palette(),
        ),
        follows={**places.scenario(now, given.measured), **given.steps},
        alt=f"{together.both_title(review)}. {together.both_small(review, found)}",
        twin=lambda: _twin(found),
        key="tradeoff",
    )


def _place(each: Standing) -> places.Place:
    ends = None if each.interval is None else Interval(*(100 * end for end in each.interval))
    return places.Place(
        name=each.name,
        role=each.role,
        seconds=each.p95,
        points=100 * each.difference,
        interval=ends,
        cost="" if each.cost is None else f"{pareto.cost_words(each)} per 1,000",
    )


def _twin(found: list[Standing]) -> list[list[str]]:
    rows = [
        [
            each.name,
            together.p95_words(each),
            points(each.difference),
            "" if each.interval is None else span(each.interval),
            pareto.cost_words(each),
        ]
        for each in found
    ]
    header = ["Where", "p95", "Correct answers, difference", "Interval", "Cost per 1,000 queries"]
    return [header, *rows]
