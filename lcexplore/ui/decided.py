"""What stands under a decision: links, the record verbatim, all comparisons, downloads."""

import json

import streamlit as st

from lcexplore.paths import bundle
from lcexplore.report import extra, to_json
from lcexplore.report.review import Review
from lcexplore.report.sentences import calibration, common, headings, offline, overview
from lcexplore.ui import load, parts

_LINKS = {
    "validity": "Validity",
    "interval": "Interval and margin",
    "grader": "Grader",
    "latency": "Latency",
    "whatif": "What if",
}


def links() -> None:
    """Link to the pages that question each line of the rule."""
    with st.container(horizontal=True):
        for stem, label in _LINKS.items():
            if (page := bundle() / "pages" / f"{stem}.py").is_file():
                st.page_link(page, label=label)


def corrected(review: Review) -> None:
    """Say what the difference is when corrected for the grader, or why it is not measured.

    Of requests of a log alone there is none.
    """
    if not review.answered:
        return
    grading = review.evidence.grading
    with st.expander(headings.CORRECTED):
        if grading is None:
            parts.text("○ not measured: nobody labelled answers, so nothing can be corrected with.")
            return
        unknown = calibration.stale(review, grading)
        parts.text(unknown or calibration.corrected_title(grading))
        parts.small("" if unknown else calibration.corrected_small(review, grading))
        parts.text(calibration.labels_needed(grading))


def record(review: Review) -> None:
    """Show the frozen record as it was stored, with its hash."""
    if review.record is None:
        return
    with st.expander(headings.RECORD):
        parts.verbatim(review.record.text)
        parts.small(f"SHA-256 {review.record.sha256}")
        parts.listing(review.record.warnings)
        parts.listing(common.triggers(review))


def comparisons() -> None:
    """Compare the outcomes of everything in the store."""
    with st.expander("All comparisons in the store"):
        known = [overview.row(each, load.of(each.name)) for each in reversed(load.entries())]
        parts.table(overview.HEADER, known)


def downloads(review: Review) -> None:
    """Offer the report, and every figure of the review as JSON; both are made when asked for."""
    with st.expander("Report and JSON"):
        parts.text(offline.OFFERED, "" if extra.can_draw() else offline.NO_FIGURES)
        st.download_button(
            offline.DOWNLOAD,
            lambda: _report(review),
            offline.FILE,
            "text/html",
            on_click="ignore",
        )
        st.download_button(
            "Download every figure as JSON",
            lambda: json.dumps(to_json.summary(review), indent=1),
            "summary.json",
            "application/json",
            on_click="ignore",
        )


def _report(review: Review) -> bytes:
    """The report as a file; what it needs is loaded with the first one, not with the page."""
    from lcexplore.report.offline.document import document

    return document(review).content
