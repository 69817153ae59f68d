"""Which cache state sets a quantile?

Where one request in nine misses and misses are the slow ones, the slowest twentieth consists of
misses: p95 is then a quantile of the misses, whatever the hits do. Hits may be the slow ones, too.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from lcexplore.evidence.inputs import ArmTimings, Timings
from lcexplore.evidence.pools import (
    NONE,
    apart,
    in_state,
    of_arm,
    pairs,
    pool,
    quantile_of,
    share_within,
)
from lcexplore.model import CachePart, CacheState

_RARE = 0.01
STRAGGLERS = 0.01  # so few out of place do not blur which state sets a quantile


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
        other_faster: Whether nearly all requests of the other state are faster than it.
        partial: Whether hits with less than half of their input cached set it by themselves.
        rest_alone: The same quantile of all other hits where the partial ones set it.
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
    other_faster: bool = False
    partial: bool = False
    rest_alone: float | None = None


def decompose(arm: ArmTimings, *, p: float, first_token: bool = False) -> Decomposition | None:
    """Say which cache state sets a quantile; None without a timing.

    A state sets it when the quantile lies among its requests and hardly any of the other state
    is on the wrong side: where the others are faster, at most one in a hundred of them is as slow;
    where they are slower, at most one in a hundred is as fast. That few of the others are among
    the slowest must be more than chance would make of two that are equally fast.
    """
    timed = of_arm(arm, first_token=first_token)
    hits, misses = (in_state(timed, each) for each in (CacheState.HIT, CacheState.MISS))
    everything = pool(timed.values())
    value, known = quantile_of(everything, p), hits.n + misses.n
    if value is None:
        return None
    at = _among(pool([hits, misses]), value, p)
    partial, rest = _by_share(arm, first_token=first_token)
    by_partial = all(not each.n or _first_sets(at, partial, each) for each in (rest, misses))
    by_partial = by_partial and partial.n > 0
    among_known = _set_by(at, hits, misses) if known else None
    among_known = CacheState.HIT if by_partial else among_known
    told = everything.n - known <= STRAGGLERS * everything.n
    others = hits if among_known is CacheState.MISS else misses
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
        other_faster=others.n > 0 and among_known is not None and _none_as_slow(others, at),
        partial=by_partial,
        rest_alone=quantile_of(rest, p) if by_partial else None,
    )


def _among(known: Timings, value: float, p: float) -> float:
    """The quantile, or that of the requests of known state where it is none of theirs."""
    if np.isin(value, known.values):
        return value
    own = quantile_of(known, p)
    return value if own is None else own


def _set_by(value: float, hits: Timings, misses: Timings) -> CacheState | None:
    """State that holds the quantile by itself; None where the two are mixed around it."""
    if not hits.n or not misses.n:
        return CacheState.HIT if hits.n else CacheState.MISS
    if _first_sets(value, misses, hits):
        return CacheState.MISS
    return CacheState.HIT if _first_sets(value, hits, misses) else None


def _first_sets(value: float, ones: Timings, others: Timings) -> bool:
    """Whether a quantile lies among ``ones``, and the others all but wholly to one side of it."""
    if not ones.n or not others.n:
        return False
    least, most = ones.values[0], ones.values[-1]
    if not least <= value <= most:
        return False
    if _none_as_slow(others, value):
        return _not_by_chance(value, ones, others)
    return (share_within(others, value) or 0.0) <= STRAGGLERS


def _not_by_chance(value: float, ones: Timings, others: Timings) -> bool:
    """Whether it is more than chance that hardly any of the others is among the slowest.

    Were both equally fast, each of the slowest would be one of ``ones`` as often as any request.
    """
    slowest = ones.n - round(ones.n * (_faster(ones, value) or 0.0))
    by_chance = (ones.n / (ones.n + others.n)) ** slowest
    return bool(by_chance <= _RARE or pairs(ones, others)[0] >= 1 - STRAGGLERS)


def _none_as_slow(timings: Timings, bar: float) -> bool:
    """Whether hardly any of the requests takes so long."""
    return 1 - (_faster(timings, bar) or 0.0) <= STRAGGLERS


def _by_share(arm: ArmTimings, *, first_token: bool) -> tuple[Timings, Timings]:
    """The partial hits, and all other hits."""
    parts = apart(arm, first_token=first_token)
    partial = parts.get(CachePart.PARTIAL, NONE)
    whole = (CachePart.HIT, CachePart.AT_LEAST_HALF, CachePart.UNTOLD)
    return partial, pool(parts.get(each, NONE) for each in whole)


def _faster(timings: Timings, bar: float) -> float | None:
    """Share of the requests that take less than ``bar`` seconds."""
    return share_within(timings, float(np.nextafter(bar, -inf)))
