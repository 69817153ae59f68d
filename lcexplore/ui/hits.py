"""How does a reader see what more cache hits would do to p95 and to its kin?"""

from dataclasses import dataclass

import streamlit as st

from lcexplore.charts import hit_rate as curve
from lcexplore.charts import kept, mini
from lcexplore.charts.marks import Live
from lcexplore.evidence.same import once
from lcexplore.model import Role
from lcexplore.report import html, mixture, source
from lcexplore.report.review import Review
from lcexplore.report.sentences import hits_needed, whatif
from lcexplore.ui import moving, parts
from lcexplore.words import count, many, money, seconds

_PERCENT = tuple(100 * float(rate) for rate in mixture.HIT_RATES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What stands on the view whatever hit rate is assumed: made once, not at every move."""

    title: str
    small: str
    alt: str
    said: tuple[str, ...]
    measured: curve.At
    agreed: curve.Agreed
    line: curve.Curve


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    """One small figure: title, unit, and the quantile, None for tokens and cost."""

    title: str
    unit: str = ""
    p: float | None = None


COST = Small(title="Cost per 1,000 queries")
SMALL = (
    Small(title="p50", unit="Seconds", p=0.5),
    Small(title="p99", unit="Seconds", p=0.99),
    Small(title="Input tokens, effective", unit="Tokens"),
    COST,
)


@once
def _board(review: Review) -> Board | None:
    """What of the view does not move; None where hits and misses cannot be mixed."""
    found = mixture.asked(review)
    shown = review.evidence.latency.arms.get(Role.CANDIDATE)
    if found is None or shown is None or shown.hit_rate is None or shown.all.p95 is None:
        return None
    low, high = mixture.band(found, p=0.95)
    bar, spread = hits_needed.bar(review, hits_needed.HIT_RATE), bool((low < high).any())
    measured = curve.At(percent=100 * shown.hit_rate, seconds=shown.all.p95)
    agreed = curve.Agreed(
        percent=None if bar is None else 100 * bar,
        seconds=hits_needed.bar(review, hits_needed.P95),
        told=whatif.both_told(review),
    )
    line = curve.Curve(
        percent=_PERCENT,
        seconds=mixture.curve(found, p=0.95).tolist(),
        low=low.tolist() if spread else [],
        high=high.tolist() if spread else [],
    )
    return Board(
        title=hits_needed.hits_title(review),
        small=whatif.hits_small(review, band=spread),
        alt=whatif.hits_alt(review, band=spread),
        said=(
            hits_needed.inverse(review),
            hits_needed.held(review),
            hits_needed.failing(review),
            whatif.OUTSIDE,
        ),
        measured=measured,
        agreed=agreed,
        line=line,
    )


@once
def steps(review: Review) -> Live:
    """Where the scenario stands at every step of the slider, for the browser to choose from."""
    board = _board(review)
    found = [(percent, mixture.quantile_at(review, percent / 100)) for percent in mixture.RATES]
    rows = [
        curve.scenario(
            curve.At(percent=percent, seconds=at),
            board.line,
            agreed=board.agreed,
            measured=board.measured,
        )
        for percent, at in found
        if board is not None and at is not None
    ]
    return {curve.SCENARIO: kept.table(rows)}


def _now(review: Review, board: Board, rate: float) -> Live:
    """Where the scenario stands as the server knows it, should the browser not find the slider."""
    at = mixture.quantile_at(review, rate)
    if at is None:
        return {curve.NOW: []}
    here = curve.At(percent=round(100 * rate, 1), seconds=at)
    row = curve.scenario(here, board.line, agreed=board.agreed, measured=board.measured)
    return {curve.NOW: [row]}


def figure(review: Review, rate: float) -> None:
    """Draw p95 over the hit rate with what was agreed."""
    board = _board(review)
    if board is None:
        return
    drawn = curve.hit_rate(
        board.line, measured=board.measured, agreed=board.agreed, palette=parts.palette()
    )
    moving.figure(
        board.title,
        board.small,
        drawn,
        follows={**steps(review), **_now(review, board, rate)},
        alt=board.alt,
        twin=lambda: whatif.hits_twin(review, rate),
        key="hit-rate",
    )
    parts.text(*board.said)


def small(review: Review, rate: float) -> None:
    """Draw p50, p99, tokens and cost beside each other; what is not known keeps its place."""
    shown = review.evidence.latency.arms.get(Role.CANDIDATE)
    if mixture.asked(review) is None or shown is None or shown.hit_rate is None:
        return
    boxes = [_box(review, each, rate, shown.hit_rate) for each in SMALL]
    st.html(html.element("div", html.join(boxes), css="lcx-small-figures"))


def _box(review: Review, each: Small, rate: float, measured: float) -> html.Safe:
    """Draw a quantity at the measured rate, at the scenario's, and along the curve."""
    known, at = _known(review, each, measured), _value(review, each, rate)
    if not known or at is None:
        why = whatif.cost_reason(review) if each is COST else whatif.TOKENS_UNKNOWN
        said = html.element("div", f"○ not measured: {why}", css="lcx-frame")
        return html.element("div", html.join([_title(each), said]))
    drawn = mini.mini(
        _PERCENT[::4],
        known[1:],
        measured=(100 * measured, known[0]),
        assumed=(100 * rate, at),
        left=curve.left(100 * measured, 100 * rate),
        palette=parts.palette(),
    )
    marks = f"measured {_written(review, each, known[0])}, scenario {_written(review, each, at)}"
    alt = f"{each.title} over the hit rate: {marks}"
    shown = [
        _title(each, line=_line(review, each)),
        _picture(drawn, alt),
        html.element("small", marks),
    ]
    return html.element("div", html.join(shown))


def _picture(drawn: mini.Drawn, alt: str) -> html.Safe:
    """The drawing, and its words over it in the page's own font and size."""
    picture = html.drawing(drawn.inside, width=mini.WIDTH, height=mini.HEIGHT, alt=alt)
    said = [
        html.element(
            "span",
            each.text,
            css=f"lcx-at-{each.anchor}",
            attributes=f' aria-hidden="true" style="left:{each.left:.2f}%;top:{each.top:.2f}%"',
        )
        for each in drawn.words
    ]
    return html.element("div", html.join([picture, *said]), css="lcx-small-figure")


@once
def _known(review: Review, each: Small, measured: float) -> list[float]:
    """A quantity as measured and along the curve; empty where one of them is not known."""
    rates = [measured, *map(float, mixture.HIT_RATES[::4])]
    values = [_value(review, each, rate) for rate in rates]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else []


def _value(review: Review, each: Small, rate: float) -> float | None:
    if each.p is not None:
        return mixture.quantile_at(review, rate, p=each.p)
    at = source.cost_at if each is COST else source.tokens_at
    return at(review, rate)


def _written(review: Review, each: Small, value: float) -> str:
    if each.p is not None:
        return seconds(value)
    if each is COST:
        return money(value, review.evidence.cost[Role.CANDIDATE].currency)
    return count(round(value))


def _line(review: Review, each: Small) -> str:
    """The unit of a quantity, and of how many requests it is known."""
    if each.p is not None:
        return f"{each.unit}, {whatif.resting_on(review)}"
    cost = review.evidence.cost[Role.CANDIDATE]
    if each is COST:
        return f"{cost.currency}, {many(cost.n_priced, 'request')}"
    return f"{each.unit}, {many(cost.n_reported, 'request')}"


def _title(each: Small, *, line: str = "") -> html.Safe:
    said = [html.element("h3", each.title)]
    if line:
        said.append(html.element("small", line))
    return html.element("div", html.join(said), css="lcx-figure")
