"""What does a page say when there is nothing, or not enough, to show?"""

from collections.abc import Sequence

import streamlit as st

from lcexplore.paths import bundle
from lcexplore.report import html, source
from lcexplore.report.review import Review
from lcexplore.report.sentences import common, lone, stored
from lcexplore.store import Store
from lcexplore.store.entries import ComparisonEntry
from lcexplore.store.listing import nearest
from lcexplore.ui import parts
from lcexplore.words import NBSP

_OTHER = "How to import the other arm"


def empty_store(store: Store) -> None:
    """Say what this is for and offer the worked example."""
    st.html(html.element("p", "Nothing has been imported yet.", css="lead"))
    st.html(html.element("p", common.WHAT_IT_IS_FOR, css="lcx-text"))
    if st.button("Open the worked example"):
        from lcexplore import ingest  # every importer, of which a page that shows needs none

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


def not_stored(asked: str, known: Sequence[str]) -> None:
    """Say that the address names a comparison that is not here, and which ones are.

    Nothing of another comparison is shown in its place.
    """
    quoted = asked.replace(" ", NBSP)  # a browser would not show blanks at either end
    st.html(html.element("p", f"No comparison is called “{quoted}” in this store.", css="lead"))
    if near := nearest(asked, known):
        parts.text(f"The nearest that is stored is “{near}”.")
    parts.text("Choose one in the sidebar, or correct the name in the address. Stored are:")
    parts.listing(known)


def cannot_compare(entry: ComparisonEntry, reason: str, only: Review | None) -> None:
    """Say why two arms cannot be compared, and show what is stored.

    Args:
        entry: The comparison.
        reason: What is missing, as the store says it.
        only: What is known of the only arm, None where there are several.
    """
    st.html(html.element("p", lone.lead(entry), css="lead"))
    parts.text(common.sentence(reason))
    if only is None:
        parts.table(stored.HEADER[1:], stored.rows(entry))
        return
    only = source.on(only, source.usual(only))
    st.html(html.element("p", common.context_line(only), css="lcx-context"))
    parts.table(lone.header(only), lone.levels(only), css="four")
    parts.text(source.sentence(only), lone.ELSEWHERE)
    _link("latency", "Latency")
    _link("whatif", "What if")
    st.header(_OTHER, anchor=False)
    _how_to_import(only)
    parts.footer(only)


def alone(review: Review) -> None:
    """Say that one arm alone is shown, where it is."""
    parts.text(lone.nothing_compared(review))


def unasked(review: Review) -> None:
    """End a page about answers where none is stored: say so instead of drawing nought of nought."""
    if not lone.lacking(review):
        return
    parts.text(*lone.unasked(review))
    _link("latency", "Latency")
    _link("whatif", "What if")
    parts.footer(review)
    st.stop()


def other_arm(review: Review) -> None:
    """Say how the other arm is imported, where there is none."""
    if not review.info.baseline:
        with st.expander(_OTHER):
            _how_to_import(review)


def _how_to_import(only: Review) -> None:
    parts.text(lone.WHAT_TO_DO)
    parts.verbatim(lone.command(only))
    _link("data", "Data")


def _link(stem: str, label: str) -> None:
    st.page_link(bundle() / "pages" / f"{stem}.py", label=label)


def trouble(reason: str) -> None:
    """Say what went wrong, as text."""
    st.html(html.element("p", "The store cannot be shown.", css="lead"))
    st.html(html.element("p", common.sentence(reason), css="lcx-text"))
