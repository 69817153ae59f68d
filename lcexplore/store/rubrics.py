"""How did the verdicts of one grader move from rubric to rubric?"""

from itertools import pairwise

from lcexplore.evidence.inputs import RubricCount, RubricMove
from lcexplore.store.ask import ROLES, Asked, utc

_GRADED = (
    "FROM verdicts v JOIN shown s USING (answer_id) WHERE v.comparison = $comparison "
    "AND v.grader = $grader AND s.error_kind IS NULL"
)


def counts(asked: Asked) -> tuple[RubricCount, ...]:
    """Verdicts by rubric and arm under the grader shown, oldest rubric first."""
    first = dict(
        asked.rows(
            "SELECT rubric, min(graded_at) FROM gradings WHERE comparison = $comparison "
            "AND grader = $grader GROUP BY rubric ORDER BY min(graded_at) NULLS FIRST, rubric"
        )
    )
    found = {
        (rubric, is_candidate): (correct, measured)
        for rubric, is_candidate, correct, measured in asked.rows(
            f"SELECT v.rubric, s.is_candidate, count(*) FILTER (v.verdict = 'correct'), "
            f"count(*) FILTER (v.verdict <> 'not_measured') {_GRADED} GROUP BY ALL"
        )
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


def moves(asked: Asked) -> tuple[RubricMove, ...]:
    """What each change of rubric did to the answers graded under both."""
    order = list(dict.fromkeys(each.rubric for each in counts(asked)))
    return tuple(each for old, new in pairwise(order) for each in _moved(asked, old, new))


def _moved(asked: Asked, old: str, new: str) -> list[RubricMove]:
    rows = asked.rows(
        f"SELECT is_candidate, count(*) FILTER (was AND now), count(*) FILTER (was AND NOT now), "
        f"count(*) FILTER (NOT was AND now), count(*) FILTER (NOT was AND NOT now) FROM ("
        f"SELECT s.is_candidate, bool_or(v.verdict = 'correct') FILTER (v.rubric = $old) AS was, "
        f"bool_or(v.verdict = 'correct') FILTER (v.rubric = $new) AS now {_GRADED} "
        f"AND v.rubric IN ($old, $new) AND v.verdict <> 'not_measured' "
        f"GROUP BY v.answer_id, s.is_candidate HAVING count(DISTINCT v.rubric) = 2) "
        f"GROUP BY 1 ORDER BY 1 DESC",
        old=old,
        new=new,
    )
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
        for is_candidate, stayed, lost, gained, still in rows
    ]
