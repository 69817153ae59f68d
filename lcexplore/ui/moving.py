"""How is a figure redrawn under the reader's hand: its marks first, then what is said of them?

A move of a slider runs the page's moving part again. What is sent first is drawn first, and while
the browser draws, all that follows waits its turn.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from lcexplore.report.figures import Twin
from lcexplore.ui import parts

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from lcexplore.charts.marks import Live
    from lcexplore.charts.theme import AnyChart

_DRAWN_S = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Where a figure will stand: its place is taken before its marks are counted."""

    key: str
    whole: "DeltaGenerator"
    head: "DeltaGenerator"


def frame(key: str) -> Frame:
    """Take a place for a figure under what is drawn so far."""
    whole = st.container(key=f"figure-{key}")
    return Frame(key=key, whole=whole, head=whole.container())


def chart(place: Frame, drawn: "AnyChart", *, live: "Live", follows: "Live", alt: str) -> None:
    """Draw the figure itself; its marks are moved, the rest of it stays as it is.

    Args:
        place: Where.
        drawn: What stays.
        live: Rows of marks that wait for the server to move them.
        follows: Rows of those that the browser moves with a slider by itself.
        alt: The figure in words.
    """
    with place.whole:
        parts.still(drawn, key=place.key, alt=alt, live={**live, **follows})


def said(place: Frame, title: str, small: str, *, live: "Live", twin: Callable[[], Twin]) -> None:
    """Write the finding over the figure, and its numbers once somebody opens them.

    Unseen they would hold up every move.
    """
    with place.head:
        parts.figure_title(title, small)
    _once_drawn(place.key, live)
    with place.whole, parts.box(parts.TWIN, key=place.key) as opened:
        if opened:
            parts.numbers(twin(), key=place.key)


def figure(
    title: str,
    small: str,
    drawn: "AnyChart",
    *,
    follows: "Live",
    alt: str,
    twin: Callable[[], Twin],
    key: str,
) -> None:
    """Draw a figure whose marks follow a slider, as ``parts.figure`` draws one that stays."""
    place = frame(key)
    chart(place, drawn, live={}, follows=follows, alt=alt)
    said(place, title, small, live={}, twin=twin)


def _once_drawn(key: str, live: "Live") -> None:
    """Let the browser draw a moved figure before what follows takes its time, or the processor.

    A newer move of a control ends this run here: what would follow is out of date.
    """
    name = f"lcx-{key}-drawn"
    before = st.session_state.get(name)
    st.session_state[name] = live
    if before is not None and before != live:
        time.sleep(_DRAWN_S)
        st.session_state.get("lcx_changed")  # any look at the session lets a newer move take over
