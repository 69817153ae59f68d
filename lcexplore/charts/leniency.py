"""In which arm, and in which direction, do the grader and the people differ?"""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rule_at
from lcexplore.model import Role

HEIGHT = 210
MANY = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Lean:
    """Calls on which grader and people differ, in one arm.

    Attributes:
        role: The arm's part.
        name: The arm.
        labelled: Labelled answers.
        lenient: Answers the grader passed and people failed.
        strict: Answers the grader failed and people passed.
        items: Keys of the lenient answers, then of the strict ones, for a click.
    """

    role: Role
    name: str
    labelled: int
    lenient: int
    strict: int
    items: tuple[str, ...] = ()


@kept
def leniency(leans: Sequence[Lean], *, palette: Palette) -> AnyChart:
    """Draw one mark an answer, or bars beyond 40 marks, lenient to the right of the centre."""
    reach = 1.0 + max(max(each.lenient, each.strict) for each in leans)
    reach *= 1.35
    x = alt.X("x:Q", scale=alt.Scale(domain=[-reach, reach], nice=False), axis=None)
    y = alt.Y("y:Q", scale=alt.Scale(domain=[len(leans), -0.45]), axis=None)
    total = sum(each.lenient + each.strict for each in leans)
    drawn = _bars(leans, x, y, palette) if total > MANY else _marks(leans, x, y, palette)
    chart = alt.layer(
        *drawn,
        rule_at(0, x=x, color=palette.ink, width=1.5),
        *_directions(x, y, palette),
        *_names(leans, reach, x, y, palette),
        *_ends(leans, x, y, palette),
    )
    return base(chart.properties(height=HEIGHT), palette)


def _place(number: int) -> float:
    return number + 0.70


def _marks(leans: Sequence[Lean], x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    pick = alt.selection_point(name="pick", fields=["item"], toggle=False)
    values = [row for level, lean in enumerate(leans) for row in _items(lean, level, palette)]
    points: alt.Chart = (
        marks.layer(values)
        .mark_point(filled=True, opacity=1, size=210, cursor="pointer")
        .encode(
            x=x,
            y=y,
            color=alt.Color("color:N", scale=None),
            shape=alt.Shape("shape:N", scale=None),
        )
    )
    return [points.add_params(pick)] if values else []


def _items(lean: Lean, level: int, palette: Palette) -> list[dict[str, object]]:
    sides = [("circle", _place(k)) for k in range(lean.lenient)]
    sides += [("square", -_place(k)) for k in range(lean.strict)]
    items = lean.items or tuple("" for _ in sides)
    return [
        {
            "x": at,
            "y": level + 0.5,
            "shape": shape,
            "color": palette.arm(lean.role),
            "item": item,
        }
        for (shape, at), item in zip(sides, items, strict=True)
    ]


def _bars(leans: Sequence[Lean], x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    values = [
        {"x": 0, "x2": side, "y": level + 0.5, "color": palette.arm(lean.role)}
        for level, lean in enumerate(leans)
        for side in (lean.lenient, -lean.strict)
    ]
    bars: alt.Chart = (
        marks.layer(values)
        .mark_rule(strokeWidth=18)
        .encode(x=x, x2="x2:Q", y=y, color=alt.Color("color:N", scale=None))
    )
    return [bars]


def _directions(x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    look = {"lineBreak": "\n", "lineHeight": 15, "fontSize": marks.SMALL, "baseline": "top"}
    top = {"x": 0, "y": -0.42}
    left = [{**top, "text": "◂ grader failed,\npeople passed"}]
    right = [{**top, "text": "grader passed, ▸\npeople failed"}]
    return [
        marks.text(left, color=palette.muted, x=x, y=y, **{**look, "align": "right", "dx": -8}),
        marks.text(right, color=palette.muted, x=x, y=y, **{**look, "dx": 8}),
    ]


def _names(
    leans: Sequence[Lean], reach: float, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    values = [
        {"x": -reach, "y": level + 0.5, "text": marks.short(lean.name, 16)}
        for level, lean in enumerate(leans)
    ]
    return [
        marks.text(
            values, color=palette.ink, x=x, y=y, dy=-20, dx=2, fontWeight="bold", baseline="middle"
        )
    ]


def _ends(leans: Sequence[Lean], x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    sides = (
        (1, "left", [each.lenient for each in leans]),
        (-1, "right", [each.strict for each in leans]),
    )
    return [
        marks.text(
            [
                {
                    "x": sign * (_place(n) if n else 0.4),
                    "y": level + 0.5,
                    "text": f"{words.count(n)} of {words.count(leans[level].labelled)}",
                }
                for level, n in enumerate(numbers)
            ],
            color=palette.ink,
            x=x,
            y=y,
            align=align,
            fontWeight="bold" if sign > 0 else "normal",
        )
        for sign, align, numbers in sides
    ]
