"""What would a mean, of tokens or of money, be at another cache hit rate?

Hits and misses keep the means that they were measured with and only their shares change; requests
of unknown cache state keep their share. At the measured rate it is the measured mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.evidence.inputs import ArmTokens
from lcexplore.evidence.mixture import MOST_UNKNOWN
from lcexplore.evidence.prices import STORAGE, PriceSheet, price
from lcexplore.evidence.tokens import effective
from lcexplore.evidence.traffic import StateUsage
from lcexplore.model import CacheState


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean over the requests of one cache state."""

    value: float
    n: int


def mixed(means: Mapping[CacheState, Mean], hit_rate: float) -> float | None:
    """The mean of all at a hit rate; None where hits and misses were not both measured."""
    hits, misses = means.get(CacheState.HIT), means.get(CacheState.MISS)
    unknown = means.get(CacheState.UNKNOWN, Mean(value=0.0, n=0))
    if hits is None or misses is None:
        return None
    share = unknown.n / (hits.n + misses.n + unknown.n)
    if share > MOST_UNKNOWN:
        return None
    moved = hit_rate * hits.value + (1 - hit_rate) * misses.value
    return (1 - share) * moved + share * unknown.value


def effective_tokens(
    by_state: Mapping[CacheState, StateUsage], arm: ArmTokens, hit_rate: float
) -> float | None:
    """Effective input tokens per request; None where a class has no multiplier, or no state."""
    means = {}
    for state, used in by_state.items():
        own = ArmTokens(
            n_planned=used.n_reported,
            n_reported=used.n_reported,
            uncached=used.uncached,
            cache_read=used.cache_read,
            cache_write=used.cache_write,
            read_multiplier=arm.read_multiplier,
            write_multiplier=arm.write_multiplier,
            n_priced=0,
            cost_usd=0.0,
        )
        value = effective(own)
        if used.n_reported and value is None:
            return None
        if value is not None:
            means[state] = Mean(value=value, n=used.n_reported)
    return mixed(means, hit_rate)


def cost_per_1k(
    by_state: Mapping[CacheState, StateUsage], sheet: PriceSheet, arm: str, hit_rate: float
) -> float | None:
    """Cost of a thousand queries by a sheet; keeping the cache costs the same at any rate."""
    everything = price([each for used in by_state.values() for each in used.models], sheet, arm)
    if everything.reason is not None:
        return None
    means = {}
    for state, used in by_state.items():
        found = price(used.models, sheet, arm)
        if found.n:
            passing = (value for name, value in found.parts.items() if name != STORAGE)
            means[state] = Mean(value=sum(passing), n=found.n)
    moving = mixed(means, hit_rate)
    return None if moving is None else moving + everything.parts.get(STORAGE, 0.0)
