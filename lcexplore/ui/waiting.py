"""How does a reader see where p95 falls, end to end or to the first token?"""

import streamlit as st

from lcexplore.charts import ranked, run_order, split
from lcexplore.evidence import far
from lcexplore.model import Role
from lcexplore.report import curves
from lcexplore.report.review import Review
from lcexplore.report.sentences import latency, latency_split
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
    lines = [
        line for role in Role if (line := _line(review, role, first_token=first_token)) is not None
    ]
    if not lines:
        parts.text(latency.untimed_line(review, "nothing can be ranked"))
        return
    parts.figure(
        latency.title(review, first_token=first_token),
        latency.small(review, first_token=first_token),
        ranked.ranked(
            lines,
            misses=_misses(review, first_token=first_token),
            agreed=latency.bar(review, first_token=first_token),
            palette=parts.palette(),
        ),
        alt=latency.alt(review, first_token=first_token),
        twin=_twin(review, lines),
        key=f"ranked-{'first' if first_token else 'whole'}",
    )


def _line(review: Review, role: Role, *, first_token: bool) -> ranked.Line | None:
    timings = review.evidence.inputs.timings.get(role)
    found = curves.ranked(timings, first_token=first_token) if timings else None
    shown = latency.arm(review, role, first_token=first_token)
    if found is None or shown is None:
        return None
    return ranked.Line(
        role=role,
        name=review.info.arm(role),
        rank=[100 * float(at) for at in found.rank],
        seconds=[float(value) for value in found.seconds],
        p95=shown.all.p95,
    )


def _misses(review: Review, *, first_token: bool) -> ranked.Misses | None:
    timings = review.evidence.inputs.timings.get(Role.CANDIDATE)
    if timings is None or not latency.states_known(review, first_token=first_token):
        return None
    found = curves.ranked(timings, first_token=first_token)
    shown = latency.arm(review, Role.CANDIDATE, first_token=first_token)
    if found is None or shown is None or not found.miss_share.size:
        return None
    return ranked.Misses(
        count=shown.timed_misses,
        share=shown.timed_misses / shown.all.n,
        strip=[float(value) for value in found.miss_share],
    )


def _twin(review: Review, lines: list[ranked.Line]) -> list[list[str]]:
    places = [place for place, at in enumerate(lines[0].rank) if at % 5 == 0]
    rows = [
        [f"{lines[0].rank[place]:.0f}", *(_digits(line.seconds[place]) for line in lines)]
        for place in places
    ]
    return [["Requests, % by speed", *(f"{line.name}, s" for line in lines)], *rows]


def _digits(value: float) -> str:
    """Write seconds as a figure's numbers do, milliseconds with three figures."""
    return f"{value:.2f}" if value >= 1 or not value else f"{value:.3g}"


def states(review: Review, *, first_token: bool) -> None:
    """Draw both arms beside the candidate's hits and misses."""
    rows = latency_split.parts(review, first_token=first_token)
    if not rows:
        return
    spreads = [
        split.Spread(name=name, role=role, state=state, quantiles=pool)
        for name, role, state, pool in rows
    ]
    agreed = latency.bar(review, first_token=first_token)
    parts.figure(
        latency_split.split_title(review, first_token=first_token),
        latency_split.SPLIT_SMALL,
        split.split(spreads, agreed=agreed, palette=parts.palette()),
        alt=latency_split.split_alt(review, first_token=first_token),
        twin=latency_split.twin(review, first_token=first_token),
        key=f"split-{'first' if first_token else 'whole'}",
    )


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
