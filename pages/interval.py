"""Interval and margin: is the difference established?"""

import streamlit as st

from lcexplore.report.figures import interval as figures
from lcexplore.report.sentences import interval, interval_method
from lcexplore.ui import load, parts, pick, states

# Load
head = st.container()
controls = st.container(horizontal=True, vertical_alignment="bottom")
with controls:
    rubric = pick.rubric(load.entry())
review = load.current(rubric=rubric)
with controls:
    strata = st.toggle("Show kinds of question", value=True, key="strata", bind="query-params")

# Compute
figure = figures.against_margin(review, parts.palette(), strata=strata)

# Draw
with head:
    parts.page_head(
        interval.QUESTION,
        interval.lead(review),
        review,
        context=interval.context(review),
        waits=False,
    )
states.unasked(review)
if figure:
    parts.drawn(figure)
parts.text(*interval.reading(review))
with st.expander("Other intervals, and why the paired one decides"):
    parts.numbers(interval_method.others(review), key="other-intervals")
    parts.text(interval_method.why_paired(review), *interval_method.method(review))
parts.footer(review)
