"""How far do people agree, how far does the grader agree with them, and where does it err?"""

from collections.abc import Mapping

from lcexplore.evidence.grading import Agreement, ArmTest, Grading, PeopleAgreement
from lcexplore.model import Interval, Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.grader import in_order
from lcexplore.words import (
    MINUS,
    count,
    kappa,
    level,
    many,
    p_value,
    percent,
    points,
    share,
    span,
)


def agreement(review: Review, grading: Grading) -> tuple[list[str], list[list[str]]]:
    """List the ceiling, the grader's agreement, kappa and the answers' length."""
    several = grading.labellers_agree is not None and grading.labellers_agree.people > 2
    two = "Any two people agree" if several else "Two people agree"
    rows = [[f"{two} (the ceiling)", _people(grading)]]
    if grading.grader_agrees is not None:
        rows.append(["The grader agrees with them", _share(grading.grader_agrees)])
    without = grading.grader_agrees_unadjudicated
    if without is not None and grading.n_adjudicated:
        rows.append(["The same, settled answers left out", _share(without)])
    same = grading.grader_agrees_ceiling
    if same is not None and same != grading.grader_agrees:
        both = "two people or more" if several else "both people"
        rows.append([f"The same, on what {both} labelled", _share(same)])
    rows.append(["A grader with one constant verdict (the floor)", _floor(grading)])
    on = many(grading.n_labelled, "answer")
    rows.append(["Kappa, grader and people", f"{kappa_words(grading)}; {on}"])
    if any(grading.unsettled.values()):
        rows.append(
            ["Left out: people differ or gave no clear verdict", _unsettled(review, grading)]
        )
    length = {role: grading.words_mean.get(role) for role in Role}
    if all(value is not None for value in length.values()):
        rows.append(["Mean answer length", _length(review, length, grading.n_words)])
    return ["What", "Measured"], rows


def _share(agree: Agreement) -> str:
    return f"{share(agree.agree, agree.n, 'answers')}; {reach(agree.interval)}"


def _people(grading: Grading) -> str:
    agree = grading.labellers_agree
    if agree is None:
        return "not measured: one person labelled"
    settled = f"; {count(grading.n_adjudicated)} settled by argument"
    return pairs(agree) + (settled if grading.n_adjudicated else "")


def pairs(agree: PeopleAgreement) -> str:
    """Write how often two people agree: of the answers, or with more people of their pairs."""
    if agree.people == 2:
        return _share(agree)
    labels = share(agree.agreeing_pairs, agree.pairs, "pairs of labels")
    return (
        f"{labels}, by {count(agree.people)} people on {many(agree.n, 'answer')}; "
        f"{reach(agree.interval)}; all agree on {count(agree.agree)}"
    )


def _floor(grading: Grading) -> str:
    if grading.constant_floor is None:
        return "not measured: no answer is labelled"
    same = round(grading.constant_floor * grading.n_labelled)
    return share(same, grading.n_labelled, "answers")


def _unsettled(review: Review, grading: Grading) -> str:
    by_arm = (f"{review.info.arm(role)} {count(grading.unsettled.get(role, 0))}" for role in Role)
    total = sum(grading.unsettled.values())
    return f"{many(total, 'answer')} without a fact: {', '.join(by_arm)}"


def ceiling(grading: Grading) -> str:
    """Compare the grader with the ceiling on the same answers; empty where none has two labels.

    Each person's own label is what it is held against here, and the settled verdict in the table:
    it may agree less often than two people with the one, and more often with the other.
    """
    gap = grading.ceiling_gap
    if gap is None or gap.interval is None:
        return ""
    level_with = round(gap.difference, 3) == 0
    often = (
        "as often as" if level_with else f"{'less' if gap.difference < 0 else 'more'} often than"
    )
    return (
        f"With each person's own label the grader agrees {often} the two people agree with each "
        f"other: {points(gap.difference)} on the same {many(gap.n, 'answer')} "
        f"({level(grading.level)} interval {span(gap.interval)}). The table holds it against what "
        "was settled between them, and can give more."
    )


def _length(review: Review, length: dict[Role, float | None], n: Mapping[Role, int]) -> str:
    candidate, baseline = (round(length[role] or 0) for role in (Role.CANDIDATE, Role.BASELINE))
    of = {role: many(n.get(role, 0), "answer") for role in Role}
    return (
        f"{many(candidate, 'word')} in {review.info.candidate} ({of[Role.CANDIDATE]}) against "
        f"{count(baseline)} in {review.info.baseline} ({of[Role.BASELINE]})"
    )


def kappa_words(grading: Grading) -> str:
    """Write kappa, or why it or its interval is undefined."""
    if grading.kappa is None:
        return f"undefined: all {many(grading.n_labelled, 'verdict')} are the same"
    if grading.kappa_interval is None:
        written = kappa(grading.kappa, None)
        return f"{written}; interval undefined: {_no_interval(grading)}"
    return kappa(grading.kappa, grading.kappa_interval)


def _no_interval(grading: Grading) -> str:
    if grading.disagreements and grading.one_sided:
        return f"{grading.one_sided} gave one and the same verdict on all labelled answers"
    if grading.disagreements and len(grading.disagreements) == grading.n_labelled:
        return "grader and people differ on every labelled answer"
    return "these labels show no disagreement to go by"


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
