"""What does each place cost? A line of words each above a figure, where no rule runs through it."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from lcexplore.charts import marks
from lcexplore.charts.theme import SCENARIO_DASH, SHAPE, Palette
from lcexplore.model import Role

LINE = 17  # pixels from one line to the next
_FIRST = 28  # from the plot to the first, above the name of a rule


def words(name: str, cost: str) -> str:
    """Whose cost, and what it is."""
    return f"{marks.short(name)}: {cost}"


def lines(priced: Sequence[tuple[Role, str]], live: alt.Chart, palette: Palette) -> list[alt.Chart]:
    """Write the costs of the arms as measured, and nearest to the plot that of the scenario.

    Args:
        priced: Arms with their words, from top to bottom.
        live: The words of the scenario, a row each.
        palette: Colours of the theme.
    """
    layers = []
    for place, (role, said) in enumerate(priced):
        above, color = -_FIRST - LINE * (len(priced) - place), palette.arm(role)
        key = {"shape": SHAPE[role], "color": color, "fill": color}
        layers += _line(marks.layer([{"text": said}]), above, palette, key)
    key = {"shape": SHAPE[Role.CANDIDATE], "color": palette.ink, "fill": palette.surface}
    return [
        *layers,
        *_line(live, -_FIRST, palette, {**key, "strokeDash": SCENARIO_DASH}, fontStyle="italic"),
    ]


def _line(
    rows: alt.Chart, above: float, palette: Palette, key: dict[str, Any], **style: Any
) -> list[alt.Chart]:
    y = alt.value(above)
    mark = rows.mark_point(size=70, opacity=1, **key).encode(x=alt.value(6), y=y)
    return [mark, marks.written(rows, color=palette.ink, x=alt.value(17), y=y, **style)]
