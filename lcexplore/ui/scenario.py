"""How does a reader try a hit rate or a number of questions, the record staying in sight?"""

import streamlit as st

from lcexplore.charts import tradeoff
from lcexplore.model import Interval, Role
from lcexplore.report import mixture, sample, scenario
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import more_questions, together, whatif
from lcexplore.ui import html, parts
from lcexplore.words import points, seconds, span

HITS, QUESTIONS, BOTH = whatif.VIEWS
DEFAULT_HITS = 97.0


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


def assume(review: Review, shown: str) -> Scenario:
    """Draw the controls of one view; return what they assume."""
    hit, made = None, Scenario()
    if shown in (HITS, BOTH) and mixture.mixable(review) is not None:
        hit = _hit_rate()
    if shown in (QUESTIONS, BOTH) and sample.plan(review) is not None:
        made = _questions(review, alone=shown == QUESTIONS)
    return Scenario(hit_rate=hit, n=made.n, differing=made.differing, easy=made.easy)


def _hit_rate() -> float:
    wide, narrow = st.columns([4, 1], vertical_alignment="bottom")
    with wide:
        at = st.slider(
            "Scenario: cache hit rate, %",
            0.0,
            100.0,
            DEFAULT_HITS,
            0.1,
            format="%.1f",
            key="hit",
            bind="query-params",
        )
    st.session_state["hit_exact"] = at
    with narrow:
        st.number_input("Exactly, %", 0.0, 100.0, step=0.1, key="hit_exact", on_change=_exact)
    return float(at) / 100


def _exact() -> None:
    st.session_state["hit"] = st.session_state["hit_exact"]


def _questions(review: Review, *, alone: bool) -> Scenario:
    base, most = sample.plan(review), max(more_questions.numbers(review))
    if base is None:
        return Scenario()
    n = st.slider("Scenario: questions", 10, most, base.n, 1, key="n", bind="query-params")
    if not alone:
        return Scenario(n=int(n))
    measured = round(100 * base.differing, 1)
    left, right = st.columns(2)
    with left:
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
    with right:
        easy = st.slider(
            "Scenario: easy questions added", 0, 2000, 0, 10, key="easy", bind="query-params"
        )
    share = None if differing == measured else float(differing) / 100
    return Scenario(n=int(n), differing=share, easy=int(easy))


def lead(review: Review, shown: str, assumed: Scenario) -> str:
    """Answer the page's question for one view."""
    measured = review.evidence.correctness.n_questions
    if shown == HITS:
        return whatif.hits_lead(review, assumed.hit_rate or 0.0)
    if shown == QUESTIONS:
        return more_questions.lead(review, assumed, assumed.n or measured)
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


def both(review: Review, assumed: Scenario) -> None:
    """Draw waiting against correctness, and the rule as it would read."""
    places = _places(review, assumed)
    if places:
        bar, margin = whatif.bar(review, whatif.P95), more_questions.margin(review)
        parts.figure(
            together.both_title(review),
            together.both_small(review),
            tradeoff.tradeoff(
                places,
                bar=bar,
                margin=None if margin is None else 100 * margin,
                palette=parts.palette(),
            ),
            alt=f"{together.both_title(review)}. {together.both_small(review)}",
            twin=_twin(places),
            key="tradeoff",
        )
    else:
        parts.text(together.NO_TRADEOFF)
    read = scenario.reread(review, assumed)
    if read is not None:
        st.header("The rule, read again", anchor=False)
        parts.table(together.RULE_HEADER, together.rule_table(review, read))


def _places(review: Review, assumed: Scenario) -> list[tradeoff.Place]:
    found, arms = review.evidence.correctness, review.evidence.latency.arms
    p95 = {role: arms[role].all.p95 for role in Role if role in arms}
    today, then = p95.get(Role.BASELINE), p95.get(Role.CANDIDATE)
    if found.difference is None or today is None or then is None:
        return []
    places = [
        _place(review.info.baseline, Role.BASELINE, today, 0.0),
        _place(review.info.candidate, Role.CANDIDATE, then, found.difference, found.interval),
    ]
    base = sample.plan(review)
    if base is not None:
        at = mixture.quantile_at(review, assumed.hit_rate) if assumed.hit_rate else None
        difference = sample.under(base, assumed).difference
        ends = sample.interval(review, assumed)
        now = _place("scenario", Role.CANDIDATE, at or then, difference, ends, assumed=True)
        places.append(now)
    return places


def _place(
    name: str,
    role: Role,
    seconds: float,
    difference: float,
    interval: Interval | None = None,
    *,
    assumed: bool = False,
) -> tradeoff.Place:
    ends = None if interval is None else Interval(*(100 * end for end in interval))
    return tradeoff.Place(
        name=name,
        role=role,
        seconds=seconds,
        points=100 * difference,
        interval=ends,
        scenario=assumed,
    )


def _twin(places: list[tradeoff.Place]) -> list[list[str]]:
    rows = [
        [
            place.name,
            seconds(place.seconds),
            points(place.points / 100),
            "" if place.interval is None else _span(place.interval),
        ]
        for place in places
    ]
    return [["Where", "p95", "Correct answers, difference", "Interval"], *rows]


def _span(interval: Interval) -> str:
    return span(Interval(*(end / 100 for end in interval)))
