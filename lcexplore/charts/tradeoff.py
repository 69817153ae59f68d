"""How much more waiting for how many more correct answers? Both arms and a scenario."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import altair as alt

from lcexplore import words
from lcexplore.charts import cost_lines, marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import SCENARIO_DASH, SHAPE, AnyChart, Palette, base, rule_at
from lcexplore.model import Interval, Role

HEIGHT = 370
SCENARIO, NAME, SPAN, ENDS, COST = (
    f"scenario{part}" for part in ("", "-name", "-interval", "-ends", "-cost")
)
_SECONDS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)
_DOWN = {False: 14, True: 32}  # pixels to the scenario's name, past that of the baseline
_NEAR = 1.35  # seconds that differ by less put two names on each other on a narrow screen
_POINTS = 2  # the axis ends at a multiple of so many, so that it seldom moves with the scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an arm, or a scenario of the candidate, stands.

    Attributes:
        name: Words beside the mark.
        role: The arm's part.
        seconds: Its p95.
        points: Difference in correct answers against the baseline, in points.
        interval: Its interval in points, None for the baseline itself.
        cost: What a thousand queries cost, in words; empty where it is not measured.
    """

    name: str
    role: Role
    seconds: float
    points: float
    interval: Interval | None = None
    cost: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Ends of both axes: seconds, and points."""

    seconds: tuple[float, float]
    points: tuple[float, float]


def room(places: Sequence[Place], *, bar: float | None, margin: float | None) -> Room:
    """How far the axes must reach, to round ends: a scenario that moves a little moves no axis."""
    across = [each.seconds for each in places] + ([] if bar is None else [bar])
    up = [0.0] if margin is None else [0.0, margin]
    for each in places:
        up += [each.points, *(each.interval or ())]
    spare = 0.18 * (max(up) - min(up)) or 1.0
    low, high = 0.6 * min(across), 1.8 * max(across)
    return Room(
        seconds=(
            max((each for each in _SECONDS if each <= low), default=low),
            min((each for each in _SECONDS if each >= high), default=high),
        ),
        points=(
            float(_POINTS * floor((min(up) - spare) / _POINTS)),
            float(_POINTS * ceil((max(up) + spare) / _POINTS)),
        ),
    )


@kept
def tradeoff(
    places: Sequence[Place],
    *,
    bar: float | None,
    margin: float | None,
    room: Room,
    palette: Palette,
) -> AnyChart:
    """Draw p95 (log) against the difference in correct answers, better to the upper left.

    Where the scenario stands is handed over apart, as ``scenario`` writes it.
    """
    scale = alt.Scale(type="log", domain=list(room.seconds), nice=False)
    x = alt.X("x:Q", scale=scale, axis=_axis_x())
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=list(room.points), nice=False),
        axis=alt.Axis(title="Correct, points", labelExpr=_SIGNED, tickCount=6),
    )
    layers = [rule_at(0, y=y, color=palette.ink, width=1)]
    if bar is not None:
        layers += _bar(bar, x, palette)
    if margin is not None:
        layers.append(rule_at(margin, y=y, color=palette.agreed))
    layers += [_better(palette), *_scenario(x, y, palette)]
    for place in places:
        layers += _place(place, x, y, palette)
    layers += [] if margin is None else _margin(margin, y, palette)
    layers += _names(places, margin, room, x, y, palette)
    priced = [(each.role, cost_lines.words(each.name, each.cost)) for each in places if each.cost]
    layers += cost_lines.lines(priced, COST, palette)
    height = HEIGHT + cost_lines.LINE * (1 + len(priced) if priced else 0)
    return base(alt.layer(*layers).properties(height=height), palette)


_SIGNED = "(datum.value > 0 ? '+' : datum.value < 0 ? '\u2212' : '') + abs(datum.value)"


def _axis_x() -> alt.Axis:
    return alt.Axis(
        title="p95, seconds (log scale)",
        values=list(_SECONDS),
        format=",~f",
        grid=False,
        labelOverlap=False,
    )


def _bar(bar: float, x: alt.X, palette: Palette) -> list[alt.Chart]:
    name = [{"x": bar, "text": f"agreed {words.agreed_seconds(bar)}"}]
    return [
        rule_at(bar, x=x, color=palette.agreed),
        marks.text(name, color=palette.ink, x=x, y=alt.value(-9), align="center"),
    ]


def _margin(margin: float, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """What was agreed, on the side of its rule that lies away from zero and the baseline."""
    name = [{"y": margin, "text": f"agreed {words.agreed_signed(margin)}"}]
    return marks.haloed(
        name,
        color=palette.ink,
        halo=palette.surface,
        x=alt.value(4),
        y=y,
        dy=11 if margin < 0 else -10,
    )


def _better(palette: Palette) -> alt.Chart:
    return marks.text(
        [{"text": "↖ better"}],
        color=palette.ink,
        x=alt.value(4),
        y=alt.value(10),
        fontWeight="bold",
    )


def _place(place: Place, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """An arm as measured: its mark filled."""
    color = palette.arm(place.role)
    mark = (
        marks.layer([_at(place)])
        .mark_point(color=color, fill=color, opacity=1, size=150, shape=SHAPE[place.role])
        .encode(x=x, y=y)
    )
    spanned = _interval(_span(place), _ends(place), color, x, y)
    return [*([] if place.interval is None else spanned), mark]


def _names(
    places: Sequence[Place],
    margin: float | None,
    room: Room,
    x: alt.X,
    y: alt.Y,
    palette: Palette,
) -> list[alt.Chart]:
    """Names over all marks: an arm's above its interval, the baseline's away from the margin."""
    look: dict[str, Any] = {"color": palette.ink, "halo": palette.surface, "x": x, "y": y}
    look["align"] = _inwards(room)
    layers = []
    for place in places:
        top = place.points if place.interval is None else place.interval.high
        below = place.interval is None and margin is not None and margin >= 0
        row = [{**_at(place), "y": top}]
        layers += marks.haloed(row, dy=16 if below else -16, **look)
    return [*layers, *marks.haloed(NAME, dy=alt.ExprRef("datum.down"), fontStyle="italic", **look)]


def _inwards(room: Room) -> alt.ExprRef:
    """Words near one end of the axis run away from it, so that none is cut there."""
    low, high = room.seconds
    at_left, at_right = (low * (high / low) ** share for share in (0.2, 0.8))
    return alt.ExprRef(
        f"datum.x < {at_left:.6g} ? 'left' : datum.x > {at_right:.6g} ? 'right' : 'center'"
    )


def _scenario(x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """What is assumed: hollow and dashed.

    It lies under the arms and is larger, its ends wider: where it waits as long as the candidate,
    it shows around it.
    """
    mark = (
        marks.layer(SCENARIO)
        .mark_point(
            color=palette.ink,
            fill=palette.surface,
            opacity=1,
            size=450,
            strokeWidth=2,
            strokeDash=SCENARIO_DASH,
            shape=SHAPE[Role.CANDIDATE],
        )
        .encode(x=x, y=y)
    )
    return [*_interval(SPAN, ENDS, palette.ink, x, y, dash=SCENARIO_DASH, wide=24), mark]


def scenario(place: Place | None, beside: Sequence[Place] = ()) -> marks.Live:
    """Where the scenario stands, if there is one; its name below it and what is beside it.

    Args:
        place: The scenario.
        beside: The arms as measured.
    """
    if place is None:
        return {name: [] for name in (SCENARIO, NAME, SPAN, ENDS, COST)}
    at = _at(place)
    near = [each for each in beside if 1 / _NEAR < each.seconds / place.seconds < _NEAR]
    foot = min(_foot(each) for each in (place, *near))
    return {
        SCENARIO: [at],
        NAME: [{**at, "y": foot, "down": _DOWN[any(each.interval is None for each in near)]}],
        SPAN: _span(place),
        ENDS: _ends(place),
        COST: [{"text": cost_lines.words(place.name, place.cost)}] if place.cost else [],
    }


def _foot(place: Place) -> float:
    return place.points if place.interval is None else place.interval.low


def _at(place: Place) -> dict[str, object]:
    return {
        "x": place.seconds,
        "y": place.points,
        "text": marks.short(place.name, marks.LONGEST_NAME),
    }


def _span(place: Place) -> marks.Values:
    if place.interval is None:
        return []
    low, high = place.interval
    return [{"x": place.seconds, "y": low, "y2": high}]


def _ends(place: Place) -> marks.Values:
    return [{"x": place.seconds, "y": end} for end in place.interval or ()]


def _interval(
    span: marks.Values | str,
    ends: marks.Values | str,
    color: str,
    x: alt.X,
    y: alt.Y,
    dash: Sequence[int] = (1, 0),
    wide: float = 12,
) -> list[alt.Chart]:
    rule = (
        marks.layer(span)
        .mark_rule(color=color, strokeWidth=2, strokeDash=list(dash))
        .encode(x=x, y=y, y2="y2:Q")
    )
    outer = (
        marks.layer(ends)
        .mark_tick(color=color, orient="horizontal", size=wide, thickness=2)
        .encode(x=x, y=y)
    )
    return [rule, outer]
