"""Can we trust the grading, in both arms?"""

from lcexplore.evidence.grading import Grading, Leniency
from lcexplore.evidence.inputs import LabelledAnswer
from lcexplore.evidence.leniency import ALPHA
from lcexplore.model import Role, Verdict
from lcexplore.report.review import Review
from lcexplore.report.sentences import rubrics
from lcexplore.words import (
    count,
    many,
    p_in_words,
    p_value,
    reason_words,
    spelled,
)

QUESTION = "Can we trust the grading, in both arms?"
NOT_CALIBRATED = "Not calibrated: the interval assumes the grader errs equally in both arms."


def lead(review: Review) -> str:
    """Answer the page's question in one sentence."""
    grading, change = review.evidence.grading, rubrics.last_change(review)
    rerun = f", and {rubrics.rerun(review, change)}" if change else ""
    if grading is None:
        why = "nothing was graded" if review.info.rubric is None else "no answer was labelled"
        return f"The grader was not calibrated: {why}{rerun}."
    return f"The grader {_lean(review, grading)}{rerun}."


def leader(grading: Grading) -> Role | None:
    """Arm with more lenient calls, None when even."""
    lenient = {role: each.lenient for role, each in grading.leniency.items()}
    most = max(lenient.values(), default=0)
    ahead = [role for role, n in lenient.items() if n == most]
    return ahead[0] if len(ahead) == 1 else None


def lenient_calls(grading: Grading) -> int:
    """Answers the grader passed and people failed, in both arms."""
    return sum(each.lenient for each in grading.leniency.values())


def _lean(review: Review, grading: Grading) -> str:
    total, role = lenient_calls(grading), leader(grading)
    on = f"on {many(grading.n_labelled, 'labelled answer')}{_split(review, grading)}"
    if total == 0 and (unseen := _unseen(review, grading)):
        return f"could show no lean: {unseen}"
    if total == 0:
        return f"showed no lean: none of its calls {on} was lenient"
    if role is None:
        return f"showed no lean: its {count(total)} lenient calls {on} fall evenly on both arms"
    most, arm = grading.leniency[role].lenient, review.info.arm(role)
    if total == 1:
        return f"showed no lean that one call could tell: its only lenient one {on} was {arm}"
    were = "was" if most == 1 else "were"
    lean = f"leaned towards {arm}"
    if not grading.leans:
        lean = f"leaned towards {arm}, which is not established"
    return f"{lean}: {count(most)} of its {count(total)} lenient calls {on} {were} {arm}"


def _split(review: Review, grading: Grading) -> str:
    """How many answers of each arm were labelled, where not the same ones were."""
    if grading.sign is None or grading.sign.alike:
        return ""
    arms = (f"{count(e.n_labelled)} {review.info.arm(role)}" for role, e in in_order(grading))
    return f" ({', '.join(arms)})"


def _unseen(review: Review, grading: Grading) -> str:
    """Say in which arm no answer could be passed leniently; empty where both had some."""
    if not grading.n_labelled:
        return "no labelled answer has a verdict of both people and grader"
    failed = {role: each.n_people_failed for role, each in in_order(grading)}
    if not any(failed.values()):
        return f"people failed none of {many(grading.n_labelled, 'labelled answer')}"
    without = [review.info.arm(role) for role in Role if not failed.get(role)]
    return f"people failed no labelled answer of {without[0]}" if without else ""


def leniency_title(review: Review, grading: Grading) -> str:
    """Say what the leniency figure finds."""
    total, role = lenient_calls(grading), leader(grading)
    if total == 0 and (unseen := _unseen(review, grading)):
        return f"No lean could be seen: {unseen}"
    if total == 0:
        return "No lenient call: nothing the grader passed was failed by people"
    if role is None:
        return f"The {count(total)} lenient calls fall evenly on both arms"
    if total == 1:
        return f"The only lenient call is of {review.info.arm(role)}: one tells no lean"
    kind = "a finding" if grading.leans else "a lean, not a finding"
    most = count(grading.leniency[role].lenient)
    return f"{most} of the {count(total)} lenient calls are {review.info.arm(role)} answers: {kind}"


