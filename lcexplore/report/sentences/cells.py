"""What can stand in a table cell: text, small print under it, a status chip."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from lcexplore.model import Status

CHIP_WORDS = {
    Status.MET: "✓ met",
    Status.FAILED: "✕ failed",
    Status.NOT_MEASURED: "○ not measured",
}
REJECT_WORDS = {
    Status.MET: "✕ triggered",
    Status.FAILED: "not triggered",
    Status.NOT_MEASURED: "○ not measured",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a table, as plain text that the page or the report escapes.

    Attributes:
        text: The main text, may be empty beside a chip.
        small: Lines of small print under it.
        status: Status whose chip stands first, or None.
        rule: ``switch_if`` or ``reject_if``: the chip's words differ.
        large: Whether the text is the row's headline.
    """

    text: str = ""
    small: tuple[str, ...] = ()
    status: Status | None = None
    rule: str = "switch_if"
    large: bool = False

    @property
    def chip(self) -> str:
        """Words of the chip, empty without a status."""
        return "" if self.status is None else chip_words(self.status, rule=self.rule)

    @property
    def plain(self) -> str:
        """Everything in one line, for a twin, a CSV or a screen reader."""
        return "; ".join(each for each in (self.chip, self.text, *self.small) if each)


Row: TypeAlias = Sequence[str | Cell]


def chip_words(status: Status, *, rule: str = "switch_if") -> str:
    """Symbol and word of a status; on a ``reject_if`` line *met* means triggered."""
    return (REJECT_WORDS if rule == "reject_if" else CHIP_WORDS)[status]


def not_measured(reason: str, *, rule: str = "switch_if") -> Cell:
    """Cell for what is not known, with the reason."""
    return Cell(status=Status.NOT_MEASURED, small=(reason,), rule=rule)


def plain(cell: str | Cell) -> str:
    """Text of a cell in one line."""
    return cell if isinstance(cell, str) else cell.plain
