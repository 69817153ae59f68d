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
    """Say what padding would buy, and what the scenario's questions would give and take."""
    parts.text(
        way.discordant(review, assumed),
        way.padding(review),
        way.chances(review, assumed),
        way.assurance(review, assumed),
        way.days(review, assumed, pace),
    )


def ladder(review: Review) -> None:
    """Table the way from the pilot's width to today's; no slider moves it."""
    name = way.pilot_of(load.entries(), review)
    pilot = None if name is None else load.of(name)
    if pilot is None:
        return
    found = way.rungs(review, pilot)
    if found:
        st.header("From the pilot's width to this one", anchor=False)
        parts.table(way.HEADER, way.rows(found))
        parts.text(way.sentence(found), way.roughly(pilot))
