"""What do requests tell beside their latency: when they ran, what they used, how they grew?

Two sources, never mixed: the eval's own answers, and the requests of production or a canary.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from lcexplore.evidence.far import Far
from lcexplore.evidence.inputs import ArmTimings, ArmTokens, FloatArray, Timings
from lcexplore.model import CacheState, Role

EVAL, REQUESTS = "eval", "requests"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUsage:
    """Tokens that one model served in one arm, replays left out.

    Attributes:
        model: Its name, or None where the log does not say.
        n: Answers or requests.
        n_whole: Of these, those that report all three classes of input tokens and the output;
            the sums are over them.
        uncached: Uncached input tokens.
        cache_read: Input tokens read from the cache.
        cache_write: Input tokens written to the cache.
        output: Output tokens.
    """

    model: str | None
    n: int
    n_whole: int
    uncached: int
    cache_read: int
    cache_write: int
    output: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StateUsage:
    """Tokens of the requests of one cache state in one arm, replays left out.

    Attributes:
        n_reported: Requests that report all three classes of input tokens; the sums are of them.
        uncached: Uncached input tokens.
        cache_read: Input tokens read from the cache.
        cache_write: Input tokens written to the cache.
        models: The same by model with the output, over those that report that, too.
    """

    n_reported: int
    uncached: int
    cache_read: int
    cache_write: int
    models: tuple[ModelUsage, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows:
    """End-to-end latency of both arms in windows of equal length, failures and replays out.

    Attributes:
        start_s: Unix seconds (UTC) at which each window begins, ascending.
        step_s: Length of a window in seconds.
        pools: Timings by role, one pool a window, perhaps empty.
        far: Timed requests whose start time is odd, which are in no window.
    """

    start_s: FloatArray
    step_s: float
    pools: Mapping[Role, tuple[Timings, ...]]
    far: Far | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Latency of the requests whose input has about one size: between two powers of two.

    Attributes:
        role: Their arm's part.
        cache: Their cache state.
        doubling: Whole binary logarithm of their input tokens.
        n: How many.
        mean_s: Geometric mean of their end-to-end latency.
    """

    role: Role
    cache: CacheState
    doubling: int
    n: int
    mean_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """One source of requests of both arms.

    Attributes:
        source: ``eval`` or ``requests``.
        timings: Latency by role; None for the eval, whose timings are among the inputs.
        tokens: Tokens and recorded cost by role, likewise.
        usage: Tokens by model.
        windows: Latency over time, None where too few start times are known.
        growth: Latency by size of the input.
        n_retried: Requests that were tried again, by role; None where nobody logged it.
        within: Largest relative error of a latency: 0 where exact, 0.005 from bins.
        first_at: Time of the first request, or None.
        last_at: Time of the last one.
        by_state: Tokens by cache state; empty where nobody counted them apart.
    """

    source: str
    timings: Mapping[Role, ArmTimings] | None = None
    tokens: Mapping[Role, ArmTokens] | None = None
    usage: Mapping[Role, tuple[ModelUsage, ...]] = field(default_factory=dict)
    windows: Windows | None = None
    growth: tuple[Growth, ...] = ()
    n_retried: Mapping[Role, int | None] = field(default_factory=dict)
    within: float = 0.0
    first_at: datetime | None = None
    last_at: datetime | None = None
    by_state: Mapping[Role, Mapping[CacheState, StateUsage]] = field(default_factory=dict)
