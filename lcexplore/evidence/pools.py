"""Which requests are counted together?"""

from collections.abc import Iterable, Mapping

import numpy as np

from lcexplore.evidence.inputs import ArmTimings, Timings
from lcexplore.model import CachePart, CacheState
from lcexplore.stats.quantile import quantile, share_at_most

NONE = Timings(values=np.empty(0), counts=np.empty(0, dtype=np.int64))


def of_arm(arm: ArmTimings, *, first_token: bool = False) -> Mapping[CacheState, Timings]:
    """Requests of an arm by cache state: end to end, or until the first token."""
    return arm.first_token if first_token else arm.end_to_end


def pool(parts: Iterable[Timings]) -> Timings:
    """Put pools of requests together, ascending."""
    filled = [each for each in parts if each.n] or [NONE]
    values = np.concatenate([each.values for each in filled])
    counts = np.concatenate([each.counts for each in filled])
    order = np.argsort(values, kind="stable")
    return Timings(values=values[order], counts=counts[order])


def in_state(timings: Mapping[CacheState, Timings], state: CacheState) -> Timings:
    """Requests of one cache state, perhaps none."""
    return timings.get(state, NONE)


def apart(arm: ArmTimings, *, first_token: bool = False) -> dict[CachePart, Timings]:
    """What the figures of a distribution keep apart; together all timings of the arm.

    Hits are one part, or several by their cached share where any hit of the arm is partial.
    """
    every = arm.first_token if first_token else arm.end_to_end
    shares = arm.hits_first_token if first_token else arm.hits_end_to_end
    hits = shares or {CachePart.HIT: in_state(every, CacheState.HIT)}
    return {
        **hits,
        CachePart.MISS: in_state(every, CacheState.MISS),
        CachePart.UNKNOWN: in_state(every, CacheState.UNKNOWN),
    }


def quantile_of(timings: Timings, p: float) -> float | None:
    """Smallest value at or below which the share ``p`` lies; None where the pool is empty."""
    return quantile(timings.values, timings.counts, p) if timings.n else None


def share_within(timings: Timings, bar: float) -> float | None:
    """Share of the requests that take at most ``bar`` seconds; None where the pool is empty."""
    return share_at_most(timings.values, timings.counts, bar) if timings.n else None


def pairs(ones: Timings, others: Timings) -> tuple[float, float]:
    """Share of the pairs in which one of ``ones`` takes longer, and in which both take as long."""
    reached = np.concatenate([[0], np.cumsum(others.counts)])
    less, most = (
        reached[np.searchsorted(others.values, ones.values, side=s)] for s in ("left", "right")
    )
    every = ones.n * others.n
    longer, as_long = ((each * ones.counts).sum() / every for each in (less, most - less))
    return float(longer), float(as_long)
