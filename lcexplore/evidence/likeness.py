"""Could the labelled questions be a random draw of those compared, by what the grader says?

The corrected difference takes it for granted that they are. Labels of chosen questions, such as the
easy ones, show a grader that errs nowhere and move the difference towards theirs.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.covered import Covered
from lcexplore.evidence.readings import BoolArray
from lcexplore.model import Role
from lcexplore.stats.leniency import fisher_p_stratified

LEVEL = 0.01  # strict: a random draw is to be turned down one time in a hundred at most
_EVEN = 1e-9  # a mean difference this small is what rounding leaves of none


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlike:
    """What the grader sees on the labelled questions and, at another rate, on all others.

    Attributes:
        ahead: The arm that it sees ahead; None for any difference.
        seen_labelled: Labelled questions on which it sees that.
        n_labelled: Labelled questions.
        seen_others: Other questions on which it sees that.
        n_others: Other questions.
        p: Chance that a random draw is at least as uneven.
    """

    ahead: Role | None
    seen_labelled: int
    n_labelled: int
    seen_others: int
    n_others: int
    p: float


def unlike(covered: Covered, labelled: Collection[str], *, stratified: bool) -> Unlike | None:
    """How the labelled questions differ from the rest; None where a random draw may be like that.

    Under a random draw the labelled questions on which the grader sees a difference, or an arm
    ahead, are hypergeometric, however questions depend on one another: Fisher's exact test, each of
    the three at a third of ``LEVEL`` (Bonferroni). A draw in proportion to the kinds of question is
    less uneven than that. One that took some kinds more often is compared within each kind.

    Args:
        covered: Every question under the grading that is corrected.
        labelled: Questions that it is corrected by.
        stratified: Whether some kinds of question were drawn more often than others.
    """
    known = set(labelled)
    drawn = np.array([each in known for each in covered.questions], dtype=bool)
    if not drawn.any() or drawn.all() or (stratified and not covered.strata):
        return None
    kinds = np.array([covered.strata.get(each, "") for each in covered.questions])
    groups = [kinds == kind for kind in np.unique(kinds)] if stratified else [np.ones_like(drawn)]
    seen = {
        None: np.abs(covered.difference) > _EVEN,
        Role.CANDIDATE: covered.difference > _EVEN,
        Role.BASELINE: covered.difference < -_EVEN,
    }
    found = [_compared(ahead, each, drawn, groups) for ahead, each in seen.items()]
    most = min(found, key=lambda each: each.p)
    return most if most.p <= LEVEL / len(found) else None


def _compared(
    ahead: Role | None, seen: BoolArray, drawn: BoolArray, groups: list[BoolArray]
) -> Unlike:
    tables = [(*_of(seen, group & drawn), *_of(seen, group & ~drawn)) for group in groups]
    (seen_labelled, n_labelled), (seen_others, n_others) = _of(seen, drawn), _of(seen, ~drawn)
    return Unlike(
        ahead=ahead,
        seen_labelled=seen_labelled,
        n_labelled=n_labelled,
        seen_others=seen_others,
        n_others=n_others,
        p=fisher_p_stratified(tables),
    )


def _of(seen: BoolArray, questions: BoolArray) -> tuple[int, int]:
    """Some questions on which the grader sees something, and how many they are."""
    return int((seen & questions).sum()), int(questions.sum())
