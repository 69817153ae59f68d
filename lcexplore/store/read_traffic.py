"""What do the requests of a comparison come to: those of the eval, those of production?"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from math import exp
from typing import Any

import duckdb
import numpy as np

from lcexplore.evidence import far
from lcexplore.evidence.far import Far
from lcexplore.evidence.inputs import ArmTokens, Timings
from lcexplore.evidence.traffic import (
    EVAL,
    REQUESTS,
    Growth,
    ModelUsage,
    StateUsage,
    Traffic,
    Windows,
)
from lcexplore.model import CacheState, ComparisonInfo, Role
from lcexplore.store import traffic_pools
from lcexplore.store.ask import ROLES, utc
from lcexplore.store.queries import filled, parameters
from lcexplore.store.reported import CLASSES
from lcexplore.store.requests import step_for
from lcexplore.store.traffic_pools import END_TO_END, FIRST_TOKEN, Columns

# Up to so many timings every single one is read; beyond, bins no wider than 1 %.
EXACT_UP_TO = 20_000
WITHIN = 0.005

_MEASURES = {END_TO_END: "latency_s", FIRST_TOKEN: "ttft_s"}
_USED = ("n", "n_whole", "uncached", "cache_read", "cache_write", "output")
_SUMS = ["n_reported", "uncached", "cache_read", "cache_write", "n_priced"]

Row = dict[str, Any]


class _Asked:
    """A cursor with the names of a comparison's arms at hand."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection, info: ComparisonInfo) -> None:
        self._cursor = cursor
        self._names = {
            "comparison": info.name,
            "baseline": info.baseline,
            "candidate": info.candidate,
        }

    def _run(self, query: str, fragments: Mapping[str, str]) -> duckdb.DuckDBPyConnection:
        text = filled("traffic", query, **fragments)
        return self._cursor.execute(text, {name: self._names[name] for name in parameters(text)})

    def rows(self, query: str, **fragments: str) -> list[Row]:
        found = self._run(query, fragments)
        names = [each[0] for each in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def columns(self, query: str, **fragments: str) -> Columns:
        found: dict[str, Any] = self._run(query, fragments).fetchnumpy()
        return found


def of_eval(cursor: duckdb.DuckDBPyConnection, info: ComparisonInfo) -> Traffic:
    """What the eval's own answers tell beside their timings."""
    asked = _Asked(cursor, info)
    return Traffic(
        source=EVAL,
        usage=_by_role(asked.rows("eval_usage")),
        by_state=_by_state(asked.rows("eval_states")),
        windows=_eval_windows(asked.columns("eval_timed")),
        growth=_growth(asked.rows("eval_growth")),
    )


def of_requests(cursor: duckdb.DuckDBPyConnection, info: ComparisonInfo) -> Traffic | None:
    """What a request log tells of both arms, None where none was imported for either."""
    asked = _Asked(cursor, info)
    totals = _totals(asked)
    if not totals:
        return None
    exact = sum(each["n"] for each in totals) <= EXACT_UP_TO
    timings = traffic_pools.timings(_timed(asked, exact=exact), totals)
    return Traffic(
        source=REQUESTS,
        timings=timings,
        tokens={role: _tokens(asked, totals, role) for role in Role},
        usage=_by_role([_whole(each) for each in totals]),
        by_state=_by_state(_of_states(totals)),
        windows=_request_windows(asked.columns("windows")),
        growth=_growth(_by_size(asked.rows("growth"))),
        n_retried={role: _retried(_of(totals, role)) for role in Role},
        within=0.0 if exact else WITHIN,
        first_at=utc(min((each["first_at"] for each in totals if each["first_at"]), default=None)),
        last_at=utc(max((each["last_at"] for each in totals if each["last_at"]), default=None)),
    )


def _totals(asked: _Asked) -> list[Row]:
    """The sums of both arms; what a manifest says of the model holds where a row names none."""
    found = asked.rows("totals")
    if all(each["model"] is not None for each in found):
        return found
    models = asked.rows("told_models")
    told = {(each["import_id"], each["arm"]): each["told_model"] for each in models}
    return [
        {**each, "model": each["model"] or told.get((each["import_id"], each["arm"]))}
        for each in found
    ]


def _of(totals: list[Row], role: Role) -> list[Row]:
    return [each for each in totals if ROLES[each["is_candidate"]] is role]


def _timed(asked: _Asked, *, exact: bool) -> dict[str, Columns]:
    """Timings by measure: every one, or bins of them."""
    if exact:
        return {
            measure: asked.columns("exact", column=column, states=traffic_pools.STATES)
            for measure, column in _MEASURES.items()
        }
    bins = traffic_pools.whole_bins(asked.columns("bins", states=traffic_pools.STATES))
    is_first = bins["is_first"].astype(bool)
    return {
        measure: {name: column[chosen] for name, column in bins.items()}
        for measure, chosen in ((END_TO_END, ~is_first), (FIRST_TOKEN, is_first))
    }


def _tokens(asked: _Asked, everything: list[Row], role: Role) -> ArmTokens:
    totals = _of(everything, role)
    sums = {name: sum(each[name] for each in totals) for name in _SUMS}
    return ArmTokens(
        n_planned=sum(each["n"] - each["n_replays"] for each in totals),
        read_multiplier=None,
        write_multiplier=None,
        cost_usd=float(sum(each["cost_usd"] for each in totals)),
        unreported=_unreported(asked, role) if totals and not any(map(_n_whole, totals)) else (),
        **sums,
    )


def _n_whole(row: Row) -> int:
    return int(row["n_whole"])


def _unreported(asked: _Asked, role: Role) -> tuple[str, ...]:
    """Classes of tokens that no request of an arm reports, read from the requests themselves."""
    arm = f"${role.value}"
    return tuple(
        name
        for name in CLASSES
        if not asked.rows("reports", arm=arm, tokens=name.removeprefix("usage."))[0]["told"]
    )


def _whole(row: Row) -> Row:
    sums = {name: row[f"whole_{name}"] for name in ("uncached", "cache_read", "cache_write")}
    own = {name: row[name] for name in ("is_candidate", "model", "n_whole")}
    return {**own, "n": row["n"] - row["n_replays"], "output": row["whole_output"], **sums}


def _of_states(totals: list[Row]) -> list[Row]:
    """The same beside what of each class is known of requests that do not report all."""
    names = {"uncached": "uncached", "cache_read": "read", "cache_write": "write"}
    return [
        {
            **_whole(each),
            **{f"reported_{own}": each[name] for name, own in names.items()},
            "cache": each["cache"],
            "n_reported": each["n_reported"],
        }
        for each in totals
        if each["n"] > each["n_replays"]
    ]


def _by_role(rows: list[Row]) -> dict[Role, tuple[ModelUsage, ...]]:
    return {role: _by_model(_of(rows, role)) for role in Role}


def _by_model(rows: list[Row]) -> tuple[ModelUsage, ...]:
    """One line a model, the most used first: several imports may hold its requests."""
    sums: dict[str | None, dict[str, int]] = {}
    for row in rows:
        known = sums.setdefault(row["model"], dict.fromkeys(_USED, 0))
        for name in _USED:
            known[name] += row[name]
    ranked = sorted(sums.items(), key=lambda each: (-each[1]["n"], each[0] or ""))
    return tuple(ModelUsage(model=model, **used) for model, used in ranked)


def _by_state(rows: list[Row]) -> dict[Role, dict[CacheState, StateUsage]]:
    return {
        role: {
            state: _state([each for each in own if each["cache"] == state.value])
            for state in CacheState
        }
        for role in Role
        for own in [_of(rows, role)]
    }


def _state(rows: list[Row]) -> StateUsage:
    names = {"uncached": "uncached", "cache_read": "read", "cache_write": "write"}
    sums = {name: sum(each[f"reported_{own}"] for each in rows) for name, own in names.items()}
    n_reported = sum(each["n_reported"] for each in rows)
    return StateUsage(n_reported=n_reported, models=_by_model(rows), **sums)


def _retried(totals: list[Row]) -> int | None:
    known = sum(each["n_retried"] + each["n_unretried"] for each in totals)
    return sum(each["n_retried"] for each in totals) if known else None


def _by_size(rows: list[Row]) -> list[Row]:
    """One line an arm, cache state and size of the input, whatever imports hold its requests."""
    keys = ("is_candidate", "cache", "doubling")
    sums: dict[tuple[Any, ...], tuple[int, float]] = {}
    for row in rows:
        key = tuple(row[name] for name in keys)
        n, logs = sums.get(key, (0, 0.0))
        sums[key] = (n + row["n"], logs + row["log_seconds"])
    return [
        {**dict(zip(keys, key, strict=True)), "n": n, "mean_s": exp(logs / n)}
        for key, (n, logs) in sorted(sums.items())
    ]


def _growth(rows: list[Row]) -> tuple[Growth, ...]:
    return tuple(
        Growth(
            role=ROLES[each["is_candidate"]],
            cache=CacheState(each["cache"]),
            doubling=each["doubling"],
            n=each["n"],
            mean_s=each["mean_s"],
        )
        for each in rows
    )


def _eval_windows(found: Columns) -> Windows | None:
    found, odd = _near({**found, "n": np.ones(found["start_s"].size, dtype=np.int64)})
    starts = found["start_s"]
    if starts.size < 2:
        return None
    step = step_for(2 * float(np.ptp(starts)))  # half of the most windows
    rank = np.unique(found["seconds"], return_inverse=True)[1]
    ends = {"least": found["seconds"], "most": found["seconds"]}
    return replace(_windows({**found, **ends, "bin": rank}, step), far=odd)


def _request_windows(found: Columns) -> Windows | None:
    if not found["start_s"].size:
        return None
    found, odd = _near(found)
    return replace(_windows(found, int(found["step_s"].max())), far=odd)


def _near(found: Columns) -> tuple[Columns, Far | None]:
    """The rows without those that began at an odd time, and these."""
    at, n = found["start_s"].astype(np.float64), found["n"].astype(np.int64)
    kept = far.near(at, n)
    if kept.all():
        return found, None
    return {name: column[kept] for name, column in found.items()}, far.left_out(at, n, kept)


def _windows(found: Columns, step: int) -> Windows:
    """Cut what happened into windows; bins of one window that several imports hold are merged."""
    place = np.floor_divide(found["start_s"], step).astype(np.int64)
    runs = np.flatnonzero(np.concatenate([[True], place[1:] != place[:-1]]))
    known, of_run = np.unique(place[runs], return_inverse=True)
    window = np.repeat(of_run, np.diff(runs, append=place.size))
    bins = found["bin"].astype(np.int64)
    lowest = bins.min(initial=0)
    width = bins.max(initial=0) - lowest + 1
    row = found["is_candidate"].astype(np.int64) * known.size + window
    key, merged = traffic_pools.merged(row * width + (bins - lowest), found)
    values, counts = traffic_pools.middles(merged), merged["n"].astype(np.int64)
    edges = np.searchsorted(key, np.arange(2 * known.size + 1) * width)
    pools = [
        Timings(values=values[low:high], counts=counts[low:high]) for low, high in pairwise(edges)
    ]
    return Windows(
        start_s=known.astype(np.float64) * step,
        step_s=float(step),
        pools={
            Role.BASELINE: tuple(pools[: known.size]),
            Role.CANDIDATE: tuple(pools[known.size :]),
        },
    )
