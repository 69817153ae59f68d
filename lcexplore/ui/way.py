"""How does a reader see what pairing, size and padding do to the interval?"""

import streamlit as st

from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import way
from lcexplore.ui import load, parts


def steps(review: Review, assumed: Scenario) -> None:
    """Table the way from the pilot's width to today's, and say what padding would buy."""
    parts.text(way.discordant(review, assumed), way.padding(review))
    parts.text(_assurance(load.dsn(), review.store_version, review.info.name, assumed, review))
    name = way.pilot_of(load.entries(), review)
    pilot = None if name is None else load.of(name)
    if pilot is None:
        return
    found = way.rungs(review, pilot)
    if found:
        st.header("From the pilot's width to this one", anchor=False)
        parts.table(way.HEADER, way.rows(found))
        parts.text(way.sentence(found), way.roughly(pilot))


@st.cache_data(max_entries=64, show_spinner="Counting the tables that could come out…")
def _assurance(dsn: str, version: str, comparison: str, assumed: Scenario, _review: Review) -> str:
    return way.assurance(_review, assumed)
