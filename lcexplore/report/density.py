"""How are the requests of each arm and cache state spread over the seconds they take?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import FloatArray, Timings
from lcexplore.model import CacheState, Role
from lcexplore.report.curves import pools
from lcexplore.report.review import Review
from lcexplore.words import count

BINS = 48
_LEAST_S = 1e-3
_WORDS = {CacheState.HIT: "hits", CacheState.MISS: "misses", CacheState.UNKNOWN: "unknown"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One arm's requests in one cache state, counted over bins of equal ratio.

    Attributes:
        name: Arm, state and number in words.
        role: The arm's part.
        state: Their cache state.
        edges: Ends of the bins in seconds, one more than there are bins.
        share: Share of the arm's timed requests in each bin.
    """

    name: str
    role: Role
    state: CacheState
    edges: FloatArray
    share: FloatArray


def spreads(review: Review, *, first_token: bool = False) -> list[Spread]:
    """Count every arm and state over common bins; none without a timing."""
    known = [
        (role, state, pool)
        for role, arm in review.evidence.inputs.timings.items()
        for state, pool in pools(arm, first_token=first_token).items()
        if pool.n
    ]
    if not known:
        return []
    low = max(_LEAST_S, min(float(pool.values[0]) for _, _, pool in known))
    high = max(float(pool.values[-1]) for _, _, pool in known)
    edges = np.geomspace(low, max(high, 1.01 * low), BINS + 1)
    totals = {role: sum(pool.n for other, _, pool in known if other is role) for role in Role}
    return [
        Spread(
            name=f"{review.info.arm(role)}, {count(pool.n)} {_WORDS[state]}",
            role=role,
            state=state,
            edges=edges,
            share=_shares(pool, edges) / totals[role],
        )
        for role, state, pool in known
    ]


def _shares(pool: Timings, edges: FloatArray) -> FloatArray:
    """Requests in each bin; the first holds what is faster, the last its upper end."""
    place = np.clip(np.searchsorted(edges, pool.values, side="right") - 1, 0, len(edges) - 2)
    found = np.bincount(place, pool.counts.astype(np.float64), minlength=len(edges) - 1)
    return np.asarray(found, dtype=np.float64)


def twin(found: list[Spread]) -> list[list[str]]:
    """List the share of each arm's requests in every bin that holds any."""
    header = ["From, s", "To, s", *(each.name for each in found)]
    rows = [
        [f"{low:.3g}", f"{high:.3g}", *(f"{100 * each.share[place]:.1f} %" for each in found)]
        for place, (low, high) in enumerate(zip(found[0].edges, found[0].edges[1:], strict=False))
        if any(each.share[place] for each in found)
    ]
    return [header, *rows]
