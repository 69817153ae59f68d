"""Were answers judged again, or run again, after their verdicts were known?

Only the newest verdict of a grader and rubric counts. Who judges again what one arm got wrong, or
what the other got right, moves the difference without an answer having changed. All answers of an
arm, or none: then nobody chose by their verdicts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass

from lcexplore.model import ComparisonInfo, Finding, Role, Severity
from lcexplore.words import count, graded, many

_ORDER = (Role.CANDIDATE, Role.BASELINE)
_LEANS = (
    " What is judged again in part, or in one arm alone, moves the difference: judge all answers "
    "of both arms again, or take the second verdicts back."
)
_ALIKE = 0.02  # of the answers, as many as may go without a verdict


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


@dataclass(frozen=True, slots=True)
class Replaced:
    """Stored rows of one arm whose place a later import took.

    Attributes:
        file: Name of the file that holds the new ones.
        role: The arm.
        n: How many.
        changed: Those that had a verdict, and have another verdict or another text now.
        held: Answers of the arm whose content or verdict in force is the file's.
    """

    file: str
    role: Role
    _: KW_ONLY
    n: int
    changed: int
    held: int


NONE = Regraded(n=0, to_correct=0, to_incorrect=0)


def findings(
    regraded: Mapping[Role, Regraded],
    lost: Mapping[Role, int],
    info: ComparisonInfo,
    *,
    planned: int,
) -> Iterator[Finding]:
    """Say how many answers of each arm were judged again; a confound where it was by choice.

    An answer that failed or is not there may have been judged again as well, or not, and to another
    verdict: so no failure takes the confound away while an answer that was judged again is left.

    Args:
        regraded: By role.
        lost: Planned answers that failed or are not there, by role.
        info: Names of arms and grading.
        planned: Planned answers of each arm.
    """
    found = {role: regraded.get(role, NONE) for role in Role}
    if not any(each.n for each in found.values()):
        return
    changed = any(each.to_correct or each.to_incorrect for each in found.values())
    ends = [(each.n, each.n + lost.get(role, 0)) for role, each in found.items()]
    whole = all(least >= (1 - _ALIKE) * planned for least, _ in ends)
    hardly = all(most <= _ALIKE * planned for _, most in ends)
    grave = (changed or any(lost.values())) and not (whole or hardly)
    said = "; ".join(_said(found[role], info.arm(role), planned) for role in _ORDER)
    told = f"Answers were judged again, {graded(info.grader, info.rubric)}: {said}."
    yield Finding(
        id="regraded",
        severity=Severity.CONFOUND if grave else Severity.NOTE,
        message=f"{told}{_LEANS}" if grave else told,
        touches=("correctness",) if grave else (),
    )


def _said(found: Regraded, arm: str, planned: int) -> str:
    whole = f"{count(found.n)} of {many(planned, 'answer')} of {arm}"
    if not found.n:
        return whole
    changed = f"{count(found.to_correct)} to correct and {count(found.to_incorrect)} to incorrect"
    return f"{whole}, {changed}"


def replacements(found: Sequence[Replaced], info: ComparisonInfo) -> Iterator[Finding]:
    """Name the imports that took the place of stored rows."""
    for each in found:
        stands = "their verdicts, where they had any, stand as they were"
        if each.changed:
            stands = (
                f"{count(each.changed)} had a verdict, and have another one or another text now"
            )
        are = "is" if each.n == 1 else "are"
        yield Finding(
            id="replaced",
            severity=Severity.GRADING if each.changed else Severity.NOTE,
            message=(
                f"{many(each.n, 'stored row')} of {info.arm(each.role)} {are} replaced by "
                f"{each.file}: {stands}."
            ),
        )


def run_again_in_part(
    found: Sequence[Replaced], info: ComparisonInfo, *, answers: int
) -> str | None:
    """Say that a part of an arm's answers was run again though it had verdicts.

    A whole arm that is of one import is one run, and what had failed may be run again; a part of
    what had verdicts may be what had gone wrong, or in the other arm what had gone right.

    Args:
        found: What later imports took the place of.
        info: Names of the arms.
        answers: Answers of each arm.
    """
    whole = {each.role for each in found if each.held >= (1 - _ALIKE) * answers}
    again = {
        role: 0 if role in whole else sum(each.changed for each in found if each.role is role)
        for role in Role
    }
    if max(again.values()) <= _ALIKE * answers:
        return None
    said = ", ".join(f"{count(again[role])} of {info.arm(role)}" for role in _ORDER)
    return (
        f"Of {many(answers, 'answer')} an arm some that had a verdict were run or judged again "
        f"({said}): nobody can tell whether they were chosen by it. Run the whole arm again, or "
        "take its imports back and import one log of it."
    )
