"""What would more questions buy: a chance to clear the margin, or a narrower interval?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.follow import follow, slider, step
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import SCENARIO_DASH, AnyChart, Palette, base, rule_at

Side: TypeAlias = Literal["above", "higher", "below", "between"]
_DY: dict[Side, int] = {"above": -12, "higher": -28, "below": 12, "between": 12}
HEIGHT = 360
_NAME_PLACES, _ROOM = (0.45, 0.62, 0.8, 0.16), 0.15  # along the numbers; apart from a point
_NAME_NEEDS = 0.1  # of the axis, so that a name at the end of a curve crosses no other
CURVES, POINTS, WORDS = "curves", "points", "words"
SCENARIO, STEPS = "scenario", "scenario-by-questions"
_N, _OF_STEP = "n", ("x", "y", "text", "shown")
_HEIGHT_OF = "y{}"
_LOOK_OF_WORDS = {
    "align": "align",
    "dx": "dx",
    "dy": "dy",
    "fontWeight": "bold ? 'bold' : 'normal'",
}


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
        bold: For each curve, whether it is the bold one.
        axis: Title of the vertical axis.
        top: Its upper end.
        wanted: Height of the grey rule, or None.
    """

    most: float
    bold: tuple[bool, ...]
    axis: str
    top: float
    wanted: float | None


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
    layers += [_curve(place, bold, x, y, palette) for place, bold in enumerate(look.bold)]
    layers += [*_words(x, y, palette), _marks(x, y, palette), *_scenario(look, x, y, palette)]
    drawn = alt.layer(*layers).properties(height=HEIGHT).add_params(slider(_N))
    return base(drawn, palette)


def rows(
    look: Look,
    numbers: Sequence[float],
    truths: Sequence[Truth],
    *,
    points: Sequence[Mark],
    scenario: Mark | None,
) -> marks.Live:
    """Where the curves run and the points stand, the scenario's among them if there is one.

    One table for all curves, one for all points and one for all words: each of them that a move
    hands over takes the browser its time.
    """
    heights = {_HEIGHT_OF.format(place): truth.values for place, truth in enumerate(truths)}
    marked = [*points, *([scenario] if scenario else [])]
    return {
        CURVES: [
            dict(zip(("x", *heights), each, strict=True))
            for each in zip(numbers, *heights.values(), strict=True)
        ],
        POINTS: [{"x": each.n, "y": each.value} for each in points],
        WORDS: [
            *_names(look, numbers, truths, marked),
            *(_beside(look, truths, each) for each in points),
        ],
    }


def scenario(at: Mark | None) -> marks.Live:
    """Where the scenario stands as the server last counted it, None where it is not shown."""
    return {SCENARIO: [_row(at)]}


def steps(stops: Mapping[int, Mark | None]) -> marks.Live:
    """Where the scenario stands at each step of the page's slider, None where it is not shown."""
    return {STEPS: [{"step": step(n), **_row(each)} for n, each in stops.items()]}


def _row(mark: Mark | None) -> dict[str, object]:
    at = mark or Mark(n=0.0, value=0.0, text="")
    return {
        "x": float(at.n),
        "y": float(at.value),
        "text": at.text,
        "shown": mark is not None,
    }


def _flat(look: Look, truths: Sequence[Truth]) -> bool:
    """Whether the bold curve of chances lies on the axis, below which no name has room."""
    low = _NAME_NEEDS * look.top
    return look.wanted is not None and all(max(each.values) < low for each in truths if each.bold)


def side(look: Look, truths: Sequence[Truth], one: Truth) -> Side:
    """On which side of a curve its name crosses no other, nor the axis where all lie on it.

    Returns:
        ``above`` or ``below`` its end, ``higher`` over another name, or ``between`` it and the
        bold one where they are apart.
    """
    bold, flat = next((each for each in truths if each.bold), one), _flat(look, truths)
    if one is bold:
        return "above" if flat else "below"
    if one.values[-1] < bold.values[-1] or (flat and truths.index(one) < truths.index(bold)):
        return "above"
    near = one.values[-1] - bold.values[-1] < _NAME_NEEDS * look.top
    return ("higher" if flat else "between") if near else "below"


