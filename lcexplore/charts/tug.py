"""Which arm do the differing questions pull for, and how hard? One bar about zero."""

from dataclasses import dataclass

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rule_at

HEIGHT = 190
_TINT = 0.45


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """Questions on which an arm does better, by how many of the two answers.

    Attributes:
        name: The arm.
        half: Questions that differ on one of the two answers.
        full: Questions that differ on both.
    """

    name: str
    half: int
    full: int


@kept
def tug(*, baseline: Pull, candidate: Pull, palette: Palette) -> AnyChart:
    """Draw the baseline's questions to the left of zero and the candidate's to the right."""
    rows = [*_segments(baseline, -1, palette), *_segments(candidate, +1, palette)]
    reach = 1.06 * max(abs(float(str(row["x2"]))) for row in rows) or 1.0
    x = alt.X("x:Q", scale=alt.Scale(domain=[-reach, reach], nice=False), axis=_axis())
    y = alt.Y("y:Q", scale=alt.Scale(domain=[0, 4]), axis=None)
    chart = alt.layer(
        _bars(rows, x, y),
        *(_counts(rows, x, y, reach, side, palette) for side in (True, False)),
        *(_captions(rows, x, y, place, palette) for place in ("left", "right")),
        rule_at(0, x=x, color=palette.ink, width=1.5),
        *_totals(baseline, candidate, x, y, palette),
    ).properties(height=HEIGHT)
    return base(chart, palette)


def _axis() -> alt.Axis:
    return alt.Axis(
        title="Questions",
        labelExpr="format(abs(datum.value), ',')",
        grid=False,
        tickMinStep=1,
        tickCount=7,
    )


def _segments(pull: Pull, sign: int, palette: Palette) -> list[dict[str, object]]:
    color = palette.candidate if sign > 0 else palette.baseline
    outward, inward = ("right", "left") if sign > 0 else ("left", "right")
    base = {"color": color, "y": 1.25, "y2": 2.35}
    edge = sign * (pull.half + pull.full)
    return [
        {
            **base,
            "x": 0,
            "x2": sign * pull.half,
            "n": pull.half,
            "solid": False,
            "at": 0,
            "caption": f"{words.count(pull.half)} on one",
            "level": 0.95,
            "dx": 5 * sign,
            "align": inward,
        },
        {
            **base,
            "x": sign * pull.half,
            "x2": edge,
            "n": pull.full,
            "solid": True,
            "at": edge,
            "caption": f"{words.count(pull.full)} on both",
            "level": 0.4,
            "dx": 0,
            "align": outward,
        },
    ]


def _bars(rows: list[dict[str, object]], x: alt.X, y: alt.Y) -> alt.Chart:
    bars: alt.Chart = (
        marks.layer(rows)
        .mark_rect()
        .encode(
            x=x,
            x2="x2:Q",
            y=y,
            y2="y2:Q",
            color=alt.Color("color:N", scale=None),
            opacity=alt.condition("datum.solid", alt.value(1), alt.value(_TINT)),
        )
    )
    return bars


def _counts(
    rows: list[dict[str, object]], x: alt.X, y: alt.Y, reach: float, solid: bool, palette: Palette
) -> alt.Chart:
    wide = 0.09 * reach
    shown = [
        {
            "x": (_at(row, "x") + _at(row, "x2")) / 2,
            "y": 1.8,
            "text": words.count(int(_at(row, "n"))),
        }
        for row in rows
        if row["solid"] is solid and _at(row, "n") >= wide
    ]
    color = palette.text_on_arm if solid else palette.ink
    return marks.text(shown, color=color, x=x, y=y, fontSize=19, fontWeight="bold", align="center")


def _at(row: dict[str, object], key: str) -> float:
    return float(str(row[key]))


def _captions(
    rows: list[dict[str, object]], x: alt.X, y: alt.Y, align: str, palette: Palette
) -> alt.Chart:
    shown = [
        {"x": row["at"], "y": row["level"], "text": row["caption"]}
        for row in rows
        if row["align"] == align and row["n"]
    ]
    nudge = 4 if align == "left" else -4
    return marks.text(
        shown, color=palette.muted, x=x, y=y, fontSize=marks.SMALL, align=align, dx=nudge
    )


def _totals(
    baseline: Pull, candidate: Pull, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    left = {"x": 0, "y": 3.2, "text": _total(baseline, "◂ ", "")}
    right = {"x": 0, "y": 3.2, "text": _total(candidate, "", " ▸")}
    look = {"fontWeight": "bold", "lineBreak": "\n", "lineHeight": 17}
    return [
        marks.text([left], color=palette.ink, x=x, y=y, align="right", dx=-8, dy=-8, **look),
        marks.text([right], color=palette.ink, x=x, y=y, align="left", dx=8, dy=-8, **look),
    ]


def _total(pull: Pull, before: str, after: str) -> str:
    return f"{marks.short(pull.name)}\n{before}ahead on {words.count(pull.half + pull.full)}{after}"
