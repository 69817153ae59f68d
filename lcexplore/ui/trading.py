"""How does a reader see waiting, correctness and cost together, both arms and a scenario?"""

import streamlit as st

from lcexplore.charts import tradeoff
from lcexplore.model import Interval
from lcexplore.report import enlarged, scenario, standing
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import hits_needed, lone, pareto, together
from lcexplore.report.standing import Standing
from lcexplore.ui import moving, parts
from lcexplore.words import points, span


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


def _figure(review: Review, found: list[Standing]) -> None:
    margin = enlarged.margin(review)
    agreed = {
        "bar": hits_needed.bar(review, hits_needed.P95),
        "margin": None if margin is None else 100 * margin,
    }
    measured = [_place(each) for each in found if not each.scenario]
    now = next((_place(each) for each in found if each.scenario), None)
    room = tradeoff.room([*measured, *([] if now is None else [now])], **agreed)
    moving.figure(
        together.both_title(review),
        together.both_small(review, found),
        tradeoff.tradeoff(measured, **agreed, room=room, palette=parts.palette()),
        live=tradeoff.scenario(now, measured),
        alt=f"{together.both_title(review)}. {together.both_small(review, found)}",
        twin=lambda: _twin(found),
        key="tradeoff",
    )


def _place(each: Standing) -> tradeoff.Place:
    ends = None if each.interval is None else Interval(*(100 * end for end in each.interval))
    return tradeoff.Place(
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
