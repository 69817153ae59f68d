"""Where does a time stand on a logarithmic axis, and which ticks does the axis have?"""

from collections.abc import Iterable, Sequence
from math import floor, log10

import altair as alt

LEAST_S = 1e-3  # where a logarithmic axis starts when a timing is 0
_MOST, _FEWEST = 9, 2  # labels that fit a narrow screen, and that make a scale
_USUAL = (1.0, 2.0, 5.0)
_COARSE = ((1.0, 5.0), (1.0,))
_FINE = ((1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0), [each / 10 for each in range(10, 100)])


def bottom(values: Iterable[float]) -> float:
    """Least place that is needed: that of the fastest, and of 0 s below every other."""
    every = list(values)
    above = [each for each in every if each > 0]
    return min(above) if above and len(above) == len(every) else min([LEAST_S, *above])


def placed(values: Iterable[float], least: float) -> list[float]:
    """The places of timings; that of 0 s is the bottom."""
    return [max(each, least) for each in values]


def spanned(values: Iterable[float], least: float, *, above: float, of_all: float) -> list[float]:
    """Ends of an axis with room for words: a factor above the slowest, or a share of its length."""
    most = max([least, *values])
    return [0.8 * least, most * max(above, (most / least) ** of_all)]


def axis(domain: Sequence[float], *, grid: bool = True) -> alt.Axis:
    """An axis whose ticks are round numbers that lie on it and fit it."""
    return alt.Axis(
        title="Seconds (log scale)",
        values=ticks(*domain),
        format=",~f",
        grid=grid,
        labelOverlap=not grid,
    )


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two ends: 1, 2 and 5 of each decade, fewer or more where need be."""
    found = _between(low, high, _USUAL)
    for digits in _COARSE:
        if len(found) > _MOST:
            found = _between(low, high, digits)
    for finer in _FINE:
        if len(found) < _FEWEST:
            found = _between(low, high, finer)
    return found[:: -(-len(found) // _MOST) or 1]


def _between(low: float, high: float, digits: Sequence[float]) -> list[float]:
    decades = range(floor(log10(low)), floor(log10(high)) + 1)
    every = (float(f"{digit}e{decade}") for decade in decades for digit in digits)
    return [each for each in every if low <= each <= high]
