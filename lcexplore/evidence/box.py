"""How far can the interval move when every unmeasured answer is free?

Every question has a range of differences and of discordances, and may drop out when an arm has
no answer to it at all. Each quantity of the interval is bounded over that box by itself. An answer
that failed may not say which document it was about: then it may have been about any.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from lcexplore.evidence.inputs import ArmTally, FloatArray, IntArray
from lcexplore.evidence.readings import FEW_DIFFER, BoolArray, Counts, critical_value
from lcexplore.model import Interval
from lcexplore.stats.paired import tango

_NOTHING = 1e-18  # a variance this small is what rounding leaves of zero


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Range of every question's difference and discordance over all readings."""

    low: FloatArray
    high: FloatArray
    discord_low: FloatArray
    discord_high: FloatArray
    required: BoolArray
    units: IntArray
    anywhere: BoolArray


def box_of(counts: Counts) -> Box:
    """Find the range of every question, whatever its unmeasured answers are."""
    a_low, a_high = _share_range(counts.candidate)
    b_low, b_high = _share_range(counts.baseline)
    corners = np.stack([a + b - 2 * a * b for a in (a_low, a_high) for b in (b_low, b_high)])
    _, units = np.unique(counts.units, return_inverse=True)
    return Box(
        low=a_low - b_high,
        high=a_high - b_low,
        discord_low=corners.min(axis=0),
        discord_high=corners.max(axis=0),
        required=counts.paired,
        units=units,
        anywhere=counts.alone & ~counts.paired,
    )


def _share_range(arm: ArmTally) -> tuple[FloatArray, FloatArray]:
    """Least and greatest share correct, whether an unmeasured answer is 0, 1 or left out."""
    planned = np.maximum(arm.planned, 1)
    return arm.correct / planned, (arm.correct + arm.planned - arm.measured) / planned


def least_difference(counts: Counts) -> float:
    """Least mean difference of any reading: a question that may be left out is, where it helps."""
    box = box_of(counts)
    return _least_mean(box.low, box.required, -1.0, counts.unseen)


def worst_of_box(counts: Counts, level: float) -> Interval:
    """Bound the least lower and the least upper end of any reading.

    Difference, discordance, effective count and critical value are each taken at their worst.
    """
    box = box_of(counts)
    d_min = _least_mean(box.low, box.required, -1.0, counts.unseen)
    d_max = 0.0 - _least_mean(-box.high, box.required, -1.0, counts.unseen)
    psi_min = _least_mean(box.discord_low, box.required, 0.0, counts.unseen)
    psi_max = 0.0 - _least_mean(-box.discord_high, box.required, -1.0, counts.unseen)
    extremes = _Extremes(d_min=d_min, d_max=d_max, psi_min=psi_min, psi_max=psi_max)
    fewest, most = _fewest(counts, box, extremes), _most(counts, box, extremes)
    widest, narrowest = _criticals(counts, box, level)
    low = _interval_at(d_min, psi_max, fewest, widest).low
    high = _interval_at(d_min, psi_min, most, narrowest).high
    return Interval(low, high)


def _criticals(counts: Counts, box: Box, level: float) -> tuple[float, float]:
    """Greatest and least critical value of any reading."""
    fewest, most = len(np.unique(box.units[box.required])), _all_units(counts, box)
    return (
        critical_value(counts.clustered, fewest, worth=least_worth(counts), level=level),
        critical_value(counts.clustered, most, worth=_most_worth(counts, box), level=level),
    )


def _interval_at(difference: float, discordance: float, n: float, critical: float) -> Interval:
    if critical == inf or n <= 0:
        return Interval(-1.0, 1.0)
    discordance = min(1.0, max(discordance, abs(difference)))
    return tango(difference=difference, discordance=discordance, n=n, critical=critical)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Extremes:
    d_min: float
    d_max: float
    psi_min: float
    psi_max: float

    @property
    def least_spread(self) -> float:
        return max(0.0, self.psi_min - max(self.d_min**2, self.d_max**2))

    @property
    def most_spread(self) -> float:
        inside = self.d_min <= 0 <= self.d_max
        return self.psi_max - (0.0 if inside else min(self.d_min**2, self.d_max**2))


def _least_mean(values: FloatArray, required: BoolArray, unseen: float, n_unseen: int) -> float:
    """Least mean when questions that are not required may be left out."""
    optional = np.sort(values[~required])
    total = values[required].sum() + unseen * n_unseen + np.concatenate(([0.0], optional.cumsum()))
    n = int(required.sum()) + n_unseen + np.arange(len(optional) + 1)
    return float((total / n).min())


