"""What does a page say when there is nothing, or not enough, to show?"""

import streamlit as st

from lcexplore import ingest
from lcexplore.report.sentences import common
from lcexplore.report.sentences.cells import not_measured
from lcexplore.store import Store
from lcexplore.store.entries import ComparisonEntry
from lcexplore.ui import html, parts
from lcexplore.words import count

FOUR_NUMBERS = ("Correct answers", "Effective input tokens", "Cache hit rate", "p95 latency")


def empty_store(store: Store) -> None:
    """Say what this is for and offer the worked example."""
    st.html(html.element("p", "Nothing has been imported yet.", css="lead"))
    st.html(html.element("p", common.WHAT_IT_IS_FOR, css="lcx-text"))
    if st.button("Open the worked example"):
        with st.spinner("Reading the sample runs…"):
            ingest.build_demo(store)
        st.rerun()
    parts.listing(
        [
            "Drop a log: open Data and choose the log files of both designs.",
            "Map a CSV: any table with one row per answer, once its columns are named.",
            "Write native logs: one JSON object a line, from any harness.",
        ]
    )


def cannot_compare(entry: ComparisonEntry, reason: str) -> None:
    """Say why two arms cannot be compared, and what is stored."""
    only = entry.arms[0].name if len(entry.arms) == 1 else None
    lead = (
        f"Not measured: only {only} is stored, so there is no gap to show."
        if only
        else "Not measured: which arm runs today and which would replace it is not settled."
    )
    st.html(html.element("p", lead, css="lead"))
    st.html(html.element("p", common.sentence(reason), css="lcx-text"))
    rows = [[arm.name, count(arm.n_questions), count(arm.n_answers)] for arm in entry.arms]
    st.html(html.table(["Arm", "Questions", "Answers"], rows))
    if only:
        gap = not_measured(f"only {only} is stored")
        st.html(html.table(["What", "Gap"], [[name, gap] for name in FOUR_NUMBERS]))
        todo = f"Import the log of the other arm into {entry.name}, on Data or by lcexplore import."
        st.html(html.element("p", todo, css="lcx-text"))


def trouble(reason: str) -> None:
    """Say what went wrong, as text."""
    st.html(html.element("p", "The store cannot be shown.", css="lead"))
    st.html(html.element("p", common.sentence(reason), css="lcx-text"))
