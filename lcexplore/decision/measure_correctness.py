"""What was measured of correctness and of the grader, and can a clause rest on it?"""

from lcexplore.decision import documents
from lcexplore.decision.measured import Measured, Subject, beyond_tolerance, unmeasured
from lcexplore.decision.quantities import Form
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.corrected import DOCUMENTS_TO_DECIDE
from lcexplore.evidence.correctness import Correctness, Guard
from lcexplore.evidence.grading import CorrectedDifference, Grading, Unlike
from lcexplore.model import Interval, Role, Verdict
from lcexplore.words import count, many

MIN_DOCUMENTS = DOCUMENTS_TO_DECIDE
MIN_LABELLED_PAIRS = 50
UNLIKE = "the labelled questions are not like the rest"
MIN_LABELLED_ANSWERS = 50  # at 50 a kappa of 0.76 still reaches from 0.56 to 0.96


def correctness(subject: Subject) -> Measured:
    """The difference or an end of its interval, on the basis that the record names."""
    if subject.record.correctness_basis == "calibrated":
        return _calibrated(subject)
    found = subject.evidence.correctness
    if found.difference is None or not (found.interval and found.guard):
        return unmeasured("no question was measured in both arms", unit_n="questions")
    low, high = _range(subject, found.guard)
    return Measured(
        observed=_end(subject, found.difference, found.interval),
        low=low,
        high=high,
        n=found.n_questions,
        unit_n="questions",
        reason=_why_not(subject, found, found.guard),
        missing=sum(without_verdict(subject.evidence, role) for role in Role),
        interval=found.interval,
    )


def _end(subject: Subject, value: float, interval: Interval | None) -> float:
    if interval is None or subject.quantity.form is Form.POINT:
        return value
    return interval.low if subject.quantity.form is Form.LOWER else interval.high


def _range(subject: Subject, guard: Guard) -> tuple[float, float]:
    if subject.quantity.form is Form.LOWER:
        return guard.low, guard.low_at_best
    if subject.quantity.form is Form.UPPER:
        return guard.high_at_worst, guard.high
    return guard.difference_low, guard.difference_high


def without_verdict(evidence: Evidence, role: Role) -> int:
    """Planned answers of an arm that have no verdict."""
    tally = evidence.inputs.tally
    return max(0, tally.planned_per_arm - int(tally.tally(role).measured.sum()))


def _why_not(subject: Subject, found: Correctness, guard: Guard) -> str | None:
    frozen, info = subject.record.eval_set_size, subject.evidence.info
    if frozen and frozen > found.n_eval_set:
        return (
            f"the record froze {many(frozen, 'question')}; "
            f"{count(found.n_eval_set)} were planned or seen"
        )
    if few := documents.too_few(found, guard):
        return few
    role = max(Role, key=lambda each: without_verdict(subject.evidence, each))
    return beyond_tolerance(
        without_verdict(subject.evidence, role),
        subject.evidence.inputs.tally.planned_per_arm,
        f"answers of {info.arm(role)} have no verdict",
        subject.record.missing_tolerance,
    )


def _calibrated(subject: Subject) -> Measured:
    """The corrected difference; nothing bounds it for unmeasured answers, so none may be."""
    grading = subject.evidence.grading
    corrected = grading.corrected if grading else None
    if grading is None or corrected is None:
        n = grading.n_pairs if grading else 0
        unlike = unlike_rest(grading.unlike) if grading and grading.unlike else None
        return unmeasured(unlike or too_few(n), unit_n="questions", n=n)
    interval = Interval(corrected.low, corrected.high)
    value = _end(subject, corrected.estimate, interval)
    missing = sum(without_verdict(subject.evidence, role) for role in Role)
    return Measured(
        observed=value,
        low=value,
        high=value,
        n=corrected.n_pairs,
        unit_n="questions",
        reason=grading.stale
        or _too_little(subject, corrected, missing)
        or _ungraded_label(subject),
        missing=missing,
        interval=interval,
    )


