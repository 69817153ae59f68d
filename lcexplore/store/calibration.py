"""What did people say of the answers, and which grading do their labels belong to?"""

import numpy as np

from lcexplore.evidence.inputs import Calibration, LabelledAnswer
from lcexplore.evidence.labels import ADJUDICATED
from lcexplore.model import Verdict
from lcexplore.store import label_age
from lcexplore.store.ask import ROLES, Asked


def calibration(asked: Asked) -> Calibration | None:
    """Labels of the grading shown, else of the newest grading that has any; None without labels."""
    if not asked.rows("n_labels")[0][0]:
        return None
    gradings = _labelled_gradings(asked)
    if not gradings:
        return None
    shown = (asked.info.grader, asked.info.rubric)
    grader, rubric = shown if shown in gradings else gradings[-1]
    if grader is None or rubric is None:
        return None
    usable, spent = label_age.usable(asked, grader, rubric)
    graded = asked.columns("grader_difference", own_grader=grader, own_rubric=rubric)
    return Calibration(
        grader=grader,
        rubric=rubric,
        answers=_answers(asked, grader, rubric, usable),
        grader_difference=graded["difference"].astype(np.float64),
        graded_questions=tuple(graded["question"]),
        stale=_stale(asked, grader, rubric, spent),
    )


def _labelled_gradings(asked: Asked) -> list[tuple[str | None, str | None]]:
    """Gradings that labels belong to, oldest first; the store resolves labels that name none."""
    asked.rows("place_labels")
    return [(grader, rubric) for grader, rubric in asked.rows("labelled_gradings")]


def _answers(
    asked: Asked, grader: str, rubric: str, usable: list[int]
) -> tuple[LabelledAnswer, ...]:
    rows = asked.rows("labelled_answers", own_grader=grader, own_rubric=rubric, usable=usable)
    return tuple(_answer(*row) for row in rows)


def _answer(
    question: str,
    is_candidate: bool,
    epoch: int,
    labels: dict[str, str],
    verdict: str | None,
    words: int | None,
    shown: str | None,
    weight: float | None,
) -> LabelledAnswer:
    named = {labeller: Verdict(value) for labeller, value in labels.items()}
    settled = named.pop(ADJUDICATED, None)
    given = set(named.values())
    consensus = settled if settled is not None else given.pop() if len(given) == 1 else None
    return LabelledAnswer(
        question=question,
        role=ROLES[is_candidate],
        epoch=epoch,
        labels=named,
        consensus=None if consensus is Verdict.NOT_MEASURED else consensus,
        adjudicated=settled is not None,
        grader=Verdict(verdict or Verdict.NOT_MEASURED),
        words=words,
        shown=Verdict(shown or Verdict.NOT_MEASURED),
        weight=weight,
    )


def _stale(asked: Asked, grader: str, rubric: str, spent: str | None) -> str | None:
    info = asked.info
    if grader != info.grader:
        return f"labels belong to grader {grader}"
    if spent is not None:
        return spent
    return f"labels belong to rubric {rubric}" if rubric != info.rubric else None
