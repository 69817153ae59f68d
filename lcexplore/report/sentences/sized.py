"""On how many questions does a comparison stand, and out of how many?"""

from lcexplore.evidence.asked import UNEVENLY
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.words import count, many


def epochs(review: Review) -> int:
    """Answers per question and arm."""
    planned = review.evidence.inputs.tally.epochs_planned
    return planned or max(review.evidence.inputs.epochs.values(), default=1)


def compared(review: Review) -> str:
    """Questions measured in both arms: ``820 questions``, ``58 of the 150 questions``."""
    found = review.evidence.correctness
    if found.n_questions < found.n_eval_set:
        return f"{count(found.n_questions)} of the {many(found.n_eval_set, 'question')}"
    return many(found.n_questions, "question")


def line(review: Review) -> str:
    """Questions and answers per question: ``820 questions, 2 answers per question and arm``."""
    found = review.evidence.correctness
    if not review.answered:
        return "no questions"
    said = f"{many(found.n_eval_set, 'question')}, {_each(review)} per question"
    if not review.info.baseline:
        return said
    said += " and arm"
    if found.n_questions == found.n_eval_set:
        return said
    return f"{said}, compared on {compared(review)}"


def _each(review: Review) -> str:
    """What each question was asked, at most: in a probe, once and again in every window."""
    repeats, most = epochs(review), 0
    for role in Role:
        most = max(most, int(review.evidence.inputs.tally.tally(role).planned.max(initial=0)))
    windows = {(w.distractor, w.fill, w.depth) for w in review.evidence.inputs.window}
    if len(windows) > 1 and len(windows) * repeats == most:
        return f"{count(len(windows))} windows × {many(repeats, 'repeat')}"
    if most > repeats or unevenly(review):
        return f"up to {many(most, 'answer')}"
    return many(repeats, "answer")


def unevenly(review: Review) -> bool:
    """Whether not every question was asked as often as planned, or as the others."""
    return any(each.id == UNEVENLY for each in review.evidence.validity.findings)


def asked_of_neither(review: Review) -> int:
    """Questions planned that no bound holds: neither arm was asked them."""
    asked = len(review.evidence.inputs.tally.questions)
    return max(0, review.evidence.correctness.n_eval_set - asked)


def unmeasured_of_asked(review: Review) -> int:
    """Planned answers without a verdict, of both arms, to the questions seen in either."""
    tally = review.evidence.inputs.tally
    return sum(tally.seen_per_arm - int(tally.tally(role).measured.sum()) for role in Role)
