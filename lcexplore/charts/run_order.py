"""Did both arms run side by side, or one after the other?"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import altair as alt
import numpy as np

from lcexplore.charts import marks
from lcexplore.charts.kept import kept
from lcexplore.charts.theme import AnyChart, Palette, base, rows, words_at
from lcexplore.evidence.inputs import RunOrder
from lcexplore.model import Role
from lcexplore.words import count, many

BINS, PER_BIN, HEIGHT = 200, 8, 230
_ROLES = (Role.BASELINE, Role.CANDIDATE)
_LANE, _NAME, _TOP, _BOTTOM = 76, 12, 24, 66
_LEAST = 0.25
_DAY, _YEAR = 86_400.0, 300 * 86_400.0


def binned(order: RunOrder, *, bins: int = BINS) -> list[dict[str, Any]]:
    """Requests by role and slice of clock time, empty slices left out; times in milliseconds."""
    at = np.asarray(order.started_at, dtype=np.float64)
    if not at.size:
        return []
    slices = min(bins, max(10, at.size // PER_BIN))
    edges = np.linspace(at[0], max(at[-1], at[0] + 1), slices + 1)
    found: list[dict[str, Any]] = []
    for role in _ROLES:
        of_role = np.asarray(order.is_candidate) == (role is Role.CANDIDATE)
        counts = np.histogram(at[of_role], bins=edges)[0]
        found += [
            {"role": role, "x": 1000 * edges[i], "x2": 1000 * edges[i + 1], "n": int(counts[i])}
            for i in np.flatnonzero(counts)
        ]
    return found


@kept
def draw(order: RunOrder, names: Mapping[Role, str], palette: Palette) -> AnyChart:
    """Draw one lane an arm over clock time; opacity is the number of requests.

    Args:
        order: Start times.
        names: The arms that have a lane.
        palette: Colours.
    """
    slices = binned(order)
    places = {role: place for place, role in enumerate(_of(names))}
    most = max((each["n"] for each in slices), default=1)
    x = _clock(order)
    y = alt.Y("y:Q", axis=None).scale(domain=[0, len(places) * _LANE], reverse=True, nice=False)
    lanes = [_lane(role, place, slices, most, palette, x, y) for role, place in places.items()]
    labels = [
        words_at(
            [
                {
                    "y": place * _LANE + _NAME,
                    "text": f"{_short(names[role])}, {_requests(slices, role)}",
                }
            ],
            x=alt.value(0),
            y=y,
            color=palette.ink,
        )
        for role, place in places.items()
    ]
    height = HEIGHT - (len(_ROLES) - len(places)) * _LANE
    return base(alt.layer(*lanes, *labels).properties(height=height), palette)


def _clock(order: RunOrder) -> alt.X:
    """The axis: hours within a day; midnights by their date where the arms ran for longer."""
    first, last = (order.started_at[0], order.started_at[-1]) if order.started_at.size else (0, 0)
    title, label = "clock time (UTC)", "utcFormat(datum.value, '%H:%M')"
    if last - first > _DAY:
        title = f"UTC, from {datetime.fromtimestamp(float(first), UTC):%-d %b %Y}"
        date = "%-d %b" if last - first < _YEAR else "%b %Y"
        midnight = "utchours(datum.value) + utcminutes(datum.value) == 0"
        label = f"{midnight} ? utcFormat(datum.value, '{date}') : {label}"
    return alt.X("x:T", title=title, axis=alt.Axis(tickCount=5, labelExpr=label)).scale(type="utc")


def _short(name: str) -> str:
    return marks.short(name, marks.LONGEST_NAME)


def _of(names: Mapping[Role, str]) -> list[Role]:
    return [role for role in _ROLES if role in names]


def _lane(
    role: Role,
    place: int,
    slices: list[dict[str, Any]],
    most: int,
    palette: Palette,
    x: alt.X,
    y: alt.Y,
) -> alt.Chart:
    top = place * _LANE
    values = [
        {
            "x": each["x"],
            "x2": each["x2"],
            "y": top + _TOP,
            "y2": top + _BOTTOM,
            "shade": _LEAST + (1 - _LEAST) * each["n"] / most,
        }
        for each in slices
        if each["role"] is role
    ]
    mark = alt.Chart(rows(values)).mark_rect(color=palette.arm(role), stroke=None)
    lane: alt.Chart = mark.encode(
        x=x,
        x2="x2:T",
        y=y,
        y2="y2:Q",
        opacity=alt.Opacity("shade:Q", scale=alt.Scale(domain=[0, 1], range=[0, 1]), legend=None),
    )
    return lane


def _requests(slices: list[dict[str, Any]], role: Role) -> str:
    return many(sum(each["n"] for each in slices if each["role"] is role), "request")


def twin(order: RunOrder, names: Mapping[Role, str], *, bins: int = 10) -> list[list[str]]:
    """Requests by arm in ten slices of clock time, header first."""
    slices = binned(order, bins=bins)
    starts = sorted({each["x"] for each in slices})
    table = [["From (UTC)", *(names[role] for role in _of(names))]]
    for start in starts:
        moment = np.datetime64(int(start), "ms").astype("datetime64[s]")
        at = {each["role"]: each["n"] for each in slices if each["x"] == start}
        table.append([str(moment).replace("T", " "), *(count(at.get(r, 0)) for r in _of(names))])
    return table
