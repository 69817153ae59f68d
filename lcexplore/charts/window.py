"""Does accuracy hold wherever the fact stands, and however full the window is?"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor
from typing import Any

import altair as alt

from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base
from lcexplore.evidence.window_cells import WindowCell
from lcexplore.words import percent

HEIGHT, ROOM = 300, 9.0
DASHES: dict[str, list[int]] = {"short": [], "full": [6, 3], "between": []}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fills:
    """The emptiest and the fullest window of the probe, and what they are called.

    Attributes:
        short: The least fill.
        full: The greatest fill, None with a single one.
        short_name: Words beside the line of the least fill.
        full_name: Words beside the line of the greatest.
    """

    short: float
    full: float | None
    short_name: str
    full_name: str

    def kind(self, fill: float) -> str:
        """``short``, ``full`` or ``between``."""
        return {self.short: "short", self.full: "full"}.get(fill, "between")


def floor_of(cells: Sequence[WindowCell]) -> float:
    """Where the common axis of all panels begins, in per cent: a round number."""
    lowest = min((100 * each.interval.low for each in cells), default=0.0)
    return float(max(0, 10 * floor((lowest - ROOM) / 10)))


@kept
def panel(
    cells: Sequence[WindowCell], *, fills: Fills, low: float, middle: float, palette: Palette
) -> AnyChart:
    """Draw one line a fill over the depths, each point with its interval, side by side.

    Args:
        cells: Of one version and one distractor.
        fills: Which fills are the emptiest and the fullest.
        low: Where the axis begins, the same for all panels.
        middle: The depth at which the lines are named.
        palette: Colours of the theme.
    """
    depths = sorted({each.depth for each in cells})
    x = _depth(depths)
    y = _share(low)
    layers: list[alt.Chart] = []
    for fill in sorted({each.fill for each in cells}):
        kind = fills.kind(fill)
        own = sorted((each for each in cells if each.fill == fill), key=lambda each: each.depth)
        rows = [_row(each, shift(kind, depths)) for each in own]
        layers += _line(rows, kind, x, y, palette)
        layers += _named(rows, kind, fills, middle, x, y, palette)
    return base(alt.layer(*layers).properties(height=HEIGHT), palette)


def _share(low: float) -> alt.Y:
    title = "Correct, % (axis cut)" if low else "Correct, %"
    axis = alt.Axis(title=title, values=list(range(int(low), 101, 10)))
    return alt.Y("y:Q", scale=alt.Scale(domain=[low, 100 + ROOM], nice=False), axis=axis)


def _depth(depths: Sequence[float]) -> alt.X:
    room = 0.6 * _step(depths)
    ends = [depths[0] - room, depths[-1] + room]
    axis = alt.Axis(title="Depth of the fact", values=list(depths), format=".2f", grid=False)
    return alt.X("x:Q", scale=alt.Scale(domain=ends, nice=False), axis=axis)


def _step(depths: Sequence[float]) -> float:
    steps = [after - before for before, after in pairwise(depths)]
    return min(steps, default=0.25)


def shift(kind: str, depths: Sequence[float]) -> float:
    """How far a line stands beside its depth, so that intervals do not lie on each other."""
    return {"short": -0.12, "full": 0.12}.get(kind, 0.0) * _step(depths)


def _row(each: WindowCell, aside: float) -> dict[str, Any]:
    low, high = each.interval
    return {
        "x": each.depth + aside,
        "depth": each.depth,
        "y": 100 * each.accuracy,
        "low": 100 * low,
        "high": 100 * high,
    }


def _line(
    rows: Sequence[dict[str, Any]], kind: str, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    color = palette.context if kind == "between" else palette.ink
    drawn, dash = marks.layer(rows), DASHES[kind]
    ends = [{"x": row["x"], "y": row[end]} for row in rows for end in ("low", "high")]
    spans = [{"x": row["x"], "y": row["low"], "y2": row["high"]} for row in rows]
    interval = (
        marks.layer(spans).mark_rule(color=color, strokeWidth=1.5).encode(x=x, y=y, y2="y2:Q")
    )
    ticks = marks.layer(ends).mark_tick(color=color, orient="horizontal", size=9, thickness=1.5)
    line = drawn.mark_line(color=color, strokeWidth=2, strokeDash=dash)
    mark = drawn.mark_point(
        color=color,
        fill=palette.surface if kind == "full" else color,
        opacity=1,
        size=70,
        strokeWidth=2,
        shape="square" if kind == "full" else "circle",
    )
    return [interval, *(each.encode(x=x, y=y) for each in (ticks, line, mark))]


def _named(
    rows: Sequence[dict[str, Any]],
    kind: str,
    fills: Fills,
    middle: float,
    x: alt.X,
    y: alt.Y,
    palette: Palette,
) -> list[alt.Chart]:
    row = next((each for each in rows if each["depth"] == middle), None)
    if row is None or kind == "between":
        return []
    above = kind == "short"
    name = fills.short_name if above else fills.full_name
    said = {"x": row["x"], "y": row["high"] if above else row["low"]}
    text = f"{name} {percent(row['y'] / 100, decimals=0)}"
    how = {"align": "center", "dy": -11 if above else 12}
    return marks.haloed(
        [said | {"text": text}], color=palette.ink, halo=palette.surface, x=x, y=y, **how
    )
