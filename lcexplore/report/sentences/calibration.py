"""How far do grader and people agree, and what does the difference look like corrected?"""

from math import isclose

from lcexplore.evidence.grading import Grading
from lcexplore.model import Interval, Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.grader import in_order
from lcexplore.words import MINUS, count, kappa, percent, points, share, span


def agreement(review: Review, grading: Grading) -> tuple[list[str], list[list[str]]]:
    """List the ceiling, the grader's agreement, kappa and the answers' length."""
    rows = [["Two people agree (the ceiling)", _people(grading)]]
    if grading.grader_agrees is not None:
        agree = grading.grader_agrees
        rows.append(["The grader agrees with them", share(agree.agree, agree.n, "answers")])
    rows.append(["Kappa, grader and people", kappa_words(grading)])
    length = {role: grading.words_mean.get(role) for role in Role}
    if all(value is not None for value in length.values()):
        rows.append(["Mean answer length", _length(review, length)])
    return ["What", "Measured"], rows


def _people(grading: Grading) -> str:
    agree = grading.labellers_agree
    if agree is None:
        return "not measured: one person labelled"
    settled = f"; {count(grading.n_adjudicated)} settled by argument"
    return share(agree.agree, agree.n, "answers") + (settled if grading.n_adjudicated else "")


def _length(review: Review, length: dict[Role, float | None]) -> str:
    candidate, baseline = (round(length[role] or 0) for role in (Role.CANDIDATE, Role.BASELINE))
    return (
        f"{count(candidate)} words in {review.info.candidate} against {count(baseline)} in "
        f"{review.info.baseline}"
    )


def kappa_words(grading: Grading) -> str:
    """Write kappa, or why it is undefined."""
    if grading.kappa is None:
        return f"undefined: all {count(grading.n_labelled)} verdicts are the same"
    return kappa(grading.kappa, grading.kappa_interval)


def corrected_title(grading: Grading) -> str:
    """Say what the corrected difference allows: the interval where labels are too few."""
    corrected = grading.corrected
    if corrected is None:
        return "The corrected difference is not measured: no question was labelled in both arms"
    reach = f"{span(Interval(corrected.low, corrected.high))} points"
    if not corrected.decides or corrected.label_share > 0.5:
        return f"{count(corrected.n_pairs)} labelled questions are too few to correct with: {reach}"
    return f"Corrected for the grader, the difference is {points(corrected.estimate)} ({reach})"


def corrected_small(review: Review, grading: Grading) -> str:
    """Say n, unit, direction and how much of the width comes from the labels."""
    corrected = grading.corrected
    if corrected is None:
        return ""
    part = percent(corrected.label_share, decimals=0)
    return (
        f"Points, {review.info.candidate} minus {review.info.baseline}; "
        f"{count(corrected.n_pairs)} questions labelled in both arms, under rubric "
        f"{grading.rubric}; {part} of the variance comes from the labels."
    )


def uncorrected_name(review: Review, grading: Grading) -> str:
    """Name the grader's own difference by the rubric that gave it."""
    shown, found = review.evidence.correctness.difference, grading.corrected
    same = found is not None and shown is not None and isclose(found.uncorrected, shown)
    return f"Grader as it is, rubric {review.info.rubric if same else grading.rubric}"


def labels_needed(grading: Grading) -> str:
    """Say how many labelled questions would do; empty where that is not known."""
    corrected = grading.corrected
    if corrected is None or corrected.labels_needed is None:
        return ""
    return f"Labels needed for ±2.5 points: about {count(corrected.labels_needed)} questions."


def stale_reason(review: Review, grading: Grading) -> str:
    """Say why the labels do not certify the grading shown; empty when they do."""
    if grading.stale is None:
        return ""
    return grading.stale.rstrip(".")


def stale(review: Review, grading: Grading) -> str:
    """Say that the correction is not measured under the rubric shown; empty otherwise."""
    reason = stale_reason(review, grading)
    return f"○ not measured under rubric {review.info.rubric}: {reason}." if reason else ""


def more_measures(grading: Grading) -> list[list[str]]:
    """List the other measures of agreement."""
    found = [
        ("Gwet's AC1", grading.ac1),
        ("PABAK", grading.pabak),
        ("Prevalence index", grading.prevalence_index),
        ("Bias index", grading.bias_index),
        ("Agreement of a grader with one constant verdict", grading.constant_floor),
    ]
    rows = [
        [name, "undefined" if value is None else f"{value:.2f}".replace("-", MINUS)]
        for name, value in found
    ]
    without = grading.grader_agrees_unadjudicated
    if without is not None:
        rows.append(
            [
                "Grader agrees, settled answers left out",
                share(without.agree, without.n, "answers"),
            ]
        )
    return [["Measure", "Value"], *rows]


def error_rates(review: Review, grading: Grading) -> list[list[str]]:
    """List false-pass and false-fail rates by arm with exact intervals."""
    header = ["Arm", "False pass: of those people failed", "False fail: of those people passed"]
    rows = [
        [
            review.info.arm(role),
            _rate(each.lenient, each.n_people_failed, each.false_pass),
            _rate(each.strict, each.n_people_passed, each.false_fail),
        ]
        for role, each in in_order(grading)
    ]
    return [header, *rows]


def _rate(part: int, whole: int, interval: Interval | None) -> str:
    if interval is None:
        return f"{count(part)} of {count(whole)}"
    low, high = (percent(end, decimals=0) for end in interval)
    return f"{count(part)} of {count(whole)}; interval {low} to {high}"
