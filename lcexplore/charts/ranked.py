"""Where does p95 fall when the requests are ranked from fastest to slowest?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor

import altair as alt

from lcexplore import words
from lcexplore.charts import log_seconds, marks, reader
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import DASH, SHAPE, AnyChart, Palette, base, rule_at
from lcexplore.model import Role

HEIGHT = 370
_GREY, _LAST = 0.2, 0.95
_TOLD, _TALL = 65, 30  # how far the name of what was agreed reaches: per cents, pixels
_BOTTOM, _STRIP = alt.ExprRef("height + 4"), alt.ExprRef("height + 14")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One arm's requests from fastest to slowest.

    Attributes:
        role: The arm's part.
        name: The arm.
        rank: Per cents of the requests, ascending.
        seconds: Seconds at each of them.
        p95: Its p95 in seconds, or None.
    """

    role: Role
    name: str
    rank: Sequence[float]
    seconds: Sequence[float]
    p95: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Misses:
    """Cache misses of the candidate among its ranked requests.

    Attributes:
        count: How many.
        share: Share of the requests, in (0, 1).
        strip: Share of misses in each per cent from 50 on.
    """

    count: int
    share: float
    strip: Sequence[float]


@kept
def ranked(
    lines: Sequence[Line],
    *,
    misses: Misses | None,
    agreed: float | None,
    palette: Palette,
    slider: bool = True,
) -> AnyChart:
    """Draw both arms' slower halves, p95 marked, the region of the misses in grey.

    A slider under the figure reads both lines at any other share of the requests; paper has none.
    """
    told = lines
    x, least = _axis_x(), log_seconds.bottom(_timed(lines, agreed))
    lines = [replace(each, seconds=log_seconds.placed(each.seconds, least)) for each in lines]
    domain = log_seconds.spanned(_timed(lines, agreed), least, above=1.35, of_all=0.1)
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(type="log", domain=domain, nice=False),
        axis=log_seconds.axis(domain),
    )
    layers: list[alt.Chart] = [] if misses is None else _region(misses, x, y, palette)
    if slider:
        layers.append(reader.rule(x, palette))
    layers.append(rule_at(95, x=x, color=palette.ink, width=2, dash=[2, 3]))
    if agreed is not None:
        layers.append(rule_at(agreed, y=y, color=palette.agreed))
    layers += [_curve(line, x, y, palette) for line in lines]
    if agreed is not None:
        layers += _agreed(agreed, _is_above(agreed, lines, domain), x, y, palette)
    for line in lines:
        layers += _said(line, lines, agreed, x, y, palette)
    if slider:
        layers += _readings(told, least, x, y, palette)
    finished = alt.layer(*layers).properties(height=HEIGHT)
    return base(finished.add_params(reader.slider()) if slider else finished, palette)


