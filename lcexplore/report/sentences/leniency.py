"""How sure is the lean, and does the length of an answer or a quoted span go with it?"""

from collections.abc import Mapping

from lcexplore.evidence.grading import Grading, LengthCell
from lcexplore.evidence.judged import QuoteCount
from lcexplore.evidence.leniency import UNEVEN
from lcexplore.model import Role, Verdict
from lcexplore.report.review import Review
from lcexplore.report.sentences.grader import in_order, lenient_calls
from lcexplore.words import count, many, p_in_words, percent, share


def coin(review: Review, grading: Grading) -> str:
    """Say how many answers people failed in each arm, which the sign test takes as equal."""
    if not lenient_calls(grading):
        return ""
    failed = " and ".join(
        f"{count(each.n_people_failed)} of {review.info.arm(role)}"
        for role, each in in_order(grading)
    )
    return (
        "The sign test takes it that both arms gave the grader as many chances to be lenient. A "
        f"chance is an answer that people failed: {failed}."
    )


def power(grading: Grading) -> str:
    """Say how little the test can see at this size."""
    chance = grading.false_passes.power
    if chance is None:
        return ""
    one, other = (percent(rate, decimals=0) for rate in UNEVEN)
    so = (
        "Finding nothing rules nothing out; the correction does not rest on this test."
        if chance < 0.8
        else "The correction does not rest on this test."
    )
    return (
        f"At this size the test sees {'little' if chance < 0.5 else 'this much'}: a grader that "
        f"passed {one} of what people failed in one arm and {other} in the other would be found "
        f"out {p_in_words(chance)}. {so}"
    )


def lengths(review: Review, grading: Grading) -> list[list[str]]:
    """List mean words by the grader's verdict, within each arm at equal verdict of people."""
    rows = [
        [
            review.info.arm(each.role),
            "failed" if each.people is Verdict.INCORRECT else "passed",
            _words(each.words_passed, each.n_passed),
            _words(each.words_failed, each.n_failed),
        ]
        for each in grading.lengths
    ]
    return [["Arm", "People", "Words where the grader passed", "Words where it failed"], *rows]


def mechanism(review: Review, grading: Grading) -> str:
    """Say whether longer answers are passed more easily where people failed both."""
    found = {each.role: each for each in grading.lengths if each.people is Verdict.INCORRECT}
    told = [_longer(review, found[role]) for role in Role if role in found]
    return " ".join(each for each in told if each)


def _longer(review: Review, each: LengthCell) -> str:
    if each.words_passed is None or each.words_failed is None:
        return ""
    passed = _group(each.n_passed, "passed", each.words_passed)
    failed = _group(each.n_failed, "failed", each.words_failed)
    return f"Of the {review.info.arm(each.role)} answers that people failed, {passed}, {failed}."


def _group(n: int, verdict: str, mean: float) -> str:
    if n == 1:
        return f"the one that the grader {verdict} has {many(round(mean), 'word')}"
    return f"the {count(n)} that the grader {verdict} have {many(round(mean), 'word')} on average"


def _words(mean: float | None, n: int) -> str:
    answers = "answer" if n == 1 else "answers"
    return "none" if mean is None else f"{count(round(mean))}; {count(n)} {answers}"


def quotes(review: Review, found: Mapping[Role, QuoteCount]) -> list[list[str]]:
    """List how many spans the grader quoted, how many no answer holds, and how many qualify."""
    rows = [[review.info.arm(role), *_quoted(found.get(role))] for role in Role]
    header = ["Arm", "Quoted spans", "Not in the answer", "Hold a qualification"]
    return [header, *rows]


def _quoted(found: QuoteCount | None) -> list[str]:
    if found is None or not found.quoted:
        return ["0", "○ not measured: the log carries no quoted span", "○ not measured"]
    return [
        count(found.quoted),
        share(found.not_found, found.quoted, "spans"),
        share(found.hedged, found.quoted, "spans"),
    ]
