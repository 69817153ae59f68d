"""How is an answer shown without the words that would give its arm away?"""

import re
from collections.abc import Iterable, Sequence

SHORTEST = 4  # a shorter name may be an ordinary word


def markers(named: Iterable[str | None]) -> tuple[str, ...]:
    """Names of arms and models that are worth stripping, each once."""
    return tuple(name for name in _each(named) if len(name) >= SHORTEST)


def too_short(named: Iterable[str | None]) -> tuple[str, ...]:
    """Names that are not stripped unless somebody lists them, each once."""
    return tuple(name for name in _each(named) if len(name) < SHORTEST)


def _each(named: Iterable[str | None]) -> Iterable[str]:
    return dict.fromkeys(name.strip() for name in named if name and name.strip())


def stripped(text: str, listed: Sequence[str]) -> str:
    """Take every listed marker out, in any case, with the comma that followed it.

    Nothing takes its place: a gap that shows would tell the arms apart as well.
    """
    words = [re.escape(each.strip()) for each in sorted(listed, key=len, reverse=True)]
    words = [re.sub(r"(\\\s)+", r"\\s+", each) for each in words if each]
    if not words:
        return text
    found = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)(?:[,:;]?[ \t]+)?", re.IGNORECASE)
    return found.sub("", text).strip()
