"""What did a change of rubric do to each arm, and so to the gap between them?"""

import json
from collections.abc import Mapping
from math import ceil, floor

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import DASH, SHAPE, AnyChart, Palette, base
from lcexplore.evidence.grading import RubricAttribution
from lcexplore.model import Role

HEIGHT = 320


@kept
def slope(change: RubricAttribution, *, names: Mapping[Role, str], palette: Palette) -> AnyChart:
    """Draw one line an arm from the old rubric to the new, the gap bracketed at both sides."""
    low, high = cut_axis(change)
    x = _axis_x(change)
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[low, high], nice=False),
        axis=alt.Axis(title="Correct, % (axis cut)", tickCount=5, format="d"),
    )
    layers = [part for role in Role for part in _line(change, role, names[role], x, y, palette)]
    brackets = [*_bracket(change, 0, x, y, palette), *_bracket(change, 1, x, y, palette)]
    return base(alt.layer(*layers, *brackets).properties(height=HEIGHT), palette)


def cut_axis(change: RubricAttribution) -> tuple[int, int]:
    """Ends of the cut axis in per cent: even numbers with a point of room."""
    every = [100 * each for each in _values(change)]
    low, high = 2 * floor((min(every) - 1) / 2), 2 * ceil((max(every) + 1) / 2)
    return max(0, low), min(100, high)


def _values(change: RubricAttribution) -> list[float]:
    return [*change.accuracy_old.values(), *change.accuracy_new.values()]


def _axis_x(change: RubricAttribution) -> alt.X:
    old, new = (
        json.dumps(f"{change.kind} {marks.short(each, 14)}") for each in (change.old, change.new)
    )
    return alt.X(
        "x:Q",
        scale=alt.Scale(domain=[-1.05, 2.05], nice=False),
        axis=alt.Axis(
            title=None,
            values=[0, 1],
            grid=False,
            ticks=False,
            labelExpr=f"datum.value == 0 ? {old} : {new}",
            labelOverlap=False,
        ),
    )


def _line(
    change: RubricAttribution, role: Role, name: str, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    ends = [100 * change.accuracy_old[role], 100 * change.accuracy_new[role]]
    points = [{"x": at, "y": value} for at, value in enumerate(ends)]
    color = palette.arm(role)
    drawn = marks.layer(points)
    line = drawn.mark_line(color=color, strokeWidth=2.5, strokeDash=DASH[role]).encode(x=x, y=y)
    mark = drawn.mark_point(color=color, filled=True, opacity=1, size=90, shape=SHAPE[role]).encode(
        x=x, y=y
    )
    upper = sum(ends) >= 50 * sum(_values(change))
    outer = max(ends) if upper else min(ends)
    named = [{"x": ends.index(outer), "y": outer, "text": marks.short(name)}]
    return [
        line,
        mark,
        marks.text(named, color=palette.ink, x=x, y=y, align="center", dy=-22 if upper else 22),
        *_ends(ends, _nudge(change) * (1 if upper else -1), x, y, palette),
    ]


def _nudge(change: RubricAttribution) -> int:
    low, high = cut_axis(change)
    near = min(abs(change.gap_old), abs(change.gap_new)) < 0.0008 * (high - low)
    return -8 if near else 0


def _ends(ends: list[float], dy: int, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    return [
        marks.text(
            [{"x": at, "y": value, "text": words.percent(value / 100)}],
            color=palette.ink,
            x=x,
            y=y,
            align="right" if at == 0 else "left",
            dx=-9 if at == 0 else 9,
            dy=dy,
        )
        for at, value in enumerate(ends)
    ]


def _bracket(
    change: RubricAttribution, at: int, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    side = change.accuracy_new if at else change.accuracy_old
    gap = change.gap_new if at else change.gap_old
    place = 1.62 if at else -0.62
    low, high = sorted(100 * value for value in side.values())
    rule = (
        marks.layer([{"x": place, "y": low, "y2": high}])
        .mark_rule(color=palette.ink, strokeWidth=1.5)
        .encode(x=x, y=y, y2="y2:Q")
    )
    ticks = (
        marks.layer([{"x": place, "y": low}, {"x": place, "y": high}])
        .mark_tick(color=palette.ink, orient="horizontal", size=9, thickness=1.5)
        .encode(x=x, y=y)
    )
    value = [{"x": place, "y": (low + high) / 2, "text": words.signed(100 * gap)}]
    number = marks.text(
        value,
        color=palette.ink,
        x=x,
        y=y,
        fontWeight="bold",
        align="left" if at else "right",
        dx=6 if at else -6,
    )
    return [rule, ticks, number]
