"""What must be said about an outcome beside the word?"""

from collections.abc import Sequence

from lcexplore.decision.measure_correctness import MIN_LABELLED_PAIRS
from lcexplore.decision.precondition import Precondition
from lcexplore.decision.quantities import look_up
from lcexplore.decision.reading import ClauseReading
from lcexplore.evidence.bundle import Evidence
from lcexplore.model import Outcome, Status
from lcexplore.words import many


def notes(
    outcome: Outcome,
    conditions: Sequence[Precondition],
    readings: Sequence[ClauseReading],
    evidence: Evidence,
) -> tuple[str, ...]:
    """Say why the outcome is not the one that the bare clauses suggest, and what is close."""
    said = [*_rejections(outcome, readings), *_blocked(outcome, conditions, readings)]
    said += [
        f"The interval of {_words(each)} holds its bar: the clause rests on the estimate."
        for each in readings
        if each.straddles and each.status in (Status.MET, Status.FAILED)
    ]
    if few := few_labels(evidence):
        said.append(f"{few[:1].upper()}{few[1:]}.")
    return tuple(said)


def few_labels(evidence: Evidence) -> str:
    """Say how few answers people labelled; empty where they are enough, or none."""
    grading = evidence.grading
    if grading is None or grading.stale or not 0 < grading.n_labelled < MIN_LABELLED_PAIRS:
        return ""
    are = "is" if grading.n_labelled == 1 else "are"
    return f"only {many(grading.n_labelled, 'answer')} {are} labelled by people"


def _rejections(outcome: Outcome, readings: Sequence[ClauseReading]) -> list[str]:
    """A rejection that the measured answers alone would give, or could not rule out."""
    if outcome is Outcome.REJECT:
        return []
    return [
        f"Not rejected, but not cleared either: {_words(each)}{_why(each, readings)}."
        for each in readings
        if each.clause.rule == "reject_if" and each.status is Status.NOT_MEASURED
    ]


def _why(reading: ClauseReading, readings: Sequence[ClauseReading]) -> str:
    """Why a clause is not measured, unless other clauses say that of themselves as well."""
    shared = sum(each.reason == reading.reason for each in readings) > 1
    return " is not measured" if shared else f": {(reading.reason or '').rstrip('.')}"


def _blocked(
    outcome: Outcome, conditions: Sequence[Precondition], readings: Sequence[ClauseReading]
) -> list[str]:
    if outcome is not Outcome.ITERATE or not all(
        each.status is Status.MET for each in readings if each.clause.rule == "switch_if"
    ):
        return []
    missing = [each.id.replace("_", " ") for each in conditions if each.status is not Status.MET]
    if not missing:
        return []
    return [f"Every switch_if clause is met; what is lacking is: {', '.join(missing)}."]


def _words(reading: ClauseReading) -> str:
    quantity = look_up(reading.clause.quantity)
    return quantity.words if quantity else reading.clause.quantity
