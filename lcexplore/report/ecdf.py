"""Which share of the requests of each arm and cache state is done within so many seconds?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import FloatArray, Timings
from lcexplore.evidence.same import once
from lcexplore.model import CachePart, Role
from lcexplore.report.named_pools import named_pools, seconds_spanned
from lcexplore.report.review import Review

STEPS = 121


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """One arm's requests in one cache state, from none done to all.

    Attributes:
        name: Arm, state and number in words.
        role: The arm's part.
        part: Their cache state, or which hits they are.
        seconds: Ascending, at equal ratios, the same for all.
        share: Share of these requests that take at most so long; 1 at the end.
    """

    name: str
    role: Role
    part: CachePart
    seconds: FloatArray
    share: FloatArray


@once
def curves(review: Review, *, first_token: bool = False) -> list[Steps]:
    """Count every arm and state up to common seconds; none without a timing."""
    known = named_pools(review, first_token=first_token)
    if not known:
        return []
    low, high = seconds_spanned(known)
    seconds = np.geomspace(low, 1.01 * high, STEPS)
    return [
        Steps(
            name=each.name,
            role=each.role,
            part=each.part,
            seconds=seconds,
            share=_within(each.pool, seconds),
        )
        for each in known
    ]


def _within(pool: Timings, seconds: FloatArray) -> FloatArray:
    """Share of the pool done at each of the seconds."""
    reached = np.concatenate([[0], np.cumsum(pool.counts)])
    done = reached[np.searchsorted(pool.values, seconds, side="right")]
    return np.asarray(done / pool.n, dtype=np.float64)


def twin(found: list[Steps]) -> list[list[str]]:
    """List the shares at every sixth of the seconds drawn."""
    rows = [
        [f"{at:.3g}", *(f"{100 * each.share[place]:.1f} %" for each in found)]
        for place, at in enumerate(found[0].seconds)
        if place % 6 == 0
    ]
    return [["Within, s", *(each.name for each in found)], *rows]
