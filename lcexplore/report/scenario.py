"""What would the rule say if hits, or questions, were more? The record stays as it is."""

from dataclasses import dataclass, replace
from math import inf

from lcexplore.decision import hits
from lcexplore.decision.evaluate import ClauseReading, outcome_of
from lcexplore.decision.measured import Measured
from lcexplore.decision.quantities import Form, Kind, Quantity, look_up
from lcexplore.decision.reading import compared
from lcexplore.evidence.pools import pool, quantile_of
from lcexplore.evidence.traffic import EVAL
from lcexplore.model import Interval, Outcome, Role, Status
from lcexplore.report import mixture, sample, source
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario

_MULTIPLIED = (Kind.LATENCY, Kind.TOKENS, Kind.COST)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioReading:
    """The rule read again.

    Attributes:
        outcome: What it would say.
        readings: Every clause, in the record's order; those the scenario does not touch are the
            recorded ones.
        touched: Quantities whose readings were assumed.
    """

    outcome: Outcome
    readings: tuple[ClauseReading, ...]
    touched: frozenset[str]


def reread(review: Review, scenario: Scenario) -> ScenarioReading | None:
    """Read the record's rule under a scenario; None without a decision."""
    decision = review.decision
    if decision is None:
        return None
    pairs = [(each, _reread(review, each, scenario)) for each in decision.readings]
    readings = tuple(new for _, new in pairs)
    touched = frozenset(new.clause.quantity for old, new in pairs if new is not old)
    return ScenarioReading(
        outcome=outcome_of(decision.preconditions, readings), readings=readings, touched=touched
    )


def _reread(review: Review, reading: ClauseReading, scenario: Scenario) -> ClauseReading:
    """What was not measured stays not measured: a scenario cannot know it either."""
    if reading.observed is None or reading.status is Status.NOT_MEASURED:
        return reading
    return stands(review, reading, scenario) or reading


def stands(review: Review, reading: ClauseReading, scenario: Scenario) -> ClauseReading | None:
    """How a clause stands on assumed values; None where the scenario does not touch it."""
    quantity = look_up(reading.clause.quantity)
    value = None if quantity is None else assumed(review, quantity, scenario)
    if quantity is None or value is None:
        return None
    now = replace(on_shown(review, reading), observed=value.observed)
    if now.bar is None and reading.bar is None:
        return None
    if now.bar is None:
        why = f"the requests shown give {review.info.baseline} no {quantity.brief} to multiply"
        return replace(now, status=Status.NOT_MEASURED, reason=why, straddles=False, against=None)
    bar = _bar(review, now, quantity, now.bar)
    read = compared(now, quantity, value, bar, review.info)
    return _of_requests(review, read) if quantity.kind is Kind.LATENCY else read


def on_shown(review: Review, reading: ClauseReading) -> ClauseReading:
    """The clause with its bar in the traffic shown; None there where its baseline has no number.

    A multiple of the baseline is of the requests that the candidate's are shown with.
    """
    quantity, bar = look_up(reading.clause.quantity), reading.clause.bar
    if review.source == EVAL or bar.arm is None or quantity is None:
        return reading
    if quantity.form is not Form.POINT or quantity.kind not in _MULTIPLIED:
        return reading
    base = _of_baseline(review, quantity)
    return replace(reading, bar=None if base is None else bar.value * base)


def _of_baseline(review: Review, quantity: Quantity) -> float | None:
    """What the baseline measured in the traffic shown."""
    if quantity.kind is Kind.LATENCY:
        arm = review.evidence.inputs.timings.get(Role.BASELINE)
        if arm is None or quantity.p is None:
            return None
        return quantile_of(
            pool((arm.first_token if quantity.first_token else arm.end_to_end).values()), quantity.p
        )
    found = review.evidence.cost.get(Role.BASELINE)
    if found is None:
        return None
    return found.cost_per_1k if quantity.kind is Kind.COST else found.effective_mean


