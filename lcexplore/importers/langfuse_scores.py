"""What did the scores of Langfuse say of one answer, and who gave them?

A score knows its trace and often the observation that it judges. The number of a categorical one
is 0 wherever nobody set it: its text counts. Those of an annotator are a person's.
"""

from collections.abc import Iterable, Iterator, Mapping

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
    """One grading a grader: the latest of its scores of the answer, not of a step towards it."""
    latest: dict[str, Object] = {}
    for name, score in verdicts(list(scores)):
        subject = shapes.inside(score, "subject")
        step = subject.get("id") if subject.get("kind") == "observation" else None
        about = choices.scalar(score.get("observationId")) or choices.scalar(step)
        if only not in (None, name) or (about is not None and about not in judged):
            continue
        if name not in latest or _time(score) > _time(latest[name]):
            latest[name] = score
    return [
        evaluators.grading(
            name, value(score), quote=score.get("comment"), graded_at=score.get("timestamp")
        )
        for name, score in latest.items()
    ]


def _time(score: Object) -> str:
    return str(score.get("updatedAt") or score.get("timestamp") or "")
