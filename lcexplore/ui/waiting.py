"""How does a reader see where p95 falls, end to end or to the first token?"""

import streamlit as st

from lcexplore.charts import run_order
from lcexplore.evidence import far
from lcexplore.report.figures import latency as figures
from lcexplore.report.review import Review
from lcexplore.report.sentences import latency
from lcexplore.ui import parts

END_TO_END, FIRST_TOKEN = "End to end", "Time to first token"


def control() -> bool:
    """Draw the control of what is measured; return whether it is the first token."""
    chosen = st.segmented_control(
        "Seconds until",
        (END_TO_END, FIRST_TOKEN),
        default=END_TO_END,
        required=True,
        key="until",
        bind="query-params",
        label_visibility="collapsed",
    )
    return chosen == FIRST_TOKEN


def requests(review: Review, *, first_token: bool) -> None:
    """Draw every arm's requests from fastest to slowest."""
    found = figures.requests(review, parts.palette(), first_token=first_token)
    if found is None:
        parts.text(latency.untimed_line(review, "nothing can be ranked"))
        return
    parts.drawn(found)


def states(review: Review, *, first_token: bool) -> None:
    """Draw both arms beside the candidate's hits and misses."""
    if found := figures.states(review, parts.palette(), first_token=first_token):
        parts.drawn(found)


def load_over_time(review: Review) -> None:
    """Draw when each arm sent its requests, for the load they met."""
    order, _ = far.without(review.evidence.inputs.order)
    if not order.started_at.size:
        parts.text("Load over time is not measured: start times are not in the log.")
        return
    names = {role: review.info.arm(role) for role in review.roles}
    whose = "both arms" if len(names) > 1 else review.info.candidate
    parts.still(
        run_order.draw(order, names, parts.palette()),
        key="load",
        alt=f"Requests of {whose} over clock time; stronger colour means more at that time",
    )
    parts.numbers(run_order.twin(order, names), key="load-numbers")
