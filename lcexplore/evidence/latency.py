"""What sets p95?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

import numpy as np

from lcexplore.evidence.inputs import ArmTimings, Timings
from lcexplore.evidence.mixture import mixture_curve, mixture_quantile
from lcexplore.evidence.pools import apart, in_state, pool, quantile_of
from lcexplore.evidence.tail import STRAGGLERS, Decomposition, decompose
from lcexplore.model import CachePart, CacheState, Interval, Role
from lcexplore.stats.proportion import wilson
from lcexplore.stats.quantile import quantile_interval

__all__ = [
    "ArmLatency",
    "Decomposition",
    "Latency",
    "Quantiles",
    "analyse",
    "decompose",
    "mixture_curve",
    "mixture_quantile",
    "quantile_with_failures",
]

_HEADLINE = 0.95
_PERCENTS = (5, 25, 50, 75, 90, 95, 99)
BOUNDED = (50, 90, 95, 99)
_WHOLE = {CachePart(state): state for state in CacheState}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantiles:
    """Inverse-CDF quantiles of one pool, in seconds; None where the pool is empty.

    Attributes:
        n: Timings.
        p5, p25, p50, p75, p90, p95, p99: Smallest observed value at or below which that share lies.
        p95_interval: Order-statistic interval; ``high`` is ``inf`` below 72 timings.
        intervals: The same for p50, p90, p95 and p99; an end without an order statistic to stand
            on is infinite.
    """

    n: int
    p5: float | None
    p25: float | None
    p50: float | None
    p75: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p95_interval: Interval | None
    intervals: Mapping[int, Interval] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmLatency:
    """Latency of one arm.

    Attributes:
        all: Every measured timing.
        by_state: By cache state.
        n_planned: Planned answers.
        n_failed: Failed or timed-out answers.
        n_untimed: Planned answers without a timing for any reason (failed ones included,
            replays included).
        n_replays: Replays, left out.
        hit_rate: Hits / (hits + misses), None when no state is known.
        hit_rate_interval: Its Wilson interval.
        n_cache_known: Hits + misses.
        hits: Hits.
        misses: Misses.
        partial_hits: Hits below half.
        by_part: As ``by_state``, and where any hit is partial, the hits by their cached share.
        n_unknown: Requests of unknown cache state, replays out.
        n_answered: Requests that neither failed nor are replays, timed or not.
    """

    all: Quantiles
    by_state: Mapping[CacheState, Quantiles]
    n_planned: int
    n_failed: int
    n_untimed: int
    n_replays: int
    hit_rate: float | None
    hit_rate_interval: Interval | None
    n_cache_known: int
    hits: int
    misses: int
    partial_hits: int
    by_part: Mapping[CachePart, Quantiles] = field(default_factory=dict)
    n_unknown: int = 0
    n_answered: int | None = None

    @property
    def n_lacking(self) -> int:
        """Requests that neither failed nor are replays, and have no timing."""
        return max(0, (self.n_answered or 0) - self.all.n)

    @property
    def timed_misses(self) -> int:
        """Misses with a timing; all of them where no pool says otherwise."""
        return self._timed(CacheState.MISS, self.misses)

    @property
    def n_timed_known(self) -> int:
        """Hits and misses with a timing."""
        return self._timed(CacheState.HIT, self.hits) + self.timed_misses

    @property
    def n_timed_unknown(self) -> int:
        """Timed requests of unknown cache state."""
        return max(0, self.all.n - self.n_timed_known)

    @property
    def blind(self) -> bool:
        """Whether so many timed requests are of unknown state that no state is known to set p95."""
        return self.n_timed_unknown > STRAGGLERS * self.all.n

    @property
    def no_cache(self) -> bool:
        """Whether the arm uses no cache: every request missed, and of hardly any it is unknown."""
        return bool(self.misses) and not self.hits and not self.blind

    def _timed(self, state: CacheState, every: int) -> int:
        found = self.by_state.get(state)
        return every if found is None else found.n


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Latency of both arms, end to end and to the first token, and which cache state sets p95."""

    arms: Mapping[Role, ArmLatency]
    first_token: Mapping[Role, ArmLatency | None]
    decomposition: Mapping[Role, Decomposition | None]
    first_token_decomposition: Mapping[Role, Decomposition | None] = field(default_factory=dict)


def analyse(timings: Mapping[Role, ArmTimings], *, level: float = 0.95) -> Latency:
    """Analyse the timings of both arms."""
    return Latency(
        arms={role: _arm(arm, level) for role, arm in timings.items()},
        first_token={
            role: _arm(arm, level, first_token=True)
            if any(each.n for each in arm.first_token.values())
            else None
            for role, arm in timings.items()
        },
        decomposition={role: decompose(arm, p=_HEADLINE) for role, arm in timings.items()},
        first_token_decomposition={
            role: decompose(arm, p=_HEADLINE, first_token=True) for role, arm in timings.items()
        },
    )


def quantile_with_failures(
    arm: ArmTimings, p: float, *, first_token: bool = False, failures_fast: bool = False
) -> float:
    """Quantile over all planned answers, those without a timing ranked slower (or faster).

    Returns:
        Seconds; ``inf`` when the quantile falls among answers without a timing, 0 when it does
        and ``failures_fast``.
    """
    measured = pool((arm.first_token if first_token else arm.end_to_end).values())
    untimed = max(0, arm.n_planned - measured.n)
    stand_in = 0.0 if failures_fast else inf
    missing = Timings(values=np.array([stand_in]), counts=np.array([untimed]))
    ranked = quantile_of(pool([measured, missing]), p)
    return stand_in if ranked is None else ranked


def _quantiles(timings: Timings, level: float) -> Quantiles:
    bounds = {
        percent: quantile_interval(timings.values, timings.counts, percent / 100, level)
        for percent in (BOUNDED if timings.n else ())
    }
    named = {f"p{percent}": quantile_of(timings, percent / 100) for percent in _PERCENTS}
    shown = None
    if timings.n:
        low, high = bounds[round(100 * _HEADLINE)]
        shown = Interval(max(0.0, low), high)
    return Quantiles(n=timings.n, p95_interval=shown, intervals=bounds, **named)


def _arm(arm: ArmTimings, level: float, *, first_token: bool = False) -> ArmLatency:
    timings = arm.first_token if first_token else arm.end_to_end
    everything, known = pool(timings.values()), arm.hits + arm.misses
    by_state = {state: _quantiles(in_state(timings, state), level) for state in CacheState}
    return ArmLatency(
        all=_quantiles(everything, level),
        by_state=by_state,
        n_planned=arm.n_planned,
        n_failed=arm.n_failed,
        n_untimed=max(0, arm.n_planned - everything.n),
        n_replays=arm.n_replays,
        hit_rate=arm.hits / known if known else None,
        hit_rate_interval=wilson(successes=arm.hits, n=known, level=level) if known else None,
        n_cache_known=known,
        hits=arm.hits,
        misses=arm.misses,
        partial_hits=arm.partial_hits,
        by_part={
            part: by_state[_WHOLE[part]] if part in _WHOLE else _quantiles(each, level)
            for part, each in apart(arm, first_token=first_token).items()
        },
        n_unknown=arm.n_unknown,
        n_answered=arm.n_answered,
    )
