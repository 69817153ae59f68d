"""What do the spans of one question say in the native form?"""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from lcexplore.importers import choices, provider_errors
from lcexplore.importers.otlp_calls import Call, Tree, Unit
from lcexplore.importers.otlp_spans import Evaluation
from lcexplore.importers.provider_shapes import members, text
from lcexplore.importers.usage import Usage, normalise, together
from lcexplore.log import Row

_MODELS = ("gen_ai.response.model", "llm.model_name", "gen_ai.request.model")
_PROVIDERS = ("gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system")
_TTFTS = ("gen_ai.response.time_to_first_chunk", "gen_ai.response.time_to_first_token")
_PLAIN_ANSWERS = ("output.value", "gen_ai.completion.0.content", "gen_ai.completion",
                  "llm.output_messages.0.message.content")  # fmt: skip


def row(tree: Tree, unit: Unit, paths: Mapping[str, str], verdict: str | None) -> Row:
    """Read one question of one trace.

    Args:
        tree: All spans.
        unit: The question's own.
        paths: Attributes that hold native fields.
        verdict: Name of the only evaluation that counts, or None for all.
    """
    last = unit.calls[-1] if unit.calls else None
    usage = together(_usage(each) for each in unit.calls)
    record: dict[str, object] = {
        "answer": _answer(last.attributes) if last else None,
        "model": _first(last.attributes, _MODELS) if last else None,
        "started_at": _moment(unit.calls[0].span.start) if unit.calls else None,
        "latency_s": _latency(unit),
        "ttft_s": _ttft(unit),
        "usage": usage.record() or None,
        "error": _error(unit),
        "gradings": [_grading(each) for each in unit.evaluations if _counts(each, verdict)],
    }
    inner = last.span if last else unit.root
    for field, name in paths.items():
        value = choices.scalar(tree.value(inner, name))
        if value is None:
            value = choices.scalar(tree.value(unit.root, name))
        if value is not None:
            choices.place(record, field, value)
    known = {name: value for name, value in record.items() if value not in (None, [])}
    where = f"trace {unit.root.trace}, span {unit.root.id}"
    return Row(line=inner.line, locator=where, record=known, refusals=usage.refusals)


def _usage(call: Call) -> Usage:
    provider = _first(call.attributes, _PROVIDERS)
    return normalise(
        call.attributes,
        source="otel",
        provider=provider if isinstance(provider, str) else None,
    )


def _latency(unit: Unit) -> float | None:
    """From the start of the first call to the end of the last."""
    starts = [each.span.start for each in unit.calls]
    ends = [each.span.end for each in unit.calls]
    first, last = [e for e in starts if e is not None], [e for e in ends if e is not None]
    if not first or len(first) < len(starts) or len(last) < len(ends):
        return None
    return round((max(last) - min(first)) / 1e9, 9)


def _ttft(unit: Unit) -> object:
    """Of the only call; of the last of several it would leave out those before."""
    return _first(unit.calls[0].attributes, _TTFTS) if len(unit.calls) == 1 else None


def _error(unit: Unit) -> dict[str, str] | None:
    last = unit.calls[-1] if unit.calls else None
    failed = last.span.failure if last else unit.root.failure
    said = last.attributes if last else unit.root.attributes
    kind = said.get("error.type")
    if failed is None and kind in (None, ""):
        failed = unit.root.failure
    if failed is not None or kind not in (None, ""):
        told = ": ".join(str(each) for each in (kind, failed) if each not in (None, ""))
        return provider_errors.failure(told, status=kind)
    reasons = said.get("gen_ai.response.finish_reasons", said.get("llm.finish_reason"))
    stopped = [*reasons] if isinstance(reasons, list | tuple) else [reasons]
    for reason in (*stopped[-1:], said.get("anthropic.message.stop_reason")):
        if (error := provider_errors.stopped(reason)) is not None:
            return error
    return None


def graders(evaluations: Iterable[Evaluation]) -> dict[str, str]:
    """Names of the evaluations, each with what one of them said."""
    found: dict[str, str] = {}
    for each in evaluations:
        graded = _grading(each)
        if "grader" in graded:
            found.setdefault(
                str(graded["grader"]), str(graded.get("verdict", graded.get("reason")))
            )
    return found


def _grading(evaluation: Evaluation) -> dict[str, object]:
    said = evaluation.attributes
    label = choices.scalar(said.get("gen_ai.evaluation.score.label"))
    score = choices.scalar(said.get("gen_ai.evaluation.score.value"))
    verdict = score if label is None else label
    grading = {
        "grader": choices.scalar(said.get("gen_ai.evaluation.name")),
        "verdict": verdict,
        "quote": choices.scalar(said.get("gen_ai.evaluation.explanation")),
        "graded_at": _moment(evaluation.at),
        "reason": "grader_failed" if "error.type" in said or verdict is None else None,
    }
    if grading["reason"] is not None:
        grading["verdict"] = None
    return {name: value for name, value in grading.items() if value is not None}


def _counts(evaluation: Evaluation, verdict: str | None) -> bool:
    return verdict is None or evaluation.attributes.get("gen_ai.evaluation.name") == verdict


def _answer(said: Mapping[str, object]) -> str | None:
    messages = said.get("gen_ai.output.messages")
    if isinstance(messages, str):
        return _message(messages)
    found = _first(said, _PLAIN_ANSWERS)
    return found if isinstance(found, str) else None


def _message(messages: str) -> str | None:
    """Text of the last message of a list that is JSON in a text."""
    try:
        listed = list(members(json.loads(messages)))
    except (ValueError, RecursionError):
        return None
    if not listed:
        return None
    if isinstance(content := listed[-1].get("content"), str):
        return content
    return text(part.get("content", part.get("text")) for part in members(listed[-1].get("parts")))


def _first(said: Mapping[str, object], names: tuple[str, ...]) -> object:
    found = (choices.scalar(said.get(name)) for name in names)
    return next((each for each in found if each is not None), None)


def _moment(nanoseconds: int | None) -> str | None:
    if nanoseconds is None or nanoseconds >= 2**62:
        return None
    return datetime.fromtimestamp(nanoseconds / 1e9, UTC).isoformat()
