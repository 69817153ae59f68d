"""What is known of one quantity: the value, and the range that unmeasured answers leave it."""

from dataclasses import dataclass

from lcexplore.decision.quantities import Quantity
from lcexplore.decision.rule import DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.model import Interval, Role
from lcexplore.words import about_so_many, count, many, percent

# Below this the two-sided 95 % interval of a p95 has no upper end.
MIN_TIMINGS = 72
NO_ANSWER = "no answer is stored, and the rule is read on an eval's answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One quantity of one arm.

    Attributes:
        observed: Over the measured answers, or None when there is no number.
        low: No reading of the unmeasured answers gives less.
        high: No reading of the unmeasured answers gives more.
        n: What it rests on.
        unit_n: ``questions``, ``answers``, ``requests``, ``labelled answers``, ``measurements``.
        reason: Why a clause on it is not measured, or None.
        missing: Planned answers without a value.
        interval: The quantity's own interval, where it has one.
        remedy: What would have it measured, one sentence, where the reason does not say it.
    """

    observed: float | None
    low: float
    high: float
    n: int
    unit_n: str
    reason: str | None = None
    missing: int = 0
    interval: Interval | None = None
    remedy: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """The range that the unmeasured answers leave."""
        return self.low, self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is to be measured, of which arm, under which record."""

    quantity: Quantity
    role: Role
    evidence: Evidence
    record: DecisionRecord

    @property
    def arm(self) -> str:
        """Name of the arm."""
        return self.evidence.info.arm(self.role)


def unmeasured(reason: str, *, unit_n: str, n: int = 0, remedy: str = "") -> Measured:
    """A quantity without a number."""
    return Measured(
        observed=None, low=0.0, high=0.0, n=n, unit_n=unit_n, reason=reason, remedy=remedy
    )


def beyond_tolerance(missing: float, planned: int, what: str, tolerance: float) -> str | None:
    """Say that too much is missing, or nothing."""
    if planned and missing / planned <= tolerance:
        return None
    share = percent(missing / planned) if planned else "all"
    return (
        f"{count(about_so_many(missing))} of {count(planned)} {what}: {share}, "
        f"over the {percent(tolerance)} tolerated"
    )


def no_cache_state(unknown: float, asked: int, arm: str, tolerance: float) -> str | None:
    """Say that the cache state of too many requests is unknown, or nothing."""
    return beyond_tolerance(unknown, asked, f"requests of {arm} have no cache state", tolerance)


def too_few(timings: int, arm: str) -> str | None:
    """Say that a latency clause needs more timings, or nothing."""
    if timings >= MIN_TIMINGS:
        return None
    return f"{many(timings, 'timing')} of {arm}: a latency clause needs {MIN_TIMINGS}"


def hits_left(hits: float, failed_hits: float, failed_misses: float, unknown: float) -> Interval:
    """Fewest and most hits there may be: a failure said to be a hit or a miss may be neither."""
    return Interval(hits - failed_hits, hits + unknown + failed_misses)
