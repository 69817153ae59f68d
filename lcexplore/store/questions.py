"""What was asked, what did each arm answer, and what did the grader say?"""

from lcexplore.errors import UsageError
from lcexplore.model import CacheState, Role, Verdict
from lcexplore.store.ask import ROLES, Asked
from lcexplore.store.entries import AnswerDetail, QuestionDetail, QuestionRow

_TEXTS = (
    "SELECT question, any_value(question_text ORDER BY arm = $baseline DESC) AS question_text, "
    "any_value(reference ORDER BY arm = $baseline DESC) AS reference FROM questions "
    "WHERE comparison = $comparison AND arm IN ($baseline, $candidate) GROUP BY question"
)


def rows(asked: Asked) -> tuple[QuestionRow, ...]:
    """Every question with both arms' counts under the grading shown."""
    asked.script("shown")
    return tuple(
        QuestionRow(
            question=question,
            stratum=stratum,
            text=text,
            planned=planned,
            correct={Role.CANDIDATE: right_c, Role.BASELINE: right_b},
            measured={Role.CANDIDATE: seen_c, Role.BASELINE: seen_b},
            words_mean={Role.CANDIDATE: words_c, Role.BASELINE: words_b},
        )
        for question, stratum, text, planned, right_c, right_b, seen_c, seen_b, words_c, words_b in asked.rows(
            f"SELECT question, min(stratum), any_value(question_text), "
            f"count(DISTINCT (epoch, variant)), "
            f"count(*) FILTER (is_candidate AND reason IS NULL AND correct), "
            f"count(*) FILTER (NOT is_candidate AND reason IS NULL AND correct), "
            f"count(*) FILTER (is_candidate AND reason IS NULL), "
            f"count(*) FILTER (NOT is_candidate AND reason IS NULL), "
            f"avg(words) FILTER (is_candidate), avg(words) FILTER (NOT is_candidate) "
            f"FROM shown LEFT JOIN ({_TEXTS}) USING (question) GROUP BY question ORDER BY question"
        )
    )


def detail(asked: Asked, question: str) -> QuestionDetail:
    """One question with every answer of both arms."""
    asked.script("shown")
    answers = asked.rows(
        "SELECT is_candidate, epoch, answer, words, reason, correct, raw_verdict, quote, "
        'latency_s, cache, error_kind, error_message, stratum, "cluster" FROM shown '
        "LEFT JOIN texts USING (answer_id) WHERE question = $question "
        "ORDER BY epoch, variant, is_candidate",
        question=question,
    )
    if not answers:
        raise UsageError(f"{asked.info.name} has no question {question!r}")
    texts = asked.rows(
        f"SELECT question_text, reference FROM ({_TEXTS}) WHERE question = $question",
        question=question,
    )
    text, reference = texts[0] if texts else (None, None)
    return QuestionDetail(
        question=question,
        text=text,
        reference=reference,
        stratum=min((row[12] for row in answers if row[12] is not None), default=None),
        cluster=min((row[13] for row in answers if row[13] is not None), default=None),
        answers=tuple(_answer(*row[:12]) for row in answers),
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
    )
