"""How does a reader see the window probe: one panel a distractor, the same axis for all?"""

import streamlit as st

from lcexplore.evidence.window import Window
from lcexplore.report import html
from lcexplore.report.figures import window as figures
from lcexplore.report.sentences import window as sentences
from lcexplore.ui import load, parts


def nothing() -> None:
    """Name the comparisons that hold a probe, and say how a window is probed."""
    probed = [each.name for each in load.entries() if each.has_window]
    parts.text(sentences.elsewhere(probed), sentences.HOW_TO_PROBE)
    parts.verbatim(sentences.EXAMPLE)


def version(window: Window) -> str:
    """Draw the picker of the version where there are several; the last one by default."""
    names = [each.version for each in window.versions]
    if len(names) < 2:
        return names[0]
    chosen: str = st.selectbox(
        "Version shown",
        names,
        index=len(names) - 1,
        key="version",
        bind="query-params",
        width=320,
    )
    return chosen


def panels(window: Window, shown: str) -> None:
    """Draw the panels of one version under their finding, with the numbers in them."""
    found = figures.probe(window, shown, parts.palette())
    with st.container(key="figure-window"):
        parts.figure_title(found.title, found.small)
        for place, panel in enumerate(found.panels):
            if place % 3 == 0:
                columns = st.columns(3)
            with columns[place % 3]:
                st.html(html.element("strong", panel.name))
                parts.still(panel.chart, key=f"window-{place}", alt=panel.alt)
        with st.expander(parts.TWIN):
            parts.numbers(found.twin, key="window")
