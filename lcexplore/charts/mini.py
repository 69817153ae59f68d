"""How does one more quantity move with the hit rate? A small figure of one line."""

from collections.abc import Sequence

import altair as alt

from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base

HEIGHT = 190


@kept
def mini(
    percent: Sequence[float],
    values: Sequence[float],
    *,
    measured: tuple[float, float],
    scenario: tuple[float, float],
    unit: str,
    palette: Palette,
) -> AnyChart:
    """Draw a quantity over the hit rate, measured filled, scenario hollow; the axis starts at 0.

    Args:
        percent: Hit rates in per cent, ascending.
        values: The quantity at each.
        measured: Hit rate and quantity as measured.
        scenario: Hit rate and quantity of the scenario.
        unit: Title of the axis.
        palette: Colours of the theme.
    """
    left = 10.0 * (min(70.0, measured[0], scenario[0]) // 10)
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
        axis=alt.Axis(title=unit, tickCount=4, labelExpr="format(datum.value, '~s')"),
    )
    line = (
        marks.layer([{"x": at, "y": value} for at, value in shown])
        .mark_line(color=palette.candidate, strokeWidth=2, strokeDash=[6, 3])
        .encode(x=x, y=y)
    )
    points = [
        _point(measured, palette.candidate, [1, 0], x, y),
        _point(scenario, palette.surface, [2, 2], x, y, stroke=palette.ink),
    ]
    return base(alt.layer(line, *points).properties(height=HEIGHT), palette)


def _point(
    at: tuple[float, float],
    fill: str,
    dash: list[int],
    x: alt.X,
    y: alt.Y,
    *,
    stroke: str | None = None,
) -> alt.Chart:
    point: alt.Chart = (
        marks.layer([{"x": at[0], "y": at[1]}])
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
