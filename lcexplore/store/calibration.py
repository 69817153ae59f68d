"""What did people say of the answers, and which grading do their labels belong to?"""

import numpy as np

from lcexplore.evidence.inputs import Calibration, FloatArray, LabelledAnswer
from lcexplore.model import Verdict
from lcexplore.store.ask import ROLES, Asked

ADJUDICATED = "adjudicated"

_SCOPE = "l.comparison = $comparison AND l.arm IN ($baseline, $candidate)"


def calibration(asked: Asked) -> Calibration | None:
    """Labels of the grading shown, else of the newest grading that has any; None without labels."""
    gradings = _labelled_gradings(asked)
    if not gradings:
        return None
    shown = (asked.info.grader, asked.info.rubric)
    grader, rubric = shown if shown in gradings else gradings[-1]
    if grader is None or rubric is None:
        return None
    return Calibration(
        grader=grader,
        rubric=rubric,
        answers=_answers(asked, grader, rubric),
        grader_difference=_grader_difference(asked, grader, rubric),
        stale=_stale(asked, grader, rubric),
    )


def _labelled_gradings(asked: Asked) -> list[tuple[str | None, str | None]]:
    """Gradings that labels belong to, oldest first; the store resolves labels that name none."""
    asked.rows(
        f"CREATE OR REPLACE TEMP TABLE labelled AS WITH gradings_known AS ("
        f"SELECT grader, rubric, min(graded_at) AS first_at, max(graded_at) AS last_at, "
        f"min(import_id) AS first_import FROM gradings WHERE comparison = $comparison "
        f"GROUP BY ALL) SELECT l.* EXCLUDE (grader, rubric), g.grader, g.rubric, g.first_at, "
        f"g.first_import FROM labels l LEFT JOIN gradings_known g "
        f"ON (l.grader IS NULL OR l.grader = g.grader) AND (l.rubric IS NULL OR l.rubric = g.rubric) "
        f"AND (l.labelled_at IS NULL OR g.first_at IS NULL OR l.rubric IS NOT NULL "
        f"OR g.first_at <= l.labelled_at) WHERE {_SCOPE} "
        f"QUALIFY row_number() OVER (PARTITION BY l.rowid "
        f"ORDER BY g.last_at DESC NULLS LAST, g.first_import DESC, g.rubric DESC) = 1"
    )
    return asked.rows(
        "SELECT grader, rubric FROM labelled WHERE grader IS NOT NULL GROUP BY ALL "
        "ORDER BY min(first_at) NULLS FIRST, min(first_import), rubric"
    )


def _answers(asked: Asked, grader: str, rubric: str) -> tuple[LabelledAnswer, ...]:
    rows = asked.rows(
        "SELECT l.question, l.arm = $candidate, l.epoch, map_from_entries(list((l.labeller, "
        "l.verdict) ORDER BY l.labeller)), any_value(CASE WHEN s.error_kind IS NOT NULL "
        "THEN 'not_measured' ELSE v.verdict END), any_value(s.words), "
        "any_value(CASE WHEN s.correct IS NULL OR s.reason IS NOT NULL THEN 'not_measured' "
        "WHEN s.correct THEN 'correct' ELSE 'incorrect' END) "
        "FROM (SELECT DISTINCT ON (arm, question, epoch, labeller) * FROM labelled "
        "WHERE grader = $own_grader AND rubric = $own_rubric "
        "ORDER BY arm, question, epoch, labeller, import_id DESC, line DESC) l "
        "LEFT JOIN shown s ON s.arm = l.arm AND s.question = l.question AND s.epoch = l.epoch "
        "LEFT JOIN (SELECT * FROM verdicts WHERE comparison = $comparison "
        "AND grader = $own_grader AND rubric = $own_rubric) v ON v.answer_id = s.answer_id "
        "GROUP BY 1, 2, 3 ORDER BY 1, 2 DESC, 3",
        own_grader=grader,
        own_rubric=rubric,
    )
    return tuple(
        _answer(question, is_candidate, epoch, labels, verdict, words, shown)
        for question, is_candidate, epoch, labels, verdict, words, shown in rows
    )


def _answer(
    question: str,
    is_candidate: bool,
    epoch: int,
    labels: dict[str, str],
    verdict: str | None,
    words: int | None,
    shown: str | None,
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
    )


def _grader_difference(asked: Asked, grader: str, rubric: str) -> FloatArray:
    found = asked.columns(
        "SELECT candidate - baseline AS difference FROM (SELECT s.question, "
        "avg((v.verdict = 'correct')::INTEGER) FILTER (s.is_candidate) AS candidate, "
        "avg((v.verdict = 'correct')::INTEGER) FILTER (NOT s.is_candidate) AS baseline "
        "FROM verdicts v JOIN shown s USING (answer_id) WHERE v.comparison = $comparison "
        "AND v.grader = $own_grader AND v.rubric = $own_rubric AND v.verdict <> 'not_measured' "
        "AND s.error_kind IS NULL AND s.question NOT IN (SELECT question FROM differing) "
        "GROUP BY s.question) WHERE candidate IS NOT NULL AND baseline IS NOT NULL "
        "ORDER BY question",
        own_grader=grader,
        own_rubric=rubric,
    )
    return found["difference"].astype(np.float64)


def _stale(asked: Asked, grader: str, rubric: str) -> str | None:
    info = asked.info
    if grader != info.grader:
        return f"labels belong to grader {grader}"
    if rubric != info.rubric:
        return f"labels belong to rubric {rubric}"
    return None
