"""Latency: what sets p95?"""

import streamlit as st

from lcexplore.report.sentences import gap, headings, latency, latency_care, latency_tail, waits
from lcexplore.ui import load, parts, states, traffic, waiting

# Load
review = load.current(alone=True)
head = st.container()
review = traffic.choose(review)
first_token = waiting.control()

# Draw
with head:
    parts.page_head(latency.QUESTION, latency.lead(review, first_token=first_token), review)
    states.alone(review)
    traffic.said(review)
waiting.requests(review, first_token=first_token)
percentile = latency_tail.percentile(review, first_token=first_token)
parts.text(percentile, latency.gap(review, first_token=first_token))
waiting.states(review, first_token=first_token)
parts.text(waits.order_line(review), gap.line(review))
traffic.care(review, first_token=first_token)
with st.expander(headings.PERCENTILES):
    traffic.percentile_table(review)
with st.expander("Density"):
    traffic.spread(review, first_token=first_token)
with st.expander("Share done within so many seconds"):
    traffic.within(review, first_token=first_token)
with st.expander("Load over time"):
    traffic.over_time(review)
with st.expander("Cost, part by part"):
    traffic.cost_parts(review)
with st.expander("How p95 is read"):
    parts.text(latency_care.METHOD)
states.other_arm(review)
parts.footer(review)
