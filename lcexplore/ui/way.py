"""How does a reader see what pairing, size and padding do to the interval?"""

import streamlit as st

from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import way
from lcexplore.report.sentences.more_questions import QUESTIONS_PER_DAY
from lcexplore.ui import load, parts


def pace() -> int:
    """Ask how fast questions are written; the worked example's pace until somebody says."""
    asked = st.number_input(
        "Questions the team writes in a day",
        1,
        10_000,
        QUESTIONS_PER_DAY,
        key="pace",
        bind="query-params",
    )
    return int(asked)


def steps(review: Review, assumed: Scenario, pace: int) -> None:
    """Table the way from the pilot's width to today's, and say what padding would buy."""
    parts.text(way.discordant(review, assumed), way.padding(review))
    known = (load.dsn(), review.store_version, review.info.name)
    parts.text(*_odds(*known, assumed, review))
    parts.text(way.days(review, assumed, pace))
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
def _odds(
    dsn: str, version: str, comparison: str, assumed: Scenario, _review: Review
) -> tuple[str, str]:
    return way.chances(_review, assumed), way.assurance(_review, assumed)
