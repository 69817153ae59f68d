"""What did a change of rubric or grader do to each arm, and does that account for the gap?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lcexplore.evidence.inputs import RubricCount, RubricMove
from lcexplore.model import Role

_ALIKE = 1e-12  # what rounding leaves of two equal movements


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricAttribution:
    """What one change of rubric or grader did to each arm, and that it closes on the gap.

    Attributes:
        old: Rubric (or grader) before.
        new: Rubric (or grader) after.
        accuracy_old: Accuracy by role under ``old``, over answers graded by both.
        accuracy_new: Accuracy by role under ``new``, over the same answers.
        movement: New less old accuracy by role.
        gap_old: Candidate minus baseline under ``old``.
        gap_new: Candidate minus baseline under ``new``: ``gap_old`` plus the candidate's
            movement less the baseline's, with nothing left over.
        favoured: Arm that ``old`` favoured beyond ``new``; None when both moved alike.
        n: Answers graded by both, by role.
        kind: What changed, ``rubric`` or ``grader``.
    """

    old: str
    new: str
    accuracy_old: Mapping[Role, float]
    accuracy_new: Mapping[Role, float]
    movement: Mapping[Role, float]
    gap_old: float
    gap_new: float
    favoured: Role | None
    n: Mapping[Role, int] = field(default_factory=dict)
    kind: str = "rubric"


def attribute(
    rubrics: tuple[RubricCount, ...], moves: tuple[RubricMove, ...], *, kind: str = "rubric"
) -> tuple[RubricAttribution, ...]:
    """Attribute each change of the gap between consecutive rubrics to the arms' movements.

    In the order in which the older rubric was first used; a change is left out unless both arms
    have answers graded under both rubrics.
    """
    by_change: dict[tuple[str, str], dict[Role, RubricMove]] = {}
    for move in moves:
        if _n(move):
            by_change.setdefault((move.old, move.new), {})[move.role] = move
    places = {each.rubric: place for place, each in enumerate(sorted(rubrics, key=_when))}
    both = [arms for arms in by_change.values() if len(arms) == len(Role)]
    both.sort(key=lambda arms: places.get(arms[Role.BASELINE].old, 0))
    return tuple(_attribution(arms, kind) for arms in both)


def _when(count: RubricCount) -> tuple[bool, float]:
    """Rubrics without a grading time come last."""
    at = count.first_graded_at
    return at is None, at.timestamp() if at else 0.0


def _attribution(arms: Mapping[Role, RubricMove], kind: str) -> RubricAttribution:
    old = {role: (move.stayed_correct + move.lost) / _n(move) for role, move in arms.items()}
    new = {role: (move.stayed_correct + move.gained) / _n(move) for role, move in arms.items()}
    net = {role: (move.gained - move.lost) / _n(move) for role, move in arms.items()}
    shed = net[Role.BASELINE] - net[Role.CANDIDATE]
    favoured = None
    if abs(shed) > _ALIKE:
        favoured = Role.CANDIDATE if shed > 0 else Role.BASELINE
    any_arm = arms[Role.BASELINE]
    return RubricAttribution(
        old=any_arm.old,
        new=any_arm.new,
        accuracy_old=old,
        accuracy_new=new,
        movement=net,
        gap_old=old[Role.CANDIDATE] - old[Role.BASELINE],
        gap_new=new[Role.CANDIDATE] - new[Role.BASELINE],
        favoured=favoured,
        n={role: _n(move) for role, move in arms.items()},
        kind=kind,
    )


def _n(move: RubricMove) -> int:
    return move.stayed_correct + move.lost + move.gained + move.stayed_incorrect
