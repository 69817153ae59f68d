"""What answer does one Inspect sample hold?"""

from collections.abc import Mapping

from lcexplore.importers import inspect_calls as calls
from lcexplore.importers import inspect_scores as scores
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.failures import kind_of
from lcexplore.importers.inspect_choices import Reading, at
from lcexplore.importers.inspect_files import RawSample
from lcexplore.log import FieldRefusal, Row

_LIMITS = {"time": "timeout", "working": "timeout", "context": "context_overflow"}
_STOPS = {"model_length": "context_overflow", "content_filter": "refused"}
_SHOWN_CHARS = 200


def row(raw: RawSample, reading: Reading, *, line: int) -> Row:
    """Read one sample from its bytes; what cannot be read is refused."""
    try:
        sample = raw.sample()
    except shapes.Unreadable as error:
        return _refused(raw, str(error), line=line)
    told = calls.transcript(sample)
    made = calls.calls_of(sample, told)
    used = calls.usage(made, reading.caching)
    output = sample.output or shapes.Output()
    record = {
        "question": _key(at(reading.header, sample, reading.ways.get("question", "id"))),
        "arm": _arm(sample, reading),
        "epoch": sample.epoch,
        "question_text": question_text(sample.input),
        "reference": _reference(sample.target),
        "answer": answer(sample),
        "started_at": sample.started_at or told.began_at,
        "latency_s": calls.seconds(made),
        "replayed": calls.replayed(sample, told),
        "error": failure(sample),
        "usage": used.record(),
        "cost_usd": calls.cost(made),
        "model": output.model if output.choices else None,
        "gradings": scores.gradings(sample, told, reading),
        **_mapped(sample, reading),
    }
    if "rubric" in reading.ways:
        rubric = at(reading.header, sample, reading.ways["rubric"])
        record["gradings"] = [{**each, "rubric": rubric} for each in record["gradings"]]
    return Row(line=line, record=_known(record), locator=raw.locator, refusals=used.refusals)


def _refused(raw: RawSample, reason: str, *, line: int) -> Row:
    """A row that cannot be used."""
    shown = raw.data[:_SHOWN_CHARS].decode("utf-8", "replace")
    refusal = FieldRefusal(field="sample", value=shown or None, reason=reason)
    return Row(line=line, record=None, locator=raw.locator, refusals=(refusal,))


def _known(record: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in record.items() if value not in (None, {}, [])}


def _key(value: object) -> object:
    """Ids are text always; what is neither text nor a number is left to be refused."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _arm(sample: shapes.Sample, reading: Reading) -> object:
    if reading.arm is not None or "arm" not in reading.ways:
        return reading.arm
    return _key(at(reading.header, sample, reading.ways["arm"]))


def _mapped(sample: shapes.Sample, reading: Reading) -> dict[str, object]:
    names = ("stratum", "cluster", "question_text", "reference", "ttft_s", "latency_s")
    ways = {name: reading.ways[name] for name in names if name in reading.ways}
    return {name: at(reading.header, sample, way) for name, way in ways.items()}


def failure(sample: shapes.Sample) -> dict[str, str] | None:
    """Why there is no answer to grade, gravest first: error, limit, stop, invalidation."""
    if sample.error:
        message = _message(sample.error)
        return {"kind": kind_of(message), "message": message}
    if sample.limit is not None and sample.limit.type is not None:
        kind = str(sample.limit.type)
        return {"kind": _LIMITS.get(kind, "limit"), "message": f"{kind} limit {sample.limit.limit}"}
    choices = sample.output.choices if sample.output else None
    stop = choices[0].stop_reason if choices else None
    if isinstance(stop, str) and stop in _STOPS:
        return {"kind": _STOPS[stop], "message": f"stopped: {stop}"}
    if sample.invalidation:
        return {"kind": "invalidated", "message": "invalidated in the log"}
    return None


def _message(error: object) -> str:
    message = error.get("message") if isinstance(error, Mapping) else error
    return message if isinstance(message, str) else str(error)[:_SHOWN_CHARS]


def answer(sample: shapes.Sample) -> str | None:
    """The completion; older versions keep it in the first choice only."""
    output = sample.output
    if output is None:
        return None
    text = output.completion if isinstance(output.completion, str) else None
    if text is None and output.choices:
        message = output.choices[0].message
        text = text_of(message.content) if message else None
    if text and text.startswith("attachment://"):
        return shapes.attachment(sample, text.removeprefix("attachment://")) or text
    return text if text or output.choices else None


def question_text(given: object) -> str | None:
    """The input: text, or of a conversation what its last user message says."""
    if not isinstance(given, list):
        return given if isinstance(given, str) else None
    said = [each for each in given if isinstance(each, Mapping) and each.get("role") == "user"]
    return text_of(said[-1].get("content")) if said else None


def text_of(content: object) -> str | None:
    """Text of a message whose content is text or a list of parts."""
    if not isinstance(content, list):
        return content if isinstance(content, str) else None
    parts = [each.get("text") for each in content if isinstance(each, Mapping)]
    return "\n".join(part for part in parts if isinstance(part, str)) or None


def _reference(target: object) -> str | None:
    if isinstance(target, list):
        return "\n".join(str(each) for each in target) or None
    return target if isinstance(target, str) and target else None
