"""What does one logging payload of LiteLLM say of its request?

``cache_hit`` is LiteLLM's own response cache, so such a row is a replay. The provider's cache of
prompts is in the token counts, which include cached tokens for every provider.
"""

import hashlib
import re
from collections.abc import Mapping

from lcexplore.importers import choices, provider_errors
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.usage import normalise
from lcexplore.log import FieldRefusal, Row

TAG = re.compile(r"(?:question_id|question|qid)[:=]\s*(.+)", re.IGNORECASE)

_KEY_CHARS = 300
# What a field is called that says the same in other words or units.
_OTHERWISE = {"latency_ms": "latency_s", "ttft_ms": "ttft_s", "time": "started_at"}
_NO_ANSWERS = re.compile(r"embed|rerank|transcription|speech|image|moderation|file|batch")


def row(line: int, payload: Mapping[str, object], paths: Mapping[str, str]) -> Row:
    """Read one payload; ``paths`` says where native fields are that the caller wrote."""
    call = payload.get("call_type")
    if isinstance(call, str) and _NO_ANSWERS.search(call):
        refusal = FieldRefusal(field="call_type", value=call[:60], reason="not a model's answer")
        return Row(line=line, record=None, refusals=(refusal,))
    record = _record(payload)
    refusals: tuple[FieldRefusal, ...] = ()
    if counts := _counts(payload):
        usage = normalise(
            counts, source="litellm", provider=_text(payload.get("custom_llm_provider"))
        )
        refusals = usage.refusals
        record["usage"] = usage.record()
    for field, place in paths.items():
        if place and (value := choices.found(payload, place)) is not None:
            record.pop(_OTHERWISE.get(field, ""), None)
            choices.place(record, field, value)
    return Row(line=line, record=record, refusals=refusals)


def _record(payload: Mapping[str, object]) -> dict[str, object]:
    response = shapes.inside(payload, "response")
    told = shapes.read(response) if shapes.kind(response) else shapes.Response()
    text = _asked(payload)
    record = {
        "question": tagged(payload) or _key(text),
        "question_text": text if text and len(text) <= 10 * _KEY_CHARS else None,
        "answer": told.answer,
        "model": told.model or payload.get("model"),
        "started_at": choices.scalar(payload.get("startTime")),
        "latency_s": _latency(payload),
        "ttft_s": _ttft(payload),
        "cost_usd": _cost(payload),
        "replayed": True if payload.get("cache_hit") is True else None,
        "error": _error(payload) or told.error,
    }
    return {name: value for name, value in record.items() if value is not None}


def _error(payload: Mapping[str, object]) -> dict[str, str] | None:
    if payload.get("status") != "failure":
        return None
    about = shapes.inside(payload, "error_information")
    told = [payload.get("error_str"), about.get("error_class"), about.get("error_message")]
    messages = [each for each in told if isinstance(each, str) and each.strip()]
    message = messages[0] if messages else "the request failed"
    return provider_errors.failure(message, status=about.get("error_code"))


def _counts(payload: Mapping[str, object]) -> Mapping[str, object]:
    """Token counts, as detailed as they come; a failed request has none, whatever zeros say."""
    if payload.get("status") == "failure":
        return {}
    logged = shapes.inside(shapes.inside(payload, "metadata"), "usage_object")
    return logged or shapes.inside(shapes.inside(payload, "response"), "usage")


def _latency(payload: Mapping[str, object]) -> object:
    if (taken := choices.scalar(payload.get("response_time"))) is not None:
        return taken
    start, end = payload.get("startTime"), payload.get("endTime")
    if isinstance(start, int | float) and isinstance(end, int | float):
        return round(end - start, 6)
    return None


def _ttft(payload: Mapping[str, object]) -> float | None:
    """Unknown unless streamed: else LiteLLM repeats the end as the time of the first token."""
    start, first, end = (
        payload.get(key) for key in ("startTime", "completionStartTime", "endTime")
    )
    if not all(isinstance(each, int | float) for each in (start, first, end)):
        return None
    return round(first - start, 6) if start <= first < end else None  # type: ignore[operator]


def _cost(payload: Mapping[str, object]) -> object:
    """What the request cost; 0 where it has no price, failed or was replayed means nothing."""
    cost = choices.scalar(payload.get("response_cost"))
    if payload.get("status") == "failure" or payload.get("cache_hit") is True:
        return None
    if payload.get("response_cost_failure_debug_info"):
        return None
    priced = shapes.inside(shapes.inside(payload, "model_map_information"), "model_map_value")
    return None if cost == 0 and not priced else cost


def _asked(payload: Mapping[str, object]) -> str | None:
    asked = [each for each in shapes.members(payload.get("messages")) if each.get("role") == "user"]
    content = asked[-1].get("content") if asked else payload.get("messages")
    if isinstance(content, list):
        content = shapes.text(part.get("text") for part in shapes.members(content))
    return _text(content)


def _key(text: str | None) -> str | None:
    """Text of a question as its key; a long one, which holds a document, by its fingerprint."""
    if text is None or len(text) <= _KEY_CHARS:
        return text
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def tagged(payload: Mapping[str, object]) -> str | None:
    """The question that a tag such as ``question_id:q017`` names, or None."""
    tags = payload.get("request_tags")
    for tag in tags if isinstance(tags, list) else ():
        if isinstance(tag, str) and (found := TAG.match(tag)):
            return found[1]
    return None


def _text(value: object) -> str | None:
    return " ".join(value.split()) if isinstance(value, str) and value.strip() else None
