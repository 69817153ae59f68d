"""Does each line hold a provider's response object, and what did the harness write beside it?

A line is the response itself, or an object that holds it next to a question id, an arm and times:
``{"question_id": "q017", "arm": "long", "latency_ms": 812.5, "response": {...}, "error": null}``.
Batch outputs, which wrap it once more, are read as well. Such logs seldom hold verdicts: their
answers stay ungraded, and still say what latency and tokens were.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import choices, envelope, heads, json_lines, native_jsonl, provider_errors
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers import provider_streams as streams
from lcexplore.log import FieldRefusal, Log, ReadOptions, Row
from lcexplore.words import many

FORMAT = "provider-responses"
MAPS = True

_SUFFIXES = (".jsonl", ".ndjson")
_WRAPPERS = ("response", "raw_response", "provider_response", "api_response", "completion",
             "result", "body", "message", "raw")  # fmt: skip
_SAMPLE_ROWS = 200
_DEPTH = 3


def recognises(name: str, head: bytes) -> bool:
    """A JSONL of which one of the first lines holds a response object of a known provider."""
    if not heads.bare(name).endswith(_SUFFIXES) or native_jsonl.recognises(name, head):
        return False
    first = [row for line in heads.first_lines(head)[:5] if (row := heads.as_object(line))]
    if any("litellm_call_id" in row or "resourceSpans" in row for row in first):
        return False
    return any(_response(row) is not None for row in first)


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: which keys say question and arm, and one record a line."""
    choices.known(options.mapping)
    heads.head(path)
    sample = [row for each in islice(json_lines.objects(path), _SAMPLE_ROWS) if (row := each.value)]
    if not any(_response(row) is not None for row in sample):
        raise LogError(
            path,
            wanted="response objects of a provider",
            found=f"none in the first {many(len(sample), 'object')}",
            todo="name the format with --format, or the fields with --map",
        )
    seen = choices.examples(_outside(row) for row in sample)
    question = _question(path, seen, options)
    arm = None
    if options.arm is None:
        names = (choices.ARM_KEYS, choices.ARM_WORDS)
        arm = choices.settle(path, "arm", seen, mapping=options.mapping, names=names)
    paths = dict(options.mapping) | {"question": question.path}
    if arm is not None:
        paths["arm"] = arm.path
    notes = [each.note for each in (question, arm) if each is not None]
    if options.arm is not None:
        outside = map(_outside, sample)
        notes += choices.overruled(options.arm, outside, mapping=options.mapping)
    return Log(file=path, format=FORMAT, records=_rows(path, paths), notes=tuple(notes))


def _question(path: Path, seen: dict[str, str], options: ReadOptions) -> choices.Settled:
    names = (choices.QUESTION_KEYS, ("id", "key"), ("question", "query", "question_text"))
    found = choices.settle(path, "question", seen, mapping=options.mapping, names=names)
    if found is None:
        raise ChoiceNeeded(path, field="question", choices=dict(islice(seen.items(), 20)))
    return found


def _outside(row: Mapping[str, object]) -> dict[str, object]:
    """What the harness wrote: a row without the response, or without what the provider wrote."""
    if shapes.kind(row) is not None:
        return {key: inner for key, inner in row.items() if key in ("metadata", "custom_id")}
    return {key: inner for key, inner in row.items() if key not in (*_WRAPPERS, "error")}


def _response(row: Mapping[str, object], depth: int = _DEPTH) -> shapes.Response | None:
    """The response in a row, however it is wrapped."""
    if shapes.kind(row) is not None:
        return shapes.read(row)
    if found := streams.chunks(row):
        return streams.assemble(found)
    for key in _WRAPPERS if depth else ():
        inner = row.get(key)
        if isinstance(inner, list) and (found := streams.chunks(inner)):
            return streams.assemble(found)
        if isinstance(inner, Mapping) and (response := _response(inner, depth - 1)) is not None:
            return response
    return None


def _rows(path: Path, paths: Mapping[str, str]) -> Iterator[Row]:
    for each in json_lines.objects(path):
        yield each.refused() if each.value is None else _row(each.line, each.value, paths)


def _row(line: int, row: Mapping[str, object], paths: Mapping[str, str]) -> Row:
    response = _response(row)
    record = envelope.fields(row) if shapes.kind(row) is None else {}
    refusals: tuple[FieldRefusal, ...] = ()
    if response is not None:
        refusals = _add(record, response)
    error = _error(row, response)
    if error is not None:
        record["error"] = error
    for field, place in paths.items():
        if (value := choices.found(row, place)) is not None:
            choices.place(record, field, value)
    return Row(line=line, record=record, refusals=refusals)


def _add(record: dict[str, object], response: shapes.Response) -> tuple[FieldRefusal, ...]:
    """Put what the response says into the record, where the harness did not say it."""
    if response.answer is not None:
        record["answer"] = response.answer
    if isinstance(response.model, str):
        record["model"] = response.model
    if response.latency_ms is not None and "latency_s" not in record:
        record["latency_s"] = envelope.seconds(response.latency_ms)
    if response.usage is None:
        return ()
    if counts := response.usage.record():
        record["usage"] = counts
    return response.usage.refusals


def _error(row: Mapping[str, object], response: shapes.Response | None) -> dict[str, str] | None:
    """The harness's error, else the response's, else that there is neither."""
    told = None if shapes.kind(row) is not None else provider_errors.described(row.get("error"))
    if told is not None or response is not None:
        return told or (response.error if response else None)
    for key in _WRAPPERS:
        inner = row.get(key)
        if isinstance(inner, Mapping) and (told := provider_errors.described(inner.get("error"))):
            return told
    return provider_errors.missing("neither a response nor an error is recorded")
