"""What graders and people said of the answers, as the store counts it for the evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from lcexplore.model import Role, Verdict

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledAnswer:
    """One answer that people labelled.

    Attributes:
        question: Its question.
        role: Its arm's role.
        epoch: Its epoch.
        labels: Verdicts of the labellers by name, the name ``adjudicated`` left out.
        consensus: The people's verdict: adjudicated if there is one, else the common verdict,
            else None (they differ and nobody settled it).
        adjudicated: Whether the consensus was settled by argument.
        grader: The grader's verdict under the grading the labels belong to.
        words: Words of the answer, or None.
        shown: Verdict under the grading shown, which may be another than the labels belong to.
        weight: Questions that this one stands for, relative to the draw; None if all count alike.
    """

    question: str
    role: Role
    epoch: int
    labels: Mapping[str, Verdict]
    consensus: Verdict | None
    adjudicated: bool
    grader: Verdict
    words: int | None = None
    shown: Verdict = Verdict.NOT_MEASURED
    weight: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Human labels with the verdicts of the grading that they belong to.

    Attributes:
        grader: Grader they judge.
        rubric: Rubric they judge.
        answers: Labelled answers.
        grader_difference: Mean grader difference (candidate minus baseline) of every question
            measured in both arms under that grading, for the corrected difference.
        stale: Why the labels no longer certify the grading shown, or None.
        graded_questions: The questions of ``grader_difference``, in its order.
    """

    grader: str
    rubric: str
    answers: tuple[LabelledAnswer, ...]
    grader_difference: FloatArray
    stale: str | None = None
    graded_questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricCount:
    """Verdicts of one rubric in one arm, over answers graded under it.

    ``first_graded_at`` is as logged; ``first_seen_at`` when the store held them, if that was first.
    """

    rubric: str
    role: Role
    correct: int
    measured: int
    first_graded_at: datetime | None = None
    first_seen_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricMove:
    """How one arm's verdicts moved from one grading to the next, over answers graded by both.

    Attributes:
        old: Rubric before; of a change of grader, the grader before.
        new: Rubric or grader after.
        role: The arm's role.
        stayed_correct: Answers correct under both.
        lost: Answers correct under ``old`` only.
        gained: Answers correct under ``new`` only.
        stayed_incorrect: Answers incorrect under both.
    """

    old: str
    new: str
    role: Role
    stayed_correct: int
    lost: int
    gained: int
    stayed_incorrect: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteCount:
    """Spans that the grader quoted in support of its verdicts, in one arm.

    Attributes:
        quoted: Gradings with a quoted span, of answers whose text is in the log.
        not_found: Of these, spans that do not occur in the answer, case and spaces aside.
        hedged: Spans that hold a word of qualification.
    """

    quoted: int
    not_found: int
    hedged: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwiseCount:
    """Verdicts of one judge that compares two answers, by the order they were shown in.

    Attributes:
        judge: Its name.
        items: Pairs of answers that it judged.
        both_orders: Of these, judged in both orders.
        same: Of these, one and the same verdict in both orders.
        first_twice: It chose the answer shown first in both orders.
        second_twice: It chose the answer shown second in both orders.
        to_tie: It called a tie in one order only.
        labelled: Pairs of ``both_orders`` that people settled.
        agree: Of these, the same verdict in both orders and the people's.
    """

    judge: str
    items: int
    both_orders: int
    same: int
    first_twice: int
    second_twice: int
    to_tie: int
    labelled: int = 0
    agree: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingCount:
    """Answers of each arm with a usable verdict of one grader under one rubric."""

    grader: str
    rubric: str
    answers: Mapping[Role, int]
