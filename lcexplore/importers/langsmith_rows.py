"""What does one row of a LangSmith experiment say, in JSON or in the CSV of its table?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from lcexplore.importers import choices, evaluators, harness_errors, texts
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.row_files import Found
from lcexplore.importers.usage import Usage, normalise
from lcexplore.importers.ways import present
from lcexplore.log import FieldRefusal

_FEEDBACK = "feedback."

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A native record, and what makes the run the same when it occurs again."""

    record: dict[str, object]
    identity: object
    refusals: tuple[FieldRefusal, ...]


def graders(found: Iterable[Found], *, table: bool) -> dict[str, str]:
    """Names of the evaluators, each with an example."""
    known: dict[str, str] = {}
    for each in found:
        row = each.value or {}
        names = [key for key in row if key.startswith(_FEEDBACK)]
        pairs = (
            [(key.removeprefix(_FEEDBACK), row[key]) for key in names]
            if table
            else [(_name(each), _verdict(each)) for each in _results(row)]
        )
        for name, verdict in pairs:
            known.setdefault(name, str(verdict)[:60])
    return known


def written_by_users(row: Object) -> Object:
    """The parts of a row in which a user's names may stand, with the name of the experiment."""
    run, example = shapes.inside(row, "run"), shapes.inside(row, "example")
    if not run:
        return row
    return {
        "run": {key: run.get(key) for key in ("session_name", "inputs")},
        "example": {"metadata": example.get("metadata")},
    }


def from_row(row: Object, only: str | None) -> Made:
    """Read a row of an experiment."""
    run, example = shapes.inside(row, "run"), shapes.inside(row, "example")
    outputs = shapes.inside(run, "outputs")
    usage = _usage(outputs, run)
    record = present(
        {
            "question": choices.scalar(example.get("id"))
            or choices.scalar(run.get("reference_example_id")),
            "question_text": texts.question(run.get("inputs") or example.get("inputs")),
            "reference": texts.answer(example.get("outputs")),
            "answer": _answer(outputs),
            "error": harness_errors.failed(run.get("error")),
            "started_at": choices.scalar(run.get("start_time")),
            "latency_s": _between(run.get("start_time"), run.get("end_time")),
            "ttft_s": _between(run.get("start_time"), run.get("first_token_time")),
            "usage": usage.record() if usage else None,
            "gradings": [_grading(each) for each in _results(row) if only in (None, _name(each))],
        }
    )
    return Made(record=record, identity=run.get("id"), refusals=usage.refusals if usage else ())


def from_table(row: Object, only: str | None) -> Made:
    """Read a row of the table; an empty cell of an evaluator is one that failed."""
    inputs, outputs, expected = (
        {key.removeprefix(start): texts.parsed(row[key]) for key in row if key.startswith(start)}
        for start in ("inputs.", "outputs.", "reference.")
    )
    usage = _usage(outputs, {})
    judged = {key.removeprefix(_FEEDBACK): row[key] for key in row if key.startswith(_FEEDBACK)}
    record = present(
        {
            "question": choices.scalar(row.get("example_id")),
            "question_text": texts.question(inputs),
            "reference": texts.answer(_filled(expected)),
            "answer": _answer(_filled(outputs)),
            "error": harness_errors.failed(row.get("error")),
            "latency_s": choices.scalar(row.get("execution_time")),
            "usage": usage.record() if usage else None,
            "gradings": [
                evaluators.grading(
                    name, value, reason=evaluators.failure(choices.scalar(value) is None)
                )
                for name, value in judged.items()
                if only in (None, name)
            ],
        }
    )
    return Made(
        record=record, identity=row.get("id") or None, refusals=usage.refusals if usage else ()
    )


def _filled(cells: Object) -> dict[str, object]:
    return {key: value for key, value in cells.items() if value not in ("", None)}


def _answer(outputs: Object) -> str | None:
    """The answer among the outputs, their token counts apart."""
    rest = {key: each for key, each in outputs.items() if key != "usage_metadata"}
    return texts.answer(rest) if any(each is not None for each in rest.values()) else None


def _usage(outputs: Object, run: Object) -> Usage | None:
    """Token counts of the run, with which its wrapper or its author tagged it."""
    extra = shapes.inside(shapes.inside(run, "extra"), "metadata")
    for place in (outputs, extra):
        if isinstance(counts := place.get("usage_metadata"), Mapping) and counts:
            return normalise(counts, source="langsmith")
    return None


def _results(row: Object) -> Iterator[Object]:
    results = row.get("evaluation_results")
    if isinstance(results, Mapping):
        results = results.get("results")
    return shapes.members(results)


def _name(result: Object) -> str:
    return str(result.get("key") or "evaluator")


def _verdict(result: Object) -> object:
    score, value = choices.scalar(result.get("score")), choices.scalar(result.get("value"))
    return value if score is None else score


def _grading(result: Object) -> dict[str, object]:
    reason = evaluators.failure(shapes.inside(result, "extra").get("error"))
    return evaluators.grading(
        _name(result), _verdict(result), reason=reason, quote=result.get("comment")
    )


def _between(start: object, end: object) -> float | None:
    """Seconds from one time to another; None unless both are there."""
    try:
        begun, ended = (datetime.fromisoformat(str(each)) for each in (start, end))
        return round((ended - begun).total_seconds(), 6)
    except (ValueError, TypeError, OverflowError):
        return None
