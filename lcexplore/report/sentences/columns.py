"""Why is the gap in correct answers not the difference of the two columns beside it?"""

from lcexplore.evidence.rubrics import RubricAttribution
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences import sized
from lcexplore.words import count, many, points

_SEEN = 0.05  # points: what one decimal shows


def line(review: Review) -> str:
    """Say on which answers each column and the gap stand; empty where they print alike."""
    found = review.evidence.correctness
    base, cand = (found.arms[role] for role in (Role.BASELINE, Role.CANDIDATE))
    if found.difference is None or base.accuracy is None or cand.accuracy is None:
        return ""
    columns = cand.accuracy - base.accuracy
    if _alike(found.difference, _shown(cand.accuracy) - _shown(base.accuracy)):
        return ""
    if abs(100 * (found.difference - columns)) < _SEEN:
        return "The two shares are rounded, each by itself; the gap is rounded once."
    return (
        f"The gap, {points(found.difference)}, is of {sized.compared(review)} measured in both "
        f"arms, each question against itself. The two shares are of each arm's own measured "
        f"answers ({count(base.n_measured)} of {review.info.baseline}, {count(cand.n_measured)} "
        f"of {review.info.candidate}) and differ by {points(columns)}."
    )


def rerun(review: Review, change: RubricAttribution) -> str:
    """Say that the gap of a re-run is not the one that decides; empty where they print alike."""
    paired = review.evidence.correctness.difference
    if paired is None or change.new != _shown_by(review, change):
        return ""
    if _alike(paired, change.gap_new):
        return ""
    return (
        f"The gap here, {points(change.gap_new)}, is of {answers(review, change)} that were graded "
        f"both times; the one that decides, {points(paired)}, is of {sized.compared(review)} "
        "measured in both arms, each question against itself."
    )


def answers(review: Review, change: RubricAttribution) -> str:
    """Write how many answers of each arm were graded both times."""
    base, cand = (change.n.get(role, 0) for role in (Role.BASELINE, Role.CANDIDATE))
    if base == cand:
        return f"the {many(base, 'answer')} per arm"
    info = review.info
    return f"the {many(base, 'answer')} of {info.baseline} and {count(cand)} of {info.candidate}"


def _shown_by(review: Review, change: RubricAttribution) -> str | None:
    return review.info.grader if change.kind == "grader" else review.info.rubric


def _shown(share: float) -> float:
    return round(100 * share, 1) / 100


def _alike(one: float, other: float) -> bool:
    return abs(round(100 * one, 1) - round(100 * other, 1)) < _SEEN
