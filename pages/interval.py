"""Interval and margin: is the difference established?"""

import streamlit as st

from lcexplore.charts import interval as chart
from lcexplore.report.sentences import interval, interval_method, interval_rows
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
rows = interval_rows.rows(review, strata=strata)
margin = review.record.margin if review.record else None

# Draw
with head:
    parts.page_head(
        interval.QUESTION, interval.lead(review), review, context=interval.context(review)
    )
states.unasked(review)
if rows:
    parts.figure(
        interval.title(review),
        interval.small(review),
        chart.draw(rows, parts.palette(), margin=margin),
        alt=interval.lead(review),
        twin=chart.twin(rows),
        key="interval",
    )
parts.text(*interval.reading(review))
with st.expander("Other intervals, and why the paired one decides"):
    parts.numbers(interval_method.others(review), key="other-intervals")
    parts.text(interval_method.why_paired(review), *interval_method.method(review))
parts.footer(review)
