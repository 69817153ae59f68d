"""What if: what would more hits, or more questions, buy?"""

import streamlit as st

from lcexplore.report.sentences import whatif
from lcexplore.ui import hits, load, parts, scenario, sizes

# Load
review = load.current()
head = st.container()
strip = st.container(key="lcx-strip")
shown = scenario.view()
assumed = scenario.assume(review, shown)

# Draw
with head:
    parts.page_head(whatif.QUESTION, scenario.lead(review, shown, assumed), review)
with strip:
    scenario.strip(review, assumed)
if shown == scenario.HITS and assumed.hit_rate is not None:
    hits.figure(review, assumed.hit_rate)
    hits.small(review, assumed.hit_rate)
elif shown == scenario.QUESTIONS:
    sizes.figure(review, assumed)
elif shown == scenario.BOTH:
    scenario.both(review, assumed)
parts.footer(review)
