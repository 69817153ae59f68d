"""How long did the requests of a log take, by arm and cache state?"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence.inputs import ArmTimings, FloatArray, Timings
from lcexplore.evidence.pools import pool, quantile_of
from lcexplore.model import CachePart, CacheState, Role
from lcexplore.store import odd_requests
from lcexplore.store.ask import ROLES

Columns = Mapping[str, NDArray[Any]]
Row = Mapping[str, Any]

END_TO_END, FIRST_TOKEN = "end_to_end", "first_token"
STATES = str([state.value for state in CacheState])  # a state is known by its place here, from 1
_COUNTS = ("n", "n_failed", "n_replays", "n_failed_replays", "hits", "misses", "partial_hits")

_REDUCED = {
    "n": np.add,
    "n_partial": np.add,
    "n_untold": np.add,
    "least": np.minimum,
    "most": np.maximum,
}


def timings(found: Mapping[str, Columns], totals: Iterable[Row]) -> dict[Role, ArmTimings]:
    """Put the timings of each arm together.

    Args:
        found: Timings or bins by measure, with how many of each are hits of which cached share.
        totals: Counts by arm, model and cache state.
    """
    return {
        role: _arm(
            _only(found[END_TO_END], role),
            _only(found[FIRST_TOKEN], role),
            {
                **{name: _sum(totals, role, name) for name in _COUNTS},
                "failed_hits": _failed(totals, role, CacheState.HIT),
                "failed_misses": _failed(totals, role, CacheState.MISS),
            },
        )
        for role in Role
    }


def whole_bins(found: Columns) -> Columns:
    """The bins of all imports together, ascending in each arm, measure and cache state."""
    bins = found["bin"].astype(np.int64)
    lowest = bins.min(initial=0)
    key = np.zeros(bins.size, dtype=np.int64)
    for name in ("is_candidate", "is_first", "failed", "state"):
        key = key * (len(CacheState) + 1) + found[name].astype(np.int64)
    return merged(key * (bins.max(initial=0) - lowest + 1) + (bins - lowest), found)[1]


def merged(key: NDArray[np.int64], found: Columns) -> tuple[NDArray[np.int64], Columns]:
    """Sort rows by their key and put those with the same one together.

    Args:
        key: One number a row.
        found: Counts are added up, ends are the outermost, all else is the same in such rows.
    """
    order = np.argsort(key, kind="stable")
    ordered, rows = key[order], {name: column[order] for name, column in found.items()}
    first = np.concatenate([[True], ordered[1:] != ordered[:-1]])[: ordered.size]
    if first.all():
        return ordered, rows
    starts = np.flatnonzero(first)
    return ordered[starts], {
        name: _REDUCED[name].reduceat(column, starts) if name in _REDUCED else column[starts]
        for name, column in rows.items()
    }


def _sum(rows: Iterable[Row], role: Role, name: str) -> int:
    return sum(each[name] for each in rows if ROLES[each["is_candidate"]] is role)


def _failed(rows: Iterable[Row], role: Role, state: CacheState) -> int:
    """Requests of one cache state that failed, replays out."""
    own = [each for each in rows if each["cache"] == state.value]
    return _sum(own, role, "n_failed") - _sum(own, role, "n_failed_replays")


def _arm(whole: Columns, first: Columns, counts: Mapping[str, int]) -> ArmTimings:
    """One arm's requests; a replay asked for nothing, so it failed at nothing either."""
    failed = _pool(_where(whole, whole["failed"].astype(bool)))
    sent = counts["n"] - counts["n_replays"]
    n_failed = counts["n_failed"] - counts["n_failed_replays"]
    end_to_end = _states(whole)
    median = quantile_of(pool(end_to_end.values()), 0.5)
    return ArmTimings(
        end_to_end=end_to_end,
        first_token=_states(first),
        n_planned=counts["n"],
        n_failed=n_failed,
        n_replays=counts["n_replays"],
        hits=counts["hits"],
        misses=counts["misses"],
        partial_hits=counts["partial_hits"],
        failed_hits=counts["failed_hits"],
        failed_misses=counts["failed_misses"],
        failed_after=failed if failed.n else None,
        longest_unit=odd_requests.long(median or 0.0) or None,
        hits_end_to_end=_shares(whole) if counts["partial_hits"] else {},
        hits_first_token=_shares(first) if counts["partial_hits"] else {},
        n_unknown=sent - counts["hits"] - counts["misses"],
        n_answered=sent - n_failed,
    )


def _where(found: Columns, chosen: NDArray[np.bool_]) -> Columns:
    return {name: column[chosen] for name, column in found.items()}


def _only(found: Columns, role: Role) -> Columns:
    return _where(found, found["is_candidate"].astype(bool) == (role is Role.CANDIDATE))


def _measured(found: Columns, state: CacheState) -> Columns:
    place = 1 + list(CacheState).index(state)
    return _where(found, ~found["failed"].astype(bool) & (found["state"] == place))


def _states(found: Columns) -> dict[CacheState, Timings]:
    return {state: _pool(_measured(found, state)) for state in CacheState}


def _shares(found: Columns) -> dict[CachePart, Timings]:
    """The hits by their cached share; a bin lies where it lies among all hits."""
    hits = _measured(found, CacheState.HIT)
    full = hits["n"] - hits["n_partial"] - hits["n_untold"]
    counts = {
        CachePart.AT_LEAST_HALF: full,
        CachePart.PARTIAL: hits["n_partial"],
        CachePart.UNTOLD: hits["n_untold"],
    }
    return {part: _pool(_where({**hits, "n": n}, n > 0)) for part, n in counts.items()}


def middles(found: Columns) -> FloatArray:
    """One value for each bin: no request in it is further away than half of the bin's width."""
    least, most = found["least"].astype(np.float64), found["most"].astype(np.float64)
    total = least + most
    middle = np.divide(2 * least * most, total, out=np.zeros_like(total), where=total > 0)
    return np.where(least == most, least, middle)


def _pool(found: Columns) -> Timings:
    values, counts = middles(found), found["n"].astype(np.int64)
    if not np.all(values[1:] > values[:-1]):  # failures of several cache states share values
        values, place = np.unique(values, return_inverse=True)
        counts = np.bincount(place, counts, minlength=values.size).astype(np.int64)
    return Timings(values=values, counts=counts)
