"""What would more questions buy: a chance to clear the margin, or a narrower interval?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rule_at

HEIGHT = 360
SCENARIO = "scenario"


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """A curve under one assumption.

    Attributes:
        text: Its name, such as ``if truly +3.1``.
        values: Per cent, or points for half-widths, at each number of questions.
        bold: Whether it is the observed one.
    """

    text: str
    values: Sequence[float]
    bold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A point on the bold curve."""

    n: float
    value: float
    text: str


@kept
def size_curve(
    numbers: Sequence[float],
    truths: Sequence[Truth],
    *,
    points: Sequence[Mark],
    axis: str,
    top: float,
    wanted: float | None,
    palette: Palette,
) -> AnyChart:
    """Draw what each number of questions buys.

    Where the scenario stands is handed over apart, as ``scenario`` writes it.

    Args:
        numbers: Questions, ascending.
        truths: One curve an assumption.
        points: Marked points.
        axis: Title of the vertical axis.
        top: Its upper end.
        wanted: Height of the grey rule, or None.
        palette: Colours of the theme.
    """
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[0, max(numbers)], nice=False),
        axis=alt.Axis(title="Questions", format=",d", grid=False, tickCount=6, labelFlush=True),
    )
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(title=axis, tickCount=5, format=",~f"),
    )
    layers = [] if wanted is None else _wanted(wanted, x, y, palette)
    highest = max((truth.values[-1] for truth in truths if truth.bold), default=0.0)
    for truth in truths:
        layers += _curve(numbers, truth, highest, x, y, palette)
    falling = wanted is None
    for point in points:
        left = not falling and point.n > 0.55 * max(numbers)
        layers += _point(_rows(point), left, falling, x, y, palette)
    layers += _point(SCENARIO, not falling, falling, x, y, palette)
    return base(alt.layer(*layers).properties(height=HEIGHT), palette)


def _wanted(wanted: float, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    name = [{"x": 0, "y": wanted, "text": f"{words.percent(wanted / 100, decimals=0)}"}]
    return [
        rule_at(wanted, y=y, color=palette.context, dash=[4, 4], width=1.5),
        marks.text(name, color=palette.muted, x=x, y=y, dx=4, dy=-9),
    ]


def _curve(
    numbers: Sequence[float],
    truth: Truth,
    highest: float,
    x: alt.X,
    y: alt.Y,
    palette: Palette,
) -> list[alt.Chart]:
    values = [{"x": n, "y": value} for n, value in zip(numbers, truth.values, strict=True)]
    line = (
        marks.layer(values)
        .mark_line(
            color=palette.ink if truth.bold else palette.context,
            strokeWidth=3 if truth.bold else 1.5,
        )
        .encode(x=x, y=y)
    )
    name = _name(truth, values, highest, x, y, palette)
    return [line, name]


def _name(
    truth: Truth,
    values: Sequence[Mapping[str, object]],
    highest: float,
    x: alt.X,
    y: alt.Y,
    palette: Palette,
) -> alt.Chart:
    """The bold one is named before its middle, the others at their end, clear of it."""
    side: dict[str, Any]
    if truth.bold:
        place, side = values[len(values) * 9 // 20], {"dx": 9, "dy": 12}
    else:
        below = truth.values[-1] >= highest
        place, side = values[-1], {"align": "right", "dy": 12 if below else -12}
    return marks.text(
        [{**place, "text": truth.text}],
        color=palette.ink if truth.bold else palette.muted,
        x=x,
        y=y,
        fontWeight="bold" if truth.bold else "normal",
        **side,
    )


def scenario(at: Mark | None) -> marks.Live:
    """Where the scenario's point stands, if there is one: it is hollow."""
    return {SCENARIO: [] if at is None else _rows(at)}


def _rows(point: Mark) -> marks.Values:
    return [{"x": point.n, "y": point.value, "text": point.text}]


def _point(
    at: marks.Values | str, left: bool, falling: bool, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    hollow = at == SCENARIO
    mark = (
        marks.layer(at)
        .mark_point(
            color=palette.ink,
            fill=palette.surface if hollow else palette.ink,
            opacity=1,
            size=110,
            strokeWidth=2,
            strokeDash=[2, 2] if hollow else [1, 0],
        )
        .encode(x=x, y=y)
    )
    name = marks.haloed(
        at,
        color=palette.ink,
        halo=palette.surface,
        x=x,
        y=y,
        align="right" if left else "left",
        dx=-10 if left else 10,
        dy=-14 if left or falling else 14,
        fontWeight="normal" if hollow else "bold",
        fontStyle="italic" if hollow else "normal",
    )
    return [*name, mark]
