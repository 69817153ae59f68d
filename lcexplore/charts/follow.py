"""How does a mark follow a slider of the page while it is dragged, without asking the server?

The browser reads the page's own slider. Where a mark stands at each of its steps is handed over as
a table, made in Python; a figure takes the row of the step at which the slider stands.
"""

from collections.abc import Sequence
from typing import TypeVar

import altair as alt

_MOVED = "transitionrun"  # the page's style lets the slider's own element tell of every move
_FIGURE = "[class*=st-key-figure-]"
_FINER = 10  # a slider stops at tenths at the finest: steps are whole numbers
Layer = TypeVar("Layer", bound=alt.Chart)


def slider(key: str) -> alt.Parameter:
    """Where the page's slider with this key stands, above the figure on its page.

    On a slow page the figure may come before it: then the figure is bound to itself, and follows
    nothing.
    """
    element = f".st-key-{key} input, {_FIGURE}"
    return alt.param(name=key, bind=alt.BindDirect(element=element, event=_MOVED))


def step(value: float) -> int:
    """Number of a slider's step, as tables carry it in ``step``."""
    return round(_FINER * value)


def follow(layer: Layer, key: str, table: str, fields: Sequence[str]) -> Layer:
    """Take fields from the row of the step at which a slider stands, where there is one.

    Args:
        layer: Rows, each with the fields as the server last counted them, or without.
        key: The slider's.
        table: Name under which its steps are handed over.
        fields: What is taken.
    """
    steps = alt.LookupData(data=alt.NamedData(name=table), key="step", fields=list(fields))
    found: Layer = layer.transform_calculate(
        step=f"isValid({key}) ? round({_FINER} * {key}) : -1"
    ).transform_lookup(lookup="step", from_=steps, as_=[f"{field}_at" for field in fields])
    for field in fields:
        here = f"isValid(datum.{field}_at) ? datum.{field}_at : datum.{field}"
        found = found.transform_calculate(**{field: here})
    return found