def _readings(
    lines: Sequence[Line], least: float, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    layers = [reader.named(x, palette)]
    for place, line in enumerate(lines):
        above = len(lines) - place  # the number of misses stands right above the plot
        told = (line.role, line.name, line.rank, line.seconds)
        layers += reader.reading(*told, above=above, least=least, x=x, y=y, palette=palette)
    return layers


def _axis_x() -> alt.X:
    return alt.X(
        "x:Q",
        scale=alt.Scale(domain=[50, 100], nice=False),
        axis=alt.Axis(
            title="Requests, % by speed",
            values=[50, 60, 70, 80, 90, 95, 100],
            grid=False,
            offset=18,
            domain=False,
            labelFlush=True,
        ),
    )


def _timed(lines: Sequence[Line], agreed: float | None) -> list[float]:
    every = [value for line in lines for value in line.seconds]
    return every if agreed is None else [*every, agreed]


def _are_last(misses: Misses) -> bool:
    """Whether the misses are the slowest requests, all but a few of them."""
    per_cents = min(50.0, 100 * misses.share)
    return sum(misses.strip[floor(50 - per_cents) :]) >= _LAST * per_cents


def _grey(misses: Misses, x: alt.X, palette: Palette) -> alt.Chart:
    """One region where the misses come last, else each per cent by its share of misses."""
    rows = [
        {"x": 50 + k, "x2": 51 + k, "share": _GREY * s} for k, s in enumerate(misses.strip) if s
    ]
    if _are_last(misses):
        rows = [{"x": max(50.0, 100 * (1 - misses.share)), "x2": 100, "share": _GREY}]
    drawn: alt.Chart = (
        marks.layer(rows)
        .mark_rect(color=palette.context)
        .encode(x=x, x2="x2:Q", fillOpacity=alt.FillOpacity("share:Q", scale=None))
    )
    return drawn


def _named(misses: Misses) -> str:
    """How many misses there are, and how many of them are not among the slower half."""
    said = words.many(misses.count, "miss")
    if _are_last(misses):
        return said
    here = min(misses.count, round(sum(misses.strip) / 100 * misses.count / misses.share))
    if here == misses.count:
        return said
    return f"{words.count(here) if here else 'none'} of {said} here"


def _region(misses: Misses, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    name = marks.text(
        [{"x": 100, "text": _named(misses)}],
        color=palette.ink,
        x=x,
        y=alt.value(-9),
        align="right",
    )
    cells = [{"x": 50 + k, "x2": 51 + k, "share": share} for k, share in enumerate(misses.strip)]
    strip = (
        marks.layer(cells)
        .mark_rect(color=palette.ink, stroke=palette.context, strokeWidth=0.3)
        .encode(
            x=x,
            x2="x2:Q",
            y=alt.value(_BOTTOM),
            y2=alt.value(_STRIP),
            fillOpacity=alt.FillOpacity("share:Q", scale=None),
        )
    )
    return [_grey(misses, x, palette), name, strip]


def _is_above(agreed: float, lines: Sequence[Line], domain: Sequence[float]) -> bool:
    """Whether the name of what was agreed stands above its rule: no line runs there, or below too.

    Args:
        agreed: Seconds at the rule.
        lines: Both arms.
        domain: Ends of the axis.
    """
    reach = (domain[1] / domain[0]) ** (_TALL / HEIGHT)
    told = [each for line in lines for at, each in zip(line.rank, line.seconds, strict=True)
            if at <= _TOLD]  # fmt: skip
    above = any(agreed <= each <= reach * agreed for each in told)
    return not above or any(agreed / reach <= each <= agreed for each in told)


def _agreed(agreed: float, above: bool, x: alt.X, y: alt.Y, palette: Palette) -> list[alt.Chart]:
    label = [{"x": 50, "y": agreed, "text": f"agreed {words.agreed_seconds(agreed)}"}]
    return marks.haloed(
        label,
        color=palette.ink,
        halo=palette.surface,
        x=x,
        y=y,
        dx=4,
        dy=-10 if above else 11,
        fontWeight="bold",
    )


def _curve(line: Line, x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    points = [{"x": at, "y": value} for at, value in zip(line.rank, line.seconds, strict=True)]
    drawn: alt.Chart = (
        marks.layer(points)
        .mark_line(color=palette.arm(line.role), strokeWidth=2.5, strokeDash=DASH[line.role])
        .encode(x=x, y=y)
    )
    return drawn


def _said(
    line: Line,
    lines: Sequence[Line],
    agreed: float | None,
    x: alt.X,
    y: alt.Y,
    palette: Palette,
) -> list[alt.Chart]:
    """The arm's name and its p95: over all lines, so that none strikes them through."""
    at = _middle(line)
    name = [{"x": line.rank[at], "y": line.seconds[at], "text": marks.short(line.name)}]
    dy = 14 if _name_below(line, lines, agreed) else -14
    ink, rim = palette.ink, palette.surface
    named = marks.haloed(name, color=ink, halo=rim, x=x, y=y, align="center", dy=dy)
    return [*named, *_p95(line, lines, x, y, palette)]


def _middle(line: Line) -> int:
    return len(line.seconds) // 2


def _name_below(line: Line, lines: Sequence[Line], agreed: float | None) -> bool:
    """Whether another line or the agreed rule runs just above the place of the name."""
    here = line.seconds[_middle(line)]
    above = [other.seconds[_middle(other)] for other in lines if other is not line]
    above += [] if agreed is None else [agreed]
    return any(here <= value <= 1.4 * here for value in above)


def _p95(
    line: Line, lines: Sequence[Line], x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    """Its mark, and the value right below: a line climbs away from there."""
    if line.p95 is None:
        return []
    near = [other.p95 for other in lines if other is not line and other.p95 is not None]
    above = any(value <= line.p95 <= 1.3 * value and line.p95 != value for value in near)
    place = max(line.p95, min(line.seconds))  # 0 s stands at the bottom of the axis
    at = [{"x": 95, "y": place, "text": f"p95 {words.seconds(line.p95)}"}]
    mark = (
        marks.layer(at)
        .mark_point(
            color=palette.arm(line.role),
            filled=True,
            opacity=1,
            size=120,
            shape=SHAPE[line.role],
        )
        .encode(x=x, y=y)
    )
    value = marks.haloed(
        at,
        color=palette.ink,
        halo=palette.surface,
        x=x,
        y=y,
        align="center",
        dy=-15 if above else 16,
        fontWeight="bold",
    )
    return [mark, *value]
