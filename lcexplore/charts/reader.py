"""Which seconds stand at the share of requests that the reader chooses? A slider in the figure.

The browser redraws by itself what the slider moves: nothing is asked of the server.
"""

from collections.abc import Sequence

import altair as alt

from lcexplore.charts import log_seconds, marks
from lcexplore.charts.theme import SHAPE, Palette
from lcexplore.model import Role
from lcexplore.words import NBSP

NAME, LABEL, START = "read", "Read the lines at this % of requests ", 90.0
FIRST, LAST, STEP = 50.0, 100.0, 0.5
_NEAR_LEFT = 60.0  # below it the name of the line would stand on the axis
_LINE = 17  # pixels from one line of words to the next, above the plot


def slider() -> alt.Parameter:
    """The control; it stands under the figure and is moved by hand or by arrow keys."""
    bound = alt.binding_range(min=FIRST, max=LAST, step=STEP, name=LABEL)
    return alt.param(name=NAME, value=START, bind=bound)


def rule(x: alt.X, palette: Palette) -> alt.Chart:
    """A thin line at the share that was chosen, fainter than the one at p95."""
    line: alt.Chart = (
        marks.layer([{"x": START}])
        .transform_calculate(x=NAME)
        .mark_rule(color=palette.context, strokeWidth=1)
        .encode(x=x)
    )
    return line


def named(x: alt.X, palette: Palette) -> alt.Chart:
    """The share that was chosen, at the foot of its line, on the side away from p95."""
    at_left = f"{NAME} < {_NEAR_LEFT}"
    look = {
        "align": alt.ExprRef(f"{at_left} ? 'left' : 'right'"),
        "dx": alt.ExprRef(f"{at_left} ? 4 : -4"),
        "fontSize": marks.SMALL,
    }
    foot = alt.value(alt.ExprRef("height - 9"))
    written: alt.Chart = marks.text(
        [{"x": START}], color=palette.ink, x=x, y=foot, **look
    ).transform_calculate(x=NAME, text=f"{NAME} + '{NBSP}%'")
    return written


def reading(
    role: Role,
    name: str,
    rank: Sequence[float],
    seconds: Sequence[float],
    *,
    above: int,
    least: float,
    x: alt.X,
    y: alt.Y,
    palette: Palette,
) -> list[alt.Chart]:
    """A hollow mark on one arm's line, and above the plot what it reads there.

    Args:
        role: The arm's part.
        name: The arm.
        rank: Per cents of the requests, ascending.
        seconds: Seconds at each of them.
        above: How many lines of words stand between these and the plot.
        least: Seconds at the bottom of the axis, where faster ones are marked.
        x: The figure's horizontal axis.
        y: Its vertical axis.
        palette: Colours of the theme.
    """
    row = [{"name": marks.short(name)}]
    found = marks.layer(row).transform_calculate(
        x=NAME, y=_at(rank, log_seconds.placed(seconds, least))
    )
    mark = found.mark_point(
        color=palette.arm(role),
        fill=palette.surface,
        opacity=1,
        size=80,
        strokeWidth=2,
        shape=SHAPE[role],
    )
    words = marks.text(
        row, color=palette.ink, x=alt.value(0), y=alt.value(-9 - _LINE * above)
    ).transform_calculate(y=_at(rank, seconds), text=_SAID)
    return [mark.encode(x=x, y=y), words]


_DIGITS = "datum.y < 0.1 ? '.2r' : datum.y < 1 ? '.2f' : ',.1f'"
_SECONDS = f"(datum.y > 0 ? format(datum.y, {_DIGITS}) : '0')"
_SAID = f"datum.name + ': ' + {NAME} + '{NBSP}% within ' + {_SECONDS} + '{NBSP}s'"


def _at(rank: Sequence[float], seconds: Sequence[float]) -> str:
    """Expression of the seconds at the share that was chosen."""
    wanted = [FIRST + STEP * step for step in range(1 + int((LAST - FIRST) / STEP))]
    known = [seconds[min(range(len(rank)), key=lambda k: abs(rank[k] - at))] for at in wanted]
    numbers = ",".join(f"{value:.6g}" for value in known)
    return f"[{numbers}][round(({NAME} - {FIRST}) / {STEP})]"
