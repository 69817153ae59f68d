"""Where is the cliff, how far are misses from hits, and what do failures hide?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import ArmTimings, Timings
from lcexplore.evidence.mixture import Asked
from lcexplore.evidence.pools import NONE, in_state, of_arm, pairs, pool, quantile_of
from lcexplore.model import CacheState

CLIFF = 1.15  # a quantile that moves by this factor within one point of hit rate
ENOUGH = 20
_RATES = np.linspace(0.0, 1.0, 201)
_FASTEST = 0.05  # of the misses, which may lie among the hits
_FEWEST = 20  # hits: with fewer a single one is what the curve falls to
_POINT = 2  # steps of the rates in one percentage point
_EQUAL = 0.05  # how far from even odds hits and misses may be and still be the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Cliff:
    """Where a quantile leaves the misses as the hit rate grows: the steepest point of the way.

    Attributes:
        hit_rate: Middle of the steepest percentage point.
        above: The quantile half a point below that hit rate, in seconds.
        below: The quantile half a point above it.
    """

    hit_rate: float
    above: float
    below: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """How far misses are slower than hits.

    Attributes:
        slower: Share of all pairs of the two in which the miss takes longer than the hit.
        tied: Share of the pairs in which both take equally long.
        ratio: Median of the misses as a multiple of the hits' median; None where that is 0.
        n_hits: Timed hits.
        n_misses: Timed misses.
    """

    slower: float
    tied: float
    ratio: float | None
    n_hits: int
    n_misses: int

    @property
    def faster(self) -> float:
        """Share of the pairs in which the miss takes less time than the hit."""
        return max(0.0, 1 - self.slower - self.tied)

    @property
    def equal(self) -> bool:
        """Whether the two cannot be told apart by their latency."""
        enough = min(self.n_hits, self.n_misses) >= ENOUGH
        return enough and abs(self.slower + self.tied / 2 - 0.5) <= _EQUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A quantile with the failures among the requests.

    Attributes:
        survivors: The quantile of the measured requests alone.
        at_least: The same with every failure at the time at which it gave up: the true one is
            no smaller. Failures that gave up soon make it less than ``survivors``.
        n_failed: Failures.
        n_gave_up: Failures whose time is known; the others are not in ``at_least``.
        shortest: Shortest time at which one gave up, None where no time is known.
    """

    survivors: float | None
    at_least: float | None
    n_failed: int
    n_gave_up: int
    shortest: float | None


def cliff(found: Asked, *, p: float = 0.95) -> Cliff | None:
    """Find the percentage point of hit rate at which the quantile falls from the misses.

    The hit rate is that of every request of known cache state, timed or not, as in What if. None
    where it slides: no single point takes it from all but the fastest misses to the hits.
    """
    hits, misses, unknown = found.pools
    if hits.n < _FEWEST:
        return None
    moved = 1 - unknown.n / found.pools.n  # of all timed, for each one of the known that moves
    curve = found.mixed.quantiles(hit_rates=_RATES, p=p)
    before, after = curve[:-_POINT], curve[_POINT:]
    crosses = (before >= (quantile_of(misses, _FASTEST) or 0.0)) & (after > 0)
    crosses &= after <= (quantile_of(hits, 1 - _FASTEST / 10 * moved) or 0.0)
    falls = np.divide(before, after, out=np.ones_like(before), where=crosses)
    at = int(falls.argmax())
    if falls[at] < CLIFF:
        return None
    steepest = np.flatnonzero(falls >= falls[at] * (1 - 1e-9))
    middle = int(steepest[steepest.size // 2])
    rate = float(_RATES[middle + _POINT // 2])
    return Cliff(hit_rate=rate, above=float(before[middle]), below=float(after[middle]))


def drops(found: Asked, *, p: float = 0.95) -> bool:
    """Whether the quantile falls as far as at a cliff within some point of hit rate."""
    curve = found.mixed.quantiles(hit_rates=_RATES, p=p)
    return bool((curve[:-_POINT] >= CLIFF * curve[_POINT:]).any())


def separation(arm: ArmTimings, *, first_token: bool = False) -> Separation | None:
    """Compare misses with hits; None unless both were timed."""
    hits, misses = _apart(arm, first_token=first_token)
    warm, cold = quantile_of(hits, 0.5), quantile_of(misses, 0.5)
    if warm is None or cold is None:
        return None
    slower, tied = pairs(misses, hits)
    return Separation(
        slower=slower,
        tied=tied,
        ratio=cold / warm if warm else None,
        n_hits=hits.n,
        n_misses=misses.n,
    )


def _apart(arm: ArmTimings, *, first_token: bool) -> tuple[Timings, Timings]:
    timed = of_arm(arm, first_token=first_token)
    return in_state(timed, CacheState.HIT), in_state(timed, CacheState.MISS)


def bound(arm: ArmTimings, *, p: float = 0.95, first_token: bool = False) -> Bound | None:
    """Read a quantile with failures as lower bounds; None where nothing failed.

    When a request gave up says nothing of its first token, which may have come long before.
    """
    if not arm.n_failed:
        return None
    measured = pool(of_arm(arm, first_token=first_token).values())
    gave_up = NONE if first_token else arm.failed_after or NONE
    return Bound(
        survivors=quantile_of(measured, p),
        at_least=quantile_of(pool([measured, gave_up]), p),
        n_failed=arm.n_failed,
        n_gave_up=gave_up.n,
        shortest=float(gave_up.values[0]) if gave_up.n else None,
    )
