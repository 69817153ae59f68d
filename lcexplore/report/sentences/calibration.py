"""What does the difference look like, corrected for the grader, and what may rest on it?"""

from math import isclose

from lcexplore.decision.measure_correctness import unlike_rest
from lcexplore.evidence.corrected import DOCUMENTS_TO_DECIDE, LABELS_TO_DECIDE
from lcexplore.evidence.grading import Grading
from lcexplore.model import Interval
from lcexplore.report.review import Review
from lcexplore.report.sentences.common import capital
from lcexplore.words import count, many, percent, points, span, three_figures


def corrected_title(grading: Grading) -> str:
    """Say what the corrected difference allows: the interval where labels are too few."""
    corrected = grading.corrected
    if corrected is None:
        return f"The corrected difference is not measured: {none_corrected(grading)}"
    reach = f"{span(Interval(corrected.low, corrected.high))} points"
    if corrected.few_documents:
        few = many(corrected.n_documents or 0, "document")
        return f"Labels from {few} are too few to correct with: {reach}"
    if not corrected.decides:
        n = many(corrected.n_pairs, "labelled question")
        return f"{n} are too few to correct with: {reach}"
    if corrected.label_share > 0.5:
        return (
            f"Corrected by {many(corrected.n_pairs, 'labelled question')}, the difference: {reach}"
        )
    return f"Corrected for the grader, the difference is {points(corrected.estimate)} ({reach})"


def none_corrected(grading: Grading) -> str:
    """Say why nothing is corrected: the labelled questions are unlike the rest, or too few."""
    if grading.unlike and grading.n_pairs >= LABELS_TO_DECIDE:
        return unlike_rest(grading.unlike)
    if not grading.n_pairs:
        return "no question was labelled in both arms"
    was = "was" if grading.n_pairs == 1 else "were"
    return (
        f"{many(grading.n_pairs, 'question')} {was} labelled in both arms; it takes 2 to correct "
        f"and {LABELS_TO_DECIDE} to decide"
    )


def corrected_small(review: Review, grading: Grading) -> str:
    """Say n, unit, direction and how much of the width comes from the labels."""
    corrected = grading.corrected
    if corrected is None:
        return ""
    part = percent(corrected.label_share, decimals=0)
    return (
        f"Points, {review.info.candidate} minus {review.info.baseline}, as rubric "
        f"{_rubric(review, grading)} has it; {many(corrected.n_pairs, 'question')} labelled in "
        f"both arms, under rubric {grading.rubric}; {part} of the variance comes from the labels."
        f"{_unlike(grading)}"
    )


def _unlike(grading: Grading) -> str:
    """Warn of labelled questions that are no random draw; empty where they could be one."""
    return f" {capital(unlike_rest(grading.unlike))}." if grading.unlike else ""


def uncorrected_name(review: Review, grading: Grading) -> str:
    """Name the grader's own difference by the rubric that gave it."""
    return f"Grader as it is, rubric {_rubric(review, grading)}"


def _rubric(review: Review, grading: Grading) -> str:
    """The rubric whose difference is corrected: the one shown where it judged what is labelled."""
    return (corrects_shown(review, grading) and review.info.rubric) or grading.rubric


def corrects_shown(review: Review, grading: Grading) -> bool:
    """Whether the difference that is corrected is the one that the other pages show."""
    shown, found = review.evidence.correctness.difference, grading.corrected
    return found is not None and shown is not None and isclose(found.uncorrected, shown)


def corrected_name(review: Review, grading: Grading) -> str:
    """Name the corrected difference, and by whose labels where they do not certify it."""
    if grading.stale is None:
        return "Corrected for the grader"
    return f"Corrected by {_own_labels(review, grading)[0]}"


def uncertified_name(review: Review, grading: Grading) -> str:
    """Name the corrected difference that labels of the grading shown would give."""
    return f"Corrected by {_own_labels(review, grading)[1]}"


def _own_labels(review: Review, grading: Grading) -> tuple[str, str]:
    """The labels that there are, and the ones that would certify the grading shown."""
    info = review.info
    if info.grader and grading.grader != info.grader:
        return f"labels of grader {grading.grader}", f"labels of grader {info.grader}"
    if info.rubric and grading.rubric != info.rubric:
        return f"labels of rubric {grading.rubric}", f"labels of rubric {info.rubric}"
    return "the labels there are", "a fresh draw of labels"


def labels_needed(grading: Grading) -> str:
    """Say how many labelled questions would do, or that no number would."""
    corrected = grading.corrected
    if corrected is None:
        return ""
    compared = f"the {many(corrected.n_covered, 'question')} that are compared"
    if corrected.labels_needed is None:
        return f"Labels cannot give ±2.5 points here: labels on all of {compared} would not do."
    rounded = count(three_figures(corrected.labels_needed))
    return (
        f"Labels needed for ±2.5 points: about {rounded} of {compared}. As on Label, this is "
        "planned by how often grader and people differ."
    )


def basis(review: Review, grading: Grading) -> str:
    """Say which of the two differences the decision stands on; empty without a record."""
    corrected, record = grading.corrected, review.record
    if record is None or corrected is None:
        return ""
    if record.correctness_basis != "calibrated":
        return "The record decides on the difference as graded; the corrected one stands beside it."
    if corrected.decides:
        return "The record decides on the corrected difference."
    if corrected.few_documents:
        return (
            "The record decides on the corrected difference, and with labelled questions from "
            f"fewer than {DOCUMENTS_TO_DECIDE} documents it decides nothing."
        )
    return (
        f"The record decides on the corrected difference, and below {LABELS_TO_DECIDE} questions "
        "labelled in both arms it decides nothing."
    )


def method(grading: Grading) -> list[str]:
    """Say how the difference is corrected and what that takes for granted."""
    corrected = grading.corrected
    if corrected is None:
        return []
    return [
        f"{corrected.method}. On each labelled question the grader's difference is compared with "
        "people's; what it is off by on average is taken out of its difference on all questions, "
        "so that leniency towards one arm goes too.",
        "It takes for granted that the labelled questions are a random draw of those compared, "
        "that what people say is the fact, that they saw neither arm nor grader, and that one and "
        "the same grader judged all answers.",
        "One error rate shared by both arms is not used to correct: leniency towards one arm would "
        "stay in.",
    ]


def stale_reason(review: Review, grading: Grading) -> str:
    """Say why the labels do not certify the grading shown; empty when they do."""
    if grading.stale is None:
        return ""
    return grading.stale.rstrip(".")


def stale(review: Review, grading: Grading) -> str:
    """Say that the correction is not measured under the rubric shown; empty otherwise."""
    reason = stale_reason(review, grading)
    return f"○ not measured under rubric {review.info.rubric}: {reason}." if reason else ""
