"""What if: what would more hits, or more questions, buy?"""

import streamlit as st

from lcexplore.report import source
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import whatif
from lcexplore.ui import hits, load, named, parts, scenario, sizes, states, trading, traffic, way


@st.fragment
def assumed(review: Review, shown: str, pace: int) -> Scenario:
    """Draw what depends on a slider: one that is moved runs this again and nothing else."""
    if load.outdated(review):
        st.rerun()
    head, controls = st.container(key="lcx-head"), st.container()
    begun = sizes.begin(review) if shown == scenario.QUESTIONS else None
    made = scenario.assume(review, shown, controls)
    with head:
        parts.answered(scenario.lead(review, shown, made), review, source.sentence(review))
        states.alone(review)
        scenario.strip(review, made)
    if shown == scenario.HITS and made.hit_rate is not None:
        hits.figure(review, made.hit_rate)
        hits.small(review, made.hit_rate)
    elif shown == scenario.QUESTIONS:
        sizes.finish(review, made, pace, begun)
        way.steps(review, made, pace)
    elif shown == scenario.BOTH:
        trading.both(review, made)
    return made


# Load
review = load.current(alone=True)

# Draw
parts.notes(review)
parts.asked(whatif.QUESTION)
with st.container(horizontal=True, vertical_alignment="bottom"):
    shown = scenario.view()
    usual = source.on(review, source.usual(review))
    on = usual if shown == scenario.QUESTIONS else traffic.choose(review)
    scenario.exactly(on, shown)
    pace = way.pace(review, shown)
scenario.afresh()
made = assumed(on, shown, pace)
if shown == scenario.QUESTIONS:
    way.ladder(review)
if made.hit_rate is not None and made.n is None:
    with parts.box("What raises the hit rate, and what it costs", key="levers") as opened:
        if opened:
            named.levers(on)
            traffic.cost_parts(on)
with parts.box("Scenarios with a name, compared", key="named") as opened:
    if opened:
        named.compare(on, made)
states.other_arm(review)
parts.footer(review)
