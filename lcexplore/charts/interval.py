"""Where does the interval lie, against zero and against the margin?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from lcexplore.charts.theme import AnyChart, Palette, base, halo, rows, rule_at, words_at
from lcexplore.model import Interval
from lcexplore.words import signed

ROW, STRIP, BELOW = 62, 18, 72
LABEL = 0.14
_NAME, _LINE, _VALUE = 12, 32, 50
_TICK = 7


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
    """What is drawn from top to bottom, in points."""

    low: float
    high: float
    margin: float | None

    def rule_left_of(self, end: float) -> bool:
        """Whether a rule passes where the value of an interval's lower end is written."""
        room = LABEL * (self.high - self.low)
        rules = [0.0] if self.margin is None else [0.0, 100 * self.margin]
        return any(end - room <= at <= end for at in rules)


def height(shown: Sequence[IntervalRow]) -> int:
    """Height of the figure in pixels, axis included."""
    return _plot_height(shown) + BELOW


def _plot_height(shown: Sequence[IntervalRow]) -> int:
    return STRIP + ROW * len(shown) + _GAP * sum(row.gap_before for row in shown)


_GAP = 14


def domain(shown: Sequence[IntervalRow], margin: float | None) -> tuple[float, float]:
    """Points from end to end: zero, the margin and every end, with room for their labels."""
    marks = [0.0] if margin is None else [0.0, margin]
    for row in shown:
        marks += [*(row.interval or ()), *([] if row.estimate is None else [row.estimate])]
    low, high = 100 * min(marks), 100 * max(marks)
    room = 0.17 * max(high - low, 1.0)
    return low - room, high + room


def draw(shown: Sequence[IntervalRow], palette: Palette, *, margin: float | None) -> AnyChart:
    """Draw the rows in the order given; only the one that decides is in ink."""
    low, high = domain(shown, margin)
    x = alt.X("x:Q", title="points", axis=_axis()).scale(domain=[low, high], nice=False, zero=False)
    y = alt.Y("y:Q", axis=None).scale(domain=[0, _plot_height(shown)], reverse=True, nice=False)
    layers = [*_agreed(margin, palette, x, high), *_zero(margin, palette, x)]
    top = STRIP
    for row in shown:
        top += _GAP if row.gap_before else 0
        layers += _row(row, top, palette, x, y, _Plot(low=low, high=high, margin=margin))
        top += ROW
    return base(alt.layer(*layers).properties(height=height(shown)), palette)


def _axis() -> alt.Axis:
    sign = "datum.value > 0 ? '+' : datum.value < 0 ? '\u2212' : ''"
    return alt.Axis(labelExpr=f"({sign}) + format(abs(datum.value), '~r')", tickCount=7)


def _agreed(margin: float | None, palette: Palette, x: alt.X, high: float) -> list[alt.Chart]:
    if margin is None:
        return []
    at = 100 * margin
    region = alt.Chart(rows([{"x": at, "x2": high}])).mark_rect(color=palette.agreed, opacity=0.12)
    name = words_at(
        [{"x": at, "text": f"agreed {signed(at)}"}],
        x=x,
        y=alt.value(9),
        color=palette.ink,
        align="right" if margin < 0 else "left",
        dx=-5 if margin < 0 else 5,
    )
    rule = rule_at(at, x=x, color=palette.agreed, width=2.5)
    return [region.encode(x=x, x2="x2:Q"), rule, name]


def _zero(margin: float | None, palette: Palette, x: alt.X) -> list[alt.Chart]:
    right = margin is not None and margin < 0
    name = words_at(
        [{"x": 0, "text": "no difference"}],
        x=x,
        y=alt.value(9),
        color=palette.ink,
        align="left" if right else "right",
        dx=5 if right else -5,
    )
    return [rule_at(0, x=x, color=palette.ink, width=1.5), name]


