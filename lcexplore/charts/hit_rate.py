"""What would p95 be at another cache hit rate, and would it meet what was agreed?

The scenario stands in the figure at every step of the page's slider. The browser reads that slider
by itself, and moves the scenario while it is dragged: nothing is asked of the server.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.follow import follow, slider, step
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rule_at

HEIGHT = 360
SCENARIO, NOW = "scenario", "now"
_HIT, _LEFT = "hit", "left"
_REACH = 10.0  # per cents that a label spans on a narrow screen
Step: TypeAlias = Mapping[str, object]
_OF_STEP = ["x", "x2", "y", "y2", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """A hit rate in per cent and the p95 in seconds there."""

    percent: float
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The mixture of observed hits and misses at every hit rate.

    Attributes:
        percent: Hit rates in per cent, ascending.
        seconds: p95 at each.
        low: Lower edge of the band, may be empty.
        high: Upper edge of the band, may be empty.
    """

    percent: Sequence[float]
    seconds: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """Bars of the record, None where there is none; whether it is told where both are met."""

    percent: float | None
    seconds: float | None
    told: bool = True


def left(measured: float, scenario: float) -> float:
    """Hit rate in per cent at which the axis starts."""
    return 10.0 * (min(70.0, measured, scenario) // 10)


@kept
def hit_rate(curve: Curve, *, measured: At, agreed: Agreed, palette: Palette) -> AnyChart:
    """Draw p95 over the hit rate, the measured point filled and the scenario hollow.

    Where the scenario stands at each step of the slider is handed over apart: ``scenario``.
    """
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domainMin=alt.ExprRef(_LEFT), domainMax=100, nice=False, zero=False),
        axis=alt.Axis(title="Cache hit rate, %", grid=False, tickCount=6, labelFlush=True),
    )
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domainMin=0, domainMax=alt.ExprRef(_top(curve, measured)), nice=False),
        axis=alt.Axis(title="p95, seconds", tickCount=5, format=",~f"),
    )
    layers = [
        *_agreed(agreed, x, y, palette),
        *_band(curve, x, y, palette),
        _line(curve, x, y, palette),
        *_points(measured, x, y, palette),
        *_scenario(x, y, palette),
    ]
    drawn = alt.layer(*layers).properties(height=HEIGHT).add_params(*_slider(measured))
    return base(drawn, palette)


def _slider(measured: At) -> list[alt.Parameter]:
    """Where the page's slider stands, and where the axis starts for it, as ``left`` says.

    Where no slider was found all of the axis is drawn: the scenario may be anywhere on it.
    """
    start = left(measured.percent, 100.0)
    begins = f"isValid({_HIT}) ? min({start:g}, 10 * floor({_HIT} / 10)) : 0"
    return [slider(_HIT), alt.param(name=_LEFT, expr=begins)]


def _top(curve: Curve, measured: At) -> str:
    """Expression of the end of the vertical axis, for each start of the horizontal one."""
    highest = curve.high or curve.seconds
    tops = [
        1.15 * max([measured.seconds, *(highest[k] for k in _from(curve, start))])
        for start in range(0, 101, 10)
    ]
    return f"[{','.join(f'{top:.6g}' for top in tops)}][{_LEFT} / 10]"


def _from(curve: Curve, start: float) -> list[int]:
    return [k for k, percent in enumerate(curve.percent) if percent >= start]


