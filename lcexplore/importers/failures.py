"""What kind of failure does an error message of a harness or a provider speak of?"""

import re

# The first that fits; the words are those of provider APIs and of their clients.
_KINDS = (
    (
        "context_overflow",
        r"prompt is too long|maximum context|context[ _]?(length|window|limit)|"
        r"model_length|too many input tokens|input token count.{0,40}exceed|input is too long",
    ),
    ("timeout", r"time[d]?[ _-]?out|deadline exceeded|deadline_exceeded"),
    ("rate_limited", r"rate[ _-]?limit|too many requests|throttl"),
    ("refused", r"content[ _]filter|content management policy|safety policy|refus(al|ed to)"),
)


def kind_of(message: str) -> str:
    """Name the failure: ``context_overflow``, ``timeout``, ``rate_limited`` and so on."""
    start = message[:2000]
    for kind, words in _KINDS:
        if re.search(words, start, re.IGNORECASE):
            return kind
    return "error"
