"""How did the load change while the arms ran, and how much of their difference can it explain?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from lcexplore.evidence.inputs import FloatArray, Timings
from lcexplore.evidence.pools import pool, quantile_of
from lcexplore.evidence.same import once
from lcexplore.evidence.traffic import Windows
from lcexplore.model import Role
from lcexplore.stats.quantile import quantile

FEW = 20
COVERED = 0.95
_BUSY_WINDOWS, _BUSY_RHO, _BUSY_RATIO = 8, 0.6, 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadWindow:
    """One window of time.

    Attributes:
        start_s: Unix seconds (UTC) at which it begins.
        n: Timed requests by role.
        p50: Median by role, None without requests.
        p95: Likewise.
    """

    start_s: float
    n: Mapping[Role, int]
    p50: Mapping[Role, float | None]
    p95: Mapping[Role, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The baseline as a gauge of the load that both arms met.

    An arm without the other's start times gauges its own load, and explains no difference.

    Attributes:
        windows: Latency over time, of the arms with start times.
        step_s: Length of a window in seconds.
        uncovered: Share of the candidate's requests in windows without any of the baseline's.
        term_p50: What the baseline's median would move by, had it run when the candidate did;
            None where too much is uncovered.
        term_p95: The same of its p95.
        drift: Highest over lowest median of the baseline, or of the only arm, in a window with
            twenty requests or more; None with fewer than two such windows.
        queueing: Whether an arm's median rises with the number of requests in a window, by role.
    """

    windows: tuple[LoadWindow, ...]
    step_s: float
    uncovered: float
    term_p50: float | None
    term_p95: float | None
    drift: float | None
    queueing: Mapping[Role, bool]


@once
def load(windows: Windows | None) -> Load | None:
    """Read the load off the baseline; None without start times."""
    if windows is None:
        return None
    timed = {role: each for role, each in windows.pools.items() if any(pool.n for pool in each)}
    if not timed:
        return None
    counts = {role: _counts(pools) for role, pools in timed.items()}
    gauge, uncovered = next(role for role in Role if role in timed), 1.0
    if len(timed) == len(Role):
        theirs = counts[Role.CANDIDATE]
        uncovered = float(theirs[counts[gauge] == 0].sum() / theirs.sum())
    terms = _terms(windows, counts) if uncovered <= 1 - COVERED else (None, None)
    return Load(
        windows=_windows(replace(windows, pools=timed)),
        step_s=windows.step_s,
        uncovered=uncovered,
        term_p50=terms[0],
        term_p95=terms[1],
        drift=_drift(timed[gauge]),
        queueing={role: _queueing(pools) for role, pools in timed.items()},
    )


def _counts(pools: tuple[Timings, ...]) -> FloatArray:
    return np.array([each.n for each in pools], dtype=np.float64)


def _windows(windows: Windows) -> tuple[LoadWindow, ...]:
    rows = []
    for place, start in enumerate(windows.start_s):
        parts = {role: pools[place] for role, pools in windows.pools.items()}
        rows.append(
            LoadWindow(
                start_s=float(start),
                n={role: each.n for role, each in parts.items()},
                p50={role: quantile_of(each, 0.5) for role, each in parts.items()},
                p95={role: quantile_of(each, 0.95) for role, each in parts.items()},
            )
        )
    return tuple(rows)


def _terms(windows: Windows, counts: Mapping[Role, FloatArray]) -> tuple[float, float]:
    """The baseline's quantiles weighed to the candidate's windows, less its own."""
    own = [each for each in windows.pools[Role.BASELINE] if each.n]
    known = counts[Role.BASELINE] > 0
    scale = counts[Role.CANDIDATE][known] / counts[Role.BASELINE][known]
    values = np.concatenate([each.values for each in own])
    weights = np.concatenate([each.counts * by for each, by in zip(own, scale, strict=True)])
    order = np.argsort(values, kind="stable")
    everything = pool(own)
    moved = []
    for p in (0.5, 0.95):
        there = quantile(values[order], weights[order], p)
        moved.append(there - quantile(everything.values, everything.counts, p))
    return moved[0], moved[1]


def _medians(pools: tuple[Timings, ...]) -> tuple[FloatArray, FloatArray]:
    full = [(each.n, quantile_of(each, 0.5) or 0.0) for each in pools if each.n >= FEW]
    found = np.array(full, dtype=np.float64).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _drift(pools: tuple[Timings, ...]) -> float | None:
    _, medians = _medians(pools)
    if medians.size < 2 or medians.min() <= 0:
        return None
    return float(medians.max() / medians.min())


def _queueing(pools: tuple[Timings, ...]) -> bool:
    """Whether busier windows are slower: by rank, and by half again between the outer thirds."""
    n, medians = _medians(pools)
    if n.size < _BUSY_WINDOWS or np.ptp(n) == 0 or np.ptp(medians) == 0:
        return False
    order = np.argsort(n, kind="stable")
    third = n.size // 3
    quiet, busy = np.median(medians[order[:third]]), np.median(medians[order[-third:]])
    rho = float(np.corrcoef(_ranks(n), _ranks(medians))[0, 1])
    return rho >= _BUSY_RHO and bool(busy >= _BUSY_RATIO * quiet)


def _ranks(values: FloatArray) -> FloatArray:
    """Ranks with ties at their middle."""
    ordered = np.sort(values)
    low, high = (np.searchsorted(ordered, values, side=side) for side in ("left", "right"))
    return np.asarray((low + high) / 2, dtype=np.float64)
