"""How does a reader try a hit rate or a number of questions, the record staying in sight?"""

from typing import TYPE_CHECKING

import streamlit as st

from lcexplore.evidence.sampled import Plan
from lcexplore.report import enlarged, html, mixture, sample, scenario
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import lone, more_questions, together, whatif
from lcexplore.ui import parts

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

HITS, QUESTIONS, BOTH = whatif.VIEWS
DEFAULT_HITS = 97.0
_DRAWN = "lcx-mix-drawn"


def view() -> str:
    """Draw the control of what is assumed; one view at a time."""
    chosen = st.segmented_control(
        "What if there were more",
        whatif.VIEWS,
        default=HITS,
        required=True,
        key="view",
        bind="query-params",
        label_visibility="collapsed",
    )
    return chosen or HITS


def exactly(review: Review, shown: str) -> None:
    """Offer to type the hit rate of a view that has one; what was typed moves the slider.

    Where the view has none, the hit rate stays in the address: the style hides its slider.
    """
    if mixture.asked(review) is None:
        return
    if shown == QUESTIONS or (shown == BOTH and lone.lacking(review)):
        with st.container(key="lcx-kept"):
            _slider()
    else:
        st.number_input(
            "Set the hit rate exactly, %",
            0.0,
            100.0,
            None,
            0.1,
            format="%.1f",
            placeholder="0 to 100",
            key="hit_exact",
            on_change=_exact,
            width=220,
        )


def _exact() -> None:
    """Move the slider, and leave the field empty: it would not follow the slider's next move."""
    typed = st.session_state["hit_exact"]
    if typed is not None:
        st.session_state["hit"] = typed
    st.session_state["hit_exact"] = None


def assume(review: Review, shown: str, place: "DeltaGenerator") -> Scenario:
    """Draw the sliders of one view in their place; return what they assume."""
    hit, made = None, Scenario()
    rated = shown == HITS or (shown == BOTH and not lone.lacking(review))
    with place:
        if rated and mixture.asked(review) is not None:
            hit = _slider() / 100
        if shown in (QUESTIONS, BOTH) and sample.plan(review) is not None:
            made = _questions(review, alone=shown == QUESTIONS)
    return Scenario(hit_rate=hit, n=made.n, differing=made.differing, easy=made.easy)


def _slider() -> float:
    at: float = st.slider(
        "Scenario: cache hit rate, %",
        0.0,
        100.0,
        DEFAULT_HITS,
        0.1,
        format="%.1f",
        key="hit",
        bind="query-params",
    )
    return round(float(at), 1)  # an address may say more decimals than the slider has


def _questions(review: Review, *, alone: bool) -> Scenario:
    base, stops = sample.plan(review), enlarged.steps(review)
    if base is None:
        return Scenario()
    n = st.slider(
        "Scenario: questions",
        stops[0],
        stops[-1],
        base.n,
        stops.step,
        key="n",
        bind="query-params",
    )
    if not alone:
        return Scenario(n=int(n))
    measured = _measured(base)
    with st.container(horizontal=True, key="lcx-mix"):
        differing = st.slider(
            "Scenario: share of questions that differ, %",
            1.0,
            60.0,
            measured,
            0.1,
            format="%.1f",
            key="differing",
            bind="query-params",
        )
        easy = st.slider(
            "Scenario: easy questions added", 0, 2000, 0, 10, key="easy", bind="query-params"
        )
    st.session_state[_DRAWN] = True
    return _assumed(n, differing, easy, measured=measured)


def _assumed(n: int, differing: float, easy: int, *, measured: float) -> Scenario:
    share = None if differing == measured else float(differing) / 100
    return Scenario(n=int(n), differing=share, easy=int(easy))


def afresh() -> None:
    """Let the sliders be drawn before what they assume is: the address may say where they stand."""
    st.session_state.pop(_DRAWN, None)


def held(review: Review) -> Scenario | None:
    """What the sliders of more questions assume once one is moved, before they are drawn again.

    None where the whole page is drawn, and only they know where they stand.
    """
    base = sample.plan(review)
    if base is None or _DRAWN not in st.session_state:
        return None
    n, differing, easy = (st.session_state[each] for each in ("n", "differing", "easy"))
    return _assumed(n, differing, easy, measured=_measured(base))


def _measured(base: Plan) -> float:
    """The share of questions that differ, in per cent, as finely as its slider moves."""
    return round(100 * base.differing, 1)


def lead(review: Review, shown: str, assumed: Scenario) -> str:
    """Answer the page's question for one view."""
    measured = review.evidence.correctness.n_questions
    if shown == HITS:
        return whatif.hits_lead(review, assumed.hit_rate or 0.0)
    if shown == QUESTIONS:
        return more_questions.lead(review, assumed)
    if lacking := lone.lacking(review):
        return f"No scenario of both: {lacking}."
    read = scenario.reread(review, assumed)
    return together.both_lead(review, read, assumed.hit_rate, assumed.n or measured)


def strip(review: Review, assumed: Scenario) -> None:
    """Keep the recorded outcome in sight beside the scenario's."""
    recorded, now = whatif.strip(review, scenario.reread(review, assumed))
    boxes = [
        html.element("strong", recorded),
        html.element("span", now, css="scenario"),
        html.element("small", whatif.UNCHANGED),
    ]
    look = f' style="background:{parts.palette().surface}"'
    st.html(html.element("div", html.join(boxes, " "), css="lcx-strip", attributes=look))
