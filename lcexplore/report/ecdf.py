"""Which share of the requests of each arm and cache state is done within so many seconds?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import FloatArray
from lcexplore.model import CacheState, Role
from lcexplore.report.curves import pools
from lcexplore.report.review import Review
from lcexplore.words import count

STEPS = 121
_LEAST_S = 1e-3
_WORDS = {CacheState.HIT: "hits", CacheState.MISS: "misses", CacheState.UNKNOWN: "unknown"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """One arm's requests in one cache state, from none done to all.

    Attributes:
        name: Arm, state and number in words.
        role: The arm's part.
        state: Their cache state.
        seconds: Ascending, at equal ratios, the same for all.
        share: Share of these requests that take at most so long; 1 at the end.
    """

    name: str
    role: Role
    state: CacheState
    seconds: FloatArray
    share: FloatArray


def curves(review: Review, *, first_token: bool = False) -> list[Steps]:
    """Count every arm and state up to common seconds; none without a timing."""
    known = [
        (role, state, pool)
        for role, arm in review.evidence.inputs.timings.items()
        for state, pool in pools(arm, first_token=first_token).items()
        if pool.n
    ]
    if not known:
        return []
    low = max(_LEAST_S, min(float(pool.values[0]) for _, _, pool in known))
    high = max(low, max(float(pool.values[-1]) for _, _, pool in known))
    seconds = np.geomspace(low, 1.01 * high, STEPS)
    found = []
    for role, state, pool in known:
        reached = np.concatenate([[0], np.cumsum(pool.counts)])
        within = reached[np.searchsorted(pool.values, seconds, side="right")]
        found.append(
            Steps(
                name=f"{review.info.arm(role)}, {count(pool.n)} {_WORDS[state]}",
                role=role,
                state=state,
                seconds=seconds,
                share=np.asarray(within / pool.n, dtype=np.float64),
            )
        )
    return found


def twin(found: list[Steps]) -> list[list[str]]:
    """List the shares at every sixth of the seconds drawn."""
    rows = [
        [f"{at:.3g}", *(f"{100 * each.share[place]:.1f} %" for each in found)]
        for place, at in enumerate(found[0].seconds)
        if place % 6 == 0
    ]
    return [["Within, s", *(each.name for each in found)], *rows]