def _too_little(subject: Subject, corrected: CorrectedDifference, missing: int) -> str | None:
    found = subject.evidence.correctness
    if corrected.n_pairs < MIN_LABELLED_PAIRS:
        return too_few(corrected.n_pairs)
    if corrected.few_documents:
        return (
            f"the labelled questions come from {many(corrected.n_documents or 0, 'document')}, "
            f"too few: {MIN_DOCUMENTS} are needed"
        )
    if found.guard and (few := documents.too_few(found, found.guard)):
        return few
    if missing:
        return (
            f"answers without a verdict: {count(missing)}; nothing bounds the correction for them"
        )
    return None


def too_few(n: int) -> str:
    """Say how many questions are labelled in both arms, fewer than a calibrated basis needs."""
    if not n:
        return (
            "no question has both arms' answers labelled: "
            f"a calibrated basis needs {MIN_LABELLED_PAIRS}"
        )
    are = "is" if n == 1 else "are"
    return (
        f"{many(n, 'question')} {are} labelled in both arms: "
        f"a calibrated basis needs {MIN_LABELLED_PAIRS}"
    )


def unlike_rest(found: Unlike) -> str:
    """Say how the labelled questions differ from the rest, so that nothing is corrected by them."""
    what = "a difference" if found.ahead is None else f"the {found.ahead} ahead"
    return (
        f"{UNLIKE}: the grader sees {what} on "
        f"{count(found.seen_labelled)} of {count(found.n_labelled)} of them and on "
        f"{count(found.seen_others)} of {many(found.n_others, 'other')}, so they are no random draw"
    )


def ungraded_labels(evidence: Evidence) -> int:
    """Answers that people settled and that have no verdict of the grader, as they failed."""
    calibration = evidence.inputs.calibration
    return sum(
        each.consensus is not None and each.grader is Verdict.NOT_MEASURED
        for each in (calibration.answers if calibration else ())
    )


def none_settled(evidence: Evidence) -> str | None:
    """Say that there are labels but no fact among them; None where people settled an answer."""
    grading = evidence.grading
    left = sum(grading.unsettled.values()) if grading else 0
    if grading is None or grading.n_labelled or ungraded_labels(evidence) or not left:
        return None
    on = "the one labelled answer" if left == 1 else f"all {count(left)} labelled answers"
    return f"people differ or gave no clear verdict on {on}, so none counts as a fact"


def _ungraded_label(subject: Subject) -> str | None:
    ungraded = ungraded_labels(subject.evidence)
    return f"labelled answers without a verdict of the grader: {ungraded}" if ungraded else None


def _why_no_interval(grading: Grading) -> str:
    if grading.disagreements and grading.one_sided:
        return f"{grading.one_sided} gave one and the same verdict on all labelled answers"
    often = "always" if grading.disagreements else "never"
    return f"grader and people {often} differed on the labelled answers"


def kappa(subject: Subject) -> Measured:
    """Agreement of the grader with people beyond chance."""
    grading = subject.evidence.grading
    if grading is None or grading.n_labelled == 0:
        reason = none_settled(subject.evidence) or "no answer is labelled by people"
        return unmeasured(reason, unit_n="labelled answers")
    if grading.kappa is None:
        reason = "undefined: all verdicts on the labelled answers are the same"
        return unmeasured(reason, unit_n="labelled answers", n=grading.n_labelled)
    perfect = not grading.disagreements  # the one kappa that needs no interval to be read
    if grading.kappa_interval is None and not (perfect and subject.quantity.form is Form.POINT):
        reason = f"{_why_no_interval(grading)}, so it has no interval"
        return unmeasured(reason, unit_n="labelled answers", n=grading.n_labelled)
    value = _end(subject, grading.kappa, grading.kappa_interval)
    return Measured(
        observed=value,
        low=value,
        high=value,
        n=grading.n_labelled,
        unit_n="labelled answers",
        reason=grading.stale or _ungraded_label(subject) or _too_few_for_kappa(grading.n_labelled),
        interval=grading.kappa_interval,
    )


def _too_few_for_kappa(n: int) -> str | None:
    if n >= MIN_LABELLED_ANSWERS:
        return None
    are = "is" if n == 1 else "are"
    return f"{many(n, 'answer')} {are} labelled by people: kappa needs {MIN_LABELLED_ANSWERS}"
