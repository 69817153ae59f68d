"""How often would a planned eval set give the answer that is hoped for?

Enumerates every paired table that matters instead of drawing some at random, so the same plan
always gets the same answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv

from lcexplore.stats import tables
from lcexplore.stats.critical import normal_critical
from lcexplore.stats.paired import score_variance, score_variance_slope

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

_LEANS = 32
_NEWTON_TURNS, _HALVINGS = 12, 50
_STEPS_TO_MARGIN = 2
_NO_MARGIN = 1e-15  # squares of smaller ones are lost in floats
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
    (found,) = chances_to_clear(
        n=[n], truth=truth, discordance=discordance, margin=margin, level=[level]
    )
    return float(found)


def chances_to_clear(
    *,
    n: Sequence[int],
    truth: float,
    discordance: float,
    margin: float,
    level: Sequence[float],
) -> FloatArray:
    """``chance_to_clear`` for many plans at once: a number of questions each, and a level."""
    lean = tables.lean(truth, discordance)
    likely, needed = _known(tuple(n), discordance, margin, tuple(level))
    return likely.sums(likely.chances * tables.at_least(likely.counts, needed, lean))


@lru_cache(maxsize=32)  # the truth that is assumed plays no part in it
def _known(
    n: tuple[int, ...], discordance: float, margin: float, level: tuple[float, ...]
) -> tuple[tables.Likely, IntArray]:
    """Counts of discordant questions of each plan, and how many the candidate needs of them."""
    likely = tables.known_counts(np.array(n), discordance)
    critical = np.repeat([normal_critical(each) for each in level], likely.sizes)
    asked = np.repeat(n, likely.sizes)
    return likely, _least_candidate_only(likely.counts, asked, margin, critical)


def chance_of_half_width(
    *, n: int, half_width: float, discordance: float, difference: float, level: float
) -> float:
    """Chance that the interval gets at least as narrow as wished, the discordance being known."""
    likely = tables.known_counts(np.array([n]), discordance)
    least = _least_imbalance(likely.counts, n, half_width, normal_critical(level))
    narrow = tables.imbalance_chance(likely.counts, least, tables.lean(difference, discordance))
    return float((likely.chances * narrow).sum())


@lru_cache(maxsize=256)  # sizes are looked for to 50, 80 and 90 % among much the same numbers
def chance_of_half_width_after(*, n: int, half_width: float, pilot: Pilot, level: float) -> float:
    """The same, with the discordance only as certain as a pilot leaves it.

    The truth is spread as the pilot's table leaves it: the Dirichlet posterior of Jeffreys's
    prior, half a question added to each of candidate only, baseline only and the rest.
    """
    ahead, behind = pilot.candidate_only + 0.5, pilot.baseline_only + 0.5
    agree = pilot.n - pilot.candidate_only - pilot.baseline_only + 0.5
    likely = tables.uncertain_counts(n, ahead + behind, agree)
    least = _least_imbalance(likely.counts, n, half_width, normal_critical(level))
    nodes, weights = np.polynomial.legendre.leggauss(_LEANS)
    leans = betaincinv(ahead, behind, (nodes + 1) / 2)
    narrow = sum(
        weight / 2 * tables.imbalance_chance(likely.counts, least, float(lean))
        for lean, weight in zip(leans, weights, strict=True)
    )
    return float((likely.chances * narrow).sum())


def tango_half_widths(
    *, difference: ArrayLike, discordance: ArrayLike, n: ArrayLike, critical: ArrayLike
) -> FloatArray:
    """Half the length of ``tango`` for many tables at once, to about 1e-13."""
    d, psi, questions, z = np.broadcast_arrays(
        *(np.asarray(values, dtype=float) for values in (difference, discordance, n, critical))
    )
    scale = z / np.sqrt(questions)
    ends = _lower_ends(*(np.stack(pair) for pair in ((-d, d), (psi, psi), (scale, scale))))
    return np.asarray(-ends.sum(axis=0) / 2, dtype=float)


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


def _least_candidate_only(
    counts: IntArray, n: IntArray, margin: float, critical: FloatArray
) -> IntArray:
    """Fewest of the discordant questions that must favour the candidate; counts + 1 if none do."""
    margin = margin if abs(margin) > _NO_MARGIN else 0.0
    psi, at, scale = counts / n, np.full(counts.shape, margin), critical / np.sqrt(n)

    def clears(b: IntArray, of: IntArray) -> NDArray[np.bool_]:
        d = (2 * b - counts[of]) / n[of]
        reach = scale[of] * np.sqrt(score_variance(d, psi[of], at[of]))
        return np.asarray((d - margin >= reach) & (d > margin))

    about = at
    for _ in range(_STEPS_TO_MARGIN):
        about = np.clip(margin + scale * np.sqrt(score_variance(about, psi, at)), -psi, psi)
    return tables.least(clears, counts, _whole((counts + n * about) / 2))


def _least_imbalance(counts: IntArray, n: int, half_width: float, critical: float) -> IntArray:
    """Smallest |b - c| at which the interval is narrow enough; counts + 1 if none is."""

    def widths(imbalance: FloatArray | IntArray, discordant: IntArray) -> FloatArray:
        return tango_half_widths(
            difference=imbalance / n, discordance=discordant / n, n=n, critical=critical
        )

    def narrow(imbalance: IntArray, of: IntArray) -> NDArray[np.bool_]:
        return np.asarray(widths(imbalance, counts[of]) <= half_width)

    # Wald's half-width is z·√((b + c)/n - ((b - c)/n)²)/√n: what is too wide, squared, tells how
    # much (b - c)² must grow. Once from there, once from the interval's own width.
    worth = n**3 / critical**2
    square = np.clip(n * counts - half_width**2 * worth, 0, counts**2)
    too_wide = widths(np.sqrt(square), counts) ** 2 - half_width**2
    square = np.clip(square + too_wide * worth, 0, counts**2)
    return tables.least(narrow, counts, _whole(np.sqrt(square)))


def _whole(values: FloatArray) -> IntArray:
    return np.ceil(values).astype(np.int64)
