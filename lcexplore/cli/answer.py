"""What does a command hand back: an exit code, an object for scripts, lines for people?"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

_KEPT = frozenset("\n\u00a0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The result of one command.

    Attributes:
        code: Exit code.
        data: Object for ``--json``, or None when the command has printed already.
        lines: The same for people.
    """

    data: object
    lines: tuple[str, ...]
    code: int = 0

    def rendered(self, *, as_json: bool) -> str:
        """The text for standard output; nothing where all was said already."""
        if self.data is None:
            return ""
        if as_json:
            return json.dumps(self.data, indent=2, allow_nan=False)
        return printable("\n".join(self.lines))


@runtime_checkable
class Reconfigurable(Protocol):
    """A stream whose way with unencodable characters can be set."""

    def reconfigure(self, *, errors: str) -> None:
        """Set what happens to characters that the stream's encoding lacks."""


def printable(text: str) -> str:
    """Escape what could steer a terminal: names and values come from logs."""
    return "".join(
        each if each in _KEPT or each.isprintable() else ascii(each)[1:-1] for each in text
    )


def table(rows: Iterable[tuple[str, ...]], *, indent: str = "") -> tuple[str, ...]:
    """Align columns with two spaces between them; the last column is left as it is."""
    kept = [tuple(printable(cell) for cell in row) for row in rows]
    if not kept:
        return ()
    widths = [max(map(len, column)) for column in zip(*kept, strict=True)]
    return tuple(
        (indent + "  ".join(map(str.ljust, row, [*widths[:-1], 0]))).rstrip() for row in kept
    )
