"""Decision: may we switch?"""

import streamlit as st

from lcexplore.report import source
from lcexplore.report.sentences import (
    clauses,
    columns,
    decision,
    flip,
    four_numbers,
    headings,
    next_steps,
    trade,
)
from lcexplore.ui import decided, load, parts, present

# Load
review = load.current()
if not review.answered:
    review = source.on(review, source.usual(review))

# Compute
numbers = four_numbers.rows(review)
outcome = decision.outcome_line(review)

# Draw
parts.page_head(decision.QUESTION, decision.lead(review), review, context=outcome)
with st.container(key="screen-a"):
    st.header(headings.FOUR_NUMBERS, anchor=False)
    parts.table(four_numbers.header(review), numbers, css="four")
    parts.text(columns.line(review), trade.the_question(review), decision.underpowered(review))
    parts.text(source.sentence(review))

with st.container(key="screen-b"):
    st.header(decision.agreed_title(review), anchor=False)
    parts.text(decision.no_record(review))
    parts.chips(decision.precondition_words(review))
    parts.table(clauses.HEADER, clauses.table(review.decision), css="rule")
    parts.text(*decision.notes(review))
    parts.table(clauses.REJECT_HEADER, clauses.table(review.decision, "reject_if"), css="rule")
    decided.links()

with st.container(key="screen-c"):
    st.header(headings.WOULD_CHANGE, anchor=False)
    parts.text(flip.first_line(review))
    parts.listing(flip.lines(review))
    st.header(headings.NEXT_STEPS, anchor=False)
    parts.listing(next_steps.steps(review), ordered=True)

st.header(headings.CONDITIONS, anchor=False)
parts.listing(next_steps.conditions(review))
decided.corrected(review)
decided.record(review)
decided.comparisons()
decided.downloads(review)
present.button()
parts.footer(review)