def _line(curve: Curve, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    values = [
        {"x": percent, "y": seconds}
        for percent, seconds in zip(curve.percent, curve.seconds, strict=True)
    ]
    line: alt.Chart = (
        marks.layer(values)
        .mark_line(color=palette.candidate, strokeWidth=2.5, strokeDash=[6, 3], clip=True)
        .encode(x=x, y=y)
    )
    return line


def _band(curve: Curve, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    if not curve.low:
        return []
    values = [
        {"x": percent, "y": low, "y2": high}
        for percent, low, high in zip(curve.percent, curve.low, curve.high, strict=True)
    ]
    area: alt.Chart = (
        marks.layer(values)
        .mark_area(color=palette.context, opacity=0.28, clip=True)
        .encode(x=x, y=y, y2="y2:Q")
    )
    return [area]


def _agreed(agreed: Agreed, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    layers: list[alt.Chart] = []
    if agreed.told and agreed.percent is not None and agreed.seconds is not None:
        corner = {"x": agreed.percent, "x2": 100, "y": 0, "y2": agreed.seconds}
        filled = marks.layer([corner]).mark_rect(color=palette.agreed, opacity=0.22)
        layers.append(filled.encode(x=x, x2="x2:Q", y=y, y2="y2:Q"))
        label = [{"x": 100, "y": agreed.seconds / 2, "text": "both\nmet"}]
        layers.append(
            marks.text(label, color=palette.ink, x=x, y=y, align="right", dx=-4, lineBreak="\n")
        )
    if agreed.percent is not None:
        layers.append(rule_at(agreed.percent, x=x, color=palette.agreed))
        name = [{"x": agreed.percent, "text": f"agreed {words.agreed_share(agreed.percent / 100)}"}]
        layers.append(
            marks.text(name, color=palette.ink, x=x, y=alt.value(-9), align="right", dx=14)
        )
    if agreed.seconds is not None:
        layers.append(rule_at(agreed.seconds, y=y, color=palette.agreed))
        text = f"agreed {words.agreed_seconds(agreed.seconds)}"
        name = [{"y": agreed.seconds, "text": text}]
        layers.append(marks.text(name, color=palette.ink, x=alt.value(0), y=y, dx=4, dy=10))
    return layers


def _percent(value: float) -> str:
    return words.percent(value / 100, decimals=0 if value == round(value) else 1)


def _points(measured: At, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    seen = [{"x": measured.percent, "y": measured.seconds}]
    mark = (
        marks.layer(seen)
        .mark_point(color=palette.candidate, filled=True, opacity=1, size=130, shape="diamond")
        .encode(x=x, y=y)
    )
    ring = (
        _now(marks.layer(NOW))
        .mark_point(
            color=palette.ink,
            fill=palette.surface,
            opacity=1,
            size=450,  # under the measured point, and seen around it
            strokeWidth=2,
            strokeDash=[2, 2],
            shape="diamond",
        )
        .encode(x=x, y=y)
    )
    return [ring, mark, _measured(measured, x, y, palette)]


def _said(word: str, percent: str, at: At) -> str:
    return f"{word}\n{percent}, {words.seconds(at.seconds)}"


def _measured(at: At, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    """Below and to the left of its point, where a falling curve leaves room."""
    return marks.text(
        [
            {
                "x": at.percent,
                "y": at.seconds,
                "text": _said("measured", words.percent(at.percent / 100), at),
            }
        ],
        color=palette.ink,
        x=x,
        y=y,
        lineBreak="\n",
        lineHeight=16,
        align="right",
        baseline="top",
        dx=-10,
        dy=10,
        fontWeight="bold",
    )


def _edge(at: At, agreed: Agreed, left: float) -> float:
    """Where the scenario's words end, so that the agreed hit rate's rule stays clear of them."""
    edge, bar = min(100.0, at.percent + _REACH / 2), agreed.percent
    if bar is None or not edge - _REACH < bar < edge:
        return edge
    return bar - 0.5 if bar - _REACH > left else min(100.0, bar + _REACH)


def scenario(at: At, curve: Curve, *, agreed: Agreed, measured: At) -> Step:
    """Where the scenario's point stands, where its words do, and what they say."""
    edge = _edge(at, agreed, left(measured.percent, at.percent))
    highest = curve.high or curve.seconds
    first = bisect_left(curve.percent, edge - _REACH)
    top = max([*highest[first : bisect_right(curve.percent, edge)], at.seconds])
    text = _said("scenario", _percent(at.percent), at)
    return {
        "step": step(at.percent),
        "x": at.percent,
        "x2": edge,
        "y": at.seconds,
        "y2": top,
        "text": text,
    }


def _now(layer: alt.Chart) -> alt.Chart:
    """The scenario as the slider stands, else as the server last counted it."""
    return follow(layer, _HIT, SCENARIO, _OF_STEP)


def _scenario(x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """Above the curve, with a leader to the point, so that no rule or line runs through it."""
    rule = _now(marks.layer(NOW)).mark_rule(color=palette.ink, strokeDash=[2, 2], strokeWidth=1)
    look = {"lineBreak": "\n", "lineHeight": 16, "align": "right", "baseline": "top", "dy": -38}
    look |= {"fontStyle": "italic"}
    drawn = marks.haloed(NOW, color=palette.ink, halo=palette.surface, x=x, y=y, **look)
    said = [_now(each).transform_calculate(x="datum.x2", y="datum.y2") for each in drawn]
    return [rule.encode(x=x, x2="x2:Q", y=y, y2="y2:Q"), *said]
