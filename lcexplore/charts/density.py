"""How are latencies spread, hits and misses apart?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import altair as alt

from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base
from lcexplore.model import CacheState, Role

HEIGHT = 300
_DASH = {Role.BASELINE: [1, 0], Role.CANDIDATE: [6, 3]}
_LANE = 0.17  # of the figure's height: a name of two lines
_REACH = 0.14  # of its width: half a name on a phone
_EDGE = 0.15
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
    """Draw one outline an arm and state over seconds on a log scale, named at its peak."""
    low, high = hills[0].edges[0], hills[0].edges[-1]
    names = _names(hills)
    top = max(each.height for each in names) / (1 - _LANE)
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
    layers += _led(names, x, y, palette) + _written(names, x, y, palette)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Name:
    """Where a name stands: its peak on the log scale from 0 to 1, and heights in per cent."""

    hill: Hill
    across: float
    seconds: float
    peak: float
    height: float


def _names(hills: Sequence[Hill]) -> list[_Name]:
    """Each name just above its own peak, or above what stands higher beside it."""
    placed: list[_Name] = []
    found = [_at_peak(each, hills) for each in hills]
    for each in sorted(found, key=lambda name: (name.height > name.peak, name.peak)):
        near = [other for other in placed if abs(other.across - each.across) < 2 * _REACH]
        lane = _LANE * max(name.height for name in found) / (1 - _LANE)
        height = max([each.height, *(other.height + lane for other in near)])
        placed.append(replace(each, height=height))
    return placed


def _at_peak(hill: Hill, hills: Sequence[Hill]) -> _Name:
    peak = max(range(len(hill.percent)), key=lambda place: hill.percent[place])
    across = (peak + 0.5) / len(hill.percent)
    return _Name(
        hill=hill,
        across=across,
        seconds=sqrt(hill.edges[peak] * hill.edges[peak + 1]),
        peak=hill.percent[peak],
        height=max(_highest(each, across) for each in hills),
    )


def _highest(hill: Hill, across: float) -> float:
    """How high an outline rises under a name that is centred there."""
    n = len(hill.percent)
    under = hill.percent[max(0, int(n * (across - _REACH))) : int(n * (across + _REACH)) + 1]
    return max(under)


def _written(names: Sequence[_Name], x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    layers = []
    for each in names:
        arm, _, pool = each.hill.name.rpartition(", ")
        said = {"x": each.seconds, "y": each.height, "text": f"{arm},\n{pool}"}
        align = "left" if each.across < _EDGE else "right" if each.across > 1 - _EDGE else "center"
        layers += marks.haloed(
            [said],
            color=palette.ink,
            halo=palette.surface,
            x=x,
            y=y,
            align=align,
            baseline="bottom",
            lineBreak="\n",
            lineHeight=15,
            dy=-15,
        )
    return layers


def _led(names: Sequence[_Name], x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    """A thin line from each name that stands high to the peak it names."""
    far = [
        {"x": each.seconds, "y": each.height, "peak": each.peak}
        for each in names
        if each.height > 1.2 * each.peak
    ]
    if not far:
        return []
    line = marks.layer(far).mark_rule(color=palette.muted, size=1, strokeDash=[2, 2])
    return [line.encode(x=x, y=y, y2="peak:Q")]
