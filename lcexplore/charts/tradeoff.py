"""How much more waiting for how many more correct answers? Both arms and a scenario."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from lcexplore import words
from lcexplore.charts import cost_lines, marks
from lcexplore.charts.follow import follow, slider
from lcexplore.charts.kept import kept
from lcexplore.charts.places import (
    HITS,
    OF_HITS,
    OF_QUESTIONS,
    QUESTIONS,
    SCENARIO,
    SECONDS,
    Axes,
    Place,
    at,
)
from lcexplore.charts.theme import SCENARIO_DASH, SHAPE, AnyChart, Palette, base, rule_at
from lcexplore.model import Role

HEIGHT = 370
_HIT, _N, _LEAST, _MOST = "hit", "n", "least", "most"
_WIDEST_LABEL = 34  # pixels: the axis and its title stay where they are while labels change


@kept
def tradeoff(
    measured: Sequence[Place],
    *,
    bar: float | None,
    margin: float | None,
    axes: Axes,
    palette: Palette,
) -> AnyChart:
    """Draw p95 (log) against the difference in correct answers, better to the upper left.

    Where the scenario stands is handed over apart, as ``places`` writes it.
    """
    scale = alt.Scale(type="log", domain=list(axes.seconds), nice=False)
    x = alt.X("x:Q", scale=scale, axis=_axis_x())
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[alt.ExprRef(_LEAST), alt.ExprRef(_MOST)], nice=False),
        axis=alt.Axis(
            title="Correct, points", labelExpr=_SIGNED, tickCount=6, minExtent=_WIDEST_LABEL
        ),
    )
    layers = [rule_at(0, y=y, color=palette.ink, width=1)]
    if bar is not None:
        layers += _bar(bar, x, palette)
    if margin is not None:
        layers.append(rule_at(margin, y=y, color=palette.agreed))
    layers += [_better(palette), *_scenario(axes, x, y, palette)]
    for place in measured:
        layers += _place(place, x, y, palette)
    layers += [] if margin is None else _margin(margin, y, palette)
    layers += _names(measured, margin, axes, x, y, palette)
    priced = [(each.role, cost_lines.words(each.name, each.cost)) for each in measured if each.cost]
    layers += cost_lines.lines(priced, _costs(axes), palette)
    height = HEIGHT + cost_lines.LINE * (1 + len(priced) if priced else 0)
    drawn = alt.layer(*layers).properties(height=height).add_params(*_sliders(axes))
    return base(drawn, palette)


def _sliders(axes: Axes) -> list[alt.Parameter]:
    """The page's sliders that the scenario follows, and where the vertical axis ends for them."""
    place = "0"
    if axes.each:
        steps = f"floor((toNumber({_N}) - {axes.least}) / {axes.each})"
        place = f"isValid({_N}) ? clamp({steps}, 0, {len(axes.points) - 1}) : 0"
    ends = zip((_LEAST, _MOST), zip(*axes.points, strict=True), strict=True)
    return [
        *([slider(_HIT)] if axes.hits else []),
        *([slider(_N)] if axes.each else []),
        *(alt.param(name=name, expr=f"{[*map(int, all_)]}[{place}]") for name, all_ in ends),
    ]


_SIGNED = "(datum.value > 0 ? '+' : datum.value < 0 ? '\u2212' : '') + abs(datum.value)"


def _axis_x() -> alt.Axis:
    return alt.Axis(
        title="p95, seconds (log scale)",
        values=list(SECONDS),
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
        marks.layer([at(place)])
        .mark_point(color=color, fill=color, opacity=1, size=150, shape=SHAPE[place.role])
        .encode(x=x, y=y)
    )
    span, ends = marks.layer(_span(place)), marks.layer(_ends(place))
    spanned = _interval(span, ends, color, x, y)
    return [*([] if place.interval is None else spanned), mark]


def _names(
    places: Sequence[Place],
    margin: float | None,
    axes: Axes,
    x: alt.X,
    y: alt.Y,
    palette: Palette,
) -> list[alt.Chart]:
    """Names over all marks: an arm's above its interval, the baseline's away from the margin."""
    look: dict[str, Any] = {"color": palette.ink, "halo": palette.surface, "x": x, "y": y}
    look["align"] = _inwards(axes)
    layers = []
    for place in places:
        top = place.points if place.interval is None else place.interval.high
        below = place.interval is None and margin is not None and margin >= 0
        row = [{**at(place), "y": top}]
        layers += marks.haloed(row, dy=16 if below else -16, **look)
    said = marks.haloed(SCENARIO, dy=alt.ExprRef("datum.down"), fontStyle="italic", **look)
    foot = "min(isValid(datum.low) ? datum.low : datum.y, isValid(datum.foot) ? datum.foot : 100)"
    return [*layers, *(_now(each, axes).transform_calculate(y=foot) for each in said)]


def _inwards(axes: Axes) -> alt.ExprRef:
    """Words near one end of the axis run away from it, so that none is cut there."""
    low, high = axes.seconds
    at_left, at_right = (low * (high / low) ** share for share in (0.2, 0.8))
    return alt.ExprRef(
        f"datum.x < {at_left:.6g} ? 'left' : datum.x > {at_right:.6g} ? 'right' : 'center'"
    )


def _scenario(axes: Axes, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """What is assumed: hollow and dashed.

    It lies under the arms and is larger, its ends wider: where it waits as long as the candidate,
    it shows around it.
    """
    now = _now(marks.layer(SCENARIO), axes)
    spanned = now.transform_filter("isValid(datum.low)")
    rule = spanned.transform_calculate(y="datum.low", y2="datum.high")
    ends = spanned.transform_fold(["low", "high"], as_=["end", "y"])
    mark = now.mark_point(
        color=palette.ink,
        fill=palette.surface,
        opacity=1,
        size=450,
        strokeWidth=2,
        strokeDash=SCENARIO_DASH,
        shape=SHAPE[Role.CANDIDATE],
    )
    drawn = _interval(rule, ends, palette.ink, x, y, dash=SCENARIO_DASH, wide=24)
    return [*drawn, mark.encode(x=x, y=y)]


def _now(layer: alt.Chart, axes: Axes) -> alt.Chart:
    """The scenario as the sliders stand, else as the server last counted it."""
    if axes.hits:
        layer = follow(layer, _HIT, HITS, OF_HITS)
    return follow(layer, _N, QUESTIONS, OF_QUESTIONS) if axes.each else layer


def _costs(axes: Axes) -> alt.Chart:
    """What the scenario costs, as rows of words."""
    found: alt.Chart = (
        _now(marks.layer(SCENARIO), axes)
        .transform_filter("datum.cost")
        .transform_calculate(text="datum.cost")
    )
    return found


def _span(place: Place) -> marks.Values:
    if place.interval is None:
        return []
    low, high = place.interval
    return [{"x": place.seconds, "y": low, "y2": high}]


def _ends(place: Place) -> marks.Values:
    return [{"x": place.seconds, "y": end} for end in place.interval or ()]


def _interval(
    span: alt.Chart,
    ends: alt.Chart,
    color: str,
    x: alt.X,
    y: alt.Y,
    dash: Sequence[int] = (1, 0),
    wide: float = 12,
) -> list[alt.Chart]:
    rule = span.mark_rule(color=color, strokeWidth=2, strokeDash=list(dash))
    outer = ends.mark_tick(color=color, orient="horizontal", size=wide, thickness=2)
    return [rule.encode(x=x, y=y, y2="y2:Q"), outer.encode(x=x, y=y)]
