"""How does a reader see the window probe: one panel a distractor, the same axis for all?"""

import streamlit as st

from lcexplore.charts import window as chart
from lcexplore.evidence.window import Window
from lcexplore.evidence.window_cells import WindowCell
from lcexplore.report.sentences import window as sentences
from lcexplore.report.sentences.common import capital
from lcexplore.ui import html, parts


def nothing() -> None:
    """Say how a window is probed."""
    parts.text(sentences.HOW_TO_PROBE)
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
    with st.container(key="figure-window"):
        parts.figure_title(sentences.title(window, shown), sentences.small(window, shown))
        cells = [each for each in window.cells if each.version == shown]
        names = list(dict.fromkeys(each.distractor for each in cells))
        for place, name in enumerate(names):
            if place % 3 == 0:
                columns = st.columns(3)
            with columns[place % 3]:
                _panel(window, [each for each in cells if each.distractor == name], place)
        with st.expander("The numbers in this figure"):
            parts.numbers(sentences.twin(window, shown), key="window")


def _panel(window: Window, cells: list[WindowCell], place: int) -> None:
    st.html(html.element("strong", capital(sentences.distractor(cells[0].distractor))))
    fills = chart.Fills(
        short=window.short,
        full=window.full,
        short_name=sentences.SHORT,
        full_name=sentences.fullness(window.full),
    )
    low = chart.floor_of(window.cells)
    drawn = chart.panel(cells, fills=fills, low=low, middle=window.middle, palette=parts.palette())
    parts.still(drawn, key=f"window-{place}", alt=sentences.panel_alt(cells))
