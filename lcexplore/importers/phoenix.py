"""Which runs of a Phoenix experiment answered which examples, and how were they annotated?

The JSON of ``/v1/experiments/ID/json``. Phoenix annotates runs that failed as well: the failure
wins. The ids of examples hold within one server only.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from lcexplore.importers import (
    choices,
    envelope,
    evaluators,
    harness_errors,
    heads,
    row_files,
    texts,
)
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.usage import normalise
from lcexplore.importers.ways import SAMPLE_ROWS, Ways, present, settle
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "phoenix"
MAPS = True

Object = Mapping[str, object]


def recognises(name: str, head: bytes) -> bool:
    """A list of runs that say which example and which repetition they are."""
    return heads.bare(name).endswith((".json", ".jsonl")) and first_keys(head).have(
        "example_id", "repetition_number", late=("annotations", "latency_ms")
    )


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass for its annotations, a second for the rows."""
    heads.head(path)
    known: dict[str, str] = {}
    for each in row_files.rows(path):
        for name, made in _annotations(each.value or {}):
            known.setdefault(name, str(_verdict(made, options))[:60])
    only = evaluators.chosen(path, known, options.mapping.get("verdict"))
    sample = (each.value for each in islice(row_files.rows(path), SAMPLE_ROWS) if each.value)
    ways = settle(path, map(_written_by_users, sample), options)
    notes = [*ways.notes, *evaluators.notes(known, only)]
    if "question" not in ways.paths:
        notes.append(
            "question key from example_id, which holds within one server: both runs must be of "
            "the same data set there"
        )
    notes.append("prompt tokens are not split by cache, so they are not read")
    return Log(
        file=path,
        format=FORMAT,
        records=_rows(path, ways, only, options),
        notes=tuple(notes),
    )


def _written_by_users(row: Object) -> Object:
    return {key: row.get(key) for key in ("input", "metadata")}


def _rows(path: Path, ways: Ways, only: str | None, options: ReadOptions) -> Iterator[Row]:
    for each in row_files.rows(path):
        if each.value is None:
            yield each.refused()
            continue
        usage = normalise(
            {"completion_tokens": each.value.get("completion_token_count")}, source="openai"
        )
        record = present(_record(each.value, only, options))
        if counts := usage.record():
            record["usage"] = counts
        ways.fill(record, each.value)
        yield each.row(record, usage.refusals)


def _record(row: Object, only: str | None, options: ReadOptions) -> dict[str, object]:
    milliseconds = choices.scalar(row.get("latency_ms"))
    return {
        "question": choices.scalar(row.get("example_id")),
        "epoch": choices.scalar(row.get("repetition_number")),
        "question_text": texts.question(row.get("input")),
        "reference": texts.answer(row.get("reference_output")),
        "answer": texts.answer(row.get("output")),
        "error": harness_errors.failed(row.get("error")),
        "latency_s": None if milliseconds is None else envelope.seconds(milliseconds),
        "started_at": choices.scalar(row.get("start_time")),
        "gradings": [
            evaluators.grading(
                name,
                _verdict(made, options),
                reason=evaluators.failure(made.get("error")),
                quote=made.get("explanation"),
                graded_at=made.get("end_time"),
            )
            for name, made in _annotations(row)
            if only in (None, name)
        ],
    }


def _annotations(row: Object) -> Iterator[tuple[str, Object]]:
    for each in shapes.members(row.get("annotations")):
        yield str(each.get("name") or "annotation"), each


def _verdict(made: Object, options: ReadOptions) -> object:
    return evaluators.label_or_score(
        choices.scalar(made.get("label")),
        choices.scalar(made.get("score")),
        prefer_score=options.correct_at is not None,
    )
