"""The frame around every page: navigation, the comparison picker, the glossary, the style."""

from pathlib import Path

import streamlit as st

from lcexplore.errors import LcexploreError
from lcexplore.paths import bundle
from lcexplore.report import blocks, html
from lcexplore.report.sentences import headings
from lcexplore.ui import load, paper, pick, present, states, web

HERE, PAGES = Path(__file__).resolve().parent, bundle() / "pages"

st.set_page_config(page_title="lcexplore", page_icon=str(HERE / "favicon.png"), layout="wide")
st.html(html.style(blocks.look() + (HERE / "style.css").read_text(encoding="utf-8")))
paper.dark_on_light()
try:
    entries, broken = load.entries(), ""
except LcexploreError as error:
    entries, broken = (), str(error)
with_window = any(entry.has_window for entry in entries)
pages = {
    stem: st.Page(
        PAGES / f"{stem}.py",
        title=title,
        default=stem == web.START,
        visibility="hidden" if stem == "window" and not with_window else "visible",
    )
    for stem, title in headings.PAGES.items()
    if (PAGES / f"{stem}.py").is_file()
}
page = st.navigation(list(pages.values()))
with st.sidebar:
    if page.title != "Label":
        pick.comparison(entries)
    pick.words()
present.draw(pages, to_choose=not broken and load.to_choose())
with st.container(width=1100, key="lcx-body"):
    st.title(page.title, anchor=False)
    if broken:
        states.trouble(broken)
    else:
        page.run()
web.page_is_drawn()
