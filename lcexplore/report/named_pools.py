"""Which pools of timings are there, arm by arm and cache state by cache state, and named how?"""

from dataclasses import dataclass

from lcexplore.evidence.inputs import Timings
from lcexplore.model import CacheState, Role
from lcexplore.report.curves import pools
from lcexplore.report.review import Review
from lcexplore.words import count

LEAST_S = 1e-3  # where a logarithmic axis starts when a timing is 0
_WORDS = {CacheState.HIT: "hits", CacheState.MISS: "misses", CacheState.UNKNOWN: "unknown"}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPool:
    """The timings of one arm's requests in one cache state; never empty.

    Attributes:
        name: Arm, number and state in words.
        role: The arm's part.
        state: Their cache state.
        pool: Seconds, ascending.
    """

    name: str
    role: Role
    state: CacheState
    pool: Timings


def named_pools(review: Review, *, first_token: bool = False) -> list[NamedPool]:
    """List every pool that holds a timing."""
    return [
        NamedPool(
            name=f"{review.info.arm(role)}, {count(pool.n)} {_WORDS[state]}",
            role=role,
            state=state,
            pool=pool,
        )
        for role, arm in review.evidence.inputs.timings.items()
        for state, pool in pools(arm, first_token=first_token).items()
        if pool.n
    ]


def seconds_spanned(known: list[NamedPool]) -> tuple[float, float]:
    """Fastest and slowest timing of all pools, the fastest not below ``LEAST_S``."""
    low = max(LEAST_S, min(float(each.pool.values[0]) for each in known))
    return low, max(low, max(float(each.pool.values[-1]) for each in known))
