"""What of a log is never kept: keys, cookies and passwords, and the settings that hold them."""

import re
from collections.abc import Mapping

# How the name of something ends that holds a secret.
_NAMES = (
    r"(?:api|access|secret|private|account|auth|session)[-_ ]?key(?:[-_ ]?id)?|authorization|"
    r"cookies?|secret|credentials?|password|passwd|pwd|token"
)
_SHAPES = (
    r"((?:password|passwd|pwd)\\*[\"']?\s*[:=]\s*\\*[\"']?)[^\s\\\"'&,;]{4,}|"
    r"(\b(?:sk|pk|rk|gh[a-z]|xox[a-z])[-_]|\bbearer\s+|"
    rf"(?:{_NAMES})\\*[\"']?\s*[:=]\s*\\*[\"']?(?:(?:bearer|basic)\s+)?)[\w.*/+=-]{{12,}}|"
    r"\b(AIza|AKIA|ASIA)[\w-]{12,}|\b(eyJ)[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?"
)
_SIGNS = (":", "=", "-", "_", "earer", "EARER", "AIza", "AKIA", "ASIA", "eyJ")
_IN_ADDRESS = r"(://[^\s/:@\"']*:)[^\s/@\"']+@"

_SETTING = re.compile(
    rf"(?:^|[-_ ])(?:{_NAMES}|secrets|passwords|api[-_ ]?keys)$|^keys?$|headers?$|"
    r"^(?:tools?|functions|mcp[-_]?servers?)$|^tools?[-_](?:config|configuration|choice|settings)",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def without_secrets(expression: str) -> str:
    """SQL of a text with its secrets taken out; what says that there was one stays.

    Every secret has one of a few signs, which are looked for first, for speed.
    """
    signs = [f"contains({expression}, '{sign}')" for sign in _SIGNS]
    return f"CASE WHEN {' OR '.join(signs)} THEN {_replaced(expression)} ELSE {expression} END"


def _replaced(expression: str) -> str:
    shapes, address = ((f"(?i){each}").replace("'", "''") for each in (_SHAPES, _IN_ADDRESS))
    inner = f"regexp_replace({expression}, '{shapes}', '\\1\\2\\3\\4...', 'g')"
    return f"regexp_replace({inner}, '{address}', '\\1...@', 'g')"


def kept(fields: Mapping[str, object]) -> dict[str, object]:
    """The fields of a manifest, without headers, keys and tools, however deep they are."""
    return {name: _kept(value) for name, value in fields.items() if not _hidden(name)}


def _kept(value: object) -> object:
    if isinstance(value, Mapping):
        return kept(value)
    return [_kept(each) for each in value] if isinstance(value, list | tuple) else value


def _hidden(name: str) -> bool:
    found = _SETTING.search(_WORD.sub("_", name))
    return found is not None and not name.lower().endswith("first_token")
