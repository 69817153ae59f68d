"""What would more questions buy: a chance to clear the margin, or a narrower interval?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.decision.flip import POWER
from lcexplore.evidence import expected, sizing
from lcexplore.evidence.sampled import Plan
from lcexplore.report import sample
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences.common import confounded_by
from lcexplore.words import NBSP, count, many, p_in_words, percent, points, signed, three_figures

FIRST = "More questions can only mend the correctness clause; p95, cost and hit rate stay."
LABELS = (
    "The correctness clause is read on labels: more labels, not more questions, narrow it; p95, "
    "cost and hit rate stay."
)
RESTS_ON_LABELS = "the agreed clause rests on labels"
EASY = "Easy questions shrink the gap in points; the test stays where it is."
QUESTIONS_PER_DAY = 58
HALF_WIDTH = 0.025
MOST = 3000
CANNOT = "No scenario: no question separates the arms, so nothing tells how many would."


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One assumed truth over the numbers of questions.

    Attributes:
        truth: Assumed difference, a fraction.
        values: Chances, or half-widths where no margin was agreed.
        observed: Whether it is the observed difference.
    """

    truth: float
    values: tuple[float, ...]
    observed: bool


def numbers(review: Review) -> tuple[int, ...]:
    """Numbers of questions that the curves run through."""
    base = sample.plan(review)
    most = max(MOST, 2 * base.n if base else 0)
    return tuple(round(n) for n in np.linspace(most / 50, most, 50))


def margin(review: Review) -> float | None:
    """The agreed margin, None without a record or a margin in it."""
    return review.record.margin if review.record else None


def on_labels(review: Review) -> bool:
    """Whether the agreed clause is read on the difference corrected for the grader."""
    return review.record is not None and review.record.correctness_basis == "calibrated"


def to_clear(review: Review) -> float | None:
    """The margin that questions can clear: none where labels, not questions, narrow the clause."""
    return None if on_labels(review) else margin(review)


def first(review: Review) -> str:
    """Say which clause more questions can mend."""
    return LABELS if on_labels(review) else FIRST


def truths(difference: float, discordance: float) -> tuple[float, ...]:
    """The observed difference with a whole number of points below and above it."""
    middle = round(100 * difference)
    around = ((middle - 1) / 100, difference, (middle + 1) / 100)
    return tuple(each for each in around if abs(each) <= discordance)


def curves(review: Review, scenario: Scenario) -> tuple[Curve, ...]:
    """One curve an assumption; the observed one alone where no margin was agreed."""
    base, asked = sample.plan(review), np.array(numbers(review))
    if base is None:
        return ()
    then, bar, level = sample.under(base, scenario), to_clear(review), _level(review)
    kept = (then.difference,) if bar is None else truths(then.difference, then.discordance)
    return tuple(
        Curve(
            truth=truth,
            values=tuple(float(value) for value in _values(asked, then, truth, bar, level)),
            observed=truth == then.difference,
        )
        for truth in kept
    )


def _level(review: Review) -> float:
    return review.evidence.correctness.level


def _values(
    asked: np.ndarray, then: Plan, truth: float, bar: float | None, level: float
) -> np.ndarray:
    if bar is None:
        return expected.half_width(
            n=asked,
            difference=truth,
            discordance=then.discordance,
            level=level,
            design_effect=then.design_effect,
            per_document=then.per_document,
        )
    return expected.chance_to_clear(
        n=asked,
        truth=truth,
        margin=bar,
        discordance=then.discordance,
        level=level,
        design_effect=then.design_effect,
        per_document=then.per_document,
    )


def at(review: Review, scenario: Scenario, n: int) -> float | None:
    """Chance, or half-width, with ``n`` questions if the observed difference is true."""
    base = sample.plan(review)
    if base is None:
        return None
    then = sample.under(base, scenario)
    found = _values(np.array([n]), then, then.difference, to_clear(review), _level(review))
    return float(found[0])


def needed(review: Review, scenario: Scenario) -> int | None:
    """Questions for 80 % power, or for ±2.5 points without a margin; None where none do."""
    base, bar = sample.plan(review), to_clear(review)
    if base is None:
        return None
    then = sample.under(base, scenario)
    asked = sizing.size(
        discordance=then.discordance,
        difference=then.difference,
        half_width=HALF_WIDTH if bar is None else None,
        margin=bar,
        power=POWER,
        level=_level(review),
        design_effect=then.design_effect,
        per_document=then.per_document,
    )
    return asked.n_half_width if bar is None else asked.n_power


def impossible(review: Review, scenario: Scenario) -> str:
    """Say below which size nothing could clear the margin; empty where that does not bind."""
    base, bar = sample.plan(review), to_clear(review)
    if base is None or bar is None:
        return ""
    then = sample.under(base, scenario)
    least = sizing.size(
        discordance=then.discordance,
        difference=then.difference,
        half_width=None,
        margin=bar,
        level=_level(review),
        design_effect=then.design_effect,
        per_document=then.per_document,
    ).n_impossible_below
    wanted = needed(review, scenario)
    if least is None or (wanted is not None and wanted < least):
        return ""
    return f"Even perfect agreement cannot clear {_bar(bar)} below {many(least, 'question')}."


