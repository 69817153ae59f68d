"""On how many questions is each arm, or both, or neither correct? Four equal cells."""

import json
from typing import Any, Literal, TypeAlias

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import TEXT_SIZE, AnyChart, Palette, base
from lcexplore.model import Cells

HEIGHT = 296
_CELLS = ("both", "baseline_only", "candidate_only", "neither")
_OUTER: dict[str, Any] = {"width": {"band": 0.97}, "height": {"band": 0.94}}
_INNER: dict[str, Any] = {"width": {"band": 0.93}, "height": {"band": 0.87}}
_Weight: TypeAlias = Literal["normal", "bold"]


@kept
def fourfold(
    cells: Cells, *, baseline: str, candidate: str, selected: str | None, palette: Palette
) -> AnyChart:
    """Draw the paired table as four cells of equal size; a click names its cell.

    Args:
        cells: Questions by cell.
        baseline: Name of the baseline, rows.
        candidate: Name of the candidate, columns.
        selected: Field of ``cells`` that is outlined twice, or None.
        palette: Colours of the theme.
    """
    rows = _rows(cells, marks.short(baseline, 14), marks.short(candidate, 14))
    x, y = _axis_x(candidate, palette), _axis_y(baseline, palette)
    pick = alt.selection_point(name="pick", fields=["cell"], toggle=False)
    layers = [_boxes(rows, x, y, palette).add_params(pick)]
    if selected is not None:
        layers.append(_outline([row for row in rows if row["cell"] == selected], x, y, palette))
    layers.append(_label(rows, "count", x, y, palette.ink, 28, -16, "bold"))
    layers.append(_label(rows, "name", x, y, palette.ink, TEXT_SIZE, 12, "normal"))
    layers.append(_label(rows, "share", x, y, palette.muted, 12, 31, "normal"))
    return base(alt.layer(*layers).properties(height=HEIGHT), palette)


def _rows(cells: Cells, baseline: str, candidate: str) -> list[dict[str, object]]:
    names = ("both correct", f"only {baseline}", f"only {candidate}", "neither")
    return [
        {
            "cell": cell,
            "name": name,
            "count": words.count(getattr(cells, cell)),
            "share": words.percent(getattr(cells, cell) / cells.n) if cells.n else "",
            "candidate": "correct" if cell in ("both", "candidate_only") else "incorrect",
            "baseline": "correct" if cell in ("both", "baseline_only") else "incorrect",
        }
        for cell, name in zip(_CELLS, names, strict=True)
    ]


def _header(name: str, palette: Palette, orient: Literal["top", "left"]) -> alt.Axis:
    return alt.Axis(
        orient=orient,
        title=None,
        labelExpr=f"[{json.dumps(marks.short(name, 14))}, datum.value]",
        labelAngle=0,
        labelColor=palette.ink,
        labelFontSize=TEXT_SIZE,
        labelLimit=110,
        labelLineHeight=16,
        domain=False,
        ticks=False,
        labelPadding=22 if orient == "top" else 6,
    )


def _axis_x(name: str, palette: Palette) -> alt.X:
    return alt.X(
        "candidate:N", sort=["correct", "incorrect"], axis=_header(name, palette, "top")
    ).scale(padding=0)


def _axis_y(name: str, palette: Palette) -> alt.Y:
    return alt.Y(
        "baseline:N", sort=["correct", "incorrect"], axis=_header(name, palette, "left")
    ).scale(padding=0)


def _by_cell(palette: Palette, field: str) -> alt.StrokeValue | alt.FillValue:
    right = {"baseline_only": palette.baseline, "candidate_only": palette.candidate}
    channel = alt.StrokeValue if field == "stroke" else alt.FillValue
    conditions = [
        {"test": f"datum.cell == '{cell}'", "value": color} for cell, color in right.items()
    ]
    return channel(palette.context, condition=conditions)


def _boxes(rows: list[dict[str, object]], x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    differs = "datum.cell == 'baseline_only' || datum.cell == 'candidate_only'"
    boxes: alt.Chart = (
        marks.layer(rows)
        .mark_rect(cornerRadius=3, cursor="pointer", **_OUTER)
        .encode(
            x=x,
            y=y,
            fill=_by_cell(palette, "fill"),
            stroke=_by_cell(palette, "stroke"),
            fillOpacity=alt.condition(differs, alt.value(0.2), alt.value(0.05)),
            strokeWidth=alt.condition(differs, alt.value(2.5), alt.value(1)),
        )
    )
    return boxes


def _outline(rows: list[dict[str, object]], x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    outline: alt.Chart = (
        marks.layer(rows)
        .mark_rect(fillOpacity=0, strokeWidth=1.5, cornerRadius=2, **_INNER)
        .encode(x=x, y=y, stroke=_by_cell(palette, "stroke"))
    )
    return outline


def _label(
    rows: list[dict[str, object]],
    field: str,
    x: alt.X,
    y: alt.Y,
    color: str,
    size: int,
    dy: int,
    weight: _Weight,
) -> alt.Chart:
    label: alt.Chart = (
        marks.layer(rows)
        .mark_text(color=color, fontSize=size, dy=dy, fontWeight=weight, cursor="pointer")
        .encode(x=x, y=y, text=alt.Text(f"{field}:N"))
    )
    return label
