"""How do hits and misses of the cache differ from each other, and from the whole?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import altair as alt

from lcexplore import words
from lcexplore.charts import log_seconds, marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import SHAPE, AnyChart, Palette, base, rule_at
from lcexplore.evidence.latency import Quantiles
from lcexplore.model import CachePart, Role

_ROW, _AXES = 62, 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One row: an arm, or the part of it in one cache state.

    Attributes:
        name: Words of the row.
        role: The arm's part.
        state: Cache state of the row, or which hits, or None for the whole arm.
        quantiles: Its quantiles; a row without timings says so.
    """

    name: str
    role: Role
    state: CachePart | None
    quantiles: Quantiles


@kept
def split(spreads: Sequence[Spread], *, agreed: float | None, palette: Palette) -> AnyChart:
    """Draw p5 to p95 as a line, the middle half as a box, the median as a tick, p95 as a mark."""
    known = [(level, each) for level, each in enumerate(spreads) if each.quantiles.n]
    least = log_seconds.bottom(_ends(known, agreed))
    domain = log_seconds.spanned(_ends(known, agreed), least, above=1.9, of_all=0.2)
    x = _across(domain)
    y = alt.Y("y:Q", scale=alt.Scale(domain=[len(spreads) - 0.1, -0.1]), axis=None)
    layers = [_names(spreads, y, palette)]
    if agreed is not None:
        layers += _agreed(agreed, x("x"), palette)
    for level, each in known:
        layers += _row(level, each, least, x, y, palette)
    layers += _missing(spreads, y, palette)
    chart = alt.layer(*layers).properties(height=_ROW * len(spreads) + _AXES)
    return base(chart, palette)


def _ends(known: Sequence[tuple[int, Spread]], agreed: float | None) -> list[float]:
    ends = [end for _, each in known for end in (each.quantiles.p5, each.quantiles.p95)]
    return [end for end in [*ends, agreed] if end is not None]


def _across(domain: Sequence[float]) -> Callable[[str], alt.X]:
    """The horizontal place of any field, all on one scale."""
    scale = alt.Scale(type="log", domain=list(domain), nice=False)
    axis = log_seconds.axis(domain)
    return lambda field: alt.X(f"{field}:Q", scale=scale, axis=axis)


def _names(spreads: Sequence[Spread], y: alt.Y, palette: Palette) -> alt.Chart:
    values = [
        {"y": level + 0.18, "text": marks.short(each.name, marks.LONGEST_NAME)}
        for level, each in enumerate(spreads)
    ]
    return marks.text(values, color=palette.ink, x=alt.value(0), y=y)


def _missing(spreads: Sequence[Spread], y: alt.Y, palette: Palette) -> list[alt.Chart]:
    empty = [level for level, each in enumerate(spreads) if not each.quantiles.n]
    values = [{"y": level + 0.6, "text": "not measured: no timing"} for level in empty]
    if not values:
        return []
    rule = (
        marks.layer(values)
        .mark_rule(color=palette.ink, strokeDash=[4, 4])
        .encode(y=y, x=alt.value(0), x2=alt.value("width"))
    )
    return [rule, marks.text(values, color=palette.ink, x=alt.value(2), y=y, dy=-9)]


def _agreed(agreed: float, x: alt.X, palette: Palette) -> list[alt.Chart]:
    label = [{"x": agreed, "text": f"agreed {words.agreed_seconds(agreed)}"}]
    return [
        rule_at(agreed, x=x, color=palette.agreed),
        marks.text(label, color=palette.ink, x=x, y=alt.value(-9), dx=4, fontWeight="bold"),
    ]


def _row(
    level: int,
    each: Spread,
    least: float,
    across: Callable[[str], alt.X],
    y: alt.Y,
    palette: Palette,
) -> list[alt.Chart]:
    q, color = each.quantiles, palette.arm(each.role)
    every = {"p5": q.p5, "p25": q.p25, "p50": q.p50, "p75": q.p75, "x": q.p95}
    row = {
        "y": level + 0.6,
        **{name: max(value or 0.0, least) for name, value in every.items()},
        "text": words.seconds(q.p95 or 0.0),
    }
    drawn, x = marks.layer([row]), across("x")
    fill = palette.surface if each.state is CachePart.MISS else color
    faint = {CachePart.MISS: 1.0, CachePart.PARTIAL: 0.2}.get(each.state or CachePart.HIT, 0.6)
    dash = [4, 3] if each.state is CachePart.PARTIAL else []
    line = drawn.mark_rule(color=color, strokeWidth=2).encode(x=across("p5"), x2="x:Q", y=y)
    box = drawn.mark_bar(
        height=16, fill=fill, fillOpacity=faint, stroke=color, strokeDash=dash
    ).encode(x=across("p25"), x2="p75:Q", y=y)
    median = drawn.mark_tick(color=palette.ink, thickness=2, size=20, orient="vertical").encode(
        x=across("p50"), y=y
    )
    mark = drawn.mark_point(
        color=color, fill=fill, opacity=1, size=110, strokeWidth=2, shape=SHAPE[each.role]
    ).encode(x=x, y=y)
    value = marks.text([row], color=palette.ink, x=x, y=y, dx=11, fontWeight="bold")
    return [line, box, median, mark, value]
