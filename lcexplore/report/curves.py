"""Through which points does the curve of the ranked requests run?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import ArmTimings, FloatArray, IntArray, Timings
from lcexplore.evidence.same import once
from lcexplore.model import CacheState

RANKS = np.linspace(0.5, 1.0, 201)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Requests of one arm from fastest to slowest, the slower half.

    Attributes:
        rank: Shares of the requests, ascending.
        seconds: The inverse CDF at each of them.
        miss_share: Share of cache misses in each of the fifty per cents from 50 to 100, empty
            where cache states are not known.
    """

    rank: FloatArray
    seconds: FloatArray
    miss_share: FloatArray


def pools(arm: ArmTimings, *, first_token: bool = False) -> Mapping[CacheState, Timings]:
    """Timings by cache state, end to end or to the first token."""
    return arm.first_token if first_token else arm.end_to_end


def pooled(arm: ArmTimings, *, first_token: bool = False) -> tuple[FloatArray, IntArray, IntArray]:
    """All measured timings of an arm, ascending, with their counts and how many were misses."""
    parts = [(state, each) for state, each in pools(arm, first_token=first_token).items() if each.n]
    if not parts:
        return np.empty(0), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    values, place = np.unique(
        np.concatenate([each.values for _, each in parts]), return_inverse=True
    )
    counts = np.concatenate([each.counts for _, each in parts])
    missed = np.concatenate([each.counts * (state is CacheState.MISS) for state, each in parts])
    counted, missing = (
        np.bincount(place, weights=each).astype(np.int64) for each in (counts, missed)
    )
    return values, counted, missing


@once
def ranked(arm: ArmTimings, *, first_token: bool = False) -> Ranked | None:
    """Rank the measured requests of an arm; None without any."""
    values, counts, misses = pooled(arm, first_token=first_token)
    if not values.size:
        return None
    reached = np.cumsum(counts)
    need = np.ceil(RANKS * reached[-1] - 1e-9)
    seconds = values[np.searchsorted(reached, need)]
    known = pools(arm, first_token=first_token)
    blind = CacheState.HIT not in known and CacheState.MISS not in known
    share = np.empty(0) if blind else _miss_share(reached, counts, misses)
    return Ranked(rank=RANKS, seconds=seconds, miss_share=share)


def _miss_share(reached: IntArray, counts: IntArray, misses: IntArray) -> FloatArray:
    """Misses among the requests of each per cent, requests of one timing spread evenly."""
    edges = np.linspace(0.5, 1.0, 51) * reached[-1]
    steps = np.concatenate([[0.0], reached.astype(float)])
    rising = np.concatenate([[0.0], np.cumsum(misses).astype(float)])
    within = np.diff(np.interp(edges, steps, rising))
    share: FloatArray = np.clip(within / np.diff(edges), 0, 1)
    return share
