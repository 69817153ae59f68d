"""What does a stream of chunks add up to, and did it reach its end?

A stream that broke off is no answer. Counts are where the provider puts them: OpenAI in a last
chunk without choices, and only if asked; Anthropic in the first event, completed by a later one;
Gemini in every chunk, so that the last one holds.
"""

from collections.abc import Mapping, Sequence

from lcexplore.importers import provider_errors
from lcexplore.importers.provider_shapes import (
    Object,
    Response,
    chat_source,
    counted,
    inside,
    kind,
    members,
    read,
    text,
)

_BROKEN = {"kind": "error", "message": "the stream broke off before its end"}


def chunks(value: object) -> list[Object] | None:
    """The chunks of a stream, where ``value`` is one."""
    listed = value
    if isinstance(value, Mapping):
        listed = next((value[key] for key in ("chunks", "events") if key in value), None)
    found = list(members(listed))
    return found if found and all(_is_chunk(each) for each in found) else None


def assemble(found: Sequence[Object]) -> Response:
    """Put a stream together."""
    if any(each.get("type") == "message_start" for each in found):
        return _anthropic(found)
    if kind(found[0]) == "gemini":
        return _gemini(found)
    return _chat(found)


def _is_chunk(each: Object) -> bool:
    if each.get("object") == "chat.completion.chunk" or kind(each) == "gemini":
        return True
    event = each.get("type")
    return isinstance(event, str) and event.startswith(("message_", "content_block_", "ping"))


def _chat(found: Sequence[Object]) -> Response:
    choices = [next(members(each.get("choices")), {}) for each in found]
    deltas = [inside(choice, "delta") for choice in choices]
    reasons = [reason for choice in choices if (reason := choice.get("finish_reason"))]
    usage: Object = next(
        (inside(each, "usage") for each in reversed(found) if each.get("usage")), {}
    )
    error = provider_errors.stopped(reasons[-1]) if reasons else _BROKEN
    if (refusal := text(delta.get("refusal") for delta in deltas)) and error is None:
        error = {"kind": "refused", "message": refusal}
    return Response(
        answer=text(delta.get("content") for delta in deltas),
        model=next((each["model"] for each in found if each.get("model")), None),
        usage=counted(usage, chat_source(usage)),
        error=error,
    )


def _anthropic(found: Sequence[Object]) -> Response:
    start: Object = next(
        (inside(each, "message") for each in found if each.get("type") == "message_start"), {}
    )
    ends = [each for each in found if each.get("type") == "message_delta"]
    usage = dict(inside(start, "usage"))
    for each in ends:
        later = inside(each, "usage")
        usage |= {key: count for key, count in later.items() if count is not None}
    reason = inside(ends[-1], "delta").get("stop_reason") if ends else None
    if not ends:
        usage.pop("output_tokens", None)
    return Response(
        answer=text(inside(each, "delta").get("text") for each in found),
        model=start.get("model"),
        usage=counted(usage, "anthropic"),
        error=provider_errors.stopped(reason) if reason else _BROKEN,
    )


def _gemini(found: Sequence[Object]) -> Response:
    parts = [read(each) for each in found]
    last = next(members(found[-1].get("candidates")), {})
    ended = bool(last.get("finishReason", last.get("finish_reason")))
    return Response(
        answer=text(each.answer for each in parts),
        model=parts[-1].model,
        usage=parts[-1].usage,
        error=parts[-1].error or (None if ended else _BROKEN),
    )
