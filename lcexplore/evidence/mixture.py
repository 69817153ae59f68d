"""What would another cache hit rate make of a quantile?

The pools stay as they were measured and only their shares change: the mixed distribution is
read, not the weighted mean of two quantiles. Timed requests of unknown cache state keep their
share. So does what has no timing in each cache state: a miss that becomes a hit goes without one as
often as the hits do today. What has neither a timing nor a cache state may have been hits, or
misses: it counts as whichever the hit rate makes more of, and as measured at the measured rate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import NamedTuple

from lcexplore.evidence.inputs import ArmTimings, FloatArray, IntArray, Timings
from lcexplore.evidence.pools import NONE, in_state, of_arm, share_within
from lcexplore.evidence.same import Same
from lcexplore.model import CacheState, Interval
from lcexplore.stats import mixture
from lcexplore.stats.mixture import Mixture
from lcexplore.stats.shares import SLACK

_TENTH = 0.0005  # half of the last digit of a per cent as it is shown
MOST_UNKNOWN = 0.5  # beyond this share a scenario would move less than it leaves as it is


class Pools(NamedTuple):
    """Requests of one arm by cache state; those of unknown state keep their share."""

    hits: Timings
    misses: Timings
    unknown: Timings = NONE

    @property
    def n(self) -> int:
        """Timings of all three."""
        return self.hits.n + self.misses.n + self.unknown.n

    @property
    def hit_rate(self) -> float | None:
        """Share of hits among the timings, at which the mixture is what was measured.

        Where failures cluster in one cache state it is not the share among all requests.
        """
        known = self.hits.n + self.misses.n
        return self.hits.n / known if known else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Asked:
    """Every request of an arm, mixable: those with a timing, by cache state, and those without.

    Attributes:
        pools: The timed ones.
        n_hits: Hits, timed or not.
        n_misses: Misses, likewise.
        n_rest: Requests of unknown cache state, and planned ones of which there is no row.
        mixed: The pools on one axis, with what has no timing beside them.
    """

    pools: Pools
    n_hits: int
    n_misses: int
    n_rest: int
    mixed: Mixture

    @property
    def n(self) -> int:
        """All of them."""
        return self.n_hits + self.n_misses + self.n_rest

    @property
    def hit_rate(self) -> float:
        """Share of hits that was measured, of those of known cache state."""
        return self.n_hits / (self.n_hits + self.n_misses)

    @property
    def n_lost(self) -> int:
        """Requests with neither a timing nor a cache state."""
        return self.n_rest - self.pools.unknown.n

    @property
    def fails_alike(self) -> bool:
        """Whether as many go without a timing at any hit rate.

        Hits and misses must do so equally often, and the cache state of all that do be known.
        """
        alike = abs(self.mixed.valued_hits - self.mixed.valued_misses) < SLACK
        return alike and not self.n_lost

    def stateless(self, hit_rate: float) -> float:
        """How many of as many requests would have no cache state."""
        known = self.mixed.moved(hit_rate).item()
        return round(self.n * (1 - known), 6)

    def slower_hits(self, bar: float) -> bool:
        """Whether fewer of the timed hits than of the timed misses take at most so long."""
        hits, misses = (share_within(each, bar) or 0.0 for each in self.pools[:2])
        return hits < misses

    def untimed(self, hit_rate: float) -> float:
        """How many of as many requests would have no timing; whole numbers are free of noise."""
        return round(self.n * (1 - self.mixed.valued(hit_rate)), 6)

    def quantile(self, *, hit_rate: float, p: float) -> float:
        """Quantile of the timed ones at a hit rate, in seconds."""
        return self.mixed.quantile(hit_rate=hit_rate, p=p)

    def ranked(self, *, hit_rate: float, p: float) -> Interval:
        """Quantile of all, what has no timing ranked as the fastest and as the slowest."""
        timed = self.mixed.valued(hit_rate)
        if timed >= 1 - SLACK:
            only = self.mixed.reached(hit_rate=hit_rate, share=p)
            return Interval(only, only)
        fast, slow = p > 1 - timed + SLACK, p <= timed + SLACK
        return Interval(
            self.mixed.reached(hit_rate=hit_rate, share=p - (1 - timed)) if fast else 0.0,
            self.mixed.reached(hit_rate=hit_rate, share=p) if slow else inf,
        )

    def rests_on(self, hit_rate: float) -> tuple[float, CacheState]:
        """Number of timings drawn without regard to cache state that would tell as much.

        A pool of which a mixture takes the share w stands for n / w of them: with at least w x N
        of each, the mixed shares vary no more than those of N drawn at random (proportional
        allocation, Cochran, Sampling Techniques, 5.6). The pool that gives the least decides; at
        the measured rate it is the number of timings.
        """
        timed, known = self.mixed.valued(hit_rate), self.mixed.moved(hit_rate).item()
        stand_for = [
            (every * timed / (known * share), state)
            for every, share, state in (
                (self.n_hits, hit_rate, CacheState.HIT),
                (self.n_misses, 1 - hit_rate, CacheState.MISS),
            )
            if share > 0
        ]
        return min(stand_for, key=lambda each: each[0])

    def rates_within(self, *, p: float, bar: float, untimed: float = 1.0) -> Interval | None:
        """Hit rates at which ``p`` of all have a timing of at most ``bar`` seconds; None if none.

        Args:
            p: The share.
            bar: Seconds.
            untimed: Share of all that may have no timing.
        """
        hits, misses, unknown = (share_within(each, bar) or 0.0 for each in self.pools)
        warm, cold = self.mixed.valued_hits, self.mixed.valued_misses
        fixed = self.mixed.fixed.item(-1)
        within = self._where(hits * warm, misses * cold, p - unknown * fixed)
        timed = self._where(warm, cold, 1 - untimed - fixed)
        if within is None or timed is None:
            return None
        low, high = max(within.low, timed.low), min(within.high, timed.high)
        return Interval(low, high) if low <= high else None

    def _where(self, of_hits: float, of_misses: float, least: float) -> Interval | None:
        """Hit rates at which so much of the hits and misses is at least a share of all.

        Per request that is known to be either, both sides are straight lines in the hit rate,
        broken at the measured one where some are lost.
        """
        knots = (0.0, self.hit_rate, 1.0) if self.n_lost else (0.0, 1.0)
        spare = [
            rate * of_hits + (1 - rate) * of_misses - least / self.mixed.moved(rate).item()
            for rate in knots
        ]
        return _edges(knots, spare)


def asked(arm: ArmTimings, *, n: int, first_token: bool = False) -> Asked | None:
    """All requests of an arm, ``n`` or those known if more; None where they cannot be mixed.

    They can where hits and misses were timed and most requests, timed or not, are either.
    """
    found = pools(arm, first_token=first_token)
    hits, misses = max(arm.hits, found.hits.n), max(arm.misses, found.misses.n)
    rest = max(found.unknown.n, n - hits - misses)
    if not (found.hits.n and found.misses.n) or rest > MOST_UNKNOWN * (hits + misses + rest):
        return None
    lacking = hits - found.hits.n, misses - found.misses.n, rest - found.unknown.n
    laid = mixture.mixture(*_columns(found), valueless=lacking)
    return Asked(pools=found, n_hits=hits, n_misses=misses, n_rest=rest, mixed=laid)


def _columns(parts: Pools) -> list[FloatArray | IntArray]:
    return [each for part in parts for each in (part.values, part.counts)]


@lru_cache(maxsize=32)  # a slider asks the same pools again and again
def _mixed(hits: Same[Timings], misses: Same[Timings], unknown: Same[Timings]) -> Mixture:
    return mixture.mixture(*_columns(Pools(hits.it, misses.it, unknown.it)))


def pools(arm: ArmTimings, *, first_token: bool = False) -> Pools:
    """The requests of an arm by cache state, perhaps none."""
    timings = of_arm(arm, first_token=first_token)
    states = (CacheState.HIT, CacheState.MISS, CacheState.UNKNOWN)
    return Pools(*(in_state(timings, state) for state in states))


def rates_differ(arm: ArmTimings, *, first_token: bool = False) -> bool:
    """Whether the timed requests hit more, or less, often than all: by what a tenth point shows."""
    known, timed = arm.hits + arm.misses, pools(arm, first_token=first_token).hit_rate
    return bool(known) and timed is not None and abs(timed - arm.hits / known) >= _TENTH


def mixed(hits: Timings, misses: Timings, unknown: Timings = NONE) -> Mixture:
    """Lay the pools on one axis, once for the same ones."""
    return _mixed(Same(hits), Same(misses), Same(unknown))


def mixture_quantile(
    hits: Timings, misses: Timings, unknown: Timings = NONE, *, hit_rate: float, p: float
) -> float:
    """Quantile of ``hit_rate`` x hits + (1 - ``hit_rate``) x misses, inverse CDF, in seconds."""
    return mixed(hits, misses, unknown).quantile(hit_rate=hit_rate, p=p)


def mixture_curve(
    hits: Timings, misses: Timings, unknown: Timings = NONE, *, p: float, hit_rates: FloatArray
) -> FloatArray:
    """``mixture_quantile`` at many hit rates."""
    return mixed(hits, misses, unknown).quantiles(hit_rates=hit_rates, p=p)


def _edges(knots: Sequence[float], spare: Sequence[float]) -> Interval | None:
    """Where a line that is straight between its knots, and nowhere bent upwards, is not below 0."""
    inside = [at for at, each in enumerate(spare) if each >= -SLACK]
    if not inside:
        return None
    first, last = inside[0], inside[-1]
    low = knots[0] if first == 0 else _crossing(knots, spare, first - 1, first)
    high = knots[-1] if last == len(knots) - 1 else _crossing(knots, spare, last + 1, last)
    return Interval(low, high)


def _crossing(knots: Sequence[float], spare: Sequence[float], below: int, above: int) -> float:
    """Where the line leaves 0 between a knot below it and one that is not; that one at most."""
    share = min(1.0, spare[below] / (spare[below] - spare[above]))
    return knots[below] + (knots[above] - knots[below]) * share
