"""What did a change of rubric or grader take from each arm, and is the gap accounted for?"""

from lcexplore.evidence.grading import RubricAttribution
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import columns
from lcexplore.report.sentences.common import answers_each, capital
from lcexplore.words import MINUS, count, many, percent, points, points_unsigned, signed

CLOSURE_LICENSES_NOTHING = (
    "The two movements add up to the change of the gap; that does not license what is left of it."
)


def last_change(review: Review) -> RubricAttribution | None:
    """Newest change of rubric, None where there was none."""
    return review.evidence.rubrics[-1] if review.evidence.rubrics else None


def grader_change(review: Review) -> RubricAttribution | None:
    """The change to the grader shown from the one before, under one rubric; None without."""
    return review.evidence.graders[-1] if review.evidence.graders else None


def rerun(review: Review, change: RubricAttribution) -> str:
    """Say in half a sentence what the change took from each arm."""
    moves = change.movement
    first, second = sorted(moves, key=lambda role: -abs(moves[role]))
    names = review.info
    if max(moves.values()) < 0 and not _alike(change):
        return (
            f"{change.kind} {change.new} took {points_unsigned(moves[first])} from "
            f"{names.arm(first)} but {abs(100 * moves[second]):.1f} from {names.arm(second)}"
        )
    return (
        f"{change.kind} {change.new} moved {names.arm(first)} by {points(moves[first])} and "
        f"{names.arm(second)} by {signed(100 * moves[second])}"
    )


def _alike(change: RubricAttribution) -> bool:
    one, other = (round(100 * each, 1) for each in change.movement.values())
    return one == other


def rubric_title(review: Review, change: RubricAttribution) -> str:
    """Say what the change of rubric did."""
    if _alike(change):
        named = f"{capital(change.kind)} {change.new}"
        return f"{named} re-scaled both arms alike; it says nothing about favour"
    return capital(rerun(review, change))


def rubric_small(review: Review, change: RubricAttribution) -> str:
    """Say the n, the unit and the direction of the slope figure."""
    each = f"{answers_each(change.n)}; " if change.n else ""
    return (
        f"{each}the gap, {review.info.candidate} minus {review.info.baseline}, went from "
        f"{signed(100 * change.gap_old)} to {points(change.gap_new)}. The axis is cut."
    )


def reading(review: Review, change: RubricAttribution) -> tuple[str, ...]:
    """All that is said under the figure of a re-run; empty sentences are nothing to say."""
    return (
        closure(change),
        favour(review, change),
        CLOSURE_LICENSES_NOTHING,
        unlicensed(review, change),
        columns.rerun(review, change),
    )


def closure(change: RubricAttribution) -> str:
    """Write how the arms' movements make the change of the gap."""
    moves = change.movement
    moved = f"({_one(moves[Role.CANDIDATE])}) {MINUS} ({_one(moves[Role.BASELINE])})"
    gaps = f"{_one(change.gap_new)} {MINUS} {_gap(change.gap_old)}"
    return f"{gaps} = {moved} = {points(change.gap_new - change.gap_old)}, nothing left over"


def favour(review: Review, change: RubricAttribution) -> str:
    """Say which arm the old rubric or grader favoured, or that it was a uniform re-scaling."""
    if _alike(change) or change.favoured is None:
        return "A uniform re-scaling: both arms moved alike, and it says nothing about favour."
    shed = points_unsigned(change.gap_new - change.gap_old)
    arm = review.info.arm(change.favoured)
    old = f"{change.kind} {change.old}"
    return f"Set against {change.kind} {change.new}, {old} favoured {arm} by {shed}."


def unlicensed(review: Review, change: RubricAttribution) -> str:
    """Say what the labels know of a change of rubric; empty where they are of another grading."""
    grading = review.evidence.grading
    of_change = grading is not None and (grading.rubric, review.info.rubric) == (
        change.old,
        change.new,
    )
    if grading is None or not of_change or grading.n_moved is None:
        return ""
    on = f"of the {many(grading.n_labelled, 'labelled answer')}"
    left = f"the {points(change.gap_new)} that are left"
    if grading.n_moved == 0:
        return (
            f"No verdict {on} moved, so people have not checked the change: it does not license "
            f"{left}."
        )
    return (
        f"{count(grading.n_moved)} {on} changed their verdict; what people say of the others does "
        f"not license {left}."
    )


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
    return [
        [
            "Arm",
            *(f"{capital(change.kind)} {each}" for each in (change.old, change.new)),
            "Movement",
        ],
        *rows,
    ]
