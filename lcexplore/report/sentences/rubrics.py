"""What did a change of rubric take from each arm, and does it account for the gap's change?"""

from lcexplore.evidence.grading import RubricAttribution
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.common import capital
from lcexplore.words import MINUS, count, percent, points, points_unsigned, signed

CLOSURE_LICENSES_NOTHING = (
    "The two movements add up to the change of the gap; that does not license what is left of it."
)


def last_change(review: Review) -> RubricAttribution | None:
    """Newest change of rubric, None where there was none."""
    return review.evidence.rubrics[-1] if review.evidence.rubrics else None


def rerun(review: Review, change: RubricAttribution) -> str:
    """Say in half a sentence what the change took from each arm."""
    moves = change.movement
    first, second = sorted(moves, key=lambda role: -abs(moves[role]))
    names = review.info
    if max(moves.values()) < 0 and not _alike(change):
        return (
            f"rubric {change.new} took {points_unsigned(moves[first])} from {names.arm(first)} "
            f"but {abs(100 * moves[second]):.1f} from {names.arm(second)}"
        )
    return (
        f"rubric {change.new} moved {names.arm(first)} by {points(moves[first])} and "
        f"{names.arm(second)} by {signed(100 * moves[second])}"
    )


def _alike(change: RubricAttribution) -> bool:
    one, other = (round(100 * each, 1) for each in change.movement.values())
    return one == other


def rubric_title(review: Review, change: RubricAttribution) -> str:
    """Say what the change of rubric did."""
    if _alike(change):
        return f"Rubric {change.new} re-scaled both arms alike; it says nothing about favour"
    return capital(rerun(review, change))


def rubric_small(review: Review, change: RubricAttribution) -> str:
    """Say the n, the unit and the direction of the slope figure."""
    counts = [each.measured for each in review.evidence.inputs.rubrics if each.rubric == change.new]
    each = f"{count(max(counts))} answers per arm; " if counts else ""
    return (
        f"{each}the gap, {review.info.candidate} minus {review.info.baseline}, went from "
        f"{signed(100 * change.gap_old)} to {points(change.gap_new)}. The axis is cut."
    )


def closure(change: RubricAttribution) -> str:
    """Write how the arms' movements make the change of the gap."""
    moves = change.movement
    moved = f"({_one(moves[Role.CANDIDATE])}) {MINUS} ({_one(moves[Role.BASELINE])})"
    gaps = f"{_one(change.gap_new)} {MINUS} {_gap(change.gap_old)}"
    return f"{gaps} = {moved} = {points(change.gap_new - change.gap_old)}, nothing left over"


def _one(fraction: float) -> str:
    return signed(100 * fraction).removeprefix("+")


def _gap(fraction: float) -> str:
    return f"({_one(fraction)})" if fraction < 0 else _one(fraction)


def rubric_twin(review: Review, change: RubricAttribution) -> list[list[str]]:
    """List the numbers of the slope figure."""
    rows = [
        [
            review.info.arm(role),
            percent(change.accuracy_old[role]),
            percent(change.accuracy_new[role]),
            points(change.movement[role]),
        ]
        for role in Role
    ]
    gap = points(change.gap_new - change.gap_old)
    rows.append(["Gap", points(change.gap_old), points(change.gap_new), gap])
    return [["Arm", f"Rubric {change.old}", f"Rubric {change.new}", "Movement"], *rows]
