"""Decision: may we switch?"""

import streamlit as st

from lcexplore.report.sentences import clauses, decision, flip, four_numbers, next_steps, trade
from lcexplore.ui import decided, load, parts

# Load
review = load.current()

# Compute
numbers = four_numbers.rows(review)
outcome = decision.outcome_line(review)

# Draw
parts.page_head(decision.QUESTION, decision.lead(review), review, context=outcome)
st.header("Four numbers, read together", anchor=False)
parts.table(four_numbers.header(review), numbers, css="four")
parts.text(trade.the_question(review), decision.underpowered(review))

if review.decision is None:
    st.header("Nothing was agreed beforehand", anchor=False)
    parts.text(decision.NO_RECORD)
else:
    st.header("What was agreed, what was measured", anchor=False)
    parts.chips(decision.precondition_words(review))
    parts.table(clauses.HEADER, clauses.table(review.decision), css="rule")
    parts.text(clauses.margin_note(review.decision), *decision.notes(review))
    if reject := clauses.table(review.decision, "reject_if"):
        parts.table(clauses.REJECT_HEADER, reject, css="rule")
    decided.links()
    st.header("What would change the outcome", anchor=False)
    parts.text(flip.first_line(review))
    parts.listing(flip.lines(review))
    st.header("Next steps, cheapest first", anchor=False)
    parts.listing(next_steps.steps(review) or [next_steps.NOTHING_LEFT], ordered=True)

st.header("Conditions on this result", anchor=False)
parts.listing(next_steps.conditions(review))
decided.record(review)
decided.comparisons()
decided.downloads(review)
parts.footer(review)
