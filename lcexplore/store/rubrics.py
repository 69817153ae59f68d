"""How did the verdicts of one grader move from rubric to rubric?"""

from itertools import pairwise

from lcexplore.evidence.inputs import RubricCount, RubricMove
from lcexplore.store.ask import ROLES, Asked, utc


def counts(asked: Asked) -> tuple[RubricCount, ...]:
    """Verdicts by rubric and arm under the grader shown, oldest rubric first."""
    first = dict(asked.rows("first_gradings"))
    found = {
        (rubric, is_candidate): (correct, measured)
        for rubric, is_candidate, correct, measured in asked.rows("rubric_counts")
    }
    return tuple(
        RubricCount(
            rubric=rubric,
            role=role,
            correct=found[rubric, flag][0],
            measured=found[rubric, flag][1],
            first_graded_at=utc(first_at),
        )
        for rubric, first_at in first.items()
        for flag, role in ROLES.items()
        if (rubric, flag) in found
    )


def moves(asked: Asked, known: tuple[RubricCount, ...]) -> tuple[RubricMove, ...]:
    """What each change of rubric did to the answers graded under both."""
    order = list(dict.fromkeys(each.rubric for each in known))
    return tuple(each for old, new in pairwise(order) for each in _moved(asked, old, new))


def _moved(asked: Asked, old: str, new: str) -> list[RubricMove]:
    return [
        RubricMove(
            old=old,
            new=new,
            role=ROLES[is_candidate],
            stayed_correct=stayed,
            lost=lost,
            gained=gained,
            stayed_incorrect=still,
        )
        for is_candidate, stayed, lost, gained, still in asked.rows(
            "rubric_moves", old=old, new=new
        )
    ]
