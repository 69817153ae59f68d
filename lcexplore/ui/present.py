"""How is a result shown on a wall: lead and first figure only, one screen a key press?"""

from collections.abc import Mapping

import streamlit as st
from streamlit.navigation.page import Page

from lcexplore.report import html

PARAMETER = "present"
SCREENS = (
    ("decision", "a"),
    ("decision", "b"),
    ("decision", "c"),
    ("validity", ""),
    ("interval", ""),
    ("discordance", ""),
    ("grader", ""),
    ("latency", ""),
    ("whatif", ""),
)
_STYLE = """
html { font-size: clamp(100%, 1.875vw, 150%); }
[data-testid="stSidebar"], [data-testid="stHeader"], [data-testid="stExpandSidebarButton"],
.st-key-lcx-body .stExpander, .st-key-lcx-body .lcx-footer, .st-key-lcx-body h1,
.st-key-lcx-body .vega-bindings, .st-key-lcx-body .stElementContainer:has(:is(
  .stSelectbox, .stCheckbox, .stSlider, .stNumberInput, .stButtonGroup,
  .stPageLink, .stButton, .stDownloadButton)) { display: none !important; }
@media screen { [data-testid="stMain"] { height: calc(100% - 3rem) !important; } }
@media print { .st-key-lcx-present { display: none; } }
[data-testid="stMainBlockContainer"] { padding: .5rem clamp(1rem, 4vw, 3rem) 1rem; }
[data-testid="stMainBlockContainer"] > div, .st-key-lcx-body { gap: .5rem; }
.st-key-lcx-body, div:has(> .st-key-lcx-body) { max-width: 1750px; width: 100% !important; }
.st-key-lcx-body { margin-top: 0 !important; }
.st-key-lcx-body :is(p.lead, .lcx-banner) { max-width: none; }
.st-key-lcx-body .lcx-context { font-size: .8125rem; max-width: none; }
.st-key-lcx-body :is(.lcx-text, .lcx-list) { max-width: 60rem; }
.st-key-lcx-body .lcx-chips { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); }
/* A chart takes its width from its frame, and its type from no style sheet: it is drawn for two
   thirds of the frame and shown half as large again. */
@media screen and (min-width: 1200px) {
  .st-key-lcx-body .stPrintGraphic:has(.stVegaLiteChart) { width: 66.667% !important; }
  .st-key-lcx-body .stVegaLiteChart { zoom: 1.5; }
}
/* What does not fit is scrolled to, and is seen to be there: by a bar that does not hide, and by
   words at the lower edge until the end is reached, where the keys leave room for them. */
[data-testid="stMain"] { scroll-timeline: --lcx-main block; }
[data-testid="stMain"]::-webkit-scrollbar { width: .6rem; }
[data-testid="stMain"]::-webkit-scrollbar-thumb { border-radius: .3rem;
  background: color-mix(in srgb, currentColor 55%, transparent); }
@supports (animation-timeline: scroll()) {
  @keyframes lcx-to-the-end { from { opacity: 1; } 99% { opacity: 1; } to { opacity: 0; } }
  @media screen and (min-width: 700px) { [data-testid="stMainBlockContainer"]::after {
    content: "↓ more below"; position: fixed; left: 50%; bottom: .5rem;
    transform: translateX(-50%); z-index: 9; opacity: 0;
    font-size: .8125rem; font-weight: 600; pointer-events: none;
    animation: lcx-to-the-end linear; animation-timeline: --lcx-main; } }
}
.st-key-lcx-present { position: fixed; right: 1rem; bottom: 0; height: 3rem; width: auto;
  flex-wrap: nowrap; align-items: center; gap: .5rem; z-index: 9; }
.st-key-lcx-present button { font-size: .75rem; padding: 0 .5rem; min-height: 2rem; }
"""
# A screen starts at its top, wherever the reader had scrolled to: content that has no height for
# an instant takes the scrolled place with it. A page has no other say in it without a script.
_AT_THE_TOP = """
@keyframes lcx-screen-{at} {{ from, to {{ max-height: 0; overflow: hidden; }} }}
[data-testid="stMainBlockContainer"] {{ animation: lcx-screen-{at} 80ms; }}
"""
_FIRST_ONLY = """
.st-key-lcx-body :is(div):has(> [class*="st-key-figure-"]) ~ *,
.st-key-lcx-body > :has([class*="st-key-figure-"]) ~ *,
.st-key-lcx-body [data-testid="stElementContainer"]:has(table.lcx-table) ~ * { display: none; }
"""
_LAST_SCREEN = ".st-key-lcx-body div:has(> .st-key-screen-c) ~ *"
_NO_SCREEN = '.st-key-lcx-body div:has(> [class*="st-key-screen-"]), .st-key-lcx-body h2'


def place() -> int | None:
    """Number of the screen that the address asks for, None outside the presentation."""
    asked = st.query_params.get(PARAMETER, "")
    return int(asked) if asked.isdecimal() and int(asked) < len(SCREENS) else None


def draw(pages: Mapping[str, Page], *, to_choose: bool) -> None:
    """Hide everything but the screen asked for, and draw the keys that move between screens.

    Args:
        pages: The pages by the stem of their file.
        to_choose: Whether a choice in the sidebar comes first: the page stays as usual until then.
    """
    at = place()
    if at is None or to_choose:
        return
    st.html(html.style(_STYLE + _AT_THE_TOP.format(at=at) + _of_screen(SCREENS[at][1])))
    with st.container(horizontal=True, key="lcx-present"):
        back = st.button("Previous", shortcut="Left", disabled=at == 0)
        on = st.button("Next", shortcut="Right", disabled=at == len(SCREENS) - 1)
        leave = st.button("Leave", shortcut="Esc")
    if back or on:
        _go(pages, at, at + (1 if on else -1))
    if leave:
        del st.query_params[PARAMETER]
        st.rerun()


def _go(pages: Mapping[str, Page], at: int, to: int) -> None:
    stem = SCREENS[to][0]
    if stem == SCREENS[at][0]:
        st.query_params[PARAMETER] = str(to)
        st.rerun()
    if stem in pages:
        st.switch_page(pages[stem], query_params={PARAMETER: str(to)})


def _of_screen(screen: str) -> str:
    if not screen:
        return _FIRST_ONLY
    shown = f".st-key-lcx-body div:has(> .st-key-screen-{screen})"
    inside = f".st-key-screen-{screen} h2"
    return (
        f"{_NO_SCREEN}, {_LAST_SCREEN} {{ display: none; }} "
        f"{shown} {{ display: flex !important; }} "
        f"{inside} {{ display: block !important; }}"
    )


def button() -> None:
    """Offer the presentation, from its first screen."""
    if st.button("Presentation view"):
        st.query_params[PARAMETER] = "0"
        st.rerun()