def _fewest(counts: Counts, box: Box, at: _Extremes) -> float:
    """Fewest effective pairs of any reading.

    The variance between units is convex in the mean, so an end of its range is the greatest.
    Squares of sums are at most the largest unit times sums of squares, and the square of a
    question's difference is at most its discordance: hence the floor. Where few units surely differ
    they may count as wholes.
    """
    required = box.required
    n, groups = int(required.sum()), len(np.unique(box.units[required]))
    if groups < 2:
        return 0.0
    largest = 1
    if counts.clustered == "document":
        largest = int(_questions(counts, box).max())
    floor = n * (groups - 1) / groups / largest
    pairs = np.minimum(counts.candidate.measured, counts.baseline.measured)[required].sum()
    most = max(_greatest_squares(counts, box, mean) for mean in (at.d_min, at.d_max))
    variance = groups / (groups - 1) * most / n**2
    by_variance = at.least_spread / variance if variance > 0 else inf
    surely = len(np.unique(box.units[required & (box.discord_low > _NOTHING)]))
    whole = least_worth(counts) if surely < FEW_DIFFER else inf
    return max(floor, min(float(pairs), by_variance, whole))


def _unit_ranges(box: Box, low_mean: float, high_mean: float) -> tuple[FloatArray, FloatArray]:
    """Least sum of deviations per unit from ``low_mean``, greatest from ``high_mean``."""
    low, high = box.low - low_mean, box.high - high_mean
    low = np.where(box.required, low, np.minimum(low, 0))
    high = np.where(box.required, high, np.maximum(high, 0))
    return _unit_sums(box, low), _unit_sums(box, high)


def _unit_sums(box: Box, values: FloatArray) -> FloatArray:
    return np.bincount(box.units, weights=values).astype(np.float64)


def _greatest_squares(counts: Counts, box: Box, mean: float) -> float:
    """Greatest sum of squared deviations of the units.

    The unseen, and what may belong to any document, join the worst one.
    """
    low, high = _unit_ranges(box, mean, mean)
    reach = np.maximum(-low, high)
    loose = float(reach[box.units[box.anywhere]].sum())
    reach[box.units[box.anywhere]] = 0.0
    squares = float((reach**2).sum())
    each = 1 + abs(mean)
    if counts.clustered == "document":
        together = counts.unseen * each + loose
        return squares + 2 * float(reach.max()) * together + together**2
    return squares + counts.unseen * each**2


def _most(counts: Counts, box: Box, at: _Extremes) -> float:
    """Most effective pairs of any reading."""
    epochs = np.minimum(counts.candidate.planned, counts.baseline.planned)
    pairs = float(epochs.sum() + counts.unseen * epochs.max(initial=1))
    perhaps = len(np.unique(box.units[(box.discord_high > _NOTHING) & ~box.anywhere]))
    if perhaps + counts.unseen + int(box.anywhere.sum()) < FEW_DIFFER:
        pairs = min(pairs, _most_worth(counts, box))
    low, high = _unit_ranges(box, at.d_max, at.d_min)
    if counts.clustered == "document" and (counts.unseen or box.anywhere.any()):
        return pairs  # what may belong to any document may level it
    least = float((np.maximum(0.0, np.maximum(low, -high)) ** 2).sum())
    n, groups = len(box.low) + counts.unseen, _all_units(counts, box)
    variance = groups / (groups - 1) * least / n**2 if groups > 1 else 0.0
    return min(pairs, at.most_spread / variance) if variance > _NOTHING else pairs


def _questions(counts: Counts, box: Box) -> FloatArray:
    """Most questions of every document: what may belong to any joins the largest."""
    placed = _unit_sums(box, (~box.anywhere).astype(np.float64))
    placed[placed.argmax()] += box.anywhere.sum() + counts.unseen
    return placed


def least_worth(counts: Counts) -> float:
    """Fewest units of one size that the units of any reading are worth.

    Only questions measured in both arms are sure to be in it. Of all others any number may be, in
    the largest document, whichever one they name: else a failure that names a small one would help.
    """
    sizes = np.unique(counts.units[counts.paired], return_counts=True)[1]
    n, largest = int(sizes.sum()), int(sizes.max())
    if counts.clustered != "document":
        return n
    more = np.arange(len(counts.units) - n + counts.unseen + 1)
    squares = (sizes**2).sum() + 2 * largest * more + more**2
    return float(((n + more) ** 2 / squares).min())


def _most_worth(counts: Counts, box: Box) -> float:
    """Most of them."""
    if counts.clustered != "document":
        return _all_units(counts, box)
    required = _unit_sums(box, box.required.astype(np.float64))
    most = (len(box.low) + counts.unseen) ** 2 / float((required**2).sum())
    return min(most, _all_units(counts, box))


def _all_units(counts: Counts, box: Box) -> int:
    return int(box.units.max(initial=-1)) + 1 + counts.unseen
