"""How is every chart set so that nothing is cut or black on black?"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import altair as alt

# Altair looks for pandas among the loaded modules, and fails on one that another thread has only
# begun to load: so it is loaded whole before any chart is made.
import pandas  # noqa: F401

from lcexplore.charts.palette import DARK as DARK
from lcexplore.charts.palette import LIGHT as LIGHT
from lcexplore.charts.palette import Palette as Palette
from lcexplore.model import Role

AnyChart: TypeAlias = (
    alt.Chart | alt.LayerChart | alt.HConcatChart | alt.VConcatChart | alt.FacetChart
)
TEXT_SIZE = 13
FONT = '"Source Sans", "Source Sans Pro", "Helvetica Neue", Arial, sans-serif'


SHAPE = {Role.BASELINE: "circle", Role.CANDIDATE: "diamond"}
DASH: dict[Role, list[int]] = {Role.BASELINE: [], Role.CANDIDATE: [6, 3]}
SCENARIO_DASH = [2, 2]


def base(chart: AnyChart, palette: Palette) -> AnyChart:
    """Set type, colours and the SVG renderer once, on the outermost chart."""
    axis = alt.AxisConfig(
        labelColor=palette.ink,
        titleColor=palette.ink,
        labelFontSize=TEXT_SIZE,
        titleFontSize=TEXT_SIZE,
        titleFontWeight="normal",
        labelOverlap="greedy",
        gridColor=palette.context,
        gridOpacity=0.25,
        domainColor=palette.context,
        tickColor=palette.context,
    )
    finished: AnyChart = chart.properties(
        background="transparent", usermeta={"embedOptions": {"renderer": "svg"}}
    ).configure(
        font=FONT,
        padding={"left": 2, "right": 12, "top": 2, "bottom": 2},
        axis=axis,
        header=alt.HeaderConfig(
            labelColor=palette.ink, labelFontSize=TEXT_SIZE, titleColor=palette.ink
        ),
        view=alt.ViewConfig(stroke=None),
        text=alt.MarkConfig(color=palette.ink, fontSize=TEXT_SIZE),
        rule=alt.MarkConfig(color=palette.ink),
        aria=False,  # the figure's alternative text and its table say it; marks would say it twice
    )
    return finished


def rows(values: Sequence[dict[str, Any]]) -> alt.InlineData:
    """Inline rows: every encoding on them names its type."""
    return alt.InlineData(values=list(values))


def rule_at(
    value: float,
    *,
    x: alt.X | None = None,
    y: alt.Y | None = None,
    color: str,
    width: float = 2,
    dash: Sequence[int] = (),
) -> alt.Chart:
    """Draw a full-length rule at one value of the shared ``x`` (vertical) or ``y`` (horizontal).

    The shared definition must name the field ``x`` or ``y``.
    """
    mark = alt.Chart(rows([{"x": value, "y": value}])).mark_rule(
        color=color, size=width, strokeDash=list(dash)
    )
    placed: alt.Chart = mark.encode(x=x) if x is not None else mark.encode(y=y)
    return placed


def words_at(
    values: Sequence[dict[str, Any]],
    *,
    x: alt.X | alt.XValue | Mapping[str, object],
    y: alt.Y | alt.YValue | Mapping[str, object],
    color: str,
    size: int = TEXT_SIZE,
    bold: bool = False,
    align: Literal["left", "center", "right"] = "left",
    baseline: Literal["top", "middle", "bottom"] = "middle",
    dx: float = 0,
    dy: float = 0,
) -> alt.Chart:
    """Write the field ``text`` of every row at its place, as plain text."""
    mark = alt.Chart(rows(values)).mark_text(
        color=color,
        fontSize=size,
        fontWeight="bold" if bold else "normal",
        align=align,
        baseline=baseline,
        dx=dx,
        dy=dy,
    )
    placed: alt.Chart = mark.encode(x=x, y=y, text=alt.Text("text:N"))
    return placed


def halo(words: alt.Chart, palette: Palette) -> alt.Chart:
    """The same words as a plate of the page's colour, to lie under them where a rule passes."""
    mark = words.mark.copy()
    mark.color, mark.stroke, mark.strokeWidth = palette.surface, palette.surface, 8
    mark.strokeJoin = "round"
    under: alt.Chart = words.copy()
    under.mark = mark
    return under
