"""Which questions stand in the cell that a reader opened, and how did both arms answer them?"""

from collections.abc import Sequence

from lcexplore.model import CacheState, Role, Verdict
from lcexplore.report.review import Review
from lcexplore.report.sentences import window
from lcexplore.store.entries import AnswerDetail, QuestionRow
from lcexplore.words import kind, many, reason_words, seconds

CANDIDATE_AHEAD, BASELINE_AHEAD = "Candidate ahead", "Baseline ahead"
BOTH, OTHER = "Tie: both correct", "Tie: other"
PLACES = (CANDIDATE_AHEAD, BASELINE_AHEAD, BOTH, OTHER)
CELL_OF = {
    CANDIDATE_AHEAD: "candidate_only",
    BASELINE_AHEAD: "baseline_only",
    BOTH: "both",
    OTHER: "neither",
}
PLACE_OF = {cell: place for place, cell in CELL_OF.items()}


def place(row: QuestionRow) -> str | None:
    """Where a question stands; None unless both arms were measured on it."""
    difference = row.difference
    if difference is None:
        return None
    if difference:
        return CANDIDATE_AHEAD if difference > 0 else BASELINE_AHEAD
    right = sum(row.correct[role] / row.measured[role] for role in Role)
    return BOTH if right > 1 else OTHER


def chosen(rows: Sequence[QuestionRow], where: str, *, search: str = "") -> list[QuestionRow]:
    """Questions of one place whose key, kind or text holds what was searched for."""
    wanted = search.strip().casefold()
    return [row for row in rows if place(row) == where and (not wanted or wanted in _searched(row))]


def _searched(row: QuestionRow) -> str:
    shown = kind(row.stratum or "")
    found = (row.question, row.stratum, shown, row.text)
    return " ".join(each for each in found if each).casefold()


def unplaced(rows: Sequence[QuestionRow]) -> int:
    """Questions that stand in no place because an arm has no verdict on them."""
    return sum(place(row) is None for row in rows)


def columns(rows: Sequence[QuestionRow], every: Sequence[QuestionRow]) -> dict[str, list[object]]:
    """Columns of the table of questions; controls and headers say no arm's name.

    Args:
        rows: The questions shown.
        every: All of the comparison: what none of them has gets no column.
    """
    found: dict[str, list[object]] = {
        "Question": [row.question for row in rows],
        "Kind": [kind(row.stratum or "") for row in rows],
        "Baseline correct": [_result(row, Role.BASELINE) for row in rows],
        "Candidate correct": [_result(row, Role.CANDIDATE) for row in rows],
        "Baseline words": [_words(row, Role.BASELINE) for row in rows],
        "Candidate words": [_words(row, Role.CANDIDATE) for row in rows],
        "Text": [row.text or "" for row in rows],
    }
    known = {
        "Kind": any(row.stratum for row in every),
        "Text": any(row.text for row in every),
    }
    return {name: column for name, column in found.items() if known.get(name, True)}


def _result(row: QuestionRow, role: Role) -> str:
    return f"{row.correct[role]} of {row.measured[role]}"


def _words(row: QuestionRow, role: Role) -> int | None:
    mean = row.words_mean.get(role)
    return None if mean is None else round(mean)


def heading(review: Review, role: Role) -> str:
    """Name the column of one arm's answers."""
    return f"{review.info.arm(role)} ({role})"


def verdict_line(answer: AnswerDetail, *, no_cache: bool = False) -> str:
    """Say what became of one answer: window, verdict, reason, length, latency, cache state.

    Args:
        answer: The answer.
        no_cache: Whether its arm uses no cache, so that its misses are no misses of anything.
    """
    where = f" ({window.place(answer.window)})" if answer.window else ""
    said = [f"Answer {answer.epoch}{where}: {answer.verdict.replace('_', ' ')}"]
    if answer.verdict is Verdict.NOT_MEASURED and answer.reason:
        said.append(reason_words(answer.reason))
    if answer.raw_verdict and answer.verdict is Verdict.NOT_MEASURED:
        said.append(f"logged as {answer.raw_verdict}")
    if answer.words is not None:
        said.append(many(answer.words, "word"))
    if answer.latency_s is not None:
        said.append(f"{seconds(answer.latency_s)}, {_cache(answer, no_cache=no_cache)}")
    if answer.error:
        said.append(f"error: {answer.error}")
    return "; ".join(said)


def _cache(answer: AnswerDetail, *, no_cache: bool) -> str:
    return (
        "no cache used" if no_cache and answer.cache is CacheState.MISS else f"cache {answer.cache}"
    )
