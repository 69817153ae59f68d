"""How does a reader see what more questions would do to the chance of clearing the margin?"""

from dataclasses import dataclass, replace
from math import ceil

from lcexplore.charts import kept, size_curve
from lcexplore.charts.marks import Live
from lcexplore.decision.flip import POWER
from lcexplore.evidence.same import once
from lcexplore.report import enlarged, sample
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import more_questions
from lcexplore.ui import moving, parts, scenario
from lcexplore.words import chance, count, signed, three_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """The figure's place, and the marks in it if it is drawn."""

    frame: moving.Frame
    live: Live | None


def begin(review: Review) -> Begun | None:
    """Take the figure's place and, once a slider is moved, draw it before all else.

    The figure is what the reader looks at; it takes the browser longest.
    """
    if sample.plan(review) is None:
        return None
    frame, held = moving.frame("more-questions"), scenario.held(review)
    return Begun(frame=frame, live=None if held is None else _drawn(review, held, frame))


def finish(review: Review, assumed: Scenario, pace: int, begun: Begun | None) -> None:
    """Draw the figure if it is not yet drawn, and what stands around it."""
    if begun is None:
        return
    moving.said(
        begun.frame,
        more_questions.title(review, assumed),
        more_questions.small(review, assumed),
        live=begun.live or _drawn(review, assumed, begun.frame),
        twin=lambda: more_questions.twin(review, assumed, pace=pace),
    )


def _drawn(review: Review, assumed: Scenario, frame: moving.Frame) -> Live:
    """Draw the chance to clear the margin, or the half-width, over the number of questions."""
    base = sample.plan(review)
    if base is None:
        return {}
    n = enlarged.total(review, assumed)
    mix = assumed if assumed.easy else replace(assumed, n=None)
    chances = enlarged.to_clear(review) is not None
    numbers, found = enlarged.drawn(review, mix)
    truths = [_truth(each, chances) for each in found]
    points = _points(review, assumed, base.n)
    look = size_curve.Look(
        most=max(numbers),
        bold=tuple(each.bold for each in truths),
        axis="Chance, %" if chances else "Half-width, points",
        top=100 if chances else _top(found, points),
        wanted=100 * POWER if chances else None,
    )
    unchanged = n == base.n and not assumed.easy
    now = None if unchanged else _mark(review, assumed, n, "scenario")
    live = size_curve.rows(look, numbers, truths, points=points, scenario=now)
    as_measured = replace(assumed, n=None) == Scenario()
    follows = {
        **size_curve.scenario(now),
        **(steps(review) if as_measured else size_curve.steps({})),
    }
    chart = size_curve.size_curve(look, palette=parts.palette())
    moving.chart(frame, chart, live=live, follows=follows, alt=_described(review))
    return live


def _described(review: Review) -> str:
    """Today's numbers in words; what moves with the scenario would have the figure made anew."""
    found = more_questions.title(review, Scenario())
    small = more_questions.small(review, Scenario())
    return f"{found}. {small} The scenario is a row of the numbers in this figure."


def _truth(curve: enlarged.Curve, chances: bool) -> size_curve.Truth:
    name = f"if truly {signed(100 * curve.truth)}" if chances else ""
    values = [100 * value for value in curve.values]
    return size_curve.Truth(text=name, values=values, bold=curve.observed)


def _top(found: tuple[enlarged.Curve, ...], points: list[size_curve.Mark]) -> float:
    """A whole number of points above every curve and point: it seldom moves with the scenario."""
    heights = [100 * curve.values[0] for curve in found] + [point.value for point in points]
    return ceil(1.1 * max(heights, default=10.0))


def _points(review: Review, assumed: Scenario, today: int) -> list[size_curve.Mark]:
    wanted = enlarged.needed(review, assumed)
    points = [_mark(review, enlarged.today(assumed), today, "today")]
    if wanted is not None and wanted <= max(enlarged.numbers(review, assumed)):
        points.append(_mark(review, assumed, three_figures(wanted), ""))
    return [each for each in points if each is not None]


@once
def steps(review: Review) -> Live:
    """The scenario at every step of the slider, the questions mixed as they were measured.

    Of another mix too many tables would have to be counted at every move.
    """
    base, stops = sample.plan(review), enlarged.steps(review)
    values = enlarged.along(review, stops)
    found = {
        n: None if base is None or n == base.n else _said(review, n, value, "scenario")
        for n, value in zip(stops, values, strict=True)
    }
    return {name: kept.table(rows) for name, rows in size_curve.steps(found).items()}


def _mark(review: Review, assumed: Scenario, n: int, word: str) -> size_curve.Mark | None:
    """A point of a curve; None where nothing is read on so many questions."""
    return _said(review, n, enlarged.at(review, assumed, n) or 0.0, word)


def _said(review: Review, n: int, value: float, word: str) -> size_curve.Mark | None:
    if not enlarged.is_read(review, value):
        return None
    chances = enlarged.to_clear(review) is not None
    said = chance(value) if chances else f"±{100 * value:.1f}"
    text = f"{word} {count(n)}: {said}".strip()
    return size_curve.Mark(n=n, value=100 * value, text=text)
