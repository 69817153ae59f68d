"""What would another cache hit rate make of a quantile?

The pools stay as they were measured and only their shares change: the mixed distribution is
read, not the weighted mean of two quantiles. Requests of unknown cache state keep their share.
"""

from functools import lru_cache
from typing import NamedTuple

from lcexplore.evidence.inputs import ArmTimings, FloatArray, Timings
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


@lru_cache(maxsize=32)  # a slider asks the same pools again and again
def _mixed(hits: Same[Timings], misses: Same[Timings], unknown: Same[Timings]) -> Mixture:
    parts = (each.it for each in (hits, misses, unknown))
    return mixture.mixture(*(each for part in parts for each in (part.values, part.counts)))


def pools(arm: ArmTimings, *, first_token: bool = False) -> Pools:
    """The requests of an arm by cache state, perhaps none."""
    timings = of_arm(arm, first_token=first_token)
    states = (CacheState.HIT, CacheState.MISS, CacheState.UNKNOWN)
    return Pools(*(in_state(timings, state) for state in states))


def mixable(arm: ArmTimings, *, first_token: bool = False) -> Pools | None:
    """The pools of an arm; None unless hits and misses were recorded, and mostly known."""
    found = pools(arm, first_token=first_token)
    known = found.hits.n and found.misses.n and found.unknown.n <= MOST_UNKNOWN * found.n
    return found if known else None


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


def mixture_band(
    hits: Timings,
    misses: Timings,
    unknown: Timings = NONE,
    *,
    p: float,
    hit_rates: FloatArray,
    level: float = 0.95,
) -> tuple[FloatArray, FloatArray]:
    """Ends of the curve's middle ``level`` if hits and misses were drawn anew."""
    return mixed(hits, misses, unknown).band(hit_rates=hit_rates, p=p, level=level)


def hit_rates_within(
    hits: Timings, misses: Timings, unknown: Timings = NONE, *, p: float, bar: float
) -> Interval | None:
    """Hit rates at which the quantile is at most ``bar`` seconds; None if none is.

    They begin or end where the mixed share within the bar is ``p``: with hits that are faster than
    misses there is a least one, with slower hits a greatest. A pool without requests says nothing
    of rates that would need it.
    """
    p = _left_for_the_known(hits.n + misses.n, unknown, p=p, bar=bar)
    fast_hits, fast_misses = share_within(hits, bar), share_within(misses, bar)
    cold = fast_misses is not None and fast_misses >= p - SLACK
    warm = fast_hits is not None and fast_hits >= p - SLACK
    if fast_hits is None or fast_misses is None or cold == warm:
        ends = Interval(0.0 if cold else 1.0, 1.0 if warm else 0.0)
        return ends if cold or warm else None
    edge = (p - fast_misses) / (fast_hits - fast_misses)
    return Interval(min(1.0, edge), 1.0) if warm else Interval(0.0, max(0.0, edge))


def _left_for_the_known(known: int, unknown: Timings, *, p: float, bar: float) -> float:
    """Share of the hits and misses within the bar that brings the share of all to ``p``."""
    within = share_within(unknown, bar)
    return p if within is None else p + (p - within) * unknown.n / max(1, known)
