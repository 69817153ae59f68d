"""What would another cache hit rate make of a quantile?

The pools stay as they were measured and only their shares change: the mixed distribution is
read, not the weighted mean of two quantiles.
"""

from functools import lru_cache

from lcexplore.evidence.inputs import ArmTimings, FloatArray, Timings
from lcexplore.evidence.pools import in_state, share_within
from lcexplore.evidence.same import Same
from lcexplore.model import CacheState
from lcexplore.stats import mixture
from lcexplore.stats.mixture import Mixture


@lru_cache(maxsize=32)  # a slider asks the same two pools again and again
def _mixed(hits: Same[Timings], misses: Same[Timings]) -> Mixture:
    return mixture.mixture(hits.it.values, hits.it.counts, misses.it.values, misses.it.counts)


def mixable(arm: ArmTimings, *, first_token: bool = False) -> tuple[Timings, Timings] | None:
    """The hits and the misses of an arm; None unless both were recorded."""
    timings = arm.first_token if first_token else arm.end_to_end
    hits, misses = (in_state(timings, state) for state in (CacheState.HIT, CacheState.MISS))
    return (hits, misses) if hits.n and misses.n else None


def mixed(hits: Timings, misses: Timings) -> Mixture:
    """Lay two pools on one axis, once for the same two."""
    return _mixed(Same(hits), Same(misses))


def mixture_quantile(hits: Timings, misses: Timings, *, hit_rate: float, p: float) -> float:
    """Quantile of ``hit_rate`` x hits + (1 - ``hit_rate``) x misses, inverse CDF, in seconds."""
    return mixed(hits, misses).quantile(hit_rate=hit_rate, p=p)


def mixture_curve(hits: Timings, misses: Timings, *, p: float, hit_rates: FloatArray) -> FloatArray:
    """``mixture_quantile`` at many hit rates."""
    return mixed(hits, misses).quantiles(hit_rates=hit_rates, p=p)


def mixture_band(
    hits: Timings, misses: Timings, *, p: float, hit_rates: FloatArray, level: float = 0.95
) -> tuple[FloatArray, FloatArray]:
    """Ends of the curve's middle ``level`` if both pools were drawn anew, with replacement."""
    return mixed(hits, misses).band(hit_rates=hit_rates, p=p, level=level)


def hit_rate_needed(hits: Timings, misses: Timings, *, p: float, bar: float) -> float | None:
    """Smallest hit rate at which the quantile is at most ``bar`` seconds; None if none is.

    It is where the mixed share within the bar reaches ``p``. A pool without requests says
    nothing of rates that would need it.
    """
    fast_hits, fast_misses = share_within(hits, bar), share_within(misses, bar)
    if fast_misses is not None and fast_misses >= p:
        return 0.0
    if fast_hits is None or fast_hits < p:
        return None
    if fast_misses is None:
        return 1.0
    return (p - fast_misses) / (fast_hits - fast_misses)
