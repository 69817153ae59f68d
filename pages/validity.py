"""Validity: was everything else the same?"""

import streamlit as st

from lcexplore.report.figures import validity as figures
from lcexplore.report.sentences import headings, run_order, validity
from lcexplore.ui import load, parts

# Load
review = load.current()

# Compute
order = figures.order(review, parts.palette())
missing = validity.missing(review)
same = validity.same_inputs(review)

# Draw
parts.page_head(validity.QUESTION, validity.lead(review), review)
parts.table(validity.header(review), validity.inputs(review), css="inputs")
if same:
    with st.expander(validity.same_title(review)):
        parts.table(validity.header(review), same, css="inputs")

if order:
    parts.drawn(order)
parts.text(*run_order.lines(review))

st.header(headings.NO_VERDICT, anchor=False)
parts.text(validity.missing_line(review))
if missing:
    parts.table(validity.missing_header(review), missing)

with st.expander(headings.FOUND):
    parts.listing(validity.other_findings(review) or [headings.NOTHING_FOUND])
with st.expander("Blinding, shuffling and hashes"):
    parts.table(validity.header(review)[:3], validity.blinding(review), css="inputs")
parts.footer(review)
