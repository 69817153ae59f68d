"""How far apart are the arms on each question, with three answers or more? Ties are a number."""

from collections.abc import Sequence

import altair as alt

from lcexplore import words
from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rule_at

HEIGHT = 300
_SIGNED = (
    "(datum.value > 0 ? '+' : datum.value < 0 ? '\u2212' : '') + round(100 * abs(datum.value))"
)


@kept
def histogram(
    bins: Sequence[tuple[float, int]],
    *,
    baseline: str,
    candidate: str,
    ties: int,
    palette: Palette,
) -> AnyChart:
    """Draw how many questions lie at each mean difference, ties left out.

    Args:
        bins: Mean difference of a question and the number of questions there, zero left out.
        baseline: Name of the baseline.
        candidate: Name of the candidate.
        ties: Questions on which the arms do equally well.
        palette: Colours of the theme.
    """
    top = max([n for _, n in bins], default=1)
    reach = 1.15 * max([abs(at) for at, _ in bins], default=1.0)
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[-reach, reach], nice=False),
        axis=alt.Axis(title="Difference, points", tickCount=7, grid=False, labelExpr=_SIGNED),
    )
    y = alt.Y(
        "y:Q",
        scale=alt.Scale(domain=[0, 1.45 * top], nice=False),
        axis=alt.Axis(title="Questions", grid=False, tickMinStep=1),
    )
    chart = alt.layer(
        _bars(bins, x, y, palette),
        marks.text(
            [{"x": at, "y": n, "text": words.count(n)} for at, n in bins],
            color=palette.ink,
            x=x,
            y=y,
            align="center",
            dy=-9,
        ),
        rule_at(0, x=x, color=palette.ink, width=1.5),
        *_sides(baseline, candidate, ties, 1.38 * top, x, y, palette),
    )
    return base(chart.properties(height=HEIGHT), palette)


def _bars(bins: Sequence[tuple[float, int]], x: alt.X, y: alt.Y, palette: Palette) -> alt.Chart:
    values = [
        {"x": at, "y": n, "zero": 0, "color": palette.candidate if at > 0 else palette.baseline}
        for at, n in bins
    ]
    bars: alt.Chart = (
        marks.layer(values)
        .mark_rule(strokeWidth=9)
        .encode(x=x, y=y, y2="zero:Q", color=alt.Color("color:N", scale=None))
    )
    return bars


def _sides(
    baseline: str, candidate: str, ties: int, top: float, x: alt.X, y: alt.Y, palette: Palette
) -> list[alt.Chart]:
    left = [{"x": 0, "y": top, "text": f"◂ {marks.short(baseline)}"}]
    right = [{"x": 0, "y": top, "text": f"{marks.short(candidate)} ▸"}]
    tied = [{"x": 0, "y": 0.9 * top, "text": f"{words.count(ties)} tie"}]
    return [
        marks.text(left, color=palette.ink, x=x, y=y, align="right", dx=-8, fontWeight="bold"),
        marks.text(right, color=palette.ink, x=x, y=y, align="left", dx=8, fontWeight="bold"),
        marks.text(tied, color=palette.muted, x=x, y=y, align="left", dx=8),
    ]
