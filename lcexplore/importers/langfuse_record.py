"""What does one trace of Langfuse say of its answer?"""

import json
from collections.abc import Mapping

from lcexplore.importers import (
    choices,
    harness_errors,
    langfuse_scores,
    langfuse_usage,
    provider_errors,
    texts,
)
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.langfuse_parts import Parts
from lcexplore.importers.langfuse_scores import moment
from lcexplore.importers.langfuse_traces import Trace, text
from lcexplore.importers.twice import unique
from lcexplore.importers.ways import present
from lcexplore.log import FieldRefusal

# What the tracing itself writes into the metadata.
_OWN = ("attributes", "resourceAttributes", "scope")
_SAME = ("name", "traceName", "sessionId", "version", "release", "environment")
_SEPARATORS = (":", "=")
# Where the SDK runs an experiment, its evaluators run inside of the traces.
_EXPERIMENTS = "sdk-experiment"

Object = Mapping[str, object]


def record(
    trace: Trace, parts: Parts, scores: list[Object], only: str | None
) -> tuple[dict[str, object], tuple[FieldRefusal, ...]]:
    """The native record of a trace."""
    asked = _first(trace, parts, "input")
    error = _error(parts)
    usage = langfuse_usage.counted(parts.generations)
    made = {
        "question": texts.key(asked),
        "question_text": texts.question(asked),
        "answer": None if error else _answer(_first(trace, parts, "output")),
        "error": error,
        "started_at": _begun(trace, parts),
        "latency_s": _latency(trace, parts),
        "ttft_s": _ttft(parts),
        "cost_usd": langfuse_usage.cost(parts.generations),
        "model": _model(parts.last),
        "usage": usage.record() or None,
        "gradings": langfuse_scores.gradings([*trace.scores, *scores], only, parts.judged),
    }
    return present(made), usage.refusals


def open_to_users(trace: Trace, parts: Parts) -> dict[str, object]:
    """Where a trace may say what Langfuse leaves to its users, as one object."""
    rows = (trace.said, parts.top, parts.last, *trace.observations)
    metadata: dict[str, object] = {}
    for row in rows:
        held = _read(row.get("metadata"))
        for key, value in held.items() if isinstance(held, Mapping) else ():
            metadata.setdefault(key, value)
    made: dict[str, object] = {"metadata": metadata, "input": _first(trace, parts, "input")}
    for name in _SAME:
        made[name] = next((each[name] for each in rows if choices.scalar(each.get(name))), None)
    return present(made) | _tags(next((each["tags"] for each in rows if each.get("tags")), None))


def written_by_users(row: Object) -> Object:
    """Those parts of it in which a name that the user chose means what it says."""
    metadata = shapes.inside(row, "metadata")
    own = {key: value for key, value in metadata.items() if key not in _OWN}
    return {"metadata": own, "tags": row.get("tags"), "input": row.get("input")}


def _tags(tags: object) -> dict[str, object]:
    """Tags in the form ``key:value`` by their key; their order means nothing."""
    named: dict[str, object] = {}
    plain = []
    for each in tags if isinstance(tags, list) else ():
        for mark in _SEPARATORS if isinstance(each, str) else ():
            key, found, value = each.partition(mark)
            if found and key.strip() and value.strip():
                named.setdefault(key.strip(), value.strip())
                break
        else:
            plain.append(each)
    return present({"tags": named or None, "tag": plain[0] if len(plain) == 1 else None})


def _first(trace: Trace, parts: Parts, side: str) -> object:
    """Input or output: of the trace, else of the span of the answer, else of its generation."""
    for row in (trace.said, parts.top, parts.last):
        value = _read(row.get(side))
        if value not in (None, "", [], {}):
            return value
    return None


def _read(value: object) -> object:
    """What a text holds where that is an object, a list or a text in JSON; else the text."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
        return value
    try:
        return json.loads(value, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        return value


def _answer(said: object) -> str | None:
    return texts.answer(said[0] if isinstance(said, list) and len(said) == 1 else said)


def _error(parts: Parts) -> dict[str, str] | None:
    """A step that failed and was tried again is no failure; the answer or its last call is."""
    for each in (parts.last, parts.top):
        if each.get("level") == "ERROR":
            told = each.get("statusMessage")
            return harness_errors.failed(told if text(told) else "the trace failed")
    reason = shapes.inside(parts.last, "modelParameters").get("finishReason")
    return provider_errors.stopped(reason)


def _begun(trace: Trace, parts: Parts) -> object:
    return choices.scalar(parts.top.get("startTime")) or choices.scalar(trace.said.get("timestamp"))


def _latency(trace: Trace, parts: Parts) -> object:
    """Seconds until the last call was done, for a span may end before what runs inside it."""
    if not parts.top:
        graded_inside = trace.said.get("environment") == _EXPERIMENTS
        return None if graded_inside else choices.scalar(trace.said.get("latency"))
    ends = [moment(each.get("endTime")) for each in (parts.top, *parts.generations)]
    start, last = moment(parts.top.get("startTime")), [each for each in ends if each]
    if start is not None and last and len(last) == len(ends):
        return round((max(last) - start).total_seconds(), 6)
    return choices.scalar(parts.top.get("latency"))


def _ttft(parts: Parts) -> object:
    """Seconds to the first token of the last call; one at its end is that of no stream."""
    first, end = (moment(parts.last.get(key)) for key in ("completionStartTime", "endTime"))
    start = moment(parts.top.get("startTime"))
    if first is not None and start is not None:
        streamed = end is None or first < end
        return round((first - start).total_seconds(), 6) if streamed else None
    return choices.scalar(parts.last.get("timeToFirstToken")) if parts.last is parts.top else None


def _model(generation: Object) -> object:
    named = choices.scalar(generation.get("model"))
    return choices.scalar(generation.get("providedModelName")) if named is None else named
