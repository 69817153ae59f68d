"""How does a reader choose whose requests are shown, and see what else shaped the wait?"""

import streamlit as st

from lcexplore.charts import density, ecdf
from lcexplore.report import density as spreads
from lcexplore.report import ecdf as reached
from lcexplore.report import source
from lcexplore.report.review import Review
from lcexplore.report.sentences import (
    common,
    cost,
    latency,
    latency_cautions,
    percentiles,
    waits,
    weights,
)
from lcexplore.ui import load, parts, waiting

ANSWERS, LOGGED = "Eval answers", "Request log"
_SOURCES = dict(zip((ANSWERS, LOGGED), source.SOURCES, strict=True))


def choose(review: Review) -> Review:
    """Draw the control of the source where there is a choice; return the review of that source."""
    usual = source.usual(review)
    if not source.available(review) or usual != source.SOURCES[0]:
        return source.on(review, usual)
    chosen = st.segmented_control(
        "Whose requests",
        tuple(_SOURCES),
        default=ANSWERS,
        required=True,
        key="requests",
        bind="query-params",
        label_visibility="collapsed",
    )
    return source.on(review, _SOURCES.get(chosen or ANSWERS, source.SOURCES[0]))


def said(review: Review) -> None:
    """Say whose requests these are, where they are not the eval's."""
    parts.text(source.sentence(review))


def care(review: Review, *, first_token: bool) -> None:
    """List what must be known beside the figures, the gravest in sight and the rest in a box."""
    found = latency_cautions.ranked(review, first_token=first_token)
    seen, more = latency_cautions.split(found)
    parts.listing(seen)
    if more:
        with st.container(key="lcx-on-paper"):
            parts.listing(more)
        with st.container(key="lcx-on-screen"), st.expander(latency_cautions.box_name(more)):
            parts.listing(more)


def over_time(review: Review) -> None:
    """Say what the load explains of the difference, and list latency window by window."""
    if review.source == source.SOURCES[0]:
        waiting.load_over_time(review)
    found = waits.load(review)
    parts.text(waits.load_term(review, found), waits.odd_times(review))
    if found is not None:
        parts.numbers(waits.windows_twin(review, found), key="load-windows")


def percentile_table(review: Review) -> None:
    """Table every percentile with its interval and n, end to end beside the first token."""
    listed = percentiles.table(review)
    if len(listed) < 2:
        parts.text(latency.untimed_line(review, "there is no percentile"))
        return
    parts.numbers(listed, key="percentiles")
    parts.text(percentiles.SMALL)


def spread(review: Review, *, first_token: bool) -> None:
    """Draw how the seconds are spread, hits and misses apart."""
    found = spreads.spreads(review, first_token=first_token)
    if not found:
        parts.text(latency.untimed_line(review, "nothing is spread"))
        return
    hills = [
        density.Hill(
            name=each.name,
            role=each.role,
            part=each.part,
            edges=tuple(float(edge) for edge in each.edges),
            percent=tuple(100 * float(value) for value in each.share),
        )
        for each in found
    ]
    parts.still(
        density.density(tuple(hills), palette=parts.palette()),
        key=f"density-{'first' if first_token else 'whole'}",
        alt=f"Spread of the seconds: {', '.join(each.name for each in found)}",
    )
    parts.numbers(spreads.twin(found), key="density-numbers")


def within(review: Review, *, first_token: bool) -> None:
    """Draw which share is done within so many seconds, hits and misses apart."""
    found = reached.curves(review, first_token=first_token)
    if not found:
        parts.text(latency.untimed_line(review, "no share is done within any time"))
        return
    rises = [
        ecdf.Rise(
            name=each.name,
            role=each.role,
            part=each.part,
            seconds=tuple(float(at) for at in each.seconds),
            percent=tuple(100 * float(value) for value in each.share),
        )
        for each in found
    ]
    parts.still(
        ecdf.ecdf(tuple(rises), palette=parts.palette()),
        key=f"ecdf-{'first' if first_token else 'whole'}",
        alt=f"Share done within so many seconds: {', '.join(each.name for each in found)}",
    )
    parts.numbers(reached.twin(found), key="ecdf-numbers")


def cost_parts(review: Review) -> None:
    """Table what a thousand queries cost, part by part, and whose word it is."""
    parts.table(cost.HEADER, cost.rows(review))
    parts.text(cost.basis(review), cost.own_cost_missing(review), weights.line(review))
    parts.listing([common.sentence(each) for each in load.price_notes(review)])
