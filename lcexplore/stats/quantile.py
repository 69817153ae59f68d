"""Which value do 95 % of the observations not exceed?

A quantile is the smallest observed value at or below which at least that share lies: the
inverse of the distribution function, never a point between two observations. Samples come as
ascending values with how often each occurs.
"""

from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr

from lcexplore.model import Interval

FloatArray = NDArray[np.float64]

# Shares are sums of floats: 0.95 of 100 must be the 95th value, not the 96th.
_SLACK = 1e-12


def quantile(values: ArrayLike, counts: ArrayLike, p: float) -> float:
    """Smallest value at or below which at least the share ``p`` lies.

    Args:
        values: Ascending.
        counts: How often each occurs.
        p: In [0, 1].
    """
    ordered, shares = _distribution(values, counts)
    return float(ordered[_first(shares, _checked(p))])


def share_at_most(values: ArrayLike, counts: ArrayLike, bar: float) -> float:
    """Share of the observations at or below ``bar``."""
    ordered, shares = _distribution(values, counts)
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
    lower = _binomial_quantile(tail, n, _checked(p))
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
    rates = np.array([hit_rate])
    curve = mixture_quantiles(
        hit_values, hit_counts, miss_values, miss_counts, hit_rates=rates, p=p
    )
    return float(curve[0])


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
    rates = np.asarray(hit_rates, dtype=float)
    if not ((rates >= 0) & (rates <= 1)).all():
        raise ValueError(f"hit rates must lie between 0 and 1; got {rates!r}")
    _checked(p)
    pool, hits = _shares_on(hit_values, hit_counts, miss_values, needed=bool((rates > 0).any()))
    _, misses = _shares_on(miss_values, miss_counts, hit_values, needed=bool((rates < 1).any()))
    found = _first_mixed(hits, misses, rates, p)
    return np.asarray(pool[found], dtype=float)


def _first_mixed(
    hits: FloatArray, misses: FloatArray, rates: FloatArray, p: float
) -> NDArray[np.int64]:
    """Bisect, for all rates at once, for the first index at which the mixture reaches ``p``."""
    low, high = np.zeros(rates.shape, dtype=np.int64), np.full(rates.shape, hits.size - 1)
    while (low < high).any():
        middle = (low + high) // 2
        mixed = rates * hits[middle] + (1 - rates) * misses[middle]
        reached = (mixed >= p - _SLACK) & (mixed > 0)
        high = np.where(reached, middle, high)
        low = np.where(reached, low, np.minimum(middle + 1, high))
    return low


def _shares_on(
    values: ArrayLike, counts: ArrayLike, others: ArrayLike, *, needed: bool
) -> tuple[FloatArray, FloatArray]:
    """Distribution function of one pool on the values of both."""
    own = np.asarray(values, dtype=float)
    pool = np.union1d(own, np.asarray(others, dtype=float))
    if own.size == 0 and not needed:
        return pool, np.zeros(pool.size)
    ordered, shares = _distribution(values, counts)
    below = np.searchsorted(ordered, pool, side="right")
    return pool, np.concatenate(([0.0], shares))[below]


def _distribution(values: ArrayLike, counts: ArrayLike) -> tuple[FloatArray, FloatArray]:
    ordered = np.asarray(values, dtype=float)
    cumulated = np.cumsum(np.asarray(counts))
    if ordered.size == 0 or cumulated[-1] <= 0:
        raise ValueError("a quantile needs at least one observation; got none")
    return ordered, cumulated / cumulated[-1]


def _first(shares: FloatArray, p: float) -> int:
    least = max(p - _SLACK, np.nextafter(0.0, 1.0))
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


def _checked(p: float) -> float:
    if not 0 <= p <= 1:
        raise ValueError(f"p must lie between 0 and 1; got {p!r}")
    return p
