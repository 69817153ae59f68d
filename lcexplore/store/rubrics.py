"""How did the verdicts move from rubric to rubric, and from one grader to the next?"""

from itertools import pairwise

from lcexplore.evidence.inputs import GradingCount, RubricCount, RubricMove
from lcexplore.model import Role
from lcexplore.store.ask import ROLES, Asked, utc


def counts(asked: Asked) -> tuple[RubricCount, ...]:
    """Verdicts by rubric and arm under the grader shown, oldest rubric first."""
    first = asked.rows("first_gradings")
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
            first_seen_at=utc(seen_at),
        )
        for rubric, first_at, seen_at in first
        for flag, role in ROLES.items()
        if (rubric, flag) in found
    )


def gradings(asked: Asked) -> tuple[GradingCount, ...]:
    """Answers of each arm with a verdict, by grader and rubric, the newest grading first."""
    return tuple(
        GradingCount(
            grader=grader, rubric=rubric, answers={Role.BASELINE: baseline, Role.CANDIDATE: other}
        )
        for grader, rubric, baseline, other in asked.rows("gradings_there_are")
    )


def moves(asked: Asked, known: tuple[RubricCount, ...]) -> tuple[RubricMove, ...]:
    """What each change of rubric did to the answers graded under both."""
    order = list(dict.fromkeys(each.rubric for each in known))
    return tuple(
        each for old, new in pairwise(order) for each in _moved(asked, "rubric_moves", old, new)
    )


def grader_moves(asked: Asked) -> tuple[RubricMove, ...]:
    """What the grader shown says otherwise than the one before it, or the next, did.

    Both under the rubric shown.
    """
    order = [grader for (grader,) in asked.rows("graders")]
    if asked.info.grader not in order or len(order) < 2:
        return ()
    place = max(1, order.index(asked.info.grader))
    return tuple(_moved(asked, "grader_moves", order[place - 1], order[place]))


def _moved(asked: Asked, query: str, old: str, new: str) -> list[RubricMove]:
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
        for is_candidate, stayed, lost, gained, still in asked.rows(query, old=old, new=new)
    ]
