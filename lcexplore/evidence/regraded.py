"""Were answers of one arm judged again, and those of the other not?

Only the newest verdict of a grader and rubric counts. Who judges again what one arm got wrong, and
leaves the other as it is, moves the difference without an answer having changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lcexplore.model import ComparisonInfo, Finding, Role, Severity
from lcexplore.words import count, graded, many

_ORDER = (Role.CANDIDATE, Role.BASELINE)
_LEANS = (
    " What is judged again in one arm alone moves the difference: judge the other arm's answers "
    "again too, or take the second verdicts back."
)
_ALIKE = 0.02  # of the planned answers, as many as may go without a verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Regraded:
    """Answers of one arm whose verdict took the place of another by the same grader and rubric.

    Attributes:
        n: All of them.
        to_correct: Those that were incorrect before.
        to_incorrect: Those that were correct before.
    """

    n: int
    to_correct: int
    to_incorrect: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Stored rows whose place a later import took.

    Attributes:
        file: Name of the file that holds the new ones.
        n: How many.
        arms: Arms of that file's answers.
    """

    file: str
    n: int
    arms: tuple[str, ...]


NONE = Regraded(n=0, to_correct=0, to_incorrect=0)


def findings(
    regraded: Mapping[Role, Regraded],
    lost: Mapping[Role, int],
    info: ComparisonInfo,
    *,
    planned: int,
) -> Iterator[Finding]:
    """Say how many answers of each arm were judged again; a confound where it is not alike.

    An answer that failed or is not there may have been judged again as well, or not: so no failure
    makes the arms alike.

    Args:
        regraded: By role.
        lost: Planned answers that failed or are not there, by role.
        info: Names of arms and grading.
        planned: Planned answers of each arm.
    """
    found = {role: regraded.get(role, NONE) for role in Role}
    if not any(each.n for each in found.values()):
        return
    ends = {role: (found[role].n, found[role].n + lost.get(role, 0)) for role in Role}
    (low, high), (least, most) = ends[Role.CANDIDATE], ends[Role.BASELINE]
    unlike = max(high - least, most - low) > _ALIKE * planned
    said = "; ".join(_said(found[role], info.arm(role), planned) for role in _ORDER)
    told = f"Answers were judged again, {graded(info.grader, info.rubric)}: {said}."
    yield Finding(
        id="regraded",
        severity=Severity.CONFOUND if unlike else Severity.NOTE,
        message=f"{told}{_LEANS}" if unlike else told,
        touches=("correctness",) if unlike else (),
    )


def _said(found: Regraded, arm: str, planned: int) -> str:
    whole = f"{count(found.n)} of {many(planned, 'answer')} of {arm}"
    if not found.n:
        return whole
    changed = f"{count(found.to_correct)} to correct and {count(found.to_incorrect)} to incorrect"
    return f"{whole}, {changed}"


def replacements(found: Sequence[Replaced]) -> Iterator[Finding]:
    """Name the imports that took the place of stored rows; what these said is not kept."""
    for each in found:
        whose = f"all of {each.arms[0]}" if len(each.arms) == 1 else f"of {' and '.join(each.arms)}"
        is_ = "is" if each.n == 1 else "are"
        yield Finding(
            id="replaced",
            severity=Severity.GRADING,
            message=(
                f"{many(each.n, 'stored row')} {is_} replaced by {each.file}, {whose}: what "
                f"{'it' if each.n == 1 else 'they'} said is not kept, so whether only what had "
                "gone wrong in one arm was run again, nothing here tells."
            ),
        )


def run_again_in_part(
    found: Sequence[Replaced], info: ComparisonInfo, *, answers: int
) -> str | None:
    """Say that a part of one arm's answers was run again, and not as many of the other's.

    A whole arm that was run again is a new run; a part may be what had gone wrong.

    Args:
        found: Imports that took the place of stored rows.
        info: Names of the arms.
        answers: Answers of each arm.
    """
    taken = {role: sum(e.n for e in found if info.arm(role) in e.arms) for role in Role}
    more, less = sorted(Role, key=lambda role: -taken[role])
    in_part = taken[more] < (1 - _ALIKE) * answers
    if not in_part or taken[more] - taken[less] <= _ALIKE * answers:
        return None
    return (
        f"{count(taken[more])} of {many(answers, 'answer')} of {info.arm(more)} took the place of "
        f"stored ones, and {count(taken[less])} of {info.arm(less)}: nobody can tell whether only "
        "what had gone wrong was run again. Run the whole arm again, or take its imports back and "
        "import one log of it."
    )
