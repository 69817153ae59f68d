"""What did the scores of Langfuse say of one answer, and who gave them?

A score knows its trace and often the observation that it judges. The number of a categorical one
is 0 wherever nobody set it: its text counts. Those of an annotator are a person's.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from lcexplore.importers import choices, evaluators
from lcexplore.importers import provider_shapes as shapes

_PEOPLE = ("ANNOTATION", "HUMAN")
# A better answer, and a remark: neither is a verdict.
_NO_VERDICTS = ("CORRECTION", "TEXT")

Object = Mapping[str, object]


def is_score(row: Object) -> bool:
    """Whether a row is a score, which has a value and no start."""
    valued = "value" in row or "stringValue" in row
    judges = any(key in row for key in ("traceId", "observationId", "subject"))
    return valued and judges and "name" in row and "startTime" not in row


def trace_of(score: Object) -> object:
    """Trace that a score belongs to."""
    subject = shapes.inside(score, "subject")
    named = subject.get("traceId", subject.get("id") if subject.get("kind") == "trace" else None)
    return choices.scalar(score.get("traceId")) or choices.scalar(named)


def observation_of(score: Object) -> object:
    """Observation that a score is about; None where it is about a trace as a whole."""
    subject = shapes.inside(score, "subject")
    step = subject.get("id") if subject.get("kind") == "observation" else None
    return choices.scalar(score.get("observationId")) or choices.scalar(step)


def verdicts(scores: object) -> Iterator[tuple[str, Object]]:
    """The scores of a list that judge, each with the name of its grader."""
    for each in shapes.members(scores):
        if each.get("dataType") not in _NO_VERDICTS:
            name = str(choices.scalar(each.get("name")) or "score")
            yield f"{name} (human)" if each.get("source") in _PEOPLE else name, each


def value(score: Object) -> object:
    """What a score says: its text where the number stands for one."""
    text, number = choices.scalar(score.get("stringValue")), choices.scalar(score.get("value"))
    if score.get("dataType") == "NUMERIC" or text is None:
        return number
    return text


def gradings(
    scores: Iterable[Object], only: str | None, judged: frozenset[object]
) -> list[dict[str, object]]:
    """One grading a grader: the latest of its scores of the answer, not of a step towards it.

    Where none is the latest and they differ, all of them stand, for the store to refuse.
    """
    given: dict[str, list[Object]] = {}
    for name, score in verdicts(list(scores)):
        about = observation_of(score)
        if only in (None, name) and (about is None or str(about) in judged):
            given.setdefault(name, []).append(score)
    return [each for name, found in given.items() for each in _latest(name, found)]


def _latest(name: str, scores: list[Object]) -> Iterator[dict[str, object]]:
    """The grading by the latest score; by each that says something else and may be the latest."""
    times = [time for each in scores if (time := _time(each)) is not None]
    newest = [each for each in scores if _time(each) in (None, max(times, default=None))]
    said: list[object] = []
    for each in [e for e in newest if value(e) is not None] or newest[:1]:
        if value(each) not in said:
            said.append(value(each))
            yield evaluators.grading(
                name,
                value(each),
                quote=each.get("comment"),
                graded_at=newest[0].get("timestamp"),
            )


def _time(score: Object) -> datetime | None:
    return moment(score.get("updatedAt")) or moment(score.get("timestamp"))


def moment(value: object) -> datetime | None:
    """A time that is written as text, with UTC where it names no zone."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found.replace(tzinfo=UTC) if found and found.tzinfo is None else found
