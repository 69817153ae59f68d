"""How are the requests of each arm and cache state spread over the seconds they take?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import FloatArray, Timings
from lcexplore.evidence.same import once
from lcexplore.model import CachePart, Role
from lcexplore.report.named_pools import named_pools, seconds_spanned
from lcexplore.report.review import Review

BINS = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One arm's requests in one cache state, counted over bins of equal ratio.

    Attributes:
        name: Arm, state and number in words.
        role: The arm's part.
        part: Their cache state, or which hits they are.
        edges: Ends of the bins in seconds, one more than there are bins.
        share: Share of the arm's timed requests in each bin.
    """

    name: str
    role: Role
    part: CachePart
    edges: FloatArray
    share: FloatArray


@once
def spreads(review: Review, *, first_token: bool = False) -> list[Spread]:
    """Count every arm and state over common bins; none without a timing."""
    known = named_pools(review, first_token=first_token)
    if not known:
        return []
    low, high = seconds_spanned(known)
    edges = np.geomspace(low, max(high, 1.01 * low), BINS + 1)
    totals = {role: sum(each.pool.n for each in known if each.role is role) for role in Role}
    return [
        Spread(
            name=each.name,
            role=each.role,
            part=each.part,
            edges=edges,
            share=_shares(each.pool, edges) / totals[each.role],
        )
        for each in known
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
