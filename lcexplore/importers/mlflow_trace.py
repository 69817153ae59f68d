"""What does one trace of MLflow say of its request?"""

import json
from collections.abc import Mapping

from lcexplore.importers import choices, envelope, harness_errors, texts
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.twice import unique
from lcexplore.importers.usage import normalise
from lcexplore.importers.ways import present
from lcexplore.log import FieldRefusal

_USAGE = "mlflow.trace.tokenUsage"
_SHOWN_CHARS = 200
_FAILED = ("ERROR", "TRACE_STATUS_ERROR")

Object = Mapping[str, object]


def trace(row: Object) -> Object | None:
    """The trace that a row is, or that a row of a table holds in its column ``trace``."""
    held = row.get("trace", row)
    if isinstance(held, str):
        held = decoded(held)
    return held if isinstance(held, Mapping) and isinstance(held.get("info"), Mapping) else None


def info(of: Object) -> Object:
    """What MLflow notes of a trace."""
    return shapes.inside(of, "info")


def written_by_users(of: Object) -> Object:
    """The parts of a trace in which a user's names may stand."""
    tags = shapes.inside(info(of), "tags")
    own = {key: value for key, value in tags.items() if not key.startswith("mlflow.")}
    return {"info": {"tags": own}}


def decoded(value: object) -> object:
    """What a text holds as JSON, else the text; MLflow writes most values as such texts."""
    try:
        return json.loads(value, object_pairs_hook=unique) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def record(of: Object) -> tuple[dict[str, object], tuple[FieldRefusal, ...]]:
    """The native record of a trace, its assessments apart."""
    about = info(of)
    noted = shapes.inside(about, "trace_metadata")
    asked = _side(of, "mlflow.traceInputs", "mlflow.spanInputs", about.get("request_preview"))
    said = _side(of, "mlflow.traceOutputs", "mlflow.spanOutputs", about.get("response_preview"))
    counts = decoded(noted.get(_USAGE))
    usage = normalise(counts, source="mlflow") if isinstance(counts, Mapping) and counts else None
    made = {
        "question": texts.key(asked),
        "question_text": texts.question(asked),
        "answer": texts.answer(said),
        "reference": _expected(about),
        "started_at": choices.scalar(about.get("request_time")),
        "latency_s": _latency(about),
        "error": _error(of),
        "usage": (usage.record() or None) if usage else None,
    }
    return present(made), usage.refusals if usage else _unread(counts)


def _unread(counts: object) -> tuple[FieldRefusal, ...]:
    """Refuse counts that are there and cannot be read."""
    if counts is None or isinstance(counts, Mapping):
        return ()
    reason = "not JSON in which every key occurs once"
    return (FieldRefusal(field="usage", value=str(counts)[:_SHOWN_CHARS], reason=reason),)


def _root(of: Object) -> Object:
    spans = list(shapes.members(shapes.inside(of, "data").get("spans")))
    return next((each for each in spans if not each.get("parent_span_id")), {})


def _side(of: Object, whole: str, span: str, preview: object) -> object:
    """Inputs or outputs: of the trace, else of its first span, else the beginning that is kept."""
    attributes = shapes.inside(_root(of), "attributes")
    for value in (attributes.get(span), shapes.inside(info(of), "trace_metadata").get(whole)):
        if isinstance(value, str) and value.strip():
            return decoded(value)
    return decoded(preview) if isinstance(preview, str) and preview.strip() else None


def _latency(about: Object) -> object:
    taken = choices.scalar(about.get("execution_duration_ms", about.get("execution_duration")))
    return None if taken is None else envelope.seconds(taken)


def _error(of: Object) -> dict[str, str] | None:
    """Why a trace failed: the message of its exception, not the traceback."""
    if str(info(of).get("state", info(of).get("status"))) not in _FAILED:
        return None
    root = _root(of)
    told = shapes.inside(root, "status").get("message")
    for event in shapes.members(root.get("events")):
        told = shapes.inside(event, "attributes").get("exception.message") or told
    return harness_errors.failed(told if isinstance(told, str) and told else "the trace failed")


def _expected(about: Object) -> str | None:
    for each in shapes.members(about.get("assessments")):
        value = shapes.inside(each, "expectation").get("value")
        if each.get("assessment_name") in ("expected_response", "expected_output", "expected"):
            return texts.written(value)
    return None
