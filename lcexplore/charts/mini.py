"""How does one more quantity move with the hit rate? A small figure of one line.

It is written as SVG and not as a chart, because it moves at every touch of a slider: four charts
take a browser longer to draw anew than all the rest of the page. An image knows no font of the page
and shrinks its words with it, so they stand over the drawing, at places given as shares of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import floor, log10

from lcexplore.charts.palette import Palette

WIDTH, HEIGHT = 200, 170
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 8, 8, 36
_MOST_TICKS = 5
_ROOM = 1.15  # above the highest value
_LEAST_TOP = 1e-9  # below it nothing is drawn but a line on the ground
_NICE = (1, 2, 5, 10)
_REACH = 6.5  # of a diamond, from its middle to its corners
_AROUND = 11  # of the scenario, which lies under what was measured


class Anchor(StrEnum):
    """Which part of a word stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word over the drawing, its middle at a height, of the size of the page's words.

    Attributes:
        text: A number, or what the axis is.
        left: Per cent of the width.
        top: Per cent of the height.
        anchor: Whether it begins, ends or has its middle there.
    """

    text: str
    left: float
    top: float
    anchor: Anchor


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A finished small figure.

    Attributes:
        inside: What goes inside an ``svg`` element of ``WIDTH`` by ``HEIGHT``; it holds numbers
            and nothing else that was given.
        words: What stands over it.
    """

    inside: str
    words: tuple[Word, ...]


class _Scale:
    """Places on the drawing of one figure."""

    def __init__(self, left: float, top: float) -> None:
        self.left, self.top = left, top

    def x(self, percent: float) -> str:
        share = (percent - self.left) / (100 - self.left)
        return f"{_LEFT + share * (WIDTH - _LEFT - _RIGHT):.1f}"

    def y(self, value: float) -> str:
        return f"{HEIGHT - _BOTTOM - value / self.top * (HEIGHT - _TOP - _BOTTOM):.1f}"


def mini(
    percent: Sequence[float],
    values: Sequence[float],
    *,
    measured: tuple[float, float],
    assumed: tuple[float, float],
    left: float,
    palette: Palette,
) -> Drawn:
    """Draw a quantity over the hit rate, measured filled, scenario hollow; the axis starts at 0.

    Args:
        percent: Hit rates in per cent, ascending.
        values: The quantity at each.
        measured: Hit rate in per cent and quantity as measured.
        assumed: The same in the scenario.
        left: Hit rate in per cent at which the axis starts, below 100.
        palette: Colours of the theme.
    """
    shown = [(at, value) for at, value in zip(percent, values, strict=True) if at >= left]
    top = _ROOM * max([measured[1], assumed[1], *(value for _, value in shown)])
    top = top if top > _LEAST_TOP else 1.0
    scale = _Scale(left, top)
    line = " ".join(f"{scale.x(at)},{scale.y(value)}" for at, value in shown)
    inside = "".join(
        [
            *_grid(scale, palette),
            f'<polyline points="{line}" fill="none" stroke="{palette.candidate}"'
            ' stroke-width="2" stroke-dasharray="6 3"/>',
            _diamond(
                scale,
                assumed,
                f'fill="{palette.surface}" stroke="{palette.ink}" stroke-width="2"'
                ' stroke-dasharray="2 2"',
                reach=_AROUND,
            ),
            _diamond(scale, measured, f'fill="{palette.candidate}"'),
        ]
    )
    return Drawn(inside=inside, words=(*_values(scale), *_rates(scale)))


def ticks(low: float, high: float, most: int = _MOST_TICKS) -> list[float]:
    """Round numbers from ``low`` to ``high``, at most so many, evenly spaced."""
    span = high - low
    power = 10.0 ** floor(log10(span / most))
    step = next(each * power for each in _NICE if span / (each * power) < most)
    first = -floor(-low / step)
    return [step * place for place in range(first, floor(high / step + 1e-9) + 1)]


def _grid(scale: _Scale, palette: Palette) -> list[str]:
    """Rules across the figure, the ground in full strength."""
    return [
        f'<path d="M{_LEFT} {scale.y(value)}H{WIDTH - _RIGHT}" stroke="{palette.context}"'
        f' stroke-opacity="{0.25 if value else 1}"/>'
        for value in ticks(0, scale.top)
    ]


def _values(scale: _Scale) -> list[Word]:
    """The value of each rule, at its left."""
    return [
        _word(f"{value:,.10g}", _LEFT - 6, float(scale.y(value)), Anchor.END)
        for value in ticks(0, scale.top)
    ]


def _rates(scale: _Scale) -> list[Word]:
    """Hit rates under the figure, the outer ones inside of its edges, and what they are."""
    found, foot = ticks(scale.left, 100), HEIGHT - _BOTTOM + 11
    anchors = {found[0]: Anchor.START, found[-1]: Anchor.END}
    written = [
        _word(f"{at:.10g}", float(scale.x(at)), foot, anchors.get(at, Anchor.MIDDLE))
        for at in found
    ]
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    return [*written, _word("Hit rate, %", middle, HEIGHT - 6, Anchor.MIDDLE)]


def _word(text: str, x: float, y: float, anchor: Anchor) -> Word:
    return Word(text=text, left=100 * x / WIDTH, top=100 * y / HEIGHT, anchor=anchor)


def _diamond(scale: _Scale, at: tuple[float, float], look: str, *, reach: float = _REACH) -> str:
    corner = f"M{scale.x(at[0])} {scale.y(at[1])}"
    sides = f"m0 -{reach}l{reach} {reach}l-{reach} {reach}l-{reach} -{reach}z"
    return f'<path d="{corner}{sides}" {look}/>'
