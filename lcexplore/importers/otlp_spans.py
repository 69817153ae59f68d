"""Which spans and evaluation results does a file of OpenTelemetry data hold?

Two spellings are read: OTLP JSON, as the collector's file exporter writes it, and the objects that
the SDK's console exporter prints one after the other. Prompts are not kept.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from lcexplore.importers.provider_shapes import Object, inside, members

EVALUATION = "gen_ai.evaluation.result"

_LONGEST = 4_000
_ANSWERS = ("gen_ai.output.messages", "output.value", "gen_ai.completion", "llm.output_messages")
_VALUES = ("stringValue", "intValue", "doubleValue", "boolValue")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """One verdict on a span.

    Attributes:
        trace: Trace of the span.
        span: The span, or None where only ``response`` says what was judged.
        at: Time in nanoseconds, or None.
        attributes: What was said.
    """

    trace: str
    span: str | None
    at: int | None
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One span; times are nanoseconds, or None."""

    line: int
    trace: str
    id: str
    parent: str | None
    name: str
    scope: str
    start: int | None
    end: int | None
    failure: str | None
    attributes: Mapping[str, object]
    resource: Mapping[str, object] = field(default_factory=dict)


def read(line: int, document: Object) -> Iterator[Span | Evaluation]:
    """Spans and evaluations of one object of the file, in its order."""
    if "context" in document:
        yield from _console(line, document)
    for group in members(document.get("resourceSpans")):
        resource = _attributes(inside(group, "resource").get("attributes"))
        for scoped in (*members(group.get("scopeSpans")),
                       *members(group.get("instrumentationLibrarySpans"))):  # fmt: skip
            name = _text(inside(scoped, "scope").get("name"))
            for span in members(scoped.get("spans")):
                yield from _span(line, span, name, resource)
    for group in members(document.get("resourceLogs")):
        for scoped in members(group.get("scopeLogs")):
            for log in members(scoped.get("logRecords")):
                yield from _log(log)


def holds_spans(document: Object) -> bool:
    """Whether an object is one of either spelling."""
    if isinstance(document.get("resourceSpans"), list):
        return True
    if isinstance(document.get("resourceLogs"), list):
        return True
    return "trace_id" in inside(document, "context") and "start_time" in document


def _span(line: int, span: Object, scope: str, resource: Object) -> Iterator[Span | Evaluation]:
    trace, key = _text(span.get("traceId")), _text(span.get("spanId"))
    events = list(members(span.get("events")))
    told = inside(span, "status")
    yield Span(
        line=line,
        trace=trace,
        id=key,
        parent=_text(span.get("parentSpanId")) or None,
        name=_text(span.get("name")),
        scope=scope,
        start=_nanoseconds(span.get("startTimeUnixNano")),
        end=_nanoseconds(span.get("endTimeUnixNano")),
        failure=_failure(told.get("code"), told.get("message"), events),
        attributes=_attributes(span.get("attributes")),
        resource=resource,
    )
    for event in events:
        if event.get("name") == EVALUATION:
            yield Evaluation(
                trace=trace,
                span=key,
                at=_nanoseconds(event.get("timeUnixNano")),
                attributes=_attributes(event.get("attributes")),
            )


def _console(line: int, span: Object) -> Iterator[Span | Evaluation]:
    context, told = inside(span, "context"), inside(span, "status")
    trace, key = _hex(context.get("trace_id")), _hex(context.get("span_id"))
    events = list(members(span.get("events")))
    yield Span(
        line=line,
        trace=trace,
        id=key,
        parent=_hex(span.get("parent_id")) or None,
        name=_text(span.get("name")),
        scope=_text(inside(span, "instrumentation_scope").get("name")),
        start=_nanoseconds(span.get("start_time")),
        end=_nanoseconds(span.get("end_time")),
        failure=_failure(told.get("status_code"), told.get("description"), events),
        attributes=_kept(inside(span, "attributes").items()),
        resource=_kept(inside(inside(span, "resource"), "attributes").items()),
    )
    for event in events:
        if event.get("name") == EVALUATION:
            yield Evaluation(
                trace=trace,
                span=key,
                at=_nanoseconds(event.get("timestamp")),
                attributes=_kept(inside(event, "attributes").items()),
            )


def _log(log: Object) -> Iterator[Evaluation]:
    attributes = _attributes(log.get("attributes"))
    if EVALUATION in (log.get("eventName"), attributes.get("event.name")):
        yield Evaluation(
            trace=_text(log.get("traceId")),
            span=_text(log.get("spanId")) or None,
            at=_nanoseconds(log.get("timeUnixNano")),
            attributes=attributes,
        )


def _failure(code: object, message: object, events: list[Object]) -> str | None:
    if code not in (2, "2", "STATUS_CODE_ERROR", "ERROR", "StatusCode.ERROR"):
        return None
    if isinstance(message, str) and message.strip():
        return message
    for event in events:
        if event.get("name") == "exception":
            told = event.get("attributes")
            about = told if isinstance(told, Mapping) else _attributes(told)
            return f"{about.get('exception.type')}: {about.get('exception.message')}"
    return "the span ended with an error"


def _attributes(listed: object) -> dict[str, object]:
    return _kept((each.get("key"), _value(each.get("value"))) for each in members(listed))


def _value(value: object) -> object:
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("arrayValue"), Mapping):
        return [_value(each) for each in members(inside(value, "arrayValue").get("values"))]
    return next((value[key] for key in _VALUES if key in value), None)


def _kept(pairs: object) -> dict[str, object]:
    """Texts, numbers and short lists; long texts only where they are the answer."""
    kept: dict[str, object] = {}
    for key, value in pairs:  # type: ignore[attr-defined]
        if isinstance(key, str) and isinstance(value, str | int | float | bool | list | tuple):
            short = not isinstance(value, str) or len(value) <= _LONGEST
            if short or key.startswith(_ANSWERS):
                kept[key] = value
    return kept


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _hex(value: object) -> str:
    return _text(value).removeprefix("0x")


def _nanoseconds(value: object) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 21:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value if value > 0 else None
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    whole = moment - datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return (whole.days * 86_400 + whole.seconds) * 10**9 + whole.microseconds * 1_000
