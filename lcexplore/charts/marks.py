"""Which marks do the figures share beyond the theme's? Each one carries an explicit colour."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import altair as alt

from lcexplore.charts.theme import SHAPE, TEXT_SIZE, rows
from lcexplore.model import CachePart, Role
from lcexplore.words import shown

if TYPE_CHECKING:
    import pyarrow as pa

SMALL, LONGEST_NAME = 12, 48
Values: TypeAlias = Sequence[Mapping[str, object]]
Live: TypeAlias = Mapping[str, "Values | pa.Table"]
_OF_STATE = {
    CachePart.PARTIAL: "triangle-up",
    CachePart.UNTOLD: "square",
    CachePart.UNKNOWN: "cross",
}


def shape(role: Role, part: CachePart) -> str:
    """Which mark tells a cache state: hits and misses carry their arm's, others one of their own.

    A line's dash tells the arm and nothing else, in every figure.
    """
    return _OF_STATE.get(part, SHAPE[role])


def layer(values: Values | str) -> alt.Chart:
    """Start a layer over rows, or over rows that are handed over apart, under a name.

    A figure that is drawn again with other rows under the same names is moved, not made anew.
    """
    if isinstance(values, str):
        return alt.Chart(alt.NamedData(name=values))
    return alt.Chart(rows([dict(each) for each in values]))


def text(values: Values | str, *, color: str, x: Any, y: Any, **mark: Any) -> alt.Chart:
    """Write the field ``text`` of every row, with any option of a text mark."""
    return written(layer(values), color=color, x=x, y=y, **mark)


def written(rows: alt.Chart, *, color: str, x: Any, y: Any, **mark: Any) -> alt.Chart:
    """Write the field ``text`` of a layer's rows, with any option of a text mark."""
    look = {"fontSize": TEXT_SIZE, "baseline": "middle", "align": "left", **mark}
    said: alt.Chart = rows.mark_text(color=color, **look).encode(x=x, y=y, text=alt.Text("text:N"))
    return said


def haloed(
    values: Values | str, *, color: str, halo: str, x: Any, y: Any, **mark: Any
) -> list[alt.Chart]:
    """Write text over a rim of the page's colour, so that a rule behind it stays apart."""
    rim = {**mark, "stroke": halo, "strokeWidth": 5, "strokeJoin": "round"}
    return [
        text(values, color=halo, x=x, y=y, **rim),
        text(values, color=color, x=x, y=y, **mark),
    ]


def short(name: str, limit: int = 18) -> str:
    """Cut a name in its middle that would not fit beside a mark; tables carry it in full.

    Versions of one design differ at the end of their names as often as at the beginning.
    """
    name = shown(name)
    last = (limit - 1) // 2
    return name if len(name) <= limit else f"{name[: limit - 1 - last]}…{name[-last:]}"
