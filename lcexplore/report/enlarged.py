"""What would another number of questions give: chances to clear the margin, or half-widths?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import ceil

import numpy as np

from lcexplore.decision.flip import POWER
from lcexplore.evidence import expected, sizing
from lcexplore.evidence.same import once
from lcexplore.evidence.sampled import Plan
from lcexplore.report import sample
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario

HALF_WIDTH = 0.025
MOST = 3000
_ALONG, _BEFORE = 30, 8  # numbers of questions along a curve, and before it from a small eval
_FEWEST, _MOST_STEPS = 10, 400  # of the slider
_APART = tuple(10**power * each for power in range(1, 12) for each in (1, 2, 5))
_AS_MEASURED = Scenario()


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


def numbers(review: Review, scenario: Scenario = _AS_MEASURED) -> tuple[int, ...]:
    """Numbers of questions that the curves run through, today's and the scenario's within them."""
    base, asked = sample.plan(review), total(review, scenario)
    far = 2 * max(base.n, _least_read(base)) if base else 0
    most = max(MOST, far, 1000 * ceil(asked / 1000))
    along, few = np.linspace(most / _ALONG, most, _ALONG), base.n if base else most
    before = np.linspace(min(few, along[0]), along[0], _BEFORE)
    return tuple(sorted({round(n) for n in (*before, *along)}))


def steps(review: Review) -> range:
    """Where the slider of questions stops: today's number among them, the rest as far apart."""
    base, most = sample.plan(review), max(numbers(review))
    if base is None:
        return range(0)
    apart = next(each for each in _APART if most <= _MOST_STEPS * each)
    least = base.n if base.n < _FEWEST else _FEWEST + (base.n - _FEWEST) % apart
    return range(least, most + 1, apart)


def _least_read(base: Plan) -> int:
    """Fewest questions whose documents are enough for a clause to be read; 0 without documents."""
    each = base.per_document
    return 0 if each is None else ceil(each * expected.least_documents(base.alike) - 1e-9)


def total(review: Review, scenario: Scenario) -> int:
    """Questions of a scenario, the easy ones among them."""
    base = sample.plan(review)
    return 0 if base is None else sample.under(base, scenario).n


def margin(review: Review) -> float | None:
    """The agreed margin, None without a record or a margin in it."""
    return review.record.margin if review.record else None


def on_labels(review: Review) -> bool:
    """Whether the agreed clause is read on the difference corrected for the grader."""
    return review.record is not None and review.record.correctness_basis == "calibrated"


def to_clear(review: Review) -> float | None:
    """The margin that questions can clear: none where labels, not questions, narrow the clause."""
    return None if on_labels(review) else margin(review)


def today(scenario: Scenario) -> Scenario:
    """Today's questions under what else the scenario assumes."""
    return replace(scenario, n=None, easy=0)


def truths(difference: float, discordance: float) -> tuple[float, ...]:
    """The observed difference with a whole number of points below and above it."""
    middle = round(100 * difference)
    around = ((middle - 1) / 100, difference, (middle + 1) / 100)
    return tuple(each for each in around if abs(each) <= discordance)


@once
def curves(review: Review, scenario: Scenario) -> tuple[Curve, ...]:
    """One curve an assumption; the observed one alone where no margin was agreed.

    Along a curve the share of easy questions stays the scenario's.
    """
    base, asked = sample.plan(review), np.array(numbers(review, scenario))
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


def drawn(review: Review, scenario: Scenario) -> tuple[tuple[int, ...], tuple[Curve, ...]]:
    """Numbers of questions on which something is read, and the curves over them."""
    asked, found = numbers(review, scenario), curves(review, scenario)
    read = [
        all(is_read(review, each.values[place]) for each in found) for place in range(len(asked))
    ]
    kept = tuple(replace(each, values=tuple(compress(each.values, read))) for each in found)
    return tuple(compress(asked, read)), kept


def is_read(review: Review, value: float) -> bool:
    """Whether a chance or a half-width says something: none is read of too few documents."""
    return to_clear(review) is not None or value < 1


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
            alike=then.alike,
        )
    return expected.chance_to_clear(
        n=asked,
        truth=truth,
        margin=bar,
        discordance=then.discordance,
        level=level,
        design_effect=then.design_effect,
        per_document=then.per_document,
        alike=then.alike,
    )


def at(review: Review, scenario: Scenario, n: int) -> float | None:
    """Chance, or half-width, with ``n`` questions so mixed if the observed difference is true."""
    return _one(review, scenario, n, to_clear(review))


def along(review: Review, asked: Sequence[int]) -> list[float]:
    """What ``at`` says of each number of questions, mixed as they were measured."""
    base = sample.plan(review)
    if base is None:
        return []
    return [
        float(each)
        for each in _values(
            np.array(asked), base, base.difference, to_clear(review), _level(review)
        )
    ]


def half_width(review: Review, scenario: Scenario, n: int) -> float | None:
    """Half-width with ``n`` questions so mixed; 1 where their documents are too few."""
    return _one(review, scenario, n, None)


def _one(review: Review, scenario: Scenario, n: int, bar: float | None) -> float | None:
    base = sample.plan(review)
    if base is None:
        return None
    then = sample.under(base, scenario)
    return float(_values(np.array([n]), then, then.difference, bar, _level(review))[0])


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
        alike=then.alike,
    )
    return asked.n_half_width if bar is None else asked.n_power
