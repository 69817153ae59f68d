"""What does a share of hits and the rest of misses come to, whatever the share?

The pools are laid on one axis once; a quantile at any share is then one search. The mixed
distribution is read, never the weighted mean of two quantiles. A third pool may keep its share:
what is neither known to be a hit nor known to be a miss moves with nothing. Of each pool a part may
have no value at all; the parts with a value are mixed, and as many of a pool lack one as did. What
has neither a pool nor a value may have been of either: it moves with whichever becomes more, so
that no share makes less of it than there would be if its pool were known.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtrc, gammaln, xlog1py, xlogy

from lcexplore.stats.shares import SLACK, FloatArray, checked, distribution

IntArray = NDArray[np.int64]
Condition = Callable[[IntArray], NDArray[np.bool_]]

# The resampled count of misses is summed over this many of its values, five deviations each way.
_NODES, _REACH = 33, 5.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mixture:
    """Two pools on one axis, and perhaps a third whose share is fixed.

    Attributes:
        values: Values of all pools, ascending, each once.
        hits: Share of the hits at or below each value.
        misses: Share of the misses at or below each value.
        n_hits: Number of hits.
        n_misses: Number of misses.
        fixed: Share of all that is of the third pool and at or below each value.
        moving: Share of all that is known to be a hit or a miss, as measured.
        valued_hits: Share of all hits that have a value; ``hits`` are shares of these.
        valued_misses: The same of the misses.
        lost: Share of all that has neither a pool nor a value, as measured.
        measured: Share of hits among the hits and misses, valued or not, as measured.
    """

    values: FloatArray
    hits: FloatArray
    misses: FloatArray
    n_hits: int
    n_misses: int
    fixed: FloatArray
    moving: float = 1.0
    valued_hits: float = 1.0
    valued_misses: float = 1.0
    lost: float = 0.0
    measured: float = 0.5

    def lost_times(self, hit_rate: ArrayLike) -> FloatArray:
        """How many times as much is lost at hit rates, for each hit or miss, as was measured.

        As much more as there are more hits, or misses, whichever became more.
        """
        rates = np.asarray(hit_rate, dtype=float)
        if not self.lost:
            return np.ones_like(rates)
        return np.maximum(rates / self.measured, (1 - rates) / (1 - self.measured))

    def moved(self, hit_rate: ArrayLike) -> FloatArray:
        """Share of all that is known to be a hit or a miss at hit rates: what is lost takes some.

        The third pool keeps its share, and the two others share what it leaves.
        """
        left = self.moving + self.lost
        return self.moving * (left / (self.moving + self.lost * self.lost_times(hit_rate)))

    def valued(self, hit_rate: float) -> float:
        """Share of all that has a value at a hit rate."""
        known = hit_rate * self.valued_hits + (1 - hit_rate) * self.valued_misses
        return self.moved(hit_rate).item() * known + self.fixed.item(-1)

    def quantile(self, *, hit_rate: float, p: float) -> float:
        """Smallest value at which ``hit_rate`` x hits + the rest x misses reaches ``p``.

        Of what has a value; the third pool, if any, is among them with the share that it has.
        """
        self._require(hit_rate, hit_rate)
        return self.reached(hit_rate=hit_rate, share=checked(p) * self.valued(hit_rate))

    def reached(self, *, hit_rate: float, share: float) -> float:
        """Smallest value at or below which so large a share of all lies; the greatest at most."""
        least, moved = share - SLACK, self.moved(hit_rate).item()
        hit = moved * hit_rate * self.valued_hits
        rest = moved * (1 - hit_rate) * self.valued_misses
        hits, misses, fixed = self.hits, self.misses, self.fixed
        low, high = 0, len(self.values) - 1
        while low < high:
            middle = (low + high) // 2
            mixed = hit * hits.item(middle) + rest * misses.item(middle) + fixed.item(middle)
            low, high = (low, middle) if mixed >= least and mixed > 0 else (middle + 1, high)
        return self.values.item(low)

    def quantiles(self, *, hit_rates: ArrayLike, p: float) -> FloatArray:
        """``quantile`` at many hit rates."""
        rates = np.asarray(hit_rates, dtype=float)
        self._require(float(rates.min(initial=1.0)), float(rates.max(initial=0.0)))
        hit, rest = rates * self.valued_hits, (1 - rates) * self.valued_misses
        moved = self.moved(rates)
        least = checked(p) * (moved * (hit + rest) + self.fixed[-1]) - SLACK

        def reached(at: IntArray) -> NDArray[np.bool_]:
            mixed = moved * (hit * self.hits[at] + rest * self.misses[at]) + self.fixed[at]
            return np.asarray((mixed >= least) & (mixed > 0))

        return np.asarray(self.values[self._first(reached, rates)], dtype=float)

    def band(
        self, *, hit_rates: ArrayLike, p: float, level: float
    ) -> tuple[FloatArray, FloatArray]:
        """Where ``quantiles`` would lie if hits and misses were drawn anew, with replacement.

        Nothing is drawn: how many of the redrawn hits and misses lie at or below a value is
        binomial, so the chance that the redrawn quantile does is summed.

        Returns:
            Both ends of the middle ``level`` of its distribution, at every hit rate.
        """
        rates = np.asarray(hit_rates, dtype=float)
        self._require(float(rates.min(initial=1.0)), float(rates.max(initial=0.0)))
        ends = []
        for tail in ((1 - level) / 2, (1 + level) / 2):

            def reached(at: IntArray, tail: float = tail) -> NDArray[np.bool_]:
                return np.asarray(self._chance(at, rates, checked(p)) >= tail)

            ends.append(np.asarray(self.values[self._first(reached, rates)], dtype=float))
        return ends[0], ends[1]

    def _first(self, reached: Condition, rates: FloatArray) -> IntArray:
        """Bisect, for all rates at once, for the first value at which a rising condition holds."""
        low = np.zeros(rates.shape, dtype=np.int64)
        high = np.full(rates.shape, len(self.values) - 1)
        while (low < high).any():
            middle = (low + high) // 2
            true = reached(middle)
            high = np.where(true, middle, high)
            low = np.where(true, low, np.minimum(middle + 1, high))
        return low

    def _chance(self, at: IntArray, rates: FloatArray, p: float) -> FloatArray:
        """Chance that the quantile of redrawn pools is at most the value at each place."""
        n_hits, n_misses = max(1, self.n_hits), max(1, self.n_misses)
        hit, rest = rates * self.valued_hits, (1 - rates) * self.valued_misses
        below, weight = _binomial_nodes(n_misses, self.misses[at])
        moved = self.moved(rates)
        share = p * (moved * (hit + rest) + self.fixed[-1])
        wanted = (share - SLACK - self.fixed[at]) / moved
        left = wanted[:, None] - rest[:, None] * below / n_misses
        with np.errstate(divide="ignore", invalid="ignore"):
            needed = np.ceil(left * n_hits / hit[:, None] - 1e-9)
        needed = np.where(rates[:, None] > 0, needed, np.where(left <= 0, 0, n_hits + 1))
        chances = np.broadcast_to(self.hits[at][:, None], needed.shape)
        inside = np.clip(needed - 1, 0, n_hits)
        enough = np.where(needed <= 0, 1.0, bdtrc(inside, n_hits, chances))
        return np.asarray((weight * np.where(needed > n_hits, 0.0, enough)).sum(axis=1))

    def _require(self, least: float, most: float) -> None:
        if not (least >= 0 and most <= 1):
            raise ValueError(f"hit rates must lie between 0 and 1; got {least!r} to {most!r}")
        if (most > 0 and not self.n_hits) or (least < 1 and not self.n_misses):
            raise ValueError("a quantile needs at least one observation; got none")


def mixture(
    hit_values: ArrayLike,
    hit_counts: ArrayLike,
    miss_values: ArrayLike,
    miss_counts: ArrayLike,
    fixed_values: ArrayLike = (),
    fixed_counts: ArrayLike = (),
    *,
    valueless: tuple[int, int, int] = (0, 0, 0),
) -> Mixture:
    """Lay two pools, ascending values with their counts, on one axis; one of them may be empty.

    A third pool, if given, keeps the share that it has of all three.

    Args:
        hit_values: Of the hits.
        hit_counts: How often each occurs.
        miss_values: Of the misses.
        miss_counts: How often each occurs.
        fixed_values: Of the third pool.
        fixed_counts: How often each occurs.
        valueless: How many more of each pool there are, without a value. Those of the third are
            in no pool at all; hits and misses must be there, for them to move with.
    """
    hits, misses = np.asarray(hit_values, dtype=float), np.asarray(miss_values, dtype=float)
    fixed = np.asarray(fixed_values, dtype=float)
    axis = np.union1d(np.union1d(hits, misses), fixed)
    n_hits, n_misses = int(np.sum(hit_counts)), int(np.sum(miss_counts))
    every_hit, every_miss = n_hits + valueless[0], n_misses + valueless[1]
    n_fixed = int(np.sum(fixed_counts))
    still, every = n_fixed + valueless[2], every_hit + every_miss + n_fixed + valueless[2]
    return Mixture(
        values=axis,
        hits=_shares_on(axis, hits, hit_counts),
        misses=_shares_on(axis, misses, miss_counts),
        n_hits=n_hits if hits.size else 0,
        n_misses=n_misses if misses.size else 0,
        fixed=(n_fixed / every if n_fixed else 0.0) * _shares_on(axis, fixed, fixed_counts),
        moving=1 - (still / every if still else 0.0),
        valued_hits=n_hits / every_hit if every_hit else 1.0,
        valued_misses=n_misses / every_miss if every_miss else 1.0,
        lost=valueless[2] / every if valueless[2] else 0.0,
        measured=every_hit / (every_hit + every_miss) if every_hit and every_miss else 0.5,
    )


def _shares_on(axis: FloatArray, values: FloatArray, counts: ArrayLike) -> FloatArray:
    if not values.size:
        return np.zeros(axis.size)
    ordered, shares = distribution(values, counts)
    return np.concatenate(([0.0], shares))[np.searchsorted(ordered, axis, side="right")]


def _binomial_nodes(n: int, share: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Counts that Binomial(n, share) takes, thinned evenly, with their chances; one row a share."""
    middle = n * share
    reach = _REACH * np.sqrt(middle * (1 - share)) + _REACH
    low, high = np.maximum(0, np.floor(middle - reach)), np.minimum(n, np.ceil(middle + reach))
    step = np.maximum(1, np.ceil((high - low) / (_NODES - 1)))
    counts = low[:, None] + step[:, None] * np.arange(_NODES)
    inside = np.minimum(counts, high[:, None])
    logs = xlogy(inside, share[:, None]) + xlog1py(n - inside, -share[:, None])
    logs += gammaln(n + 1) - gammaln(inside + 1) - gammaln(n - inside + 1)
    logs = np.where(counts <= high[:, None], logs, -np.inf)
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    return inside, chances / chances.sum(axis=1, keepdims=True)
