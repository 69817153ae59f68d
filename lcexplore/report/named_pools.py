"""Which pools of timings are there, arm by arm and cache state by cache state, and named how?"""

from dataclasses import dataclass

from lcexplore.charts.log_seconds import LEAST_S
from lcexplore.evidence.inputs import Timings
from lcexplore.evidence.pools import apart
from lcexplore.model import CachePart, Role
from lcexplore.report.review import Review
from lcexplore.words import count, many

_WORDS = {
    CachePart.HIT: ("hit", ""),
    CachePart.AT_LEAST_HALF: ("hit", ", half or more cached"),
    CachePart.PARTIAL: ("partial hit", ", under half"),
    CachePart.UNTOLD: ("hit", ", share not logged"),
    CachePart.MISS: ("miss", ""),
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
            name=f"{review.info.arm(role)}, {_named(part, pool.n, cached=cached)}",
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


def _named(part: CachePart, n: int, *, cached: bool) -> str:
    """Name a pool; where nothing hit, no cache was used, and a miss is any request."""
    if part is CachePart.UNKNOWN:
        return f"{count(n)} unknown"
    if part is CachePart.MISS and not cached:
        return f"{count(n)} without a cache"
    one, rest = _WORDS[part]
    return f"{many(n, one)}{rest}"


def seconds_spanned(known: list[NamedPool]) -> tuple[float, float]:
    """Fastest and slowest timing of all pools, the fastest not below ``LEAST_S``."""
    low = max(LEAST_S, min(float(each.pool.values[0]) for each in known))
    return low, max(low, max(float(each.pool.values[-1]) for each in known))
