"""What if: what would more hits, or more questions, buy?"""

import streamlit as st

from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import whatif
from lcexplore.ui import hits, load, named, parts, scenario, sizes, trading, traffic, way


@st.fragment
def assumed() -> Scenario:
    """Draw what depends on a slider: one that is moved runs this again and nothing else."""
    # Load
    review = load.current()
    head = st.container()
    strip = st.container(key="lcx-strip")
    shown = scenario.view()
    review = review if shown == scenario.QUESTIONS else traffic.choose(review)
    made = scenario.assume(review, shown)

    # Draw
    with head:
        parts.page_head(whatif.QUESTION, scenario.lead(review, shown, made), review)
        traffic.said(review)
    with strip:
        scenario.strip(review, made)
    if shown == scenario.HITS and made.hit_rate is not None:
        hits.figure(review, made.hit_rate)
        hits.small(review, made.hit_rate)
    elif shown == scenario.QUESTIONS:
        drawn = st.container()
        pace = way.pace()
        with drawn:
            sizes.figure(review, made, pace)
        way.steps(review, made, pace)
    elif shown == scenario.BOTH:
        trading.both(review, made)
    return made


made = assumed()
review = load.current()
if made.hit_rate is not None and made.n is None:
    with st.expander("What raises the hit rate, and what it costs"):
        named.levers(review)
        traffic.cost_parts(review)
with st.expander("Scenarios with a name, compared"):
    named.compare(review, made)
parts.footer(review)
