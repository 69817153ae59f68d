"""The figures of the pages: each is made once, for the screen and for the report."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from lcexplore.charts.theme import AnyChart

Twin: TypeAlias = list[list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One chart of a figure.

    Attributes:
        chart: A finished chart.
        alt: The same in words, for those who do not see it.
        name: What tells it from the others beside it; empty where it stands alone.
    """

    chart: "AnyChart"
    alt: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure, under its finding and with its numbers.

    Attributes:
        key: Its name, unique among the figures of all pages.
        title: The finding, as a sentence.
        small: n, unit and direction.
        panels: Its charts, nearly always one.
        twin: Header and rows of the numbers drawn.
    """

    key: str
    title: str
    small: str
    panels: tuple[Panel, ...]
    twin: Twin
