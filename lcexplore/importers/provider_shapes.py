"""What did a provider's response object answer, and what did it count?

One reader for each kind of object: OpenAI chat completions and their imitators, OpenAI responses,
Anthropic messages, Gemini (REST and SDK spelling) and Bedrock Converse.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from lcexplore.importers import provider_errors
from lcexplore.importers.usage import Usage, normalise

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What one response object says; None is unknown.

    Attributes:
        answer: Text of the answer, its parts joined.
        model: Model that served the request.
        usage: Token counts.
        error: Why there is no answer, in the native form.
        latency_ms: Time that the provider itself reports.
    """

    answer: str | None = None
    model: object = None
    usage: Usage | None = None
    error: dict[str, str] | None = None
    latency_ms: object = None


def kind(value: object) -> str | None:
    """Name of the kind of response object that ``value`` is, or None."""
    if not isinstance(value, Mapping):
        return None
    if isinstance(value.get("choices"), list):
        return "chat"
    if value.get("object") == "response" and isinstance(value.get("output"), list | None):
        return "responses"
    if value.get("type") == "message" and isinstance(value.get("content"), list):
        return "anthropic"
    if any(key in value for key in ("candidates", "usageMetadata", "usage_metadata")):
        return "gemini"
    if "output" in value and "inputTokens" in inside(value, "usage"):
        return "bedrock"
    return None


def read(value: Object) -> Response:
    """Read a response object whose ``kind`` is known."""
    return _READERS[kind(value) or "chat"](value)


def inside(value: Object, key: str) -> Object:
    """The object under a key, or an empty one."""
    inner = value.get(key)
    return inner if isinstance(inner, Mapping) else {}


def members(value: object) -> Iterator[Object]:
    """Those members of a list that are objects."""
    for each in value if isinstance(value, list) else ():
        if isinstance(each, Mapping):
            yield each


def text(parts: Iterable[object]) -> str | None:
    """Join the texts of an answer; None where there are none."""
    found = [each for each in parts if isinstance(each, str)]
    return "".join(found) if found else None


def counted(usage: object, source: str) -> Usage | None:
    """Normalise a usage object where there is one."""
    return normalise(usage, source=source) if isinstance(usage, Mapping) and usage else None


def chat_source(usage: Object) -> str:
    """Whose counts an object in the form of an OpenAI chat completion holds."""
    if "prompt_cache_hit_tokens" in usage or "prompt_cache_miss_tokens" in usage:
        return "deepseek"
    if "cached_prompt_text_tokens" in usage:
        return "xai"
    if "cache_read_input_tokens" in usage or "cache_creation_input_tokens" in usage:
        return "litellm"
    return "openai"


def _chat(value: Object) -> Response:
    choice = next(members(value.get("choices")), {})
    message = inside(choice, "message")
    refusal = message.get("refusal")
    error = provider_errors.described(value.get("error")) or provider_errors.stopped(
        choice.get("finish_reason")
    )
    if error is None and isinstance(refusal, str) and refusal.strip():
        error = {"kind": "refused", "message": refusal}
    usage = inside(value, "usage")
    return Response(
        answer=_content(message.get("content", choice.get("text"))),
        model=value.get("model"),
        usage=counted(usage, chat_source(usage)),
        error=error,
    )


def _content(content: object) -> str | None:
    """A chat message is one text, or a list of parts."""
    if isinstance(content, str):
        return content
    return text(part.get("text") for part in members(content))


def _responses(value: Object) -> Response:
    parts = [
        part
        for item in members(value.get("output"))
        if item.get("type") == "message"
        for part in members(item.get("content"))
    ]
    reason = inside(value, "incomplete_details").get("reason")
    error = provider_errors.described(value.get("error")) or provider_errors.stopped(reason)
    refusal = text(part.get("refusal") for part in parts)
    if error is None and refusal:
        error = {"kind": "refused", "message": refusal}
    return Response(
        answer=text(part.get("text") for part in parts),
        model=value.get("model"),
        usage=counted(value.get("usage"), "openai"),
        error=error or provider_errors.stopped(value.get("status")),
    )


def _anthropic(value: Object) -> Response:
    return Response(
        answer=text(part.get("text") for part in members(value.get("content"))),
        model=value.get("model"),
        usage=counted(value.get("usage"), "anthropic"),
        error=provider_errors.stopped(value.get("stop_reason")),
    )


def _gemini(value: Object) -> Response:
    candidate = next(members(value.get("candidates")), {})
    parts = members(inside(candidate, "content").get("parts"))
    reason = candidate.get("finishReason", candidate.get("finish_reason"))
    feedback = inside(value, "promptFeedback") or inside(value, "prompt_feedback")
    blocked = feedback.get("blockReason", feedback.get("block_reason"))
    error = provider_errors.described(value.get("error")) or provider_errors.stopped(reason)
    if error is None and isinstance(blocked, str):
        error = {"kind": "refused", "message": f"the prompt was blocked: {blocked}"}
    return Response(
        answer=text(part.get("text") for part in parts if part.get("thought") is not True),
        model=value.get("modelVersion", value.get("model_version")),
        usage=counted(value.get("usageMetadata", value.get("usage_metadata")), "gemini"),
        error=error,
    )


def _bedrock(value: Object) -> Response:
    message = inside(inside(value, "output"), "message")
    return Response(
        answer=text(part.get("text") for part in members(message.get("content"))),
        usage=counted(value.get("usage"), "bedrock"),
        error=provider_errors.stopped(value.get("stopReason")),
        latency_ms=inside(value, "metrics").get("latencyMs"),
    )


_READERS: Mapping[str, Callable[[Object], Response]] = {
    "chat": _chat,
    "responses": _responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
}