def leniency_small(grading: Grading) -> str:
    """Say the n and the direction of the leniency figure."""
    differ = len(grading.disagreements)
    if not differ:
        on = many(grading.n_labelled, "labelled answer")
        return f"No mark: on {on} grader and people never differ."
    marks = "The mark is the one answer"
    if differ != 1:
        marks = f"Each mark is one of the {many(differ, 'answer')}"
    return (
        f"{marks} on which grader and people differ; "
        f"{count(grading.n_labelled)} labelled. Right: the grader passed, people failed it."
    )


def sign_test(grading: Grading) -> str:
    """Say how often a fair coin splits the lenient calls this unevenly, and what speaks against."""
    told = [_unlike(grading), _coin(grading), _rates(grading)]
    return " ".join(each for each in told if each)


def _unlike(grading: Grading) -> str:
    if grading.sign is None or grading.sign.alike or not lenient_calls(grading):
        return ""
    both, calls = many(grading.sign.n_both, "question"), many(grading.sign.calls, "lenient call")
    return (
        "The arms were not labelled alike, so a sign test counts only what was labelled in both: "
        f"{both} with {calls}."
    )


def _coin(grading: Grading) -> str:
    if grading.sign_test_p is None:
        return ""
    n = grading.sign.calls if grading.sign else lenient_calls(grading)
    return (
        f"A fair coin splits {spelled(n)} {'call' if n == 1 else 'calls'} this unevenly "
        f"{p_in_words(grading.sign_test_p)} (sign test, p = {p_value(grading.sign_test_p)})."
    )


def _rates(grading: Grading) -> str:
    """Why an uneven split is no finding: one arm gave the grader more answers to be lenient on."""
    p = grading.sign_test_p
    if p is None or p >= ALPHA or grading.leans:
        return ""
    if grading.false_passes.p is None:
        return "It is no finding: in one arm people failed no answer, so no rates can be compared."
    failed = " and ".join(count(each.n_people_failed) for _, each in in_order(grading))
    return (
        f"It is no finding: people failed {failed} answers of the arms, and the shares of these "
        "that the grader passed are not told apart (Fisher, mid-p: "
        f"p = {p_value(grading.false_passes.p)})."
    )


def leniency_twin(review: Review, grading: Grading) -> list[list[str]]:
    """List the numbers of the leniency figure."""
    rows = [
        [
            review.info.arm(role),
            f"{count(each.lenient)} of {count(each.n_labelled)}",
            f"{count(each.strict)} of {count(each.n_labelled)}",
        ]
        for role, each in in_order(grading)
    ]
    return [["Arm", "Grader passed, people failed", "Grader failed, people passed"], *rows]


def in_order(grading: Grading) -> list[tuple[Role, Leniency]]:
    """The arms that were labelled, baseline first."""
    return [(role, grading.leniency[role]) for role in Role if role in grading.leniency]


def call_of(answer: LabelledAnswer) -> str:
    """Say how grader and people differ on one answer."""
    lenient = answer.grader is Verdict.CORRECT
    return "grader passed, people failed" if lenient else "grader failed, people passed"


def which_verdict(review: Review) -> str:
    """Say whose verdict stands beside an answer where the labels judge another rubric."""
    grading = review.evidence.grading
    if grading is None or grading.rubric == review.info.rubric:
        return ""
    return (
        f"The verdict below is rubric {review.info.rubric}'s; the labels judge rubric "
        f"{grading.rubric}."
    )


def failed_gradings(review: Review) -> list[list[str]]:
    """List answers without a verdict by arm and reason; a true zero stands as 0."""
    missing = review.evidence.inputs.tally.not_measured
    reasons = ("grader_failed", "ungraded", "not_pass_fail")
    rows = [
        [reason_words(reason), *(count(missing.get(role, {}).get(reason, 0)) for role in Role)]
        for reason in reasons
    ]
    return [["Answers without a verdict", *(review.info.arm(role) for role in Role)], *rows]
