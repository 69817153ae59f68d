"""How long did the answers take, and what did their input come to?"""

from collections.abc import Mapping

import numpy as np

from lcexplore.evidence.inputs import ArmTimings, ArmTokens, Timings
from lcexplore.model import CacheState, Manifest, Role
from lcexplore.store.ask import ROLES, Asked

# Above this many answers the pools come from bins 1 % wide, and quantiles are within 1 %.
MOST_EXACT = 2_000_000

_NONE = Timings(values=np.empty(0), counts=np.empty(0, dtype=np.int64))
_Pools = dict[Role, dict[CacheState, Timings]]


def timings(asked: Asked, n_planned: int) -> Mapping[Role, ArmTimings]:
    """Latency of both arms by cache state, replays and failures out."""
    end_to_end, first_token = _pools(asked, "latency_s"), _pools(asked, "ttft_s")
    failed = _pool_of_failures(asked)
    counts = {
        ROLES[is_candidate]: numbers
        for is_candidate, *numbers in asked.rows(
            "SELECT is_candidate, count(*) FILTER (error_kind IS NOT NULL), "
            "count(*) FILTER (replayed), count(*) FILTER (cache = 'hit' AND NOT replayed), "
            "count(*) FILTER (cache = 'miss' AND NOT replayed), "
            "count(*) FILTER (cache = 'hit' AND NOT replayed "
            "AND 2 * cache_read < input_uncached + cache_read + cache_write) FROM shown GROUP BY 1"
        )
    }
    return {
        role: _arm(
            end_to_end[role],
            first_token[role],
            failed[role],
            n_planned,
            counts.get(role, [0, 0, 0, 0, 0]),
        )
        for role in Role
    }


def _arm(
    end_to_end: dict[CacheState, Timings],
    first_token: dict[CacheState, Timings],
    failed: Timings,
    n_planned: int,
    counts: list[int],
) -> ArmTimings:
    n_failed, n_replays, hits, misses, partial = counts
    return ArmTimings(
        end_to_end=end_to_end,
        first_token=first_token,
        n_planned=n_planned,
        n_failed=n_failed,
        n_replays=n_replays,
        hits=hits,
        misses=misses,
        partial_hits=partial,
        failed_after=failed if failed.n else None,
        longest_unit=_unit(end_to_end),
    )


def _pools(asked: Asked, column: str) -> _Pools:
    found = asked.columns(
        f"SELECT is_candidate, cache, {column} AS seconds, count(*) AS n FROM shown "
        f"WHERE {column} IS NOT NULL AND error_kind IS NULL AND NOT replayed "
        f"GROUP BY ALL ORDER BY seconds"
    )
    is_candidate, cache = found["is_candidate"].astype(bool), found["cache"]
    return {
        role: {
            state: Timings(
                values=found["seconds"][chosen].astype(np.float64),
                counts=found["n"][chosen].astype(np.int64),
            )
            for state in CacheState
            for chosen in [(is_candidate == flag) & (cache == state.value)]
        }
        for flag, role in ROLES.items()
    }


def _pool_of_failures(asked: Asked) -> dict[Role, Timings]:
    found = asked.columns(
        "SELECT is_candidate, latency_s AS seconds, count(*) AS n FROM shown "
        "WHERE latency_s IS NOT NULL AND error_kind IS NOT NULL AND NOT replayed "
        "GROUP BY ALL ORDER BY seconds"
    )
    is_candidate = found["is_candidate"].astype(bool)
    return {
        role: Timings(
            values=found["seconds"][is_candidate == flag].astype(np.float64),
            counts=found["n"][is_candidate == flag].astype(np.int64),
        )
        for flag, role in ROLES.items()
    }


def _unit(pools: Mapping[CacheState, Timings]) -> str | None:
    """Whether the seconds look like another unit, or like two."""
    values = np.sort(
        np.concatenate([np.repeat(each.values, each.counts) for each in pools.values()])
    )
    if not values.size:
        return None
    median = float(values[(values.size - 1) // 2])
    if median > 600:
        return f"half of the latencies exceed {median:,.0f} s; are they milliseconds?"
    if median > 0 and (n := int((values > 200 * median).sum())):
        return f"{n} latencies exceed 200 times the median; are they milliseconds among seconds?"
    return None


def tokens(asked: Asked, n_planned: int, told: tuple[Manifest, ...]) -> Mapping[Role, ArmTokens]:
    """Input tokens and cost of both arms, replays out."""
    known = "input_uncached IS NOT NULL AND cache_read IS NOT NULL AND cache_write IS NOT NULL"
    sums = {
        ROLES[is_candidate]: numbers
        for is_candidate, *numbers in asked.rows(
            f"SELECT is_candidate, count(*) FILTER ({known}), "
            f"coalesce(sum(input_uncached) FILTER ({known}), 0)::BIGINT, "
            f"coalesce(sum(cache_read) FILTER ({known}), 0)::BIGINT, "
            f"coalesce(sum(cache_write) FILTER ({known}), 0)::BIGINT, "
            f"count(cost_usd), coalesce(sum(cost_usd), 0)::DOUBLE "
            f"FROM shown WHERE NOT replayed GROUP BY 1"
        )
    }
    result = {}
    for role in Role:
        reported, uncached, read, write, priced, cost = sums.get(role, [0, 0, 0, 0, 0, 0.0])
        prices = _multipliers(told, asked.info.arm(role))
        result[role] = ArmTokens(
            n_planned=n_planned,
            n_reported=reported,
            uncached=uncached,
            cache_read=read,
            cache_write=write,
            read_multiplier=prices.get("read"),
            write_multiplier=prices.get("write"),
            n_priced=priced,
            cost_usd=cost,
        )
    return result


def _multipliers(told: tuple[Manifest, ...], arm: str) -> dict[str, float]:
    """Cache prices of an arm; the newest manifest that says them holds."""
    prices: dict[str, float] = {}
    for each in told:
        named = each.fields.get("cache_multipliers")
        if each.arm == arm and isinstance(named, Mapping):
            prices |= {
                name: float(value)
                for name in ("read", "write")
                if isinstance(value := named.get(name), int | float)
                and not isinstance(value, bool)
                and np.isfinite(value)
                and value >= 0
            }
    return prices
