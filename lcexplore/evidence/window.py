"""How much of the window is usable?"""

from dataclasses import dataclass

from lcexplore.evidence.inputs import WindowCount
from lcexplore.model import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowCell:
    """Accuracy of one cell of the probe with its Wilson interval."""

    version: str
    depth: float
    fill: float
    distractor: str
    accuracy: float
    interval: Interval
    correct: int
    measured: int
    repeat_disagreement: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The effective-window probe."""

    cells: tuple[WindowCell, ...]
    dip_short: float | None
    dip_full: float | None


def analyse(counts: tuple[WindowCount, ...], *, level: float = 0.95) -> Window | None:
    """Read the probe; None when nothing was probed."""
