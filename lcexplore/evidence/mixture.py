"""What would another cache hit rate make of a quantile?

The pools stay as they were measured and only their shares change: the mixed distribution is
read, not the weighted mean of two quantiles.
"""

from lcexplore.evidence.inputs import FloatArray, Timings
from lcexplore.evidence.pools import share_within
from lcexplore.stats import quantile


def mixture_quantile(hits: Timings, misses: Timings, *, hit_rate: float, p: float) -> float:
    """Quantile of ``hit_rate`` x hits + (1 - ``hit_rate``) x misses, inverse CDF, in seconds."""
    return quantile.mixture_quantile(
        hits.values, hits.counts, misses.values, misses.counts, hit_rate=hit_rate, p=p
    )


def mixture_curve(hits: Timings, misses: Timings, *, p: float, hit_rates: FloatArray) -> FloatArray:
    """``mixture_quantile`` at many hit rates."""
    return quantile.mixture_quantiles(
        hits.values, hits.counts, misses.values, misses.counts, hit_rates=hit_rates, p=p
    )


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
