"""Did people judge answers of both arms under the grading that is read, and do they agree?"""

from lcexplore.decision.measure_correctness import (
    MIN_LABELLED_PAIRS,
    none_settled,
    too_few,
    ungraded_labels,
    unlike_rest,
)
from lcexplore.decision.precondition import Precondition
from lcexplore.decision.rule import DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.grading import Agreement, Grading
from lcexplore.model import ComparisonInfo, Role, Status
from lcexplore.stats.proportion import clopper_pearson
from lcexplore.words import count, graded, many

# Graders that compare text by a fixed rule: people need not calibrate them.
RULE_GRADERS = frozenset(
    {"answer", "choice", "contains", "equals", "exact", "exact_match", "f1", "icontains"}
    | {"includes", "is-json", "match", "pattern", "quasi_exact_match", "regex", "human", "people"}
)

LENIENT = "The grader is more lenient with"
OF_FAILED = ": of what people failed it passed "
TOO_FEW = "That is too few to tell whether they agree with it more often than not."
_LEVEL = 0.90  # two-sided: either end errs at most one time in twenty
SETTLE = "settle them on the Label page, or import what was settled with the labeller adjudicated"


def calibrated(record: DecisionRecord, evidence: Evidence) -> Precondition:
    """People judged answers of both arms under the grading that is read."""
    name = "calibrated"
    grader = evidence.info.grader
    if towards := lean(record, evidence):
        message = _leaning(evidence, towards)
        return Precondition(id=name, status=Status.FAILED, message=message)
    if record.calibration == "not_required":
        message = "The record does not require human labels."
        return Precondition(id=name, status=Status.MET, message=message)
    by_rule = grader is not None and grader.casefold() in RULE_GRADERS
    if record.calibration == "by_grader" and by_rule and record.correctness_basis == "graded":
        message = f"{grader} grades by a fixed rule, so no labels are required."
        return Precondition(id=name, status=Status.MET, message=message)
    problem = _uncalibrated(record, evidence, evidence.grading)
    if problem or evidence.grading is None:
        return Precondition(id=name, status=Status.NOT_MEASURED, message=problem or "")
    return _agreeing(evidence.grading, evidence.info, ungraded=ungraded_labels(evidence))


def lean(record: DecisionRecord, evidence: Evidence) -> Role | None:
    """The arm that the grader is more lenient with, established, where the record decides on that.

    Such a difference holds something besides the designs that moved with the arm, whether or not
    labels were required to see it; the corrected one does not.
    """
    grading, info = evidence.grading, evidence.info
    if grading is None or grading.stale or record.correctness_basis != "graded":
        return None
    own = (grading.grader, grading.rubric) == (info.grader, info.rubric)
    return grading.leans_to if own else None


def _leaning(evidence: Evidence, towards: Role) -> str:
    """Name the arm, and both shares of what people failed that the grader passed."""
    leniency = evidence.grading.leniency if evidence.grading else {}
    roles = [towards, *(role for role in Role if role is not towards)]
    shares = " and ".join(
        f"{count(leniency[role].lenient)} of {many(leniency[role].n_people_failed, 'answer')} of "
        f"{evidence.info.arm(role)}"
        for role in roles
    )
    return (
        f"{LENIENT} {evidence.info.arm(towards)}{OF_FAILED}{shares}. The "
        "difference as graded holds that lean; corrected for the grader it would not."
    )


def _agreeing(grading: Grading, info: ComparisonInfo, *, ungraded: int) -> Precondition:
    """Labels calibrate a grader where people agree with it more often than not, established."""
    labelled = "answer is" if grading.n_labelled == 1 else "answers are"
    message = f"{count(grading.n_labelled)} {labelled} labelled by people"
    agreed = grading.grader_agrees
    if agreed is None:
        return Precondition(id="calibrated", status=Status.MET, message=f"{message}.")
    message = f"{message}, who agree with the grader on {count(agreed.agree)} of {count(agreed.n)}."
    message += _left_out(grading, info)
    if ungraded:
        message += f" The grader's verdict is missing on {count(ungraded)} more."
    status = _established(agreed, ungraded)
    if status is Status.NOT_MEASURED:
        message = f"{message} {TOO_FEW}"
    return Precondition(id="calibrated", status=status, message=message)


def _established(agreed: Agreement, ungraded: int) -> Status:
    """Whether the share of answers on which people agree lies above one half, or below.

    By the exact one-sided bound (Clopper & Pearson, Biometrika 26:404): 5 of 5 and 9 of 10 are
    above, 2 of 2 and 8 of 10 are not. A labelled answer whose verdict is gone, as it failed, counts
    as a contradiction for the one bound and as an agreement for the other.
    """
    n = agreed.n + ungraded
    if clopper_pearson(successes=agreed.agree, n=n, level=_LEVEL).low > 0.5:
        return Status.MET
    most = clopper_pearson(successes=agreed.agree + ungraded, n=n, level=_LEVEL).high
    return Status.FAILED if most < 0.5 else Status.NOT_MEASURED


def _left_out(grading: Grading, info: ComparisonInfo) -> str:
    """In which arm people left answers open: all in one arm, they could hide a lean."""
    total = sum(grading.unsettled.values())
    if not total:
        return ""
    arms = " and ".join(f"{count(grading.unsettled.get(r, 0))} in {info.arm(r)}" for r in Role)
    return (
        f" On {count(total)} more they differ or gave no clear verdict, {arms}: these are left out."
    )


def _uncalibrated(
    record: DecisionRecord, evidence: Evidence, grading: Grading | None
) -> str | None:
    info = evidence.info
    if not evidence.inputs.tally.questions:
        return "No answer is stored that people could label."
    own = grading is not None and (grading.grader, grading.rubric) == (info.grader, info.rubric)
    if own and (left := none_settled(evidence)):
        return f"{left[:1].upper()}{left[1:]}: {SETTLE}."
    if grading is None or grading.n_labelled == 0:
        return f"No human labels for {graded(info.grader, info.rubric)}."
    if grading.stale:
        return f"Calibration is out of date: {grading.stale.rstrip('.')}."
    if (grading.grader, grading.rubric) != (info.grader, info.rubric):
        belong = f"{grading.grader}, rubric {grading.rubric}"
        return f"Labels belong to {belong}; shown is {graded(info.grader, info.rubric)}."
    for role in Role:
        if role not in grading.leniency or grading.leniency[role].n_labelled == 0:
            n = grading.unsettled.get(role, 0)
            which = "labelled answer" if n else "answer"
            said = (
                f"settled: people differ or gave no clear verdict on {count(n)}"
                if n
                else "labelled"
            )
            return f"No {which} of {info.arm(role)} is {said}, so a lean could not be seen."
    if record.correctness_basis != "calibrated":
        return None
    labelled = grading.corrected.n_pairs if grading.corrected else grading.n_pairs
    if labelled < MIN_LABELLED_PAIRS:
        return f"Not enough labels, as {too_few(labelled)}."
    if grading.unlike:
        said = unlike_rest(grading.unlike)
        return f"{said[:1].upper()}{said[1:]}."
    if grading.corrected is None:
        return f"The {count(labelled)} labelled questions could not correct the difference."
    return None
