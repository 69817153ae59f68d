"""Where does the interval lie, against zero and against the margin?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import altair as alt

from lcexplore.charts.interval_row import (
    IntervalRow,
    domain,
    height,
    plot_height,
    tops,
    twin,
)
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, halo, rows, rule_at, words_at
from lcexplore.words import agreed_signed, signed

__all__ = ["IntervalRow", "domain", "draw", "height", "twin"]

_NAME, _LINE, _VALUE, _TICK = 12, 32, 50, 7


_Placed: TypeAlias = tuple[IntervalRow, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
    """What all layers share: the axes, the ends in points, the rules."""

    x: alt.X
    y: alt.Y
    low: float
    high: float
    margin: float | None
    palette: Palette

    def color(self, row: IntervalRow) -> str:
        """Ink for the row that decides, the context colour for every other."""
        return self.palette.ink if row.decides else self.palette.context

    def words(self, values: list[dict[str, Any]], **how: Any) -> list[alt.Chart]:
        """Text of the rows, the deciding one in bold ink."""
        layers = []
        for bold, color in ((True, self.palette.ink), (False, self.palette.muted)):
            chosen = [each for each in values if each["bold"] is bold]
            layers += [self._text(chosen, color, bold, how)] if chosen else []
        return layers

    def _text(
        self, values: list[dict[str, Any]], color: str, bold: bool, how: dict[str, Any]
    ) -> alt.Chart:
        return words_at(values, **({"x": self.x} | how), y=self.y, color=color, bold=bold)


@kept
def draw(shown: Sequence[IntervalRow], palette: Palette, *, margin: float | None) -> AnyChart:
    """Draw the rows in the order given; only the one that decides is in ink.

    No rule runs through a word: each lies on a plate that covers the rules and nothing else.
    """
    low, high = domain(shown, margin)
    plot = _Plot(
        x=alt.X("x:Q", title="points", axis=_axis()).scale(
            domain=[low, high], nice=False, zero=False
        ),
        y=alt.Y("y:Q", axis=None).scale(domain=[0, plot_height(shown)], reverse=True, nice=False),
        low=low,
        high=high,
        margin=margin,
        palette=palette,
    )
    placed = list(zip(shown, tops(shown), strict=True))
    drawn = [*_lines(placed, plot), *_dots(placed, plot), *_dashed(placed, plot)]
    drawn += _names(placed, plot)
    plates = [halo(each, palette) for each in drawn if _is_text(each)]
    layers = [*_agreed(plot), *_zero(plot), *plates, *_region(plot), *drawn]
    return base(alt.layer(*layers).properties(height=height(shown)), palette)


def _is_text(layer: alt.Chart) -> bool:
    return isinstance(layer.mark, alt.MarkDef) and layer.mark.type == "text"


def _axis() -> alt.Axis:
    sign = "datum.value > 0 ? '+' : datum.value < 0 ? '\u2212' : ''"
    return alt.Axis(labelExpr=f"({sign}) + format(abs(datum.value), '~r')", tickCount=7)


def _agreed(plot: _Plot) -> list[alt.Chart]:
    if plot.margin is None:
        return []
    at = 100 * plot.margin
    name = _rule_name(plot, at, f"agreed {agreed_signed(at)}", left=at < 0)
    return [rule_at(at, x=plot.x, color=plot.palette.agreed, width=2.5), name]


def _region(plot: _Plot) -> list[alt.Chart]:
    if plot.margin is None:
        return []
    ends = [{"x": 100 * plot.margin, "x2": plot.high}]
    region = alt.Chart(rows(ends)).mark_rect(color=plot.palette.agreed, opacity=0.12)
    return [region.encode(x=plot.x, x2="x2:Q")]


def _zero(plot: _Plot) -> list[alt.Chart]:
    name = _rule_name(plot, 0, "no difference", left=(plot.margin or 0) >= 0)
    return [rule_at(0, x=plot.x, color=plot.palette.ink, width=1.5), name]


def _rule_name(plot: _Plot, at: float, text: str, *, left: bool) -> alt.Chart:
    return words_at(
        [{"x": at, "text": text}],
        x=plot.x,
        y=alt.value(9),
        color=plot.palette.ink,
        align="right" if left else "left",
        dx=-5 if left else 5,
    )


def _lines(placed: Sequence[_Placed], plot: _Plot) -> list[alt.Chart]:
    lines, ticks, lows, highs = [], [], [], []
    for row, top in placed:
        if row.interval is None or row.reason is not None:
            continue
        low, high = (100 * end for end in row.interval)
        color, middle = plot.color(row), top + _LINE
        lines.append({"x": low, "x2": high, "y": middle, "c": color, "w": 5 if row.decides else 2})
        ends = {"y": middle - _TICK, "y2": middle + _TICK, "c": color}
        ticks += [{"x": end} | ends for end in (low, high)]
        said = {"y": middle, "bold": row.decides}
        lows.append(said | {"x": low, "text": signed(low)})
        highs.append(said | {"x": high, "text": signed(high)})
    return [
        *plot.words(lows, align="right", dx=-7),
        _rules(lines).encode(x=plot.x, x2="x2:Q", y=plot.y, size=_as_is(alt.Size, "w:Q")),
        _rules(ticks).encode(x=plot.x, y=plot.y, y2="y2:Q", size=alt.value(2)),
        *plot.words(highs, dx=7),
    ]


def _rules(values: list[dict[str, Any]]) -> alt.Chart:
    colored: alt.Chart = alt.Chart(rows(values)).mark_rule().encode(color=_as_is(alt.Color, "c:N"))
    return colored


def _as_is(channel: Any, field: str) -> Any:
    """A channel whose values are drawn as they stand, without scale or legend."""
    return channel(field, scale=None, legend=None)


def _dots(placed: Sequence[_Placed], plot: _Plot) -> list[alt.Chart]:
    dots, values = [], []
    for row, top in placed:
        if row.estimate is None or row.reason is not None:
            continue
        at, color = 100 * row.estimate, plot.color(row)
        fill = plot.palette.surface if row.hollow else color
        dots.append(
            {"x": at, "y": top + _LINE, "c": color, "f": fill, "s": 110 if row.decides else 60}
        )
        values.append({"x": at, "y": top + _VALUE, "text": signed(at), "bold": row.decides})
    mark = alt.Chart(rows(dots)).mark_point(shape="circle", strokeWidth=2, opacity=1)
    drawn = mark.encode(
        x=plot.x,
        y=plot.y,
        stroke=_as_is(alt.Stroke, "c:N"),
        fill=_as_is(alt.Fill, "f:N"),
        size=_as_is(alt.Size, "s:Q"),
    )
    return [drawn, *plot.words(values, align="center")]


def _dashed(placed: Sequence[_Placed], plot: _Plot) -> list[alt.Chart]:
    """What is not measured, in ink: it stands in the way of a switch as much as a failure."""
    unknown = [(row, top) for row, top in placed if row.reason is not None]
    if not unknown:
        return []
    lines = [{"x": plot.low, "x2": plot.high, "y": top + _LINE} for _, top in unknown]
    words = [{"y": top + _VALUE, "text": f"not measured: {row.reason}"} for row, top in unknown]
    ink = plot.palette.ink
    mark = alt.Chart(rows(lines)).mark_rule(color=ink, size=1.5, strokeDash=[5, 4])
    return [
        mark.encode(x=plot.x, x2="x2:Q", y=plot.y),
        words_at(words, x=alt.value(0), y=plot.y, color=ink),
    ]


def _names(placed: Sequence[_Placed], plot: _Plot) -> list[alt.Chart]:
    """Names above the lines; that of a row that is not measured is in ink, as its reason is."""
    names = [
        {"y": top + _NAME, "text": row.name, "bold": row.decides}
        for row, top in placed
        if row.reason is None
    ]
    unknown = [{"y": top + _NAME, "text": row.name} for row, top in placed if row.reason]
    at = alt.value(0)
    in_ink = [words_at(unknown, x=at, y=plot.y, color=plot.palette.ink)] if unknown else []
    return [*plot.words(names, x=at), *in_ink]
