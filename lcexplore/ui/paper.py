"""How does a page that is read in the dark come out on paper: dark on light, figures included?

A figure stays the drawing that it is. Its marks carry the colours of the dark theme as attributes,
and a rule for each gives them the same role's colour of the light one.
"""

import streamlit as st

from lcexplore.charts.palette import DARK, LIGHT, recoloured
from lcexplore.report import html

_PAGE = """
html, body, .stApp { background: #ffffff !important; color-scheme: light !important; }
.stApp, .stApp :not(svg, svg *) {
  color: #191919 !important; -webkit-text-fill-color: #191919 !important; }
.stApp :not(svg, svg *, .stCheckbox *, .stSlider *) { background-color: transparent !important; }
.stApp :is(details, button, div:has(> input), .stCode) { border-color: #767676 !important; }
.stApp button[aria-checked="true"] { background-color: #dddddd !important; }
.lcx-small-figures img { filter: invert(1) hue-rotate(180deg); }
[data-testid="stDataFrame"] canvas { filter: invert(1) hue-rotate(180deg) brightness(1.1); }
"""
_FIGURES = recoloured(".stVegaLiteChart svg", DARK, LIGHT)


def dark_on_light() -> None:
    """Send the rules for paper, where the reader's theme is dark."""
    if st.context.theme.type == "dark":
        st.html(html.style(f"@media print {{ {_PAGE} {_FIGURES} }}"))