def _bar(value: float) -> str:
    return signed(100 * value)


def documents(review: Review, n: int) -> str:
    """Say that documents must grow, where they are what is independent; empty elsewhere."""
    base = sample.plan(review)
    if base is None or base.per_document is None:
        return ""
    each = f"{base.per_document:.0f}"
    return (
        "More documents it must be, not more questions of the same ones: "
        f"{many(n, 'question')} at {each} a document are about "
        f"{many(base.documents(n) or 1, 'document')}, and below {expected.LEAST_DOCUMENTS} "
        "documents no interval is read."
    )


def lead(review: Review, scenario: Scenario, n: int) -> str:
    """Answer what ``n`` questions would buy, in one sentence."""
    base, bar = sample.plan(review), to_clear(review)
    value, wanted = at(review, scenario, n), needed(review, scenario)
    if base is None or value is None:
        return CANNOT
    if bar is None:
        rests = f"; {RESTS_ON_LABELS}" if on_labels(review) else ""
        return f"{_opening(review)}{_width(n, value)}; {_width_wanted(wanted)}{rests}."
    truth = points(sample.under(base, scenario).difference)
    clear = f"{many(n, 'question')} clear the agreed {_bar(bar)} {p_in_words(value)}"
    return f"{_opening(review)}if the true difference is {truth}, {clear}; {_wanted(wanted)}."


def _opening(review: Review) -> str:
    cause = confounded_by(review)
    return f"Confounded by {cause}: as measured, in this scenario " if cause else "Scenario: "


def offset(review: Review) -> str:
    """Say that size does not mend a confound; empty without one."""
    cause = confounded_by(review)
    return "More questions would only estimate this offset more precisely." if cause else ""


def _wanted(number: int | None) -> str:
    if number is None:
        return f"no number would clear it {round(10 * POWER)} times in 10"
    shown = count(three_figures(number))
    return f"about {shown} would clear it {round(10 * POWER)} times in 10"


def _width(n: int, value: float) -> str:
    on = f"on {many(n, 'question')}"
    return f"the interval {on} would reach about {_points(value)} to either side"


def _width_wanted(number: int | None) -> str:
    shown = "no number" if number is None else f"about {count(three_figures(number))}"
    return f"{_points(HALF_WIDTH)} to either side would take {shown}"


def _points(value: float) -> str:
    return f"{100 * value:.1f}{NBSP}points"


def title(review: Review, scenario: Scenario, n: int) -> str:
    """Say what the curves find."""
    value, wanted, bar = at(review, scenario, n), needed(review, scenario), to_clear(review)
    if value is None:
        return CANNOT
    if bar is None:
        return f"{many(n, 'question')} give {_points(value)} to either side"
    tail = "" if wanted is None else f"; {count(three_figures(wanted))} make it 8 in 10"
    return f"{many(n, 'question')} clear {_bar(bar)} {p_in_words(value)}{tail}"


def small(review: Review, scenario: Scenario) -> str:
    """Say what the curves assume."""
    base = sample.plan(review)
    if base is None:
        return ""
    then = sample.under(base, scenario)
    what = (
        "half-width of the interval" if to_clear(review) is None else "chance to reach the margin"
    )
    return (
        f"Scenario: {what} by questions, if the arms differ on "
        f"{percent(then.differing)} of them; the true difference is assumed, not known."
    )


def twin(
    review: Review, scenario: Scenario, n: int, *, pace: int = QUESTIONS_PER_DAY
) -> list[list[str]]:
    """List size, half-width, chance and the work to write the questions at ``pace`` a day."""
    base, wanted = sample.plan(review), needed(review, scenario)
    if base is None:
        return [["Questions"]]
    sizes = {base.n, n, 500, 1000, 2000, MOST} | ({three_figures(wanted)} if wanted else set())
    rows = [_row(review, scenario, base, size, pace) for size in sorted(sizes)]
    header = ["Questions", "Half-width", "Chance to clear the margin", "Person-days to write more"]
    return [header, *rows]


def _row(review: Review, scenario: Scenario, base: Plan, n: int, pace: int) -> list[str]:
    then = sample.under(base, scenario)
    width = float(_values(np.array([n]), then, then.difference, None, _level(review))[0])
    wide = f"±{_points(width)}" if width < 1 else "too few documents"
    chance = RESTS_ON_LABELS if on_labels(review) else "no margin was agreed"
    if to_clear(review) is not None:
        chance = percent(at(review, scenario, n) or 0.0, decimals=0)
    days = max(0, n - base.n) / pace
    return [count(n), wide, chance, f"{days:.0f}" if days else "0"]


def days(pace: int) -> str:
    """Say which pace the person-days assume, and whose it is."""
    said = f"Person-days: at {many(pace, 'question')} a day"
    if pace != QUESTIONS_PER_DAY:
        return f"{said}."
    return f"{said}, the pace of the worked example (580 questions took ten); set your own."
