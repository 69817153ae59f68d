"""Which pools of timings are there, arm by arm and cache state by cache state, and named how?"""

from dataclasses import dataclass

from lcexplore.charts.log_seconds import LEAST_S
from lcexplore.evidence.inputs import Timings
from lcexplore.evidence.pools import apart
from lcexplore.model import CachePart, Role
from lcexplore.report.review import Review
from lcexplore.words import count

_WORDS = {
    CachePart.HIT: "hits",
    CachePart.AT_LEAST_HALF: "hits, half or more cached",
    CachePart.PARTIAL: "partial hits, under half",
    CachePart.UNTOLD: "hits, share not logged",
    CachePart.MISS: "misses",
    CachePart.UNKNOWN: "unknown",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPool:
    """The timings of one arm's requests in one cache state, partial hits apart; never empty.

    Attributes:
        name: Arm, number and state in words.
        role: The arm's part.
        part: Their cache state, or which hits they are.
        pool: Seconds, ascending.
    """

    name: str
    role: Role
    part: CachePart
    pool: Timings


def named_pools(review: Review, *, first_token: bool = False) -> list[NamedPool]:
    """List every pool that holds a timing."""
    return [
        NamedPool(
            name=f"{review.info.arm(role)}, {count(pool.n)} {_word(part, cached=cached)}",
            role=role,
            part=part,
            pool=pool,
        )
        for role in Role
        if (arm := review.evidence.inputs.timings.get(role)) is not None
        for cached in [_cached(review, role, first_token=first_token)]
        for part, pool in apart(arm, first_token=first_token).items()
        if pool.n
    ]


def _cached(review: Review, role: Role, *, first_token: bool) -> bool:
    found = review.evidence.latency
    shown = (found.first_token if first_token else found.arms).get(role)
    return shown is None or not shown.no_cache


def _word(part: CachePart, *, cached: bool) -> str:
    """Name a pool; where nothing hit, no cache was used, and a miss is any request."""
    return "without a cache" if part is CachePart.MISS and not cached else _WORDS[part]


def seconds_spanned(known: list[NamedPool]) -> tuple[float, float]:
    """Fastest and slowest timing of all pools, the fastest not below ``LEAST_S``."""
    low = max(LEAST_S, min(float(each.pool.values[0]) for each in known))
    return low, max(low, max(float(each.pool.values[-1]) for each in known))
