"""How often would a planned eval set give the answer that is hoped for?

Enumerates every paired table that matters instead of drawing some at random, so the same plan
always gets the same answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, bdtrc, betaincinv, betaln, gammaln, xlog1py, xlogy

from lcexplore.stats.critical import normal_critical
from lcexplore.stats.paired import score_variance, score_variance_slope

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

_DISCORDANT_COUNTS = 2000
_LEANS = 32
_NEWTON_TURNS, _HALVINGS = 12, 50
_CLOSE, _ROOM = 4e-15, 1e-12  # of a settled end: its last step, and what the score still leaves


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilot:
    """The paired table of a pilot, all that is known of the discordance beforehand.

    Attributes:
        candidate_only: Questions only the candidate got right.
        baseline_only: Questions only the baseline got right.
        n: All questions of the pilot.
    """

    candidate_only: float
    baseline_only: float
    n: int


def chance_to_clear(
    *, n: int, truth: float, discordance: float, margin: float, level: float
) -> float:
    """Chance that the lower end of ``tango`` reaches ``margin``.

    Args:
        n: Questions planned.
        truth: True difference, at most ``discordance`` in size.
        discordance: True share of questions on which exactly one arm is correct.
        margin: Signed bar.
        level: Two-sided level of the interval.
    """
    lean = _lean(truth, discordance)
    counts, chances, needed = _known_tables(n, discordance, margin, level)
    enough = np.where(needed > 0, bdtrc(needed - 1.0, counts, lean), 1.0)
    reachable = needed <= counts
    return float((chances * np.where(reachable, enough, 0.0)).sum())


def chance_of_half_width(
    *, n: int, half_width: float, discordance: float, difference: float, level: float
) -> float:
    """Chance that the interval gets at least as narrow as wished, the discordance being known."""
    counts, chances = _known_counts(n, discordance)
    least = _least_imbalance(counts, n, half_width, normal_critical(level))
    narrow = _imbalance_chance(counts, least, _lean(difference, discordance))
    return float((chances * narrow).sum())


def chance_of_half_width_after(*, n: int, half_width: float, pilot: Pilot, level: float) -> float:
    """The same, with the discordance only as certain as a pilot leaves it.

    The truth is spread as the pilot's table leaves it: the Dirichlet posterior of Jeffreys's
    prior, half a question added to each of candidate only, baseline only and the rest.
    """
    ahead, behind = pilot.candidate_only + 0.5, pilot.baseline_only + 0.5
    agree = pilot.n - pilot.candidate_only - pilot.baseline_only + 0.5
    counts, chances = _uncertain_counts(n, ahead + behind, agree)
    least = _least_imbalance(counts, n, half_width, normal_critical(level))
    nodes, weights = np.polynomial.legendre.leggauss(_LEANS)
    leans = betaincinv(ahead, behind, (nodes + 1) / 2)
    narrow = sum(
        weight / 2 * _imbalance_chance(counts, least, float(lean))
        for lean, weight in zip(leans, weights, strict=True)
    )
    return float((chances * narrow).sum())


def tango_half_widths(
    *, difference: ArrayLike, discordance: ArrayLike, n: ArrayLike, critical: ArrayLike
) -> FloatArray:
    """Half the length of ``tango`` for many tables at once, to about 1e-13."""
    d, psi, questions = np.broadcast_arrays(
        *(np.asarray(values, dtype=float) for values in (difference, discordance, n))
    )
    scale = np.asarray(critical, dtype=float) / np.sqrt(questions)
    return (-_lower_ends(-d, psi, scale) - _lower_ends(d, psi, scale)) / 2


def _lower_ends(d: FloatArray, psi: FloatArray, scale: FloatArray) -> FloatArray:
    """Where the score test starts to reject: Newton's steps between bounds, else the middle."""
    low, high = np.full(d.shape, -1.0), d
    at = np.maximum(-1.0, d - scale * (np.sqrt(score_variance(d, psi, d)) + scale))
    for turn in range(_NEWTON_TURNS + _HALVINGS):
        spread = np.sqrt(score_variance(d, psi, at))
        excess = d - at - scale * spread
        low, high = np.where(excess > 0, at, low), np.where(excess > 0, high, at)
        slope = score_variance_slope(d, psi, at) / np.where(spread > 0, 2 * spread, 1.0)
        steep = -1 - scale * slope
        step = at - excess / np.where(steep == 0, -1.0, steep)
        inside = (step >= low - _CLOSE) & (step <= high + _CLOSE)
        settled = inside & (np.abs(step - at) <= _CLOSE) & (np.abs(excess) <= _ROOM)
        if settled.all():
            return step
        keeps = settled if turn >= _NEWTON_TURNS else inside
        at = np.where(keeps, step, (low + high) / 2)
    return at


