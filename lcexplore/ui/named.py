"""How does a reader name a scenario, keep it in the link, and compare it with others?"""

import streamlit as st

from lcexplore.report import named, source
from lcexplore.report.named import Named
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import compared, lone
from lcexplore.ui import parts

LINK = "saved"


def compare(review: Review, assumed: Scenario) -> None:
    """Draw what names and removes scenarios, and a line for each that was named."""
    kept = _kept()
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        name = st.text_input(
            "Name of this scenario", max_chars=named.LONGEST, key="scenario-name"
        ).strip()
    with right:
        if st.button("Keep it in the link", disabled=not name, key="scenario-keep"):
            kept = named.added(kept, Named(name=name, scenario=assumed))
            _put(kept)
    if kept:
        parts.table(compared.HEADER, compared.rows(review, kept))
        parts.text(source.of_named(review), lone.of_named(review))
        if st.button("Remove all of them", key="scenario-drop"):
            _put(())
            st.rerun()
    parts.small(compared.not_forecast(review))


def _kept() -> tuple[Named, ...]:
    return named.read(st.query_params.get(LINK, ""))


def _put(kept: tuple[Named, ...]) -> None:
    word = named.written(kept)
    if word:
        st.query_params[LINK] = word
    elif LINK in st.query_params:
        del st.query_params[LINK]


def levers(review: Review) -> None:
    """Table what raises the hit rate and what it costs."""
    parts.table(compared.LEVER_HEADER, compared.levers(review))
