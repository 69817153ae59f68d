"""Which other gradings are there, and did anything decide for the one that is shown?"""

from lcexplore.report.review import Review
from lcexplore.words import graded

NAMED = 5


def others(review: Review) -> str:
    """Name the other gradings of the comparison, and how one is chosen; empty without any."""
    shown = (review.info.grader, review.info.rubric)
    names = [
        graded(each.grader, each.rubric).removeprefix("grader ")
        for each in review.entry.gradings
        if (each.grader, each.rubric) != shown
    ]
    if not names:
        return ""
    more = f"; and {len(names) - NAMED} more" if len(names) > NAMED else ""
    listed = f"Graded as well by {'; '.join(names[:NAMED])}{more}."
    return f"{listed} {_chosen(review)}"


def undecided(review: Review) -> bool:
    """Whether several gradings are there and neither a record nor their times choose one."""
    entry, record = review.entry, review.record
    if len(entry.gradings) < 2 or (record and (record.grader or record.rubric)):
        return False
    return all(each.last_graded_at is None for each in entry.gradings)


def _chosen(review: Review) -> str:
    info = review.info
    if undecided(review):
        return (
            f"Nothing says which one decides: {info.grader} is only the last by import and name. "
            "Choose with --grader and --rubric, or freeze the grader in a decision record."
        )
    if review.record and (review.record.grader or review.record.rubric):
        return "The decision record chose the one it names; --grader and --rubric show another."
    return f"{info.grader} graded last; --grader and --rubric show another."
