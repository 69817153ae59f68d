"""How much more waiting for how many more correct answers? Both arms and a scenario."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import SHAPE, AnyChart, Palette, base, rule_at
from lcexplore.model import Interval, Role

HEIGHT = 370


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an arm, or a scenario of the candidate, stands.

    Attributes:
        name: Words beside the mark.
        role: The arm's part.
        seconds: Its p95.
        points: Difference in correct answers against the baseline, in points.
        interval: Its interval in points, None for the baseline itself.
        scenario: Whether it is assumed and not measured.
        cost: What a thousand queries cost, in words; empty where it is not measured.
    """

    name: str
    role: Role
    seconds: float
    points: float
    interval: Interval | None = None
    scenario: bool = False
    cost: str = ""


@kept
def tradeoff(
    places: Sequence[Place], *, bar: float | None, margin: float | None, palette: Palette
) -> AnyChart:
    """Draw p95 (log) against the difference in correct answers, better to the upper left."""
    x = alt.X("x:Q", scale=_scale_x(places, bar), axis=_axis_x())
    y = alt.Y(
        "y:Q",
        scale=_scale_y(places, margin),
        axis=alt.Axis(title="Correct, points", labelExpr=_SIGNED, tickCount=6),
    )
    layers = [rule_at(0, y=y, color=palette.ink, width=1)]
    if bar is not None:
        layers += _bar(bar, x, palette)
    if margin is not None:
        layers += _margin(margin, y, palette)
    layers.append(_better(palette))
    for place in places:
        layers += _place(place, x, y, palette)
    return base(alt.layer(*layers).properties(height=HEIGHT), palette)


_SIGNED = "(datum.value > 0 ? '+' : datum.value < 0 ? '\u2212' : '') + abs(datum.value)"


def _axis_x() -> alt.Axis:
    return alt.Axis(
        title="p95, seconds (log scale)",
        values=[0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500],
        format=",~f",
        grid=False,
        labelOverlap=False,
    )


def _scale_x(places: Sequence[Place], bar: float | None) -> alt.Scale:
    every = [each.seconds for each in places] + ([] if bar is None else [bar])
    return alt.Scale(type="log", domain=[0.45 * min(every), 2.4 * max(every)], nice=False)


def _scale_y(places: Sequence[Place], margin: float | None) -> alt.Scale:
    every = [0.0] if margin is None else [0.0, margin]
    for each in places:
        every += [each.points, *(each.interval or ())]
    room = 0.18 * (max(every) - min(every)) or 1.0
    return alt.Scale(domain=[min(every) - room, max(every) + room], nice=False)


def _bar(bar: float, x: alt.X, palette: Palette) -> list[alt.Chart]:
    name = [{"x": bar, "text": f"agreed {words.seconds(bar)}"}]
    return [
        rule_at(bar, x=x, color=palette.agreed),
        marks.text(name, color=palette.ink, x=x, y=alt.value(-9), align="center"),
    ]


def _margin(margin: float, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    name = [{"y": margin, "text": f"agreed {words.signed(margin)}"}]
    return [
        rule_at(margin, y=y, color=palette.agreed),
        marks.text(name, color=palette.ink, x=alt.value(4), y=y, dy=-9),
    ]


def _better(palette: Palette) -> alt.Chart:
    return marks.text(
        [{"text": "↖ better"}],
        color=palette.ink,
        x=alt.value(4),
        y=alt.value(10),
        fontWeight="bold",
    )


def _place(place: Place, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    color = palette.ink if place.scenario else palette.arm(place.role)
    dash = [2, 2] if place.scenario else [1, 0]
    at = {"x": place.seconds, "y": place.points, "text": place.name}
    mark = (
        marks.layer([at])
        .mark_point(
            color=color,
            fill=palette.surface if place.scenario else color,
            opacity=1,
            size=150,
            strokeWidth=2,
            strokeDash=dash,
            shape=SHAPE[place.role],
        )
        .encode(x=x, y=y)
    )
    below = place.scenario and place.interval is not None
    edge = place.points if place.interval is None else place.interval[0 if below else 1]
    name = marks.text(
        [{**at, "y": edge}],
        color=palette.ink,
        x=x,
        y=y,
        align="center",
        dy=14 if below else -15,
        fontStyle="italic" if place.scenario else "normal",
    )
    return [*_interval(place, color, dash, x, y), mark, name, *_cost(place, x, y, palette)]


def _cost(place: Place, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """What it costs, beside the mark."""
    if not place.cost:
        return []
    at = {"x": place.seconds, "y": place.points, "text": place.cost}
    side: dict[str, object] = {"dx": 12, "align": "left"}
    if place.scenario:
        side = {"dx": -12, "align": "right", "fontStyle": "italic"}
    return [marks.text([at], color=palette.ink, x=x, y=y, fontSize=marks.SMALL, **side)]


def _interval(place: Place, color: str, dash: list[int], x: alt.X, y: alt.Y) -> list[alt.Chart]:
    if place.interval is None:
        return []
    low, high = place.interval
    rule = (
        marks.layer([{"x": place.seconds, "y": low, "y2": high}])
        .mark_rule(color=color, strokeWidth=2, strokeDash=dash)
        .encode(x=x, y=y, y2="y2:Q")
    )
    ends = (
        marks.layer([{"x": place.seconds, "y": end} for end in place.interval])
        .mark_tick(color=color, orient="horizontal", size=12, thickness=2)
        .encode(x=x, y=y)
    )
    return [rule, ends]
