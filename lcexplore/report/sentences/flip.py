"""How does the Decision page say what would change the outcome?"""

from lcexplore.decision.flip import Inverse, name_of, what_would_flip
from lcexplore.decision.reading import ClauseReading
from lcexplore.model import Status
from lcexplore.report.review import Review
from lcexplore.report.sentences import clauses
from lcexplore.report.sentences.common import capital, listed


def first_line(review: Review) -> str:
    """Say whether one change would do."""
    if review.decision is None:
        return "Nothing was agreed, so there is no outcome to change."
    return what_would_flip(review.decision, review.evidence).first_line


def lines(review: Review) -> list[str]:
    """What would meet each clause that keeps the rule from saying switch.

    One line a clause, or one for all that are not measured for the same reason.
    """
    if review.decision is None:
        return []
    groups: dict[object, list[Inverse]] = {}
    for place, each in enumerate(what_would_flip(review.decision, review.evidence).inverses):
        groups.setdefault(_lacking(each.reading) or place, []).append(each)
    return [
        capital(_line(group[0]) if len(group) == 1 else _shared([each.reading for each in group]))
        for group in groups.values()
    ]


def _lacking(reading: ClauseReading) -> tuple[str, str] | None:
    """Why a clause is not measured and what mends it; None where it is measured or nobody knows."""
    if reading.status is not Status.NOT_MEASURED or not reading.reason:
        return None
    return reading.reason, reading.remedy


def _shared(readings: list[ClauseReading]) -> str:
    """Name every clause that lacks the same, then say it once."""
    wanted = [name_of(each) for each in readings if each.clause.rule == "switch_if"]
    rejections = [name_of(each) for each in readings if each.clause.rule == "reject_if"]
    parts = [f"{listed(wanted)} {_are(wanted)} not measured"] if wanted else []
    if rejections:
        parts.append(f"a rejection by {listed(rejections)} is not ruled out")
    first = readings[0]
    remedy = f" {first.remedy}" if first.remedy else ""
    return f"{', and '.join(parts)}: {(first.reason or '').rstrip('.')}.{remedy}"


def _are(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _line(inverse: Inverse) -> str:
    if inverse.sentence:
        return inverse.sentence
    reading = inverse.reading
    agreed, shown = clauses.agreed(reading), clauses.measured(reading)
    return f"{name_of(reading)}: agreed {agreed}, measured {shown.text}."
