"""How much of the window is usable?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lcexplore.evidence.inputs import WindowCount
from lcexplore.evidence.window_cells import (
    NO_DISTRACTOR,
    DistractorCost,
    Shortfall,
    WindowCell,
    cell,
    distractors,
    shortfalls,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """One version at one fill.

    Attributes:
        dip: How far accuracy at the middle depth falls below the mean of the outer ones, or None.
        repeat_disagreement: Share of the repeated questions whose repeats differ, or None.
        repeats: Questions repeated, once for each depth and distractor.
        accuracy: Share of the answers with a verdict that are correct.
        measured: These answers.
        middle: Those of them at the middle depth.
        outer: Those of them at the first and the last depth.
    """

    dip: float | None
    repeat_disagreement: float | None
    repeats: int
    accuracy: float
    measured: int
    middle: int
    outer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionReading:
    """One version of the probe, short and full; None where nothing was measured."""

    version: str
    short: Filled | None
    full: Filled | None


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
        full: The greatest fill, None with a single one.
        middle: The middle depth.
        level: Two-sided level of every interval here.
        versions: Each version by itself.
        shortfalls: The full window against the short one, cell by cell.
        distractors: What each distractor costs.
        unmeasured: Answers without a verdict by fill, whole cells of them included.
    """

    cells: tuple[WindowCell, ...]
    dip_short: float | None
    dip_full: float | None
    short: float
    middle: float
    level: float
    full: float | None = None
    versions: tuple[VersionReading, ...] = ()
    shortfalls: tuple[Shortfall, ...] = ()
    distractors: tuple[DistractorCost, ...] = ()
    unmeasured: Mapping[float, int] = field(default_factory=dict)


def analyse(counts: tuple[WindowCount, ...], *, level: float = 0.95) -> Window | None:
    """Read the probe; None when nothing was probed."""
    measured = sorted((each for each in counts if each.measured), key=_place)
    if not measured:
        return None
    fills = sorted({each.fill for each in measured})
    depths = sorted({each.depth for each in measured})
    short, full = fills[0], fills[-1] if len(fills) > 1 else None
    middle = min(depths, key=lambda depth: abs(depth - 0.5))
    cells = tuple(cell(each, level) for each in measured)
    return Window(
        cells=cells,
        dip_short=_dip(_at(measured, short), depths, middle),
        dip_full=_dip(_at(measured, full), depths, middle),
        short=short,
        full=full,
        middle=middle,
        level=level,
        versions=_versions(measured, (short, full), depths, middle),
        shortfalls=shortfalls(cells, short, full),
        distractors=distractors(cells, short, full),
        unmeasured=_unmeasured(counts),
    )


def _unmeasured(counts: Iterable[WindowCount]) -> dict[float, int]:
    lost: dict[float, int] = {}
    for each in counts:
        lost[each.fill] = lost.get(each.fill, 0) + max(0, each.answers - each.measured)
    return dict(sorted(lost.items()))


def _place(each: WindowCount) -> tuple[str, bool, str, float, float]:
    undistracted = each.distractor == NO_DISTRACTOR
    return each.version, not undistracted, each.distractor, each.fill, each.depth


def _at(counts: Iterable[WindowCount], fill: float | None) -> list[WindowCount]:
    return [each for each in counts if each.fill == fill]


def _dip(counts: Sequence[WindowCount], depths: Sequence[float], middle: float) -> float | None:
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


def _versions(
    counts: Sequence[WindowCount],
    fills: tuple[float, float | None],
    depths: Sequence[float],
    middle: float,
) -> tuple[VersionReading, ...]:
    names = dict.fromkeys(each.version for each in counts)
    found = []
    for name in names:
        own = [each for each in counts if each.version == name]
        short, full = (_filled(_at(own, fill), depths, middle) for fill in fills)
        found.append(VersionReading(version=name, short=short, full=full))
    return tuple(found)


def _filled(counts: Sequence[WindowCount], depths: Sequence[float], middle: float) -> Filled | None:
    if not counts:
        return None
    measured = sum(each.measured for each in counts)
    groups = sum(each.repeat_groups for each in counts)
    differ = sum(each.repeat_disagreements for each in counts)
    return Filled(
        dip=_dip(counts, depths, middle),
        repeat_disagreement=differ / groups if groups else None,
        repeats=groups,
        accuracy=sum(each.correct for each in counts) / measured,
        measured=measured,
        middle=sum(each.measured for each in counts if each.depth == middle),
        outer=sum(each.measured for each in counts if each.depth in (depths[0], depths[-1])),
    )