def _row(
    row: IntervalRow,
    top: float,
    palette: Palette,
    x: alt.X,
    y: alt.Y,
    plot: _Plot,
) -> list[alt.Chart]:
    color = palette.ink if row.decides else palette.context
    name = words_at(
        [{"y": top + _NAME, "text": row.name}],
        x=alt.value(0),
        y=y,
        color=palette.ink if row.decides else palette.muted,
        bold=row.decides,
    )
    if row.reason is not None:
        return [*_dashed(row.reason, top, palette, x, y, plot), halo(name, palette), name]
    layers = [] if row.interval is None else _line(row, top, color, palette, x, y, plot)
    if row.estimate is not None:
        layers += _dot(row, top, color, palette, x, y)
    return [*layers, halo(name, palette), name]


def _line(
    row: IntervalRow,
    top: float,
    color: str,
    palette: Palette,
    x: alt.X,
    y: alt.Y,
    plot: _Plot,
) -> list[alt.Chart]:
    low, high = (100 * end for end in row.interval or ())
    width, middle = (5.0 if row.decides else 2.0), top + _LINE
    line = alt.Chart(rows([{"x": low, "x2": high, "y": middle}])).mark_rule(color=color, size=width)
    ends = [{"x": end, "y": middle - _TICK, "y2": middle + _TICK} for end in (low, high)]
    ticks = alt.Chart(rows(ends)).mark_rule(color=color, size=2)
    values: list[dict[str, Any]] = [
        {"x": end, "y": middle, "text": signed(end)} for end in (low, high)
    ]
    ink = palette.ink if row.decides else palette.muted
    said = [
        words_at(values[:1], x=x, y=y, color=ink, bold=row.decides, align="right", dx=-7),
        words_at(values[1:], x=x, y=y, color=ink, bold=row.decides, dx=7),
    ]
    drawn = [line.encode(x=x, x2="x2:Q", y=y), ticks.encode(x=x, y=y, y2="y2:Q")]
    under = [halo(said[0], palette)] if plot.rule_left_of(low) else []
    return [*under, *drawn, *said]


def _dot(
    row: IntervalRow, top: float, color: str, palette: Palette, x: alt.X, y: alt.Y
) -> list[alt.Chart]:
    at = 100 * (row.estimate or 0.0)
    dot = alt.Chart(rows([{"x": at, "y": top + _LINE}])).mark_point(
        shape="circle",
        size=110 if row.decides else 60,
        filled=True,
        fill=palette.surface if row.hollow else color,
        stroke=color,
        strokeWidth=2,
        opacity=1,
    )
    value = words_at(
        [{"x": at, "y": top + _VALUE, "text": signed(at)}],
        x=x,
        y=y,
        color=palette.ink if row.decides else palette.muted,
        bold=row.decides,
        align="center",
    )
    return [dot.encode(x=x, y=y), halo(value, palette), value]


def _dashed(
    reason: str, top: float, palette: Palette, x: alt.X, y: alt.Y, plot: _Plot
) -> list[alt.Chart]:
    line = alt.Chart(rows([{"x": plot.low, "x2": plot.high, "y": top + _LINE}])).mark_rule(
        color=palette.ink, size=1.5, strokeDash=[5, 4]
    )
    words = words_at(
        [{"y": top + _VALUE, "text": f"not measured: {reason}"}],
        x=alt.value(0),
        y=y,
        color=palette.ink,
    )
    return [line.encode(x=x, x2="x2:Q", y=y), halo(words, palette), words]


def twin(shown: Sequence[IntervalRow]) -> list[list[str]]:
    """The numbers of the figure, header first."""
    header = ["Interval", "Estimate, points", "Low, points", "High, points", "Rests on"]
    return [header, *(_twin_row(row) for row in shown)]


def _twin_row(row: IntervalRow) -> list[str]:
    if row.reason is not None:
        return [row.name, f"not measured: {row.reason}", "", "", row.n]
    estimate = "" if row.estimate is None else signed(100 * row.estimate)
    ends = ["", ""] if row.interval is None else [signed(100 * end) for end in row.interval]
    return [row.name, estimate, *ends, row.n]