def _names(
    look: Look, numbers: Sequence[float], truths: Sequence[Truth], marked: Sequence[Mark]
) -> list[dict[str, object]]:
    """The bold curve is named before its middle, the others where they stand clear of it."""
    bold = next((each.values for each in truths if each.bold), ())
    written = []
    for truth in truths:
        beside = side(look, truths, truth)
        at = _clear_of(marked, numbers) if truth.bold else -1
        if beside == "between":
            apart = [abs(one - other) for one, other in zip(truth.values, bold, strict=True)]
            at = apart.index(max(apart))
        inside = truth.bold or beside == "between"
        written.append(
            {
                "x": numbers[at],
                "y": truth.values[at],
                "text": truth.text,
                "align": "left" if inside else "right",
                "dx": 9 if inside else 0,
                "dy": _DY[beside],
                "bold": truth.bold,
                "muted": not truth.bold,
            }
        )
    return written


def _beside(look: Look, truths: Sequence[Truth], point: Mark) -> dict[str, object]:
    """The words of a point: far to the right of a rising curve they stand to its left."""
    rising = look.wanted is not None
    left = rising and point.n > 0.55 * look.most
    below = rising and not left and not _flat(look, truths)
    return {
        "x": point.n,
        "y": point.value,
        "text": point.text,
        "align": "right" if left else "left",
        "dx": -10 if left else 10,
        "dy": 14 if below else -14,
        "bold": True,
        "muted": False,
    }


def _clear_of(marked: Sequence[Mark], numbers: Sequence[float]) -> int:
    """Place of the bold curve's name: before its middle, or where the points leave more room."""
    usual, *others = (round(share * (len(numbers) - 1)) for share in _NAME_PLACES)

    def room(place: int) -> float:
        return min((abs(numbers[place] - point.n) for point in marked), default=numbers[-1])

    return max((usual, *others), key=lambda place: min(room(place), _ROOM * numbers[-1]))


def _wanted(wanted: float, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    name = [{"x": 0, "y": wanted, "text": f"{words.percent(wanted / 100, decimals=0)}"}]
    return [
        rule_at(wanted, y=y, color=palette.context, dash=[4, 4], width=1.5),
        marks.text(name, color=palette.muted, x=x, y=y, dx=4, dy=-9),
    ]


def _curve(place: int, bold: bool, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    line: alt.Chart = (
        marks.layer(CURVES)
        .mark_line(
            color=palette.ink if bold else palette.context,
            strokeWidth=3 if bold else 1.5,
            interpolate="monotone",
        )
        .encode(x=x, y=_along(y, _HEIGHT_OF.format(place)))
    )
    return line


def _along(y: alt.Y, field: str) -> alt.Y:
    """The same axis for another field."""
    other: alt.Y = y.copy()
    other.shorthand = f"{field}:Q"
    return other


def _words(x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """Names of curves and of points; each row says where its words stand and how they look."""
    look = {name: alt.ExprRef(expr=f"datum.{said}") for name, said in _LOOK_OF_WORDS.items()}
    rim, said = marks.haloed(WORDS, color=palette.ink, halo=palette.surface, x=x, y=y, **look)
    tone = alt.condition("datum.muted", alt.value(palette.muted), alt.value(palette.ink))
    return [rim, said.encode(color=tone)]


def _marks(x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    """Today's point and its like are filled."""
    drawn: alt.Chart = (
        marks.layer(POINTS)
        .mark_point(color=palette.ink, fill=palette.ink, opacity=1, size=110, strokeWidth=2)
        .encode(x=x, y=y)
    )
    return drawn


def _scenario(look: Look, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """The scenario's point is hollow; its words stand to the left of it where a curve rises."""
    left = look.wanted is not None
    side = {"align": "right" if left else "left", "dx": -10 if left else 10, "dy": -14}
    said = marks.haloed(
        SCENARIO, color=palette.ink, halo=palette.surface, x=x, y=y, fontStyle="italic", **side
    )
    mark = marks.layer(SCENARIO).mark_point(
        color=palette.ink,
        fill=palette.surface,
        opacity=1,
        size=110,
        strokeWidth=2,
        strokeDash=SCENARIO_DASH,
    )
    return [_now(each) for each in (*said, mark.encode(x=x, y=y))]


def _now(layer: alt.Chart) -> alt.Chart:
    """The scenario as the slider stands, else as the server last counted it."""
    found: alt.Chart = follow(layer, _N, STEPS, _OF_STEP).transform_filter("datum.shown")
    return found
