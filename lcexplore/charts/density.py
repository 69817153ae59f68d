"""How are latencies spread, hits and misses apart?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import altair as alt

from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base
from lcexplore.model import CacheState, Role

HEIGHT = 300
_DASH = {Role.BASELINE: [1, 0], Role.CANDIDATE: [6, 3]}
_LANE = 0.075
_FILL = {CacheState.HIT: 0.35, CacheState.MISS: 0.0, CacheState.UNKNOWN: 0.12}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hill:
    """One arm's requests in one cache state.

    Attributes:
        name: Words at its top.
        role: The arm's part.
        state: Cache state; misses are hollow.
        edges: Ends of the bins in seconds.
        percent: Per cent of the arm's requests in each bin.
    """

    name: str
    role: Role
    state: CacheState
    edges: Sequence[float]
    percent: Sequence[float]


@kept
def density(hills: Sequence[Hill], *, palette: Palette) -> AnyChart:
    """Draw one outline an arm and state over seconds on a log scale."""
    low, high = hills[0].edges[0], hills[0].edges[-1]
    top = 1.35 * max(max(each.percent) for each in hills)
    x = alt.X(
        "x:Q",
        scale=alt.Scale(type="log", domain=[low, high], nice=False),
        axis=alt.Axis(
            title="Seconds (log scale)",
            values=[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500],
            format=",~f",
            grid=False,
        ),
    )
    y = alt.Y(
        "y:Q",
        stack=None,
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(title="Share of requests, %", tickCount=4),
    )
    layers = [_outline(each, x, y, palette) for each in hills]
    layers += [
        _name(each, top * (0.97 - _LANE * place), x, y, palette) for place, each in enumerate(hills)
    ]
    return base(alt.layer(*layers).properties(height=HEIGHT), palette)


def _outline(hill: Hill, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    color = palette.arm(hill.role)
    values = [
        {"x": at, "y": value} for at, value in zip(hill.edges, [*hill.percent, 0.0], strict=True)
    ]
    area: alt.Chart = (
        marks.layer(values)
        .mark_area(
            interpolate="step-after",
            color=color,
            fillOpacity=_FILL[hill.state],
            line={"color": color, "strokeWidth": 2, "strokeDash": _DASH[hill.role]},
        )
        .encode(x=x, y=y)
    )
    return area


def _name(hill: Hill, height: float, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    """Above all outlines, each name in a lane of its own, over its own peak."""
    peak = max(range(len(hill.percent)), key=lambda place: hill.percent[place])
    at = sqrt(hill.edges[peak] * hill.edges[peak + 1])
    late = peak > 0.85 * len(hill.percent)
    place = {"x": at, "y": height, "text": hill.name}
    return marks.text([place], color=palette.ink, x=x, y=y, align="right" if late else "center")
