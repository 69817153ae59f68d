"""What was asked, what did each arm answer, and what did the grader say?"""

from typing import Any

from lcexplore.errors import UsageError
from lcexplore.model import CacheState, Role, Verdict
from lcexplore.store.ask import ROLES, Asked
from lcexplore.store.entries import AnswerDetail, QuestionDetail, QuestionRow, WindowPlace


def rows(asked: Asked) -> tuple[QuestionRow, ...]:
    """Every question with both arms' counts under the grading shown."""
    asked.show()
    return tuple(_row(*row) for row in asked.rows("question_rows"))


def _row(
    question: str,
    stratum: str | None,
    text: str | None,
    planned: int,
    correct: tuple[int, int],
    measured: tuple[int, int],
    words_mean: tuple[float | None, float | None],
) -> QuestionRow:
    order = (Role.CANDIDATE, Role.BASELINE)
    return QuestionRow(
        question=question,
        stratum=stratum,
        text=text,
        planned=planned,
        correct=dict(zip(order, correct, strict=True)),
        measured=dict(zip(order, measured, strict=True)),
        words_mean=dict(zip(order, words_mean, strict=True)),
    )


def detail(asked: Asked, question: str) -> QuestionDetail:
    """One question with every answer of both arms."""
    asked.show(question)
    answers = asked.rows("question_answers", question=question)
    if not answers:
        raise UsageError(f"{asked.info.name} has no question {question!r}")
    texts = asked.rows("question_text", question=question)
    text, reference = texts[0] if texts else (None, None)
    return QuestionDetail(
        question=question,
        text=text,
        reference=reference,
        stratum=min((row[-2] for row in answers if row[-2] is not None), default=None),
        cluster=min((row[-1] for row in answers if row[-1] is not None), default=None),
        answers=tuple(_answer(*row[:-2]) for row in answers),
    )


def _answer(
    is_candidate: bool,
    epoch: int,
    answer: str | None,
    words: int | None,
    reason: str | None,
    correct: bool | None,
    raw: str | None,
    quote: str | None,
    latency_s: float | None,
    cache: str,
    error_kind: str | None,
    error_message: str | None,
    *window: Any,
) -> AnswerDetail:
    verdict = Verdict.CORRECT if correct else Verdict.INCORRECT
    error = ": ".join(part for part in (error_kind, error_message) if part) or None
    return AnswerDetail(
        role=ROLES[is_candidate],
        epoch=epoch,
        answer=answer,
        words=words,
        verdict=verdict if reason is None else Verdict.NOT_MEASURED,
        reason=reason,
        raw_verdict=raw,
        quote=quote,
        latency_s=latency_s,
        cache=CacheState(cache),
        error=error,
        window=_window(*window),
    )


def _window(
    version: str | None, depth: float | None, fill: float | None, distractor: str | None
) -> WindowPlace | None:
    place = WindowPlace(version=version, depth=depth, fill=fill, distractor=distractor)
    return None if place == WindowPlace() else place
