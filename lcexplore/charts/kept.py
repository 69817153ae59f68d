"""Was this chart drawn before? The same figures give the same chart, drawn once.

A page runs again at every touch of a control, and building a chart takes longer than everything
else on it. What was drawn is known by all that went into it, so it can never be out of date.
"""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any, ParamSpec

from altair.utils import schemapi

from lcexplore.charts.theme import AnyChart
from lcexplore.evidence.same import Same
from lcexplore.words import shown

if TYPE_CHECKING:
    import pyarrow as pa

P = ParamSpec("P")
MOST = 32


def kept(draw: Callable[P, AnyChart]) -> Callable[P, AnyChart]:
    """Draw once for the same arguments.

    Altair's own check of every part is left out: tests check each finished chart as a whole.
    """
    charts: OrderedDict[bytes, AnyChart] = OrderedDict()
    lock = Lock()

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> AnyChart:
        key = sha256(pickle.dumps((args, kwargs))).digest()
        with lock:
            if key in charts:
                charts.move_to_end(key)
                return charts[key]
        with schemapi.debug_mode(False):
            chart = draw(*args, **kwargs)
        with lock:
            charts[key] = chart
            while len(charts) > MOST:
                charts.popitem(last=False)
        return chart

    return drawn


def spec(chart: AnyChart) -> dict[str, Any]:
    """The finished specification of a chart, written once; not to be changed."""
    return _spec(Same(chart))


@lru_cache(maxsize=4 * MOST)
def _spec(chart: Same[AnyChart]) -> dict[str, Any]:
    written: dict[str, Any] = chart.it.to_dict(validate=False)
    rows = written.pop("datasets", {})
    return {name: _inlined(part, rows) for name, part in written.items()}


def _inlined(part: Any, rows: Mapping[str, list[dict[str, Any]]]) -> Any:
    """Put rows where they are used: as tables of their own each would be converted on every run.

    No name among them steers the text around it.
    """
    if isinstance(part, str):
        return shown(part)
    if isinstance(part, list):
        return [_inlined(each, rows) for each in part]
    if not isinstance(part, dict):
        return part
    if part.keys() == {"name"} and part["name"] in rows:
        return {"values": _inlined(rows[part["name"]], {})}
    return {name: _inlined(each, rows) for name, each in part.items()}


def table(rows: "Iterable[Mapping[str, Any]] | pa.Table") -> "pa.Table":
    """Rows that are handed over apart from the chart, written as those within it are."""
    import pyarrow as pa

    if isinstance(rows, pa.Table):
        return rows
    return pa.Table.from_pylist([_inlined(dict(row), {}) for row in rows])
