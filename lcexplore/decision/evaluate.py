"""Read a frozen rule against the evidence, clause by clause."""

from dataclasses import dataclass

from lcexplore.decision.record import Clause, DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.model import Outcome, RecordTimes, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseReading:
    """How one clause stands.

    Attributes:
        clause: The clause.
        observed: The measured quantity in the unit of the bar's value (fractions, seconds), or
            None when not measured.
        bar: The bar after resolving ``x ARM``, or None when that arm is not measured.
        status: For a ``reject_if`` line, ``met`` means triggered.
        n: Questions, answers or requests it rests on.
        unit_n: ``questions``, ``answers``, ``requests`` or ``labelled answers``.
        reason: One sentence: why not measured, or why met on the measured answers is not enough.
        straddles: Whether the quantity's own interval holds the bar.
    """

    clause: Clause
    observed: float | None
    bar: float | None
    status: Status
    n: int
    unit_n: str
    reason: str | None = None
    straddles: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    """``comparable``, ``calibrated``, ``measured`` or ``committed_beforehand``."""

    id: str
    status: Status
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the rule says."""

    outcome: Outcome
    preconditions: tuple[Precondition, ...]
    readings: tuple[ClauseReading, ...]
    post_hoc: bool | None
    record: DecisionRecord
    times: RecordTimes
    notes: tuple[str, ...] = ()


def evaluate(
    record: DecisionRecord, evidence: Evidence, times: RecordTimes, *, accept_claimed: bool = False
) -> Decision:
    """Evaluate every precondition and clause, then the rule."""