def _of_requests(review: Review, read: ClauseReading) -> ClauseReading:
    """In a request log what has no timing is a request, and no answer that was recorded."""
    if review.source == EVAL or read.status is not Status.NOT_MEASURED:
        return read
    return replace(read, reason="the requests without a timing could turn it")


def _fixed(value: float) -> Measured:
    """A number that no unmeasured answer moves."""
    return Measured(observed=value, low=value, high=value, n=0, unit_n="")


def _bar(review: Review, reading: ClauseReading, quantity: Quantity, agreed: float) -> Measured:
    """The bar; a multiple of the baseline's quantile is moved by what of it has no timing."""
    clause, known, of_eval = reading.clause, _fixed(agreed), review.source == EVAL
    if clause.bar.arm is None or quantity.kind is not Kind.LATENCY or quantity.p is None:
        return known
    low, high = (
        hits.multiple(
            clause, quantity, review.evidence, failures_fast=failures_fast, of_eval=of_eval
        )
        for failures_fast in (True, False)
    )
    return replace(known, low=low, high=high)


def assumed(review: Review, quantity: Quantity, scenario: Scenario) -> Measured | None:
    """The quantity under the scenario; None where the scenario does not touch it.

    Its range is what the unmeasured answers leave it, as in the rule.
    """
    if quantity.kind is Kind.CORRECTNESS:
        return _correctness(review, quantity.form, scenario)
    if scenario.hit_rate is None or quantity.form is not Form.POINT:
        return None
    if quantity.kind is Kind.HIT_RATE:
        return _fixed(mixture.of_all(review, scenario.hit_rate))
    if quantity.kind is Kind.LATENCY and quantity.p is not None:
        return _latency(review, quantity.p, scenario.hit_rate, first_token=quantity.first_token)
    if quantity.kind is Kind.TOKENS:
        mean = source.tokens_at(review, scenario.hit_rate)
        return None if mean is None else _fixed(mean)
    if quantity.kind is Kind.COST:
        priced = source.cost_at(review, scenario.hit_rate)
        return None if priced is None else _fixed(priced)
    return None


def _latency(review: Review, p: float, hit_rate: float, *, first_token: bool) -> Measured | None:
    """What has no timing ranks slower than all, or faster than all: it leaves a range."""
    observed = mixture.quantile_at(review, hit_rate, p=p, first_token=first_token)
    found = review.evidence.latency
    arm = (found.first_token if first_token else found.arms).get(Role.CANDIDATE)
    if observed is None or arm is None:
        return None
    of_eval = review.source == EVAL
    lacking = hits.untimed(review.evidence, first_token=first_token, of_eval=of_eval)
    asked = lacking - arm.n_untimed + arm.n_planned
    untimed = lacking / asked if asked else 0.0
    if not untimed:
        return _fixed(observed)

    def among_timed(share: float) -> float:
        """The quantile that so large a share of the timed ones reaches."""
        at = mixture.quantile_at(review, hit_rate, p=share, first_token=first_token)
        return inf if at is None else at

    timed = 1 - untimed
    return replace(
        _fixed(observed),
        low=among_timed((p - untimed) / timed) if p > untimed else 0.0,
        high=among_timed(p / timed) if p <= timed else inf,
    )


def _correctness(review: Review, form: Form, scenario: Scenario) -> Measured | None:
    """The graded interval on another sample; what is corrected by labels stays as recorded."""
    found, base = review.evidence.correctness, sample.plan(review)
    if review.record is not None and review.record.correctness_basis == "calibrated":
        return None
    if base is None or found.interval is None or found.guard is None:
        return None
    if sample.under(base, scenario) == base:
        return None
    guard = found.guard
    observed, low, high = {
        Form.POINT: (base.difference, guard.difference_low, guard.difference_high),
        Form.LOWER: (found.interval.low, guard.low, guard.low_at_best),
        Form.UPPER: (found.interval.high, guard.high_at_worst, guard.high),
    }[form]
    known, _ = sample.scaled(review, base, scenario, Interval(observed, observed))
    ends = sample.scaled(review, base, scenario, Interval(low, high))
    return replace(_fixed(known), low=ends.low, high=ends.high)
