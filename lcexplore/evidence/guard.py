"""Which ends of the interval can no reading of the unmeasured answers get past?

An unmeasured answer may be read as correct, as wrong, or left out. Every question then has a
range of differences, and a question without an answer in one arm may drop out. With one epoch
and no documents the extreme readings are few and are tried; otherwise each quantity of the
interval is taken at its own worst, which no reading can exceed. What is relaxed only widens when
one more answer is unmeasured, so a failure never buys a pass.
"""

from dataclasses import dataclass
from math import inf

from lcexplore.evidence.box import box_of, least_difference, least_worth, worst_of_box
from lcexplore.evidence.readings import Counts, critical_value, effective
from lcexplore.model import Interval
from lcexplore.stats.paired import tango


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The difference over every question seen, unmeasured answers for or against the candidate.

    Attributes:
        low: Every unmeasured answer against the candidate (candidate 0, baseline 1).
        high: Every unmeasured answer for it.
        interval_low: Lower end of the interval at ``low``.
        interval_high: Upper end of the interval at ``high``.
    """

    low: float
    high: float
    interval_low: float
    interval_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Ends of the interval that no reading of the unmeasured answers can get past.

    A clause counts as met only if the guard meets it too: then turning an answer into a failure
    can never help the candidate. Equal to the interval when nothing is missing.

    Attributes:
        low: No reading of the unmeasured answers gives a lower end below this.
        high: No reading gives an upper end above this.
        high_at_worst: No reading gives an upper end below this.
        low_at_best: No reading gives a lower end above this.
        difference_low: No reading gives a difference below this; lower than ``Bounds.low`` where
            leaving out what cannot be a loss leaves less.
        difference_high: No reading gives a difference above this.
        units_worth: No reading's units are worth fewer of one size.
    """

    low: float
    high: float
    high_at_worst: float
    low_at_best: float
    difference_low: float = -1.0
    difference_high: float = 1.0
    units_worth: float = inf


def bounds_of(counts: Counts, *, level: float) -> Bounds:
    """Read every unmeasured answer against, then for the candidate; a question must be seen."""
    worst = effective(counts.against_the_candidate(), level=level)
    best = effective(counts.mirrored().against_the_candidate(), level=level)
    return Bounds(
        low=worst.difference,
        high=0.0 - best.difference,
        interval_low=worst.interval.low,
        interval_high=0.0 - best.interval.low,
    )


def guard_of(counts: Counts, *, level: float) -> Guard:
    """Bound the ends over all readings; at least one question is measured in both arms."""
    if counts.complete:
        reading = effective(counts, level=level)
        low, high = reading.interval
        return Guard(
            low=low,
            high=high,
            high_at_worst=high,
            low_at_best=low,
            difference_low=reading.difference,
            difference_high=reading.difference,
            units_worth=reading.units_worth,
        )
    worst, best = _worst(counts, level), _worst(counts.mirrored(), level)
    return Guard(
        low=worst.low,
        high=0.0 - best.low,
        high_at_worst=worst.high,
        low_at_best=0.0 - best.high,
        difference_low=least_difference(counts),
        difference_high=0.0 - least_difference(counts.mirrored()),
        units_worth=least_worth(counts),
    )


def _worst(counts: Counts, level: float) -> Interval:
    """Least lower end and least upper end over all readings."""
    if counts.clustered == "none":
        return _worst_of_single(counts, level)
    return worst_of_box(counts, level)


def _worst_of_single(counts: Counts, level: float) -> Interval:
    """Try the extreme readings of single answers.

    Both ends fall with every question added as a loss, and move one way only while ties are
    added; so the least end has all possible losses or none, with all possible ties or none.
    """
    keep = counts.paired
    measured = counts.candidate.correct[keep] - counts.baseline.correct[keep]
    at_worst = box_of(counts).low[~keep]
    losses = int((at_worst < 0).sum()) + counts.unseen
    ties = int((at_worst >= 0).sum())
    gain, loss, n = int((measured > 0).sum()), int((measured < 0).sum()), len(measured)
    z = critical_value("none", n, worth=n, level=level)
    ends = [
        tango(difference=(gain - c) / m, discordance=(gain + c) / m, n=m, critical=z)
        for c, m in ((loss, n), (loss + losses, n + losses), (loss + losses, n + losses + ties))
    ]
    return Interval(min(each.low for each in ends), min(each.high for each in ends))
