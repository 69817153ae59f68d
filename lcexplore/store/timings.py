"""How long did the answers take, and what did their input come to?"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence.inputs import ArmTimings, ArmTokens, Timings
from lcexplore.model import CacheState, Manifest, Role
from lcexplore.store.ask import ROLES, Asked

Arms = Mapping[Role, Mapping[str, Any]]
_CLASSES = {
    "n_uncached": "usage.input_uncached",
    "n_read": "usage.cache_read",
    "n_write": "usage.cache_write",
    "n_output": "usage.output",
}
_Columns = Mapping[str, NDArray[Any]]


def timings(asked: Asked, arms: Arms, n_planned: int) -> Mapping[Role, ArmTimings]:
    """Latency of both arms by cache state, replays and failures out."""
    whole = asked.columns("pools", column="latency_s")
    first = asked.columns("pools", column="ttft_s")
    return {
        role: _arm(
            _states(whole, flag), _states(first, flag), _failed(whole, flag), n_planned, arms[role]
        )
        for flag, role in ROLES.items()
    }


def _arm(
    end_to_end: dict[CacheState, Timings],
    first_token: dict[CacheState, Timings],
    failed: Timings,
    n_planned: int,
    counts: Mapping[str, Any],
) -> ArmTimings:
    return ArmTimings(
        end_to_end=end_to_end,
        first_token=first_token,
        n_planned=n_planned,
        n_failed=counts["n_failed"],
        n_replays=counts["n_replays"],
        hits=counts["hits"],
        misses=counts["misses"],
        partial_hits=counts["partial_hits"],
        failed_after=failed if failed.n else None,
        longest_unit=_unit(end_to_end),
        failed_hits=counts["failed_hits"],
        failed_misses=counts["failed_misses"],
    )


def _states(found: _Columns, flag: bool) -> dict[CacheState, Timings]:
    measured = (found["is_candidate"] == flag) & ~found["failed"].astype(bool)
    return {state: _pool(found, measured & (found["cache"] == state.value)) for state in CacheState}


def _failed(found: _Columns, flag: bool) -> Timings:
    pool = _pool(found, (found["is_candidate"] == flag) & found["failed"].astype(bool))
    values, place = np.unique(pool.values, return_inverse=True)
    return Timings(values=values, counts=np.bincount(place, pool.counts).astype(np.int64))


def _pool(found: _Columns, chosen: NDArray[np.bool_]) -> Timings:
    return Timings(
        values=found["seconds"][chosen].astype(np.float64),
        counts=found["n"][chosen].astype(np.int64),
    )


def _unit(pools: Mapping[CacheState, Timings]) -> str | None:
    """Whether the seconds look like another unit, or like two."""
    values = np.sort(
        np.concatenate([np.repeat(each.values, each.counts) for each in pools.values()])
    )
    if not values.size:
        return None
    median = float(values[(values.size - 1) // 2])
    if median > 600:
        return f"the median latency is {median:,.0f} s; are they milliseconds?"
    if median > 0 and (n := int((values > 200 * median).sum())):
        return f"{n} latencies exceed 200 times the median; are they milliseconds among seconds?"
    return None


def tokens(
    asked: Asked, arms: Arms, n_planned: int, told: tuple[Manifest, ...]
) -> Mapping[Role, ArmTokens]:
    """Input tokens and cost of both arms, replays out."""
    return {
        role: _arm_tokens(arms[role], n_planned, _multipliers(told, asked.info.arm(role)))
        for role in Role
    }


def _arm_tokens(
    counts: Mapping[str, Any], n_planned: int, prices: Mapping[str, float]
) -> ArmTokens:
    return ArmTokens(
        n_planned=n_planned,
        n_reported=counts["n_reported"],
        uncached=counts["uncached"],
        cache_read=counts["cache_read"],
        cache_write=counts["cache_write"],
        read_multiplier=prices.get("read"),
        write_multiplier=prices.get("write"),
        n_priced=counts["n_priced"],
        cost_usd=counts["cost_usd"],
        unreported=tuple(field for name, field in _CLASSES.items() if not counts[name]),
    )


def _multipliers(told: tuple[Manifest, ...], arm: str) -> dict[str, float]:
    """Cache prices of an arm; the newest manifest that says them holds."""
    prices: dict[str, float] = {}
    for each in told:
        named = each.fields.get("cache_multipliers")
        if each.arm == arm and isinstance(named, Mapping):
            prices |= {
                name: float(named[name]) for name in ("read", "write") if _is_price(named.get(name))
            }
    return prices


def _is_price(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return bool(np.isfinite(value)) and value >= 0
