"""What sets p95?"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.evidence.inputs import ArmTimings, FloatArray, Timings
from lcexplore.model import CacheState, Interval, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantiles:
    """Inverse-CDF quantiles of one pool, in seconds; None where the pool is empty.

    Attributes:
        n: Timings.
        p5, p25, p50, p75, p90, p95, p99: Smallest observed value at or below which that share lies.
        p95_interval: Order-statistic interval; ``high`` is ``inf`` below 72 timings.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Decomposition:
    """Which cache state sets a quantile of one arm.

    Attributes:
        p: The quantile, 0.95.
        value: Its seconds.
        set_by: ``miss``, ``hit`` or None when states are not recorded or the parts overlap.
        quantile_of_misses: At which quantile of the misses it sits, or None.
        quantile_of_hits: At which quantile of the hits it sits, or None.
        miss_share: Misses / (hits + misses) among timed requests.
        hits_alone: The same quantile if every request hit, None without hits.
        misses_alone: The same quantile if every request missed, None without misses.
        overlap: Share of misses that are faster than the slowest hit.
    """

    p: float
    value: float
    set_by: CacheState | None
    quantile_of_misses: float | None
    quantile_of_hits: float | None
    miss_share: float
    hits_alone: float | None
    misses_alone: float | None
    overlap: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Latency of both arms, end to end and to the first token."""

    arms: Mapping[Role, ArmLatency]
    first_token: Mapping[Role, ArmLatency | None]
    decomposition: Mapping[Role, Decomposition | None]


def analyse(timings: Mapping[Role, ArmTimings], *, level: float = 0.95) -> Latency:
    """Analyse the timings of both arms."""


def quantile_with_failures(arm: ArmTimings, p: float, *, first_token: bool = False,
                           failures_fast: bool = False) -> float:
    """Quantile over all planned answers, those without a timing ranked slower (or faster).

    Returns:
        Seconds; ``inf`` when the quantile falls among answers without a timing, 0 when it does
        and ``failures_fast``.
    """


def mixture_quantile(hits: Timings, misses: Timings, *, hit_rate: float, p: float) -> float:
    """Quantile of ``hit_rate`` x hits + (1 - ``hit_rate``) x misses, inverse CDF, in seconds."""


def mixture_curve(hits: Timings, misses: Timings, *, p: float, hit_rates: FloatArray
                  ) -> FloatArray:
    """``mixture_quantile`` at many hit rates."""


def hit_rate_needed(hits: Timings, misses: Timings, *, p: float, bar: float) -> float | None:
    """Smallest hit rate at which the quantile is at most ``bar`` seconds; None if none is."""
