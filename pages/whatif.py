"""What if: what would more hits, or more questions, buy?"""

import streamlit as st

from lcexplore.report.sentences import whatif
from lcexplore.ui import hits, load, named, parts, scenario, sizes, trading, traffic, way

# Load
review = load.current()
head = st.container()
strip = st.container(key="lcx-strip")
shown = scenario.view()
review = review if shown == scenario.QUESTIONS else traffic.choose(review)
assumed = scenario.assume(review, shown)

# Draw
with head:
    parts.page_head(whatif.QUESTION, scenario.lead(review, shown, assumed), review)
    traffic.said(review)
with strip:
    scenario.strip(review, assumed)
if shown == scenario.HITS and assumed.hit_rate is not None:
    hits.figure(review, assumed.hit_rate)
    hits.small(review, assumed.hit_rate)
    with st.expander("What raises the hit rate, and what it costs"):
        named.levers(review)
        traffic.cost_parts(review)
elif shown == scenario.QUESTIONS:
    sizes.figure(review, assumed)
    way.steps(review, assumed)
elif shown == scenario.BOTH:
    trading.both(review, assumed)
with st.expander("Scenarios with a name, compared"):
    named.compare(review, assumed)
parts.footer(review)
