"""How far do grader and people agree, and what does the difference look like corrected?"""

from math import isclose

from lcexplore.evidence.corrected import LABELS_TO_DECIDE
from lcexplore.evidence.grading import Agreement, ArmTest, Grading
from lcexplore.model import Interval, Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.grader import in_order
from lcexplore.words import (
    MINUS,
    count,
    kappa,
    p_value,
    percent,
    points,
    points_unsigned,
    share,
    span,
)


def agreement(review: Review, grading: Grading) -> tuple[list[str], list[list[str]]]:
    """List the ceiling, the grader's agreement, kappa and the answers' length."""
    rows = [["Two people agree (the ceiling)", _people(grading)]]
    if grading.grader_agrees is not None:
        rows.append(["The grader agrees with them", _share(grading.grader_agrees)])
    without = grading.grader_agrees_unadjudicated
    if without is not None and grading.n_adjudicated:
        rows.append(["The same, settled answers left out", _share(without)])
    same = grading.grader_agrees_ceiling
    if same is not None and same != grading.grader_agrees:
        rows.append(["The same, on what both people labelled", _share(same)])
    rows.append(["A grader with one constant verdict (the floor)", _floor(grading)])
    rows.append(["Kappa, grader and people", kappa_words(grading)])
    if grading.n_unsettled:
        rows.append(["Left out: people differ or cannot tell", _unsettled(grading)])
    length = {role: grading.words_mean.get(role) for role in Role}
    if all(value is not None for value in length.values()):
        rows.append(["Mean answer length", _length(review, length)])
    return ["What", "Measured"], rows


def _share(agree: Agreement) -> str:
    return f"{share(agree.agree, agree.n, 'answers')}; {reach(agree.interval)}"


def _people(grading: Grading) -> str:
    agree = grading.labellers_agree
    if agree is None:
        return "not measured: one person labelled"
    settled = f"; {count(grading.n_adjudicated)} settled by argument"
    return _share(agree) + (settled if grading.n_adjudicated else "")


def _floor(grading: Grading) -> str:
    if grading.constant_floor is None:
        return "not measured: no answer is labelled"
    same = round(grading.constant_floor * grading.n_labelled)
    return share(same, grading.n_labelled, "answers")


def _unsettled(grading: Grading) -> str:
    n = grading.n_unsettled
    return f"{count(n)} {'answer' if n == 1 else 'answers'} without a fact"


def ceiling(grading: Grading) -> str:
    """Compare the grader with the ceiling on the same answers; empty where none has two labels."""
    gap = grading.ceiling_gap
    if gap is None or gap.interval is None:
        return ""
    on = f"on the same {count(gap.n)} answers"
    ends = span(gap.interval)
    if round(gap.difference, 3) == 0:
        return f"The grader agrees with a person as often as two people do, {on} ({ends} points)."
    often = "less" if gap.difference < 0 else "more"
    return (
        f"The grader agrees with a person {points_unsigned(gap.difference)} {often} often than two "
        f"people do, {on} (95 % interval {ends})."
    )


def _length(review: Review, length: dict[Role, float | None]) -> str:
    candidate, baseline = (round(length[role] or 0) for role in (Role.CANDIDATE, Role.BASELINE))
    return (
        f"{count(candidate)} words in {review.info.candidate} against {count(baseline)} in "
        f"{review.info.baseline}"
    )


def kappa_words(grading: Grading) -> str:
    """Write kappa, or why it or its interval is undefined."""
    if grading.kappa is None:
        return f"undefined: all {count(grading.n_labelled)} verdicts are the same"
    if grading.kappa_interval is None:
        written = kappa(grading.kappa, None)
        return f"{written}; interval undefined: these labels show no disagreement to go by"
    return kappa(grading.kappa, grading.kappa_interval)


def corrected_title(grading: Grading) -> str:
    """Say what the corrected difference allows: the interval where labels are too few."""
    corrected = grading.corrected
    if corrected is None:
        return "The corrected difference is not measured: no question was labelled in both arms"
    reach = f"{span(Interval(corrected.low, corrected.high))} points"
    if not corrected.decides:
        return f"{count(corrected.n_pairs)} labelled questions are too few to correct with: {reach}"
    if corrected.label_share > 0.5:
        return (
            f"Corrected by {count(corrected.n_pairs)} labelled questions, the difference: {reach}"
        )
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
    """Say how many labelled questions would do, or that no number would."""
    corrected = grading.corrected
    if corrected is None:
        return ""
    if corrected.labels_needed is None:
        return "Labels alone cannot give ±2.5 points: the graded questions are too few for that."
    needed = f"Labels needed for ±2.5 points: about {count(corrected.labels_needed)} questions"
    if corrected.labels_needed > corrected.n_covered > 0:
        return f"{needed}, more than the {count(corrected.n_covered)} that are compared."
    return f"{needed}."


def basis(review: Review, grading: Grading) -> str:
    """Say which of the two differences the decision stands on; empty without a record."""
    corrected, record = grading.corrected, review.record
    if record is None or corrected is None:
        return ""
    if record.correctness_basis != "calibrated":
        return "The record decides on the difference as graded; the corrected one stands beside it."
    if corrected.decides:
        return "The record decides on the corrected difference."
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


def more_measures(grading: Grading) -> list[list[str]]:
    """List the other measures of agreement."""
    found = [
        ("Gwet's AC1", grading.ac1),
        ("PABAK", grading.pabak),
        ("Prevalence index", grading.prevalence_index),
        ("Bias index", grading.bias_index),
    ]
    rows = [
        [name, "undefined" if value is None else f"{value:.2f}".replace("-", MINUS)]
        for name, value in found
    ]
    rows.append(["Kappa's interval, questions resampled", _by_question(grading)])
    return [["Measure", "Value"], *rows]


def _by_question(grading: Grading) -> str:
    found = grading.kappa_by_question
    if found is None:
        return "not needed: no question has two labelled answers, or undefined"
    low, high = (f"{end:.2f}".replace("-", MINUS) for end in found)
    return f"{low} to {high}; the wider of this and the plain one is shown"


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
    tests = [_test(each) for each in (grading.false_passes, grading.false_fails)]
    return [header, *rows, ["Between the arms: Fisher, mid-p", *tests]]


def _test(found: ArmTest) -> str:
    if found.p is None:
        return "not measured: an arm has none"
    return f"p = {p_value(found.p)}"


def _rate(part: int, whole: int, interval: Interval | None) -> str:
    if interval is None:
        return f"{count(part)} of {count(whole)}"
    return f"{share(part, whole, 'answers')}; {reach(interval)}"


def reach(interval: Interval) -> str:
    """Write the interval of a share: ``interval 74 to 93 %``."""
    low, high = (percent(end, decimals=0) for end in interval)
    return f"interval {low.removesuffix('%').rstrip()} to {high}"
