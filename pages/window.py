"""Window: how much of the window is usable?"""

import streamlit as st

from lcexplore.report.sentences import headings
from lcexplore.report.sentences import window as sentences
from lcexplore.report.sentences import window_findings as findings
from lcexplore.ui import load, parts, probe

# Load
review = load.current(alone=True)
window = review.evidence.window

# Draw
parts.page_head(
    sentences.QUESTION,
    sentences.lead(review),
    review,
    context=sentences.context(review),
    waits=False,
)
if window is None:
    probe.nothing()
else:
    shown = probe.version(window)
    probe.panels(window, shown)
    st.header(headings.FULLER_WINDOW, anchor=False)
    parts.text(*findings.reading(window))
    st.header(headings.VERSIONS, anchor=False)
    parts.text(findings.between_versions(review))
    parts.table(findings.version_header(window), findings.versions(window))
    if window.shortfalls:
        with st.expander(sentences.shortfall_title(window)):
            parts.numbers(sentences.shortfall_twin(window), key="window-shortfalls")
    with st.expander("How these intervals are made"):
        parts.text(sentences.METHOD)
parts.footer(review)
