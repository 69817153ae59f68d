"""How long did the answers take, and what did their input come to?"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence import written
from lcexplore.evidence.inputs import ArmTimings, ArmTokens, Timings
from lcexplore.model import CachePart, CacheState, Manifest, Role
from lcexplore.store.ask import ROLES, Asked
from lcexplore.store.reported import CLASSES

Arms = Mapping[Role, Mapping[str, Any]]
_CLASSES = dict(zip(("n_uncached", "n_read", "n_write", "n_output"), CLASSES, strict=True))
_Columns = Mapping[str, NDArray[Any]]


def timings(asked: Asked, arms: Arms, n_planned: int) -> Mapping[Role, ArmTimings]:
    """Latency of both arms by cache state, replays and failures out."""
    whole = asked.columns("pools", column="latency_s")
    first = asked.columns("pools", column="ttft_s")
    return {
        role: _arm(_only(whole, flag), _only(first, flag), n_planned, arms[role])
        for flag, role in ROLES.items()
    }


def _arm(whole: _Columns, first: _Columns, n_planned: int, counts: Mapping[str, Any]) -> ArmTimings:
    end_to_end, failed = _states(whole), _failed(whole)
    return ArmTimings(
        end_to_end=end_to_end,
        first_token=_states(first),
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
        hits_end_to_end=_shares(whole) if counts["partial_hits"] else {},
        hits_first_token=_shares(first) if counts["partial_hits"] else {},
        n_unknown=counts["n_unknown"],
        n_answered=counts["n_answered"],
    )


def _only(found: _Columns, flag: bool) -> _Columns:
    return {name: column[found["is_candidate"] == flag] for name, column in found.items()}


def _states(found: _Columns) -> dict[CacheState, Timings]:
    return {state: _pool(found, _measured(found, state)) for state in CacheState}


def _measured(found: _Columns, state: CacheState) -> NDArray[np.bool_]:
    chosen: NDArray[np.bool_] = ~found["failed"].astype(bool) & (found["cache"] == state.value)
    return chosen


def _shares(found: _Columns) -> dict[CachePart, Timings]:
    """The hits by the cached share of their input."""
    hits = _measured(found, CacheState.HIT)
    counts = {
        CachePart.AT_LEAST_HALF: found["n"] - found["n_partial"] - found["n_untold"],
        CachePart.PARTIAL: found["n_partial"],
        CachePart.UNTOLD: found["n_untold"],
    }
    return {part: _pool({**found, "n": n}, hits & (n > 0)) for part, n in counts.items()}


def _failed(found: _Columns) -> Timings:
    pool = _pool(found, found["failed"].astype(bool))
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
        said = "1 latency exceeds" if n == 1 else f"{n} latencies exceed"
        return f"{said} 200 times the median; are there milliseconds among seconds?"
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
            known = {name: written.price(named.get(name)) for name in ("read", "write")}
            prices |= {name: price for name, price in known.items() if price is not None}
    return prices
