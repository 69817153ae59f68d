"""What is one row of the interval figure, where does it stand, and which numbers are in it?"""

from collections.abc import Sequence
from dataclasses import dataclass

from lcexplore.model import Interval
from lcexplore.words import signed

ROW, STRIP, BELOW, GAP = 62, 18, 72, 14


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalRow:
    """One interval of the figure, a fraction at both ends.

    Attributes:
        name: What it is, written above the line.
        estimate: Its dot, or None for a row without one.
        interval: Its ends, or None where only a dot or nothing is known.
        n: What it rests on.
        decides: Whether it is the one that the rule reads.
        hollow: Whether it rests on too little to be read alone.
        reason: Why it is not measured, drawn as a dashed rule; else None.
        gap_before: Whether a gap sets it apart from the row above.
    """

    name: str
    estimate: float | None = None
    interval: Interval | None = None
    n: str = ""
    decides: bool = False
    hollow: bool = False
    reason: str | None = None
    gap_before: bool = False


def height(shown: Sequence[IntervalRow]) -> int:
    """Height of the figure in pixels, axis included."""
    return plot_height(shown) + BELOW


def plot_height(shown: Sequence[IntervalRow]) -> int:
    """Height without the axis."""
    return STRIP + ROW * len(shown) + GAP * sum(row.gap_before for row in shown)


def domain(shown: Sequence[IntervalRow], margin: float | None) -> tuple[float, float]:
    """Points from end to end: zero, the margin and every end, with room for their labels."""
    marks = [0.0] if margin is None else [0.0, margin]
    for row in shown:
        marks += [*(row.interval or ()), *([] if row.estimate is None else [row.estimate])]
    low, high = 100 * min(marks), 100 * max(marks)
    room = 0.17 * max(high - low, 1.0)
    return low - room, high + room


def tops(shown: Sequence[IntervalRow]) -> list[int]:
    """Where each row begins, in pixels from the top."""
    gaps = [sum(row.gap_before for row in shown[: place + 1]) for place in range(len(shown))]
    return [STRIP + ROW * place + GAP * before for place, before in enumerate(gaps)]


def twin(shown: Sequence[IntervalRow]) -> list[list[str]]:
    """The numbers of the figure, header first."""
    header = ["Interval", "Estimate, points", "Low, points", "High, points", "Rests on"]
    return [header, *(_twin_row(row) for row in shown)]


def _twin_row(row: IntervalRow) -> list[str]:
    if row.reason is not None:
        return [row.name, f"not measured: {row.reason}", *2 * ["not measured"], row.n or "nothing"]
    estimate = "no estimate" if row.estimate is None else signed(100 * row.estimate)
    ends = (
        2 * ["no interval"] if row.interval is None else [signed(100 * end) for end in row.interval]
    )
    return [row.name, estimate, *ends, row.n]
