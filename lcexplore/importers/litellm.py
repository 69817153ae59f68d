"""What did LiteLLM log of each request (its StandardLoggingPayload, one a line)?

The id of a question and the arm are the caller's: metadata of a plain SDK call does not survive,
tags do. Without an id the text of the question pairs the arms.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import choices, heads, json_lines, litellm_payload
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "litellm"
MAPS = True

_SUFFIXES = (".jsonl", ".ndjson")
_SAMPLE_ROWS = 500
_TEXT = "the text of the last user message"
_WHERE_CALLERS_WRITE = ("metadata.requester_metadata.", "metadata.spend_logs_metadata.")
_ARM_SOURCES = ("custom_llm_provider", "model", "model_group", "end_user")


def recognises(name: str, head: bytes) -> bool:
    """A JSONL whose first object has LiteLLM's call id beside its times."""
    if not heads.bare(name).endswith(_SUFFIXES):
        return False
    first = heads.first_object(head) or {}
    return "litellm_call_id" in first and "startTime" in first


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: where question and arm are, and one record a line."""
    choices.known(options.mapping)
    heads.head(path)
    found = islice(json_lines.objects(path), _SAMPLE_ROWS)
    sample = [_caller(each.value) for each in found if each.value is not None]
    if not any("litellm_call_id" in row for row in sample):
        raise LogError(
            path,
            wanted="LiteLLM's logging payloads",
            found="objects without a litellm_call_id",
            todo="name the format with --format",
        )
    paths = dict(options.mapping)
    notes: list[str] = []
    if options.arm is not None:
        notes += choices.overruled(options.arm, sample, mapping=options.mapping)
    for field, settled in (
        ("question", _question(path, sample, options)),
        ("arm", _arm(path, sample, options)),
    ):
        if settled is not None:
            paths[field] = settled.path
            notes.append(settled.note)
    return Log(file=path, format=FORMAT, records=_rows(path, paths), notes=tuple(notes))


def requests(path: Path, options: ReadOptions) -> Log:
    """Describe the file as a log of requests, of which nobody asks what the question was."""
    found = islice(json_lines.objects(path), _SAMPLE_ROWS)
    sample = [_caller(each.value) for each in found if each.value is not None]
    notes = ["LiteLLM's logging payloads: times, latency, tokens, cost and replays as it logs them"]
    paths = dict(options.mapping)
    if options.arm is not None:
        notes += choices.overruled(options.arm, sample, mapping=options.mapping)
    elif (arm := _arm(path, sample, options)) is not None:
        paths["arm"] = arm.path
        notes.append(arm.note)
    return Log(file=path, format=FORMAT, records=_rows(path, paths), notes=tuple(notes))


def _caller(row: Mapping[str, object]) -> dict[str, object]:
    """The parts of a payload that a caller can have written, and what told requests apart."""
    kept = ("litellm_call_id", "request_tags", "custom_llm_provider", "model", "model_group",
            "end_user", "metadata")  # fmt: skip
    return {key: row[key] for key in kept if key in row}


def _question(
    path: Path, sample: list[dict[str, object]], options: ReadOptions
) -> choices.Settled | None:
    seen = {
        key: shown
        for key, shown in choices.examples(sample).items()
        if key.startswith(_WHERE_CALLERS_WRITE)
    }
    names = (choices.QUESTION_KEYS,)
    settled = choices.settle(path, "question", seen, mapping=options.mapping, names=names)
    if settled is not None:
        return settled
    tagged = any(litellm_payload.tagged(row) for row in sample)
    note = "the tag that names it" if tagged else _TEXT
    return choices.Settled(path="", note=f"question key from {note}")


def _arm(
    path: Path, sample: list[dict[str, object]], options: ReadOptions
) -> choices.Settled | None:
    if options.arm is not None:
        return None
    seen = choices.examples(sample)
    written = {key: shown for key, shown in seen.items() if key.startswith(_WHERE_CALLERS_WRITE)}
    names = (choices.ARM_KEYS,)
    settled = choices.settle(path, "arm", written, mapping=options.mapping, names=names)
    if settled is not None:
        return settled
    varying = _varying(sample)
    if len(varying) > 1:
        raise ChoiceNeeded(path, field="arm", choices=varying)
    for key in varying:
        return choices.Settled(path=key, note=f"arm from {key}")
    return None


def _varying(sample: list[dict[str, object]]) -> dict[str, str]:
    """What takes a few values in the sample, so that it may be what tells the arms apart."""
    found: dict[str, dict[str, None]] = {}
    for row in sample:
        tags = row.get("request_tags")
        for place, tag in enumerate(tags if isinstance(tags, list) else ()):
            if isinstance(tag, str) and not litellm_payload.TAG.match(tag):
                found.setdefault(f"request_tags.{place}", {})[tag] = None
        for key in _ARM_SOURCES:
            if isinstance(value := row.get(key), str) and value.strip():
                found.setdefault(key, {})[value] = None
    few = {key: list(values) for key, values in found.items() if 2 <= len(values) <= 10}
    return {key: ", ".join(values[:3]) for key, values in few.items()}


def _rows(path: Path, paths: Mapping[str, str]) -> Iterator[Row]:
    for each in json_lines.objects(path):
        yield (
            each.refused()
            if each.value is None
            else litellm_payload.row(each.line, each.value, paths)
        )
