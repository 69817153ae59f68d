"""Read a frozen rule against the evidence, clause by clause."""

from collections.abc import Sequence
from dataclasses import dataclass

from lcexplore.decision.notes import notes
from lcexplore.decision.precondition import Precondition
from lcexplore.decision.preconditions import (
    is_post_hoc,
    preconditions,
    rubrics_seen_before,
)
from lcexplore.decision.reading import ClauseReading, read_clause
from lcexplore.decision.rule import DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.model import Finding, Outcome, RecordTimes, Status

__all__ = ["ClauseReading", "Decision", "Precondition", "evaluate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the rule says.

    Attributes:
        outcome: Reject wins; a switch needs every clause and every precondition.
        preconditions: All four, in the order in which they are shown.
        readings: One for each clause of the record, in its order.
        post_hoc: Whether the rule came after the results; None when only the record claims not.
        record: The rule.
        times: When it was claimed and stored.
        notes: Sentences about the outcome itself.
        licensed: Whether the rule, agreed beforehand, says switch: exit code 0.
        findings: What the record's own history adds to the validity findings.
    """

    outcome: Outcome
    preconditions: tuple[Precondition, ...]
    readings: tuple[ClauseReading, ...]
    post_hoc: bool | None
    record: DecisionRecord
    times: RecordTimes
    notes: tuple[str, ...] = ()
    licensed: bool = False
    findings: tuple[Finding, ...] = ()


def evaluate(
    record: DecisionRecord,
    evidence: Evidence,
    times: RecordTimes,
    *,
    accept_claimed: bool = False,
    arms_chosen: bool = False,
    gradings: Sequence[tuple[str, str]] = (),
) -> Decision:
    """Evaluate every precondition and clause, then the rule.

    Args:
        record: The frozen rule.
        evidence: Of its comparison, under its grading and at its confidence level.
        times: When the rule was claimed and stored, and when the first grading happened.
        accept_claimed: Whether a commit time that only the record claims is believed.
        arms_chosen: Whether the reader chose the arms, as neither record nor store names them.
        gradings: Grader and rubric of every grading there is that the record could mean.
    """
    if evidence.correctness.level != record.confidence_level:
        level, wanted = evidence.correctness.level, record.confidence_level
        raise ValueError(f"evidence must be gathered at the level {wanted}; got {level}")
    post_hoc = is_post_hoc(times)
    conditions = preconditions(
        record,
        evidence,
        times,
        post_hoc=post_hoc,
        accept_claimed=accept_claimed,
        arms_chosen=arms_chosen,
        gradings=gradings,
    )
    readings = tuple(read_clause(clause, record, evidence) for clause in record.clauses)
    outcome = outcome_of(conditions, readings)
    seen = rubrics_seen_before(record, evidence, times)
    agreed = not arms_chosen and (post_hoc is False or (post_hoc is None and accept_claimed))
    return Decision(
        outcome=outcome,
        preconditions=conditions,
        readings=readings,
        post_hoc=post_hoc,
        record=record,
        times=times,
        notes=notes(outcome, conditions, readings, evidence),
        licensed=outcome is Outcome.SWITCH and agreed,
        findings=(seen,) if seen else (),
    )


def outcome_of(
    conditions: tuple[Precondition, ...], readings: tuple[ClauseReading, ...]
) -> Outcome:
    """Reject wins; a rejection that cannot be ruled out blocks a switch."""
    rejects = [each for each in readings if each.clause.rule == "reject_if"]
    if any(each.status is Status.MET for each in rejects):
        return Outcome.REJECT
    needed = [each.status for each in readings if each.clause.rule == "switch_if"]
    needed += [each.status for each in conditions]
    if all(status is Status.MET for status in needed) and all(
        each.status is Status.FAILED for each in rejects
    ):
        return Outcome.SWITCH
    return Outcome.ITERATE
