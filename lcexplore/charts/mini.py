"""How does one more quantity move with the hit rate? A small figure of one line."""

from collections.abc import Sequence

import altair as alt

from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base

HEIGHT = 190
SCENARIO = "scenario"


@kept
def mini(
    percent: Sequence[float],
    values: Sequence[float],
    *,
    measured: tuple[float, float],
    left: float,
    unit: str,
    palette: Palette,
) -> AnyChart:
    """Draw a quantity over the hit rate, measured filled, scenario hollow; the axis starts at 0.

    Where the scenario stands is handed over apart, as ``scenario`` writes it.

    Args:
        percent: Hit rates in per cent, ascending.
        values: The quantity at each.
        measured: Hit rate and quantity as measured.
        left: Hit rate at which the axis starts.
        unit: Title of the axis.
        palette: Colours of the theme.
    """
    shown = [(at, value) for at, value in zip(percent, values, strict=True) if at >= left]
    top = 1.15 * max([measured[1], *(value for _, value in shown)])
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[left, 100], nice=False),
        axis=alt.Axis(title="Hit rate, %", grid=False, tickCount=4, labelFlush=True),
    )
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(title=unit, tickCount=4, format=",~f"),
    )
    line = (
        marks.layer([{"x": at, "y": value} for at, value in shown])
        .mark_line(color=palette.candidate, strokeWidth=2, strokeDash=[6, 3])
        .encode(x=x, y=y)
    )
    points = [
        _point([{"x": measured[0], "y": measured[1]}], palette.candidate, [1, 0], x, y),
        _point(SCENARIO, palette.surface, [2, 2], x, y, stroke=palette.ink),
    ]
    return base(alt.layer(line, *points).properties(height=HEIGHT), palette)


def scenario(percent: float, value: float) -> marks.Live:
    """Where the scenario's point stands."""
    return {SCENARIO: [{"x": percent, "y": value}]}


def _point(
    at: marks.Values | str,
    fill: str,
    dash: list[int],
    x: alt.X,
    y: alt.Y,
    *,
    stroke: str | None = None,
) -> alt.Chart:
    point: alt.Chart = (
        marks.layer(at)
        .mark_point(
            fill=fill,
            color=stroke or fill,
            opacity=1,
            size=90,
            strokeWidth=2,
            strokeDash=dash,
            shape="diamond",
        )
        .encode(x=x, y=y)
    )
    return point
