"""How does a reader see what more cache hits would do to p95 and to its kin?"""

from dataclasses import dataclass
from typing import NamedTuple

import streamlit as st

from lcexplore.charts import hit_rate as curve
from lcexplore.charts import mini
from lcexplore.model import Role
from lcexplore.report import mixture, source
from lcexplore.report.review import Review
from lcexplore.report.sentences import whatif
from lcexplore.ui import html, load, parts
from lcexplore.words import many

_PERCENT = tuple(100 * float(rate) for rate in mixture.HIT_RATES)


class Lines(NamedTuple):
    """A curve and its band over ``mixture.HIT_RATES``."""

    values: list[float]
    low: list[float]
    high: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """One small figure: title, unit, and the quantile, None for tokens."""

    title: str
    unit: str
    p: float | None


SMALL = (
    Small(title="p50", unit="Seconds", p=0.5),
    Small(title="p99", unit="Seconds", p=0.99),
    Small(title="Input tokens, effective", unit="Tokens", p=None),
)
COST = "Cost per 1,000 queries"


def figure(review: Review, rate: float) -> None:
    """Draw p95 over the hit rate with what was agreed."""
    shown = review.evidence.latency.arms[Role.CANDIDATE]
    at = mixture.quantile_at(review, rate)
    if at is None or shown.hit_rate is None or shown.all.p95 is None:
        return
    shown_of = f"{review.source} {review.info.name}"
    lines = _lines(load.dsn(), review.store_version, shown_of, 0.95, review)
    line = curve.Curve(percent=_PERCENT, seconds=lines.values, low=lines.low, high=lines.high)
    measured = curve.At(percent=100 * shown.hit_rate, seconds=shown.all.p95)
    assumed, agreed = curve.At(percent=100 * rate, seconds=at), _agreed(review)
    left = curve.left(measured.percent, assumed.percent)
    parts.figure(
        whatif.hits_title(review),
        whatif.HITS_SMALL,
        curve.hit_rate(line, measured=measured, left=left, agreed=agreed, palette=parts.palette()),
        live=curve.scenario(assumed, line, agreed=agreed, left=left),
        alt=whatif.hits_alt(review),
        twin=whatif.hits_twin(review, rate),
        key="hit-rate",
    )
    parts.text(whatif.inverse(review), whatif.held(review), whatif.OUTSIDE)


def _agreed(review: Review) -> curve.Agreed:
    rate = whatif.bar(review, whatif.HIT_RATE)
    return curve.Agreed(
        percent=None if rate is None else 100 * rate, seconds=whatif.bar(review, whatif.P95)
    )


@st.cache_resource(max_entries=32, show_spinner="Mixing hits and misses…")
def _lines(dsn: str, version: str, comparison: str, p: float, _review: Review) -> Lines:
    found = mixture.mixable(_review)
    if found is None:
        return Lines([], [], [])
    low, high = mixture.band(found, p=p)
    whole = mixture.curve(found, p=p)
    return Lines(*(list(map(float, each)) for each in (whole, low, high)))


def small(review: Review, rate: float) -> None:
    """Draw p50, p99, tokens and cost beside each other; what is not known keeps its place."""
    measured = review.evidence.latency.arms[Role.CANDIDATE].hit_rate
    if mixture.mixable(review) is None or measured is None:
        return
    boxes = [
        *(_drawn(review, each, rate, measured) for each in SMALL),
        _cost(review, rate, measured),
    ]
    st.html(html.element("div", html.join(boxes), css="lcx-small-figures"))


def _cost(review: Review, rate: float, measured: float) -> html.Safe:
    """Draw what a price sheet makes of the hit rate; without one say why there is no cost."""
    line, at = _drawn_over(review, COST, measured), source.cost_at(review, rate)
    if not line or at is None:
        return _frame(COST, whatif.cost_reason(review))
    cost = review.evidence.cost[Role.CANDIDATE]
    unit = f"{cost.currency}, {many(cost.n_priced, 'request')}"
    return _mini(COST, unit, line, (100 * rate, at), measured)


def _drawn(review: Review, each: Small, rate: float, measured: float) -> html.Safe:
    line, at = _drawn_over(review, each.title, measured), _value(review, each.title, rate)
    if not line or at is None:
        return _frame(each.title, whatif.TOKENS_UNKNOWN)
    latency, cost = review.evidence.latency.arms, review.evidence.cost
    n = cost[Role.CANDIDATE].n_reported if each.p is None else latency[Role.CANDIDATE].all.n
    return _mini(each.title, f"{each.unit}, {many(n, 'request')}", line, (100 * rate, at), measured)


def _mini(
    title: str, line: str, known: list[float], assumed: tuple[float, float], measured: float
) -> html.Safe:
    """Draw a quantity at the measured rate, at the scenario's, and along the curve.

    Args:
        title: The quantity.
        line: Its unit, a comma, and its n.
        known: Its values: measured, then along the curve.
        assumed: The hit rate assumed, in per cent, and the quantity there.
        measured: The hit rate measured.
    """
    drawn = mini.mini(
        _PERCENT[::4],
        known[1:],
        measured=(100 * measured, known[0]),
        assumed=assumed,
        left=curve.left(100 * measured, assumed[0]),
        palette=parts.palette(),
    )
    size = {"width": mini.WIDTH, "height": mini.HEIGHT}
    alt = f"{title} over the hit rate; the numbers are in the figure above"
    picture = html.drawing(drawn, **size, alt=alt)
    return html.element("div", html.join([_title(title, line=line), picture]))


def _drawn_over(review: Review, title: str, measured: float) -> list[float]:
    """A quantity as measured and along the curve; empty where one of them is not known."""
    shown_of = f"{review.source} {review.info.name}"
    return _values(load.dsn(), review.store_version, shown_of, title, measured, review)


@st.cache_resource(max_entries=64, show_spinner=False)
def _values(
    dsn: str, version: str, comparison: str, title: str, measured: float, _review: Review
) -> list[float]:
    rates = [measured, *map(float, mixture.HIT_RATES[::4])]
    values = [_value(_review, title, rate) for rate in rates]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else []


def _value(review: Review, title: str, rate: float) -> float | None:
    if title == COST:
        return source.cost_at(review, rate)
    p = next(each.p for each in SMALL if each.title == title)
    if p is None:
        return source.tokens_at(review, rate)
    return mixture.quantile_at(review, rate, p=p)


def _frame(title: str, reason: str) -> html.Safe:
    said = html.element("div", f"○ not measured: {reason}", css="lcx-frame")
    return html.element("div", html.join([_title(title), said]))


def _title(title: str, *, line: str = "") -> html.Safe:
    small = [html.element("small", line)] if line else []
    return html.element("div", html.join([html.element("h3", title), *small]), css="lcx-figure")
