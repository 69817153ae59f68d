"""How much of the window is usable?"""

from collections.abc import Iterable
from dataclasses import dataclass

from lcexplore.evidence.inputs import WindowCount
from lcexplore.model import Interval
from lcexplore.stats.proportion import wilson

_NO_DISTRACTOR = "none"


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
    """The effective-window probe.

    Attributes:
        cells: By version, distractor, fill and depth; cells without a verdict are left out.
        dip_short: How far accuracy at the middle depth falls below the mean of the first and the
            last depth, at the least fill; over all versions and distractors, None where a depth
            is missing.
        dip_full: The same at the greatest fill, None with a single fill.
        short: The least fill.
        full: The greatest fill.
        middle: The middle depth.
    """

    cells: tuple[WindowCell, ...]
    dip_short: float | None
    dip_full: float | None
    short: float | None = None
    full: float | None = None
    middle: float | None = None


def analyse(counts: tuple[WindowCount, ...], *, level: float = 0.95) -> Window | None:
    """Read the probe; None when nothing was probed."""
    measured = [each for each in counts if each.measured]
    if not measured:
        return None
    fills = sorted({each.fill for each in measured})
    depths = sorted({each.depth for each in measured})
    short, full, middle = fills[0], fills[-1], min(depths, key=lambda depth: abs(depth - 0.5))
    return Window(
        cells=tuple(_cell(each, level) for each in sorted(measured, key=_place)),
        dip_short=_dip([each for each in measured if each.fill == short], depths, middle),
        dip_full=_dip([each for each in measured if each.fill == full], depths, middle)
        if full > short
        else None,
        short=short,
        full=full if full > short else None,
        middle=middle,
    )


def _place(each: WindowCount) -> tuple[str, bool, str, float, float]:
    undistracted = each.distractor == _NO_DISTRACTOR
    return each.version, not undistracted, each.distractor, each.fill, each.depth


def _cell(each: WindowCount, level: float) -> WindowCell:
    groups = each.repeat_groups
    return WindowCell(
        version=each.version,
        depth=each.depth,
        fill=each.fill,
        distractor=each.distractor,
        accuracy=each.correct / each.measured,
        interval=wilson(successes=each.correct, n=each.measured, level=level),
        correct=each.correct,
        measured=each.measured,
        repeat_disagreement=each.repeat_disagreements / groups if groups else None,
    )


def _dip(counts: list[WindowCount], depths: list[float], middle: float) -> float | None:
    """Mean accuracy at the outer depths less that at the middle one."""
    first, last = depths[0], depths[-1]
    start, end, inside = (_accuracy(counts, depth) for depth in (first, last, middle))
    if start is None or end is None or inside is None or middle in (first, last):
        return None
    return (start + end) / 2 - inside


def _accuracy(counts: Iterable[WindowCount], depth: float) -> float | None:
    chosen = [each for each in counts if each.depth == depth]
    measured = sum(each.measured for each in chosen)
    return sum(each.correct for each in chosen) / measured if measured else None
