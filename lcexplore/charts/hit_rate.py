"""What would p95 be at another cache hit rate, and would it meet what was agreed?"""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rule_at

HEIGHT = 360
SCENARIO, WORDS = "scenario", "scenario-words"
_REACH = 10.0  # per cents that a label spans on a narrow screen


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
def hit_rate(
    curve: Curve, *, measured: At, left: float, agreed: Agreed, palette: Palette
) -> AnyChart:
    """Draw p95 over the hit rate, the measured point filled and the scenario hollow.

    Where the scenario stands is handed over apart, as ``scenario`` writes it.
    """
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[left, 100], nice=False),
        axis=alt.Axis(title="Cache hit rate, %", grid=False, tickCount=6, labelFlush=True),
    )
    inside = [k for k, at in enumerate(curve.percent) if at >= left]
    top = 1.15 * max([measured.seconds, *(curve.high or curve.seconds)[inside[0] :]])
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(title="p95, seconds", tickCount=5, format=",~f"),
    )
    layers = [
        *_agreed(agreed, left, x, y, palette),
        *_band(curve, inside, x, y, palette),
        _line(curve, inside, x, y, palette),
        *_points(measured, x, y, palette),
        *_scenario(x, y, palette),
    ]
    return base(alt.layer(*layers).properties(height=HEIGHT), palette)


def _line(curve: Curve, inside: Sequence[int], x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    values = [{"x": curve.percent[k], "y": curve.seconds[k]} for k in inside]
    line: alt.Chart = (
        marks.layer(values)
        .mark_line(color=palette.candidate, strokeWidth=2.5, strokeDash=[6, 3])
        .encode(x=x, y=y)
    )
    return line


def _band(
    curve: Curve, inside: Sequence[int], x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    if not curve.low:
        return []
    values = [{"x": curve.percent[k], "y": curve.low[k], "y2": curve.high[k]} for k in inside]
    area: alt.Chart = (
        marks.layer(values)
        .mark_area(color=palette.context, opacity=0.28)
        .encode(x=x, y=y, y2="y2:Q")
    )
    return [area]


def _agreed(agreed: Agreed, left: float, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
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
        name = [{"x": left, "y": agreed.seconds, "text": text}]
        layers.append(marks.text(name, color=palette.ink, x=x, y=y, dx=4, dy=10))
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
        marks.layer(SCENARIO)
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


def scenario(at: At, curve: Curve, *, agreed: Agreed, left: float) -> marks.Live:
    """Where the scenario's point and its words stand in a figure that starts at ``left``."""
    edge = _edge(at, agreed, left)
    passed = [
        value
        for percent, value in zip(curve.percent, curve.high or curve.seconds, strict=True)
        if edge - _REACH <= percent <= edge
    ]
    top = max([*passed, at.seconds])
    return {
        SCENARIO: [{"x": at.percent, "x2": edge, "y": at.seconds, "y2": top}],
        WORDS: [{"x": edge, "y": top, "text": _said("scenario", _percent(at.percent), at)}],
    }


def _scenario(x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """Above the curve, with a leader to the point, so that no rule or line runs through it."""
    rule = marks.layer(SCENARIO).mark_rule(color=palette.ink, strokeDash=[2, 2], strokeWidth=1)
    look = {"lineBreak": "\n", "lineHeight": 16, "align": "right", "baseline": "top", "dy": -38}
    look |= {"fontStyle": "italic"}
    drawn = marks.haloed(WORDS, color=palette.ink, halo=palette.surface, x=x, y=y, **look)
    return [rule.encode(x=x, x2="x2:Q", y=y, y2="y2:Q"), *drawn]
