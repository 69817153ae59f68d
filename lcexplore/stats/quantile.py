"""Which value do 95 % of the observations not exceed?

A quantile is the smallest observed value at or below which at least that share lies: the
inverse of the distribution function, never a point between two observations. Samples come as
ascending values with how often each occurs.
"""

from math import inf

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr

from lcexplore.model import Interval
from lcexplore.stats.mixture import mixture
from lcexplore.stats.shares import SLACK, FloatArray, checked, distribution


def quantile(values: ArrayLike, counts: ArrayLike, p: float) -> float:
    """Smallest value at or below which at least the share ``p`` lies.

    Args:
        values: Ascending.
        counts: How often each occurs.
        p: In [0, 1].
    """
    ordered, shares = distribution(values, counts)
    return float(ordered[_first(shares, checked(p))])


def share_at_most(values: ArrayLike, counts: ArrayLike, bar: float) -> float:
    """Share of the observations at or below ``bar``."""
    ordered, shares = distribution(values, counts)
    below = int(np.searchsorted(ordered, bar, side="right"))
    return float(shares[below - 1]) if below else 0.0


def quantile_interval(values: ArrayLike, counts: ArrayLike, p: float, level: float) -> Interval:
    """Order-statistic interval of a quantile: holds for any continuous distribution.

    An end without an order statistic to stand on is infinite: for p95 at level 0.95 the upper
    one below 72 observations.
    """
    lower, upper = quantile_ranks(n=int(np.sum(counts)), p=p, level=level)
    low = _order_statistic(values, counts, lower) if lower else -inf
    return Interval(low, _order_statistic(values, counts, upper) if upper else inf)


def quantile_upper(values: ArrayLike, counts: ArrayLike, p: float, level: float) -> float:
    """One-sided upper bound of a quantile; infinite for p95 at level 0.95 below 59."""
    n = int(np.sum(counts))
    rank = _binomial_quantile(level, n, p) + 1
    return _order_statistic(values, counts, rank) if rank <= n else inf


def quantile_ranks(*, n: int, p: float, level: float) -> tuple[int | None, int | None]:
    """Conservative equal-tailed ranks, counted from 1; None where no rank is far enough out."""
    tail = (1 - level) / 2
    lower = _binomial_quantile(tail, n, checked(p))
    upper = _binomial_quantile(1 - tail, n, p) + 1
    return lower or None, upper if upper <= n else None


def rank_confidence(*, n: int, p: float, lower: int, upper: int) -> float:
    """Chance that the quantile lies between two ranks; 0 and n + 1 stand for no bound."""
    below = float(bdtr(lower - 1, n, p)) if lower > 0 else 0.0
    return (float(bdtr(upper - 1, n, p)) if upper <= n else 1.0) - below


def mixture_quantile(
    hit_values: ArrayLike,
    hit_counts: ArrayLike,
    miss_values: ArrayLike,
    miss_counts: ArrayLike,
    *,
    hit_rate: float,
    p: float,
) -> float:
    """Quantile of a share ``hit_rate`` of hits and the rest of misses.

    Not the weighted mean of the two quantiles: the value at which the mixed distribution
    reaches ``p``.
    """
    mixed = mixture(hit_values, hit_counts, miss_values, miss_counts)
    return mixed.quantile(hit_rate=hit_rate, p=p)


def mixture_quantiles(
    hit_values: ArrayLike,
    hit_counts: ArrayLike,
    miss_values: ArrayLike,
    miss_counts: ArrayLike,
    *,
    hit_rates: ArrayLike,
    p: float,
) -> FloatArray:
    """``mixture_quantile`` at many hit rates.

    A pool may be empty where its share is 0 throughout.
    """
    mixed = mixture(hit_values, hit_counts, miss_values, miss_counts)
    return mixed.quantiles(hit_rates=hit_rates, p=p)


def _first(shares: FloatArray, p: float) -> int:
    least = max(p - SLACK, np.nextafter(0.0, 1.0))
    return int(np.searchsorted(shares, least, side="left"))


def _order_statistic(values: ArrayLike, counts: ArrayLike, rank: int) -> float:
    index = np.searchsorted(np.cumsum(np.asarray(counts)), rank, side="left")
    return float(np.asarray(values, dtype=float)[index])


def _binomial_quantile(share: float, n: int, p: float) -> int:
    """Smallest k with at least ``share`` of Binomial(n, p) at or below it."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if bdtr(middle, n, p) >= share else (middle + 1, high)
    return low
