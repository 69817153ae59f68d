"""What text stands in a field that a harness left to its user: a question, an answer, a key?"""

import ast
import hashlib
import json
import unicodedata
import warnings
from collections.abc import Mapping

CELL_CHARS = 1_000_000
KEY_CHARS = 32

_QUESTIONS = ("question", "query", "user_input", "input", "prompt", "problem", "message", "text")
_ANSWERS = ("answer", "output", "response", "content", "text", "result", "completion")


def question(value: object) -> str | None:
    """The question in the inputs of a run, or None where it cannot be told apart."""
    return _told(value, _QUESTIONS)


def answer(value: object) -> str | None:
    """The answer in the outputs of a run; an object without a telling key as JSON."""
    if value is None or value == {}:
        return None
    return _told(value, _ANSWERS) or written(value)


def _told(value: object, names: tuple[str, ...]) -> str | None:
    if isinstance(value, str):
        return value if value.strip() else None
    if isinstance(value, list):
        return _last_message(value)
    if not isinstance(value, Mapping):
        return None
    for name in names:
        if isinstance(found := value.get(name), str) and found.strip():
            return found
    if isinstance(messages := value.get("messages"), list):
        return _last_message(messages)
    texts = [each for each in value.values() if isinstance(each, str) and each.strip()]
    return texts[0] if len(texts) == len(value) == 1 else None


def _last_message(messages: list[object]) -> str | None:
    """Text of the last message of a person in a conversation."""
    for each in reversed(messages):
        if isinstance(each, Mapping) and each.get("role", each.get("type")) in ("user", "human"):
            content = each.get("content")
            return content if isinstance(content, str) and content.strip() else None
    return None


def written(value: object) -> str | None:
    """A value as text: a text as it is, a number as digits, anything nested as JSON."""
    if value is None or isinstance(value, str):
        return value or None
    return json.dumps(value, ensure_ascii=False, default=str, sort_keys=True)


def key(value: object) -> str | None:
    """Fingerprint of a question's text, spaces and forms of letters apart; None without one."""
    text = written(value)
    if text is None or not text.strip():
        return None
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    digest = hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()
    return f"sha256:{digest[:KEY_CHARS]}"


def parsed(cell: object) -> object:
    """What a cell of a table holds: JSON, else Python's own notation, else its text."""
    if not isinstance(cell, str) or len(cell) > CELL_CHARS or cell.strip()[:1] not in "{[\"'":
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.literal_eval(cell.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return cell
