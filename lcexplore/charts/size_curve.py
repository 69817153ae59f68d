"""What would more questions buy: a chance to clear the margin, or a narrower interval?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rule_at

Side: TypeAlias = Literal["above", "higher", "below", "between"]
_DY: dict[Side, int] = {"above": -12, "higher": -28, "below": 12, "between": 12}
HEIGHT = 360
_NAME_PLACES, _ROOM = (0.45, 0.62, 0.8, 0.16), 0.15  # along the numbers; apart from a point
_NAME_NEEDS = 0.1  # of the axis, so that a name at the end of a curve crosses no other
SCENARIO = "scenario"
CURVES = "curves"
_HEIGHT_OF, _NAME, _POINT = "y{}", "curve-{}-name", "point-{}"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the figure is made of, whatever its numbers: only with another look is it made anew.

    Attributes:
        most: Questions at the right end.
        truths: For each curve, whether it is the bold one and on which side its name stands:
            ``above`` or ``below`` its end, ``higher`` over another name, or ``between`` it and the
            bold one where they are apart.
        flat: Whether the bold curve lies on the axis, below which no name has room.
        lefts: For each point, whether its words stand to its left.
        axis: Title of the vertical axis.
        top: Its upper end.
        wanted: Height of the grey rule, or None.
    """

    most: float
    truths: tuple[tuple[bool, Side], ...]
    flat: bool
    lefts: tuple[bool, ...]
    axis: str
    top: float
    wanted: float | None


def look(
    numbers: Sequence[float],
    truths: Sequence[Truth],
    *,
    points: Sequence[Mark],
    axis: str,
    top: float,
    wanted: float | None,
) -> Look:
    """Say what a figure of these curves and points is made of."""
    most, rising = max(numbers), wanted is not None
    flat = rising and all(max(each.values) < _NAME_NEEDS * top for each in truths if each.bold)
    return Look(
        most=most,
        flat=flat,
        truths=tuple((each.bold, _side(each, truths, top, flat=flat)) for each in truths),
        lefts=tuple(rising and point.n > 0.55 * most for point in points),
        axis=axis,
        top=top,
        wanted=wanted,
    )


def _side(one: Truth, truths: Sequence[Truth], top: float, *, flat: bool) -> Side:
    """On which side of a curve its name crosses no other, nor the axis where all lie on it."""
    bold = next((each for each in truths if each.bold), one)
    if one is bold:
        return "above" if flat else "below"
    if one.values[-1] < bold.values[-1] or (flat and truths.index(one) < truths.index(bold)):
        return "above"
    near = one.values[-1] - bold.values[-1] < _NAME_NEEDS * top
    return ("higher" if flat else "between") if near else "below"


@kept
def size_curve(look: Look, *, palette: Palette) -> AnyChart:
    """Draw what each number of questions buys; ``rows`` writes what is handed over apart."""
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[0, look.most], nice=False),
        axis=alt.Axis(title="Questions", format=",d", grid=False, tickCount=6, labelFlush=True),
    )
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[0, look.top], nice=False),
        axis=alt.Axis(title=look.axis, tickCount=5, format=",~f"),
    )
    layers = [] if look.wanted is None else _wanted(look.wanted, x, y, palette)
    for place, (bold, side) in enumerate(look.truths):
        layers += _curve(place, bold, side, x, y, palette)
    rising = look.wanted is not None
    below = rising and not look.flat
    for place, left in enumerate(look.lefts):
        layers += _point(_POINT.format(place), left, below, x, y, palette)
    layers += _point(SCENARIO, rising, below, x, y, palette)
    return base(alt.layer(*layers).properties(height=HEIGHT), palette)


def rows(
    look: Look,
    numbers: Sequence[float],
    truths: Sequence[Truth],
    *,
    points: Sequence[Mark],
    scenario: Mark | None,
) -> marks.Live:
    """Where the curves run and the points stand, the scenario's among them if there is one."""
    written: dict[str, marks.Values] = {SCENARIO: [] if scenario is None else _row(scenario)}
    heights = {_HEIGHT_OF.format(place): truth.values for place, truth in enumerate(truths)}
    written[CURVES] = [
        dict(zip(("x", *heights), each, strict=True))
        for each in zip(numbers, *heights.values(), strict=True)
    ]
    bold = next((each.values for each in truths if each.bold), ())
    marked = [*points, scenario] if scenario else points
    for place, (truth, (_, side)) in enumerate(zip(truths, look.truths, strict=True)):
        at = _clear_of(marked, numbers) if truth.bold else -1
        if side == "between":
            apart = [abs(one - other) for one, other in zip(truth.values, bold, strict=True)]
            at = apart.index(max(apart))
        name = {"x": numbers[at], "y": truth.values[at], "text": truth.text}
        written[_NAME.format(place)] = [name]
    for place, point in enumerate(points):
        written[_POINT.format(place)] = _row(point)
    return written


def _clear_of(marked: Sequence[Mark], numbers: Sequence[float]) -> int:
    """Place of the bold curve's name: before its middle, or where the points leave more room."""
    usual, *others = (round(share * (len(numbers) - 1)) for share in _NAME_PLACES)

    def room(place: int) -> float:
        return min((abs(numbers[place] - point.n) for point in marked), default=numbers[-1])

    return max((usual, *others), key=lambda place: min(room(place), _ROOM * numbers[-1]))


def _row(point: Mark) -> marks.Values:
    return [{"x": point.n, "y": point.value, "text": point.text}]


def _wanted(wanted: float, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    name = [{"x": 0, "y": wanted, "text": f"{words.percent(wanted / 100, decimals=0)}"}]
    return [
        rule_at(wanted, y=y, color=palette.context, dash=[4, 4], width=1.5),
        marks.text(name, color=palette.muted, x=x, y=y, dx=4, dy=-9),
    ]


def _curve(
    place: int, bold: bool, side: Side, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    """The bold one is named before its middle, the others where they stand clear of it."""
    line = (
        marks.layer(CURVES)
        .mark_line(
            color=palette.ink if bold else palette.context,
            strokeWidth=3 if bold else 1.5,
            interpolate="monotone",
        )
        .encode(x=x, y=_along(y, _HEIGHT_OF.format(place)))
    )
    beside: dict[str, Any] = {"dx": 9, "dy": _DY[side]}
    if not bold and side != "between":
        beside = {"align": "right", "dy": _DY[side]}
    name = marks.haloed(
        _NAME.format(place),
        color=palette.ink if bold else palette.muted,
        halo=palette.surface,
        x=x,
        y=y,
        fontWeight="bold" if bold else "normal",
        **beside,
    )
    return [line, *name]


def _along(y: alt.Y, field: str) -> alt.Y:
    """The same axis for another field."""
    other: alt.Y = y.copy()
    other.shorthand = f"{field}:Q"
    return other


def _point(
    name: str, left: bool, below: bool, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    hollow = name == SCENARIO
    mark = (
        marks.layer(name)
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
    said = marks.haloed(
        name,
        color=palette.ink,
        halo=palette.surface,
        x=x,
        y=y,
        align="right" if left else "left",
        dx=-10 if left else 10,
        dy=14 if below and not left else -14,
        fontWeight="normal" if hollow else "bold",
        fontStyle="italic" if hollow else "normal",
    )
    return [*said, mark]
