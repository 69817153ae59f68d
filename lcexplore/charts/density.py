"""How are latencies spread, hits and misses apart?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import altair as alt

from lcexplore.charts import log_seconds, marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import DASH, AnyChart, Palette, base
from lcexplore.model import CachePart, Role

HEIGHT = 300
_LANE, _ROOM = 22.5, 1.35  # pixels of a name; least height over that of the highest peak
_LANES = 4  # so many names fit the usual height
_OWN_MARK = (CachePart.PARTIAL, CachePart.UNTOLD, CachePart.UNKNOWN)
_FILL = {
    CachePart.HIT: 0.35,
    CachePart.AT_LEAST_HALF: 0.35,
    CachePart.PARTIAL: 0.0,
    CachePart.UNTOLD: 0.22,
    CachePart.MISS: 0.0,
    CachePart.UNKNOWN: 0.12,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hill:
    """One arm's requests in one cache state.

    Attributes:
        name: Words beside its piece in the key.
        role: The arm's part.
        part: Cache state, or which hits: misses are hollow, partial hits carry triangles; hits of
            an untold share carry squares and unknown states crosses, where fill alone would have to
            tell them from other requests of their arm.
        edges: Ends of the bins in seconds.
        percent: Per cent of the arm's requests in each bin.
    """

    name: str
    role: Role
    part: CachePart
    edges: Sequence[float]
    percent: Sequence[float]


@kept
def density(hills: Sequence[Hill], *, palette: Palette) -> AnyChart:
    """Draw one outline an arm and state over seconds on a log scale."""
    low, high = hills[0].edges[0], hills[0].edges[-1]
    height = HEIGHT + _LANE * max(0, len(hills) - _LANES)
    lane = _LANE / height
    peak = max(max(each.percent) for each in hills)
    top = max(_ROOM, 1 / (1 - lane * (len(hills) + 0.5))) * peak
    x = alt.X(
        "x:Q",
        scale=alt.Scale(type="log", domain=[low, high], nice=False),
        axis=log_seconds.axis((low, high), grid=False),
    )
    y = alt.Y(
        "y:Q",
        stack=None,
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(
            title="Share of requests, %",
            tickCount=4,
            labelExpr=f"datum.value > {peak} ? '' : datum.label",
            gridOpacity=alt.condition(f"datum.value > {peak}", alt.value(0), alt.value(0.25)),
        ),
    )
    layers = [_outline(each, x, y, palette) for each in hills]
    marked = [each for each in hills if _needs_marks(each, hills)]
    layers += [_tops(each, x, y, palette) for each in marked]
    for place, each in enumerate(hills):
        middle = top * (0.97 - lane * place)
        layers += _key(each, middle, 0.3 * lane * top, y, palette)
        if each in marked:
            layers.append(_mark([{"y": middle}], each, palette).encode(x=alt.value(19), y=y))
    return base(alt.layer(*layers).properties(height=height), palette)


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
            fillOpacity=_FILL[hill.part],
            line={"color": color, "strokeWidth": 2, "strokeDash": DASH[hill.role]},
        )
        .encode(x=x, y=y)
    )
    return area


def _needs_marks(hill: Hill, hills: Sequence[Hill]) -> bool:
    """Whether fill is too little to tell a state: not where it is the only one of its arm."""
    alone = sum(each.role is hill.role for each in hills) == 1
    return hill.part is CachePart.PARTIAL or (hill.part in _OWN_MARK and not alone)


def _tops(hill: Hill, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    """A mark on the top of every bin that holds requests."""
    values = [
        {"x": sqrt(low * high), "y": value}
        for low, high, value in zip(hill.edges, hill.edges[1:], hill.percent, strict=False)
        if value
    ]
    points: alt.Chart = _mark(values, hill, palette).encode(x=x, y=y)
    return points


def _mark(values: marks.Values, hill: Hill, palette: Palette) -> alt.Chart:
    marked: alt.Chart = marks.layer(values).mark_point(
        shape=marks.shape(hill.role, hill.part),
        color=palette.arm(hill.role),
        filled=True,
        size=45,
        opacity=1,
    )
    return marked


def _key(hill: Hill, middle: float, half: float, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """Above all outlines, each name in a lane of its own after a piece of its area."""
    color = palette.arm(hill.role)
    drawn = marks.layer([{"y": middle - half, "top": middle + half}])
    keys = [
        drawn.mark_rect(
            color=color,
            fillOpacity=_FILL[hill.part],
            stroke=color,
            strokeWidth=2,
            strokeDash=DASH[hill.role],
        ).encode(x=alt.value(4), x2=alt.value(34), y=y, y2="top:Q")
    ]
    row = [{"y": middle, "text": marks.short(hill.name, marks.LONGEST_NAME)}]
    return [*keys, marks.text(row, color=palette.ink, x=alt.value(40), y=y)]
