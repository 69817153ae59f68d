"""Which cache state sets a quantile?

Where one request in nine misses and misses are the slow ones, the slowest twentieth consists of
misses: p95 is then a quantile of the misses, whatever the hits do.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from lcexplore.evidence.inputs import ArmTimings, Timings
from lcexplore.evidence.pools import in_state, of_arm, pool, quantile_of, share_within
from lcexplore.model import CacheState

_STRAGGLERS = 0.01  # so few out of place do not blur which state sets a quantile


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """Which cache state sets a quantile of one arm.

    Attributes:
        p: The quantile, 0.95.
        value: Its seconds.
        set_by: ``miss`` or ``hit``; None when states are not recorded or the parts overlap.
        quantile_of_misses: At which quantile of the misses it sits, or None.
        quantile_of_hits: At which quantile of the hits it sits, or None.
        miss_share: Misses / (hits + misses) among timed requests, None when no state is known.
        hits_alone: The same quantile if every request hit, None without hits.
        misses_alone: The same quantile if every request missed, None without misses.
        overlap: Share of misses that are faster than the slowest hit.
        set_among_known: What would set it if the requests of unknown state were left out.
    """

    p: float
    value: float
    set_by: CacheState | None
    quantile_of_misses: float | None
    quantile_of_hits: float | None
    miss_share: float | None
    hits_alone: float | None
    misses_alone: float | None
    overlap: float | None
    set_among_known: CacheState | None = None


def decompose(arm: ArmTimings, *, p: float, first_token: bool = False) -> Decomposition | None:
    """Say which cache state sets a quantile; None without a timing.

    A state sets it when the quantile lies among its requests and hardly any of the other state
    is on the wrong side: at most one in a hundred hits as slow, or misses faster.
    """
    timed = of_arm(arm, first_token=first_token)
    hits, misses = (in_state(timed, each) for each in (CacheState.HIT, CacheState.MISS))
    everything = pool(timed.values())
    value, known = quantile_of(everything, p), hits.n + misses.n
    if value is None:
        return None
    among_known = _set_by(value, hits, misses) if known else None
    told = everything.n - known <= _STRAGGLERS * everything.n
    return Decomposition(
        p=p,
        value=value,
        set_by=among_known if told else None,
        quantile_of_misses=share_within(misses, value),
        quantile_of_hits=share_within(hits, value),
        miss_share=misses.n / known if known else None,
        hits_alone=quantile_of(hits, p),
        misses_alone=quantile_of(misses, p),
        overlap=_faster(misses, hits.values[-1]) if hits.n and misses.n else None,
        set_among_known=among_known,
    )


def _set_by(value: float, hits: Timings, misses: Timings) -> CacheState | None:
    """State that holds the quantile by itself; None where the two are mixed around it."""
    if not hits.n or not misses.n:
        return CacheState.HIT if hits.n else CacheState.MISS
    hits_below = 1 - (_faster(hits, value) or 0.0) <= _STRAGGLERS
    misses_above = (_faster(misses, value) or 0.0) <= _STRAGGLERS
    if hits_below and misses_above:
        return CacheState.MISS if value >= misses.values[0] else CacheState.HIT
    if hits_below:
        return CacheState.MISS
    return CacheState.HIT if misses_above else None


def _faster(timings: Timings, bar: float) -> float | None:
    """Share of the requests that take less than ``bar`` seconds."""
    return share_within(timings, float(np.nextafter(bar, -inf)))