def _least_candidate_only(counts: IntArray, n: int, margin: float, critical: float) -> IntArray:
    """Fewest of the discordant questions that must favour the candidate; counts + 1 if none do."""

    def clears(b: IntArray, of: IntArray) -> NDArray[np.bool_]:
        d, at = (2 * b - of) / n, np.full(of.shape, margin)
        reach = critical * np.sqrt(score_variance(d, of / n, at))
        return np.asarray(((d - at) * sqrt(n) >= reach) & (d > at))

    return _least(clears, counts, np.zeros_like(counts), counts + 1)


def _least_imbalance(counts: IntArray, n: int, half_width: float, critical: float) -> IntArray:
    """Smallest |b - c| at which the interval is narrow enough; counts + 1 if none is."""

    def narrow(imbalance: IntArray, of: IntArray) -> NDArray[np.bool_]:
        widths = tango_half_widths(
            difference=imbalance / n, discordance=of / n, n=n, critical=critical
        )
        return widths <= half_width

    balanced, lopsided = narrow(np.zeros_like(counts), counts), narrow(counts, counts)
    low, high = np.where(lopsided, 0, counts + 1), np.where(balanced, 0, counts + 1)
    return _least(narrow, counts, np.minimum(low, high), high)


def _least(
    holds: Callable[[IntArray, IntArray], NDArray[np.bool_]],
    counts: IntArray,
    low: IntArray,
    high: IntArray,
) -> IntArray:
    """Smallest whole number at which a condition that rises holds, for each of the counts.

    Args:
        holds: The condition at numbers, of counts.
        counts: Counts of discordant questions.
        low: Least number that may be looked for.
        high: The answer where the condition holds at no number below.
    """
    low, high = low.copy(), high.copy()
    open_ = np.flatnonzero(low < high)
    while open_.size:
        middle = (low[open_] + high[open_]) // 2
        true = holds(middle, counts[open_])
        high[open_] = np.where(true, middle, high[open_])
        low[open_] = np.where(true, low[open_], middle + 1)
        open_ = open_[low[open_] < high[open_]]
    return low


def _imbalance_chance(counts: IntArray, least: IntArray, lean: float) -> FloatArray:
    """Chance that b and c differ by at least so much, b being Binomial(counts, lean)."""
    chances = np.where(least <= 0, 1.0, 0.0)
    asked = (least > 0) & (least <= counts)
    n, apart = counts[asked], least[asked]
    ahead = bdtrc((n + apart + 1) // 2 - 1.0, n, lean)
    behind = bdtr((n - apart) // 2 + 0.0, n, lean)
    chances[asked] = ahead + behind
    return chances


@lru_cache(maxsize=512)  # the truth that is assumed plays no part in it
def _known_tables(
    n: int, discordance: float, margin: float, level: float
) -> tuple[IntArray, FloatArray, IntArray]:
    """Counts of discordant questions, their chances, and how many the candidate needs of them."""
    counts, chances = _known_counts(n, discordance)
    return counts, chances, _least_candidate_only(counts, n, margin, normal_critical(level))


def _known_counts(n: int, discordance: float) -> tuple[IntArray, FloatArray]:
    spread = 9 * sqrt(n * discordance * (1 - discordance)) + 9
    counts = _grid(n * discordance - spread, n * discordance + spread, n)
    logs = xlogy(counts, discordance) + xlog1py(n - counts, -discordance)
    return counts, _normalised(logs + _log_choose(n, counts))


def _uncertain_counts(n: int, discordant: float, agree: float) -> tuple[IntArray, FloatArray]:
    tails = betaincinv(discordant, agree, np.array([1e-9, 1 - 1e-9]))
    spread = 9 * np.sqrt(n * tails * (1 - tails)) + 9
    counts = _grid(n * tails[0] - spread[0], n * tails[1] + spread[1], n)
    logs = betaln(counts + discordant, n - counts + agree)
    return counts, _normalised(logs + _log_choose(n, counts))


def _grid(low: float, high: float, n: int) -> IntArray:
    """Whole numbers between the bounds, thinned evenly where there are too many."""
    first, last = max(0, int(low)), min(n, int(high) + 1)
    return np.arange(first, last + 1, 1 + (last - first) // _DISCORDANT_COUNTS)


def _normalised(logs: FloatArray) -> FloatArray:
    chances = np.exp(logs - logs.max())
    return np.asarray(chances / chances.sum(), dtype=float)


def _log_choose(n: int, k: IntArray) -> FloatArray:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1), dtype=float)


def _lean(difference: float, discordance: float) -> float:
    """Share of the discordant questions that favour the candidate."""
    if not abs(difference) <= discordance <= 1:
        raise ValueError(
            "discordance must lie between |difference| and 1; "
            f"got difference {difference!r}, discordance {discordance!r}"
        )
    return (1 + difference / discordance) / 2 if discordance else 0.5
