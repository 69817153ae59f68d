"""How does a reader see what pairing, size and padding do to the interval?"""

import streamlit as st

from lcexplore.report import enlarged
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import lone, more_questions, way
from lcexplore.ui import load, parts, scenario


def pace(review: Review, shown: str) -> int:
    """Ask how fast questions are written: no log tells, so until somebody says it is unknown.

    It stands above what a slider redraws, and only on the view that counts days of writing.
    """
    if shown != scenario.QUESTIONS or lone.lacking(review):
        return more_questions.PACE_UNKNOWN
    asked = st.number_input(
        "Questions written in a day",
        1,
        10_000,
        None,
        placeholder="not known",
        key="pace",
        bind="query-params",
        width=220,
    )
    return more_questions.PACE_UNKNOWN if asked is None else int(asked)


def steps(review: Review, assumed: Scenario, pace: int) -> None:
    """Say what more questions, and what padding would buy, what they would give and take.

    Where no question can be compared, the lead has said all there is to say.
    """
    if lone.lacking(review):
        return
    easy = more_questions.EASY if assumed.easy else ""
    parts.text(
        more_questions.first(review),
        more_questions.offset(review),
        more_questions.documents(review, enlarged.total(review, assumed)),
        more_questions.impossible(review, assumed),
        easy,
        way.discordant(review, assumed),
        way.padding(review),
        way.chances(review, assumed),
        way.assurance(review, assumed),
        way.days(review, assumed, pace),
        more_questions.days(pace),
    )


def ladder(review: Review) -> None:
    """Table the way from the pilot's width to today's; no slider moves it."""
    name = None if lone.lacking(review) else way.pilot_of(load.entries(), review)
    pilot = None if name is None else load.of(name)
    if pilot is None:
        return
    found = way.rungs(review, pilot)
    if found:
        st.header("From the pilot's width to this one", anchor=False)
        parts.table(way.HEADER, way.rows(found))
        parts.text(way.sentence(found, review, pilot), way.roughly(pilot))
