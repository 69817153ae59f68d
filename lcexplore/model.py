"""The words of the design as types: what a comparison, an answer and a verdict are.

A difference is always candidate minus baseline, a fraction in code. Seconds are seconds.
``None`` means unknown or not measured, never zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """What a grading says of an answer."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    NOT_MEASURED = "not_measured"


class CacheState(StrEnum):
    """State of the provider's prompt cache for one request."""

    HIT = "hit"
    MISS = "miss"
    UNKNOWN = "unknown"


class CachePart(StrEnum):
    """What a figure of a distribution keeps apart: cache states, and hits by their cached share."""

    HIT = "hit"
    AT_LEAST_HALF = "hit_at_least_half"
    PARTIAL = "hit_below_half"
    UNTOLD = "hit_share_not_reported"
    MISS = "miss"
    UNKNOWN = "unknown"


class Status(StrEnum):
    """How a clause or a precondition stands."""

    MET = "met"
    FAILED = "failed"
    NOT_MEASURED = "not_measured"


class Outcome(StrEnum):
    """What the agreed rule says."""

    SWITCH = "switch"
    REJECT = "reject"
    ITERATE = "iterate"


class Severity(StrEnum):
    """What a validity finding touches, gravest first."""

    CONFOUND = "confound"
    LATENCY = "latency"
    GRADING = "grading"
    NOTE = "note"


class Role(StrEnum):
    """The part an arm plays in a comparison."""

    BASELINE = "baseline"
    CANDIDATE = "candidate"


UNNAMED = "unspecified"  # stands for the grader or rubric of a grading whose log names none

# Reasons for ``not_measured``: the list is open, these names are fixed.
REASONS = (
    "error",
    "timeout",
    "context_overflow",
    "limit",
    "refused",
    "missing",
    "ungraded",
    "grader_failed",
    "not_pass_fail",
)


class Interval(NamedTuple):
    """A confidence interval, both ends on the scale of its estimate."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """A paired table: four counts of questions (or of answer pairs)."""

    both: int
    candidate_only: int
    baseline_only: int
    neither: int

    @property
    def n(self) -> int:
        """All pairs."""
        return self.both + self.candidate_only + self.baseline_only + self.neither


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something a reader must know before believing a figure.

    Attributes:
        id: Stable name, such as ``model_moved`` or ``run_order_blocked``.
        severity: What kind of figure it touches.
        message: One plain sentence.
        touches: Quantities whose clauses become not measured: ``correctness``, ``latency``,
            ``tokens``, ``cost``, ``hit_rate``; empty for a note.
    """

    id: str
    severity: Severity
    message: str
    touches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonInfo:
    """Which comparison is shown, and as what.

    Attributes:
        name: The comparison.
        baseline: Arm that runs today.
        candidate: Arm that would replace it.
        grader: Grader shown, or None when nothing was graded.
        rubric: Rubric shown, or None.
    """

    name: str
    baseline: str
    candidate: str
    grader: str | None = None
    rubric: str | None = None

    def arm(self, role: Role) -> str:
        """Name of the arm that plays ``role``."""
        return self.baseline if role is Role.BASELINE else self.candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTimes:
    """When a decision record was claimed and when it was really stored (UTC)."""

    claimed_at: datetime | None
    recorded_at: datetime | None
    first_grading_at: datetime | None
    grading_times_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What held for a whole run of one arm.

    Attributes:
        arm: The arm.
        file: File that carried it.
        fields: Everything the file said, by name; absent means not recorded.
    """

    arm: str
    file: str
    fields: Mapping[str, object] = field(default_factory=dict)
