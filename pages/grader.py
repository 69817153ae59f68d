"""Grader: can we trust the grading, in both arms?"""

import streamlit as st

from lcexplore.report.sentences import agreement, calibration, grader, headings, rubrics
from lcexplore.ui import calls, grader_detail, load, parts, pick, states

# Load
head = st.container()
rubric = pick.rubric(load.entry())
review = load.current(rubric=rubric)

# Compute
grading, change = review.evidence.grading, rubrics.last_change(review)

# Draw
with head:
    parts.page_head(grader.QUESTION, grader.lead(review), review, waits=False)
states.unasked(review)
if grading is None:
    parts.text(grader.NOT_CALIBRATED)
    calls.draw_labels()
else:
    calls.lean(review, grading)
    grader_detail.sureness(review, grading)
if change is not None:
    calls.rerun(review, change)
if grading is not None:
    st.header(headings.AGREEMENT, anchor=False)
    parts.table(*agreement.agreement(review, grading))
    parts.text(agreement.ceiling(grading))
    st.header(headings.CORRECTED, anchor=False)
    calls.corrected(review, grading)
    parts.text(calibration.stale(review, grading))
    grader_detail.method(grading)
    st.header("Where grader and people differ", anchor=False)
    calls.calls(review, grading)
    calls.draw_labels()
    grader_detail.measures(review, grading)
grader_detail.mechanism(review, grading)
grader_detail.other_grader(review)
grader_detail.judges(review)
parts.footer(review)
