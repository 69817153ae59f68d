"""How does the Decision page say what would change the outcome?"""

from lcexplore.decision.flip import Inverse, name_of, what_would_flip
from lcexplore.report.review import Review
from lcexplore.report.sentences import clauses
from lcexplore.report.sentences.common import capital


def first_line(review: Review) -> str:
    """Say whether one change would do."""
    if review.decision is None:
        return "Nothing was agreed, so there is no outcome to change."
    return what_would_flip(review.decision, review.evidence).first_line


def lines(review: Review) -> list[str]:
    """One line for every clause that keeps the rule from saying switch, with what would meet it."""
    if review.decision is None:
        return []
    return [
        capital(_line(each)) for each in what_would_flip(review.decision, review.evidence).inverses
    ]


def _line(inverse: Inverse) -> str:
    if inverse.sentence:
        return inverse.sentence
    reading = inverse.reading
    agreed, shown = clauses.agreed(reading.clause), clauses.measured(reading)
    return f"{name_of(reading)}: agreed {agreed}, measured {shown.text}."
