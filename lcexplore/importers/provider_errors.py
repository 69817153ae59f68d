"""Why is there no answer, going by a provider's error or by the reason why its model stopped?"""

import re
from collections.abc import Mapping

from lcexplore.importers.failures import kind_of

# Why a model stopped, where that means that there is no answer to be graded. All others, a cut
# at the longest answer allowed among them, leave an answer as the arm gave it.
_STOPS = {
    "content_filter": "refused",
    "content_filtered": "refused",
    "refusal": "refused",
    "guardrail_intervened": "refused",
    "safety": "refused",
    "recitation": "refused",
    "blocklist": "refused",
    "prohibited_content": "refused",
    "spii": "refused",
    "image_safety": "refused",
    "model_length": "context_overflow",
    "model_context_window_exceeded": "context_overflow",
    "malformed_function_call": "error",
    "unexpected_tool_call": "error",
    "other": "error",
    "error": "error",
    "failed": "error",
    "cancelled": "cancelled",
}

_OF_STATUS = {**dict.fromkeys(("408", "504", "524"), "timeout"), "429": "rate_limited"}
_MESSAGE_CHARS = 2_000
_SECRET = re.compile(r"\b(sk|pk|rk|key|bearer|basic)([-_ :=]+)[\w*./+=-]{8,}", re.IGNORECASE)


def failure(message: str, *, status: object = None) -> dict[str, str]:
    """An ``error`` of the native record, its kind read from the message and the HTTP status."""
    kind = kind_of(message)
    if kind == "error":
        kind = _OF_STATUS.get(str(status), kind)
    return {"kind": kind, "message": redacted(message)[:_MESSAGE_CHARS]}


def described(error: object) -> dict[str, str] | None:
    """Read an error that may be a text or an object; None where it says that there is none."""
    if error is None or error is False or error in ("", {}, []):
        return None
    if not isinstance(error, Mapping):
        return failure(str(error))
    inner = error.get("error")
    if isinstance(inner, Mapping):
        error = {**error, **inner}
    if isinstance(kind := error.get("kind"), str) and kind.strip():
        return {"kind": kind, "message": redacted(_text(error, "message"))[:_MESSAGE_CHARS]}
    told = [_text(error, key) for key in ("type", "code", "name", "class", "message", "detail")]
    status = next((error[key] for key in ("status", "status_code", "code") if key in error), None)
    return failure(": ".join(dict.fromkeys(each for each in told if each)), status=status)


def stopped(reason: object) -> dict[str, str] | None:
    """The failure that a reason for stopping means, or None where there is an answer."""
    if not isinstance(reason, str):
        return None
    kind = _STOPS.get(reason.rpartition(".")[2].strip().lower())
    return {"kind": kind, "message": f"the model stopped: {reason[:100]}"} if kind else None


def missing(message: str) -> dict[str, str]:
    """An answer of which nothing was recorded."""
    return {"kind": "missing", "message": message}


def redacted(message: str) -> str:
    """Take out what looks like a key: error messages of providers repeat them."""
    return _SECRET.sub(r"\1\2...", message)


def _text(error: Mapping[str, object], key: str) -> str:
    value = error.get(key)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
