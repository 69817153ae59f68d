"""Which share of the requests is done within so many seconds, hits and misses apart?"""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from lcexplore.charts import log_seconds, marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import DASH, AnyChart, Palette, base
from lcexplore.model import CachePart, Role

HEIGHT = 360  # room for the labels of 95 and of 100 % below each other
_MARKED = (25, 50, 75)  # per cent done at which a line carries its arm's mark
_SHARES = [0, 25, 50, 75, 95, 100]
_LANE = 7.5
_LANES, _MORE = 4, 22  # so many names fit the usual height; each further one needs so many pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class Rise:
    """One arm's requests in one cache state.

    Attributes:
        name: Words beside its line.
        role: The arm's part: colour, dash, and the shape of the marks of hits and misses.
        part: Cache state, or which hits: misses carry hollow marks, hits filled ones, and other
            states marks of their own shape.
        seconds: Ascending.
        percent: Per cent of these requests done within so long.
    """

    name: str
    role: Role
    part: CachePart
    seconds: Sequence[float]
    percent: Sequence[float]


@kept
def ecdf(rises: Sequence[Rise], *, palette: Palette) -> AnyChart:
    """Draw one stepped line an arm and state, from 0 to 100 %, over seconds on a log scale."""
    low, high = rises[0].seconds[0], rises[0].seconds[-1]
    x = alt.X(
        "x:Q",
        scale=alt.Scale(type="log", domain=[low, high], nice=False),
        axis=log_seconds.axis((low, high), grid=False),
    )
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[0, 100 + _LANE * (len(rises) + 0.5)], nice=False),
        axis=alt.Axis(title="Requests done, %", values=_SHARES, labelOverlap=False),
    )
    layers = [_line(each, x, y, palette) for each in rises]
    layers += [_marks(_quarters(each), each, palette).encode(x=x, y=y) for each in rises]
    for place, each in enumerate(rises):
        layers += _name(each, 100 + _LANE * (len(rises) - place), y, palette)
    height = HEIGHT + _MORE * max(0, len(rises) - _LANES)
    return base(alt.layer(*layers).properties(height=height), palette)


def _line(rise: Rise, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    values = [{"x": at, "y": value} for at, value in zip(rise.seconds, rise.percent, strict=True)]
    line: alt.Chart = (
        marks.layer(values)
        .mark_line(
            interpolate="step-after",
            color=palette.arm(rise.role),
            strokeWidth=2,
            strokeDash=DASH[rise.role],
        )
        .encode(x=x, y=y)
    )
    return line


def _quarters(rise: Rise) -> marks.Values:
    """Where a line first reaches each share that is marked."""
    steps = list(zip(rise.seconds, rise.percent, strict=True))
    reached = (next((at for at, done in steps if done >= share), None) for share in _MARKED)
    return [
        {"x": at, "y": share} for at, share in zip(reached, _MARKED, strict=True) if at is not None
    ]


def _marks(values: marks.Values, rise: Rise, palette: Palette) -> alt.Chart:
    color = palette.arm(rise.role)
    marked: alt.Chart = marks.layer(values).mark_point(
        shape=marks.shape(rise.role, rise.part),
        color=color,
        fill=palette.surface if rise.part is CachePart.MISS else color,
        strokeWidth=2,
        size=70,
        opacity=1,
    )
    return marked


def _name(rise: Rise, height: float, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """Above all lines, each name in a lane of its own after a piece of its line with its mark."""
    at = alt.value(4)
    key = (
        marks.layer([{"y": height}])
        .mark_rule(color=palette.arm(rise.role), strokeWidth=2, strokeDash=DASH[rise.role])
        .encode(x=at, x2=alt.value(34), y=y)
    )
    row = [{"y": height, "text": marks.short(rise.name, marks.LONGEST_NAME)}]
    mark = _marks([{"y": height}], rise, palette).encode(x=alt.value(19), y=y)
    return [key, mark, marks.text(row, color=palette.ink, x=alt.value(40), y=y)]
