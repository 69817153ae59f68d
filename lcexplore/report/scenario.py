"""What would the rule say if hits, or questions, were more? The record stays as it is."""

from dataclasses import dataclass, replace

from lcexplore.decision import assumed as assumptions
from lcexplore.decision import hits
from lcexplore.decision.evaluate import ClauseReading, outcome_of
from lcexplore.decision.measured import Measured
from lcexplore.decision.quantities import Form, Kind, Quantity, look_up
from lcexplore.decision.reading import compared
from lcexplore.evidence.pools import pool, quantile_of
from lcexplore.evidence.traffic import EVAL
from lcexplore.model import Interval, Outcome, Role, Status
from lcexplore.report import sample, source
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario

_MULTIPLIED = (Kind.LATENCY, Kind.TOKENS, Kind.COST)
_COUNTED = (Kind.LATENCY, Kind.HIT_RATE)
UNASSIGNED = "nobody assigned these requests to an arm"
NOT_COMPARED = {
    kind: f"{UNASSIGNED}, so {what} is not held against the other"
    for kind, what in {
        Kind.LATENCY: "what one arm waits",
        Kind.TOKENS: "what one arm uses",
        Kind.COST: "what one arm costs",
        Kind.HIT_RATE: "how often one arm hits",
    }.items()
}


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
    if settled(review, reading):
        return reading
    return stands(review, reading, scenario) or reading


def settled(review: Review, reading: ClauseReading) -> bool:
    """Whether a clause was not measured, which no scenario mends: it cannot know better either.

    What the eval's answers without a timing left open is read anew at another hit rate, which has
    more or fewer of them.
    """
    if reading.observed is not None and reading.status is not Status.NOT_MEASURED:
        return False
    quantity = look_up(reading.clause.quantity)
    moves = quantity is not None and quantity.kind in (Kind.LATENCY, Kind.HIT_RATE)
    left_open = reading.observed is not None and reading.against is not None
    return not (review.source == EVAL and moves and left_open)


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
        return _not_measured(now, why)
    if lacking := value.reason or _not_comparable(review, now, quantity, now.bar):
        return _not_measured(now, lacking)
    if quantity.kind in _COUNTED:
        now = replace(now, missing=value.missing)
    agreed = _bar(review, now, quantity, agreed=now.bar or 0.0)
    read = compared(now, quantity, value, agreed, review.info)
    return _in_words(review, read, quantity)


def _not_measured(reading: ClauseReading, why: str) -> ClauseReading:
    status = Status.NOT_MEASURED
    return replace(reading, status=status, reason=why, straddles=False, against=None)


def _not_comparable(
    review: Review, reading: ClauseReading, quantity: Quantity, bar: float
) -> str | None:
    """Why a request log does not tell on which side of a bar a quantity is; None where it does."""
    if multiplies_log(review, reading) and quantity.kind in NOT_COMPARED:
        return NOT_COMPARED[quantity.kind]
    if quantity.kind is not Kind.LATENCY:
        return None
    return assumptions.too_close(reading, reading.observed or 0.0, bar, within=within(review))


def multiplies_log(review: Review, reading: ClauseReading) -> bool:
    """Whether a clause holds one arm's requests of a log against the other's."""
    return review.source != EVAL and reading.clause.bar.arm is not None


def within(review: Review) -> float:
    """Largest relative error of the timings shown."""
    found = source.traffic(review)
    return 0.0 if review.source == EVAL or found is None else found.within


def tolerance(review: Review) -> float:
    """Share of the answers, or requests, that the record lets be without a value."""
    rule = review.decision.record if review.decision is not None else review.record
    return 1.0 if rule is None else rule.missing_tolerance


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


def _in_words(review: Review, read: ClauseReading, quantity: Quantity) -> ClauseReading:
    """What has no timing in a request log is a request, and no answer that was recorded."""
    if read.status is not Status.NOT_MEASURED or quantity.kind not in _COUNTED:
        return read
    if quantity.kind is Kind.HIT_RATE:
        why = "the requests that failed, or whose cache state is unknown, could turn it"
        return replace(read, reason=why)
    if review.source == EVAL:
        return read
    return replace(read, reason="the requests without a timing could turn it")


def _fixed(value: float) -> Measured:
    """A number that no unmeasured answer moves."""
    return Measured(observed=value, low=value, high=value, n=0, unit_n="")


def _bar(review: Review, reading: ClauseReading, quantity: Quantity, *, agreed: float) -> Measured:
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
    if quantity.kind in _COUNTED:
        return _counted(review, quantity, scenario.hit_rate)
    if quantity.kind is Kind.TOKENS:
        mean = source.tokens_at(review, scenario.hit_rate)
        return None if mean is None else _fixed(mean)
    if quantity.kind is Kind.COST:
        priced = source.cost_at(review, scenario.hit_rate)
        return None if priced is None else _fixed(priced)
    return None


def _counted(review: Review, quantity: Quantity, hit_rate: float) -> Measured | None:
    """A quantile or the hit rate, with what of every request is not known."""
    allowed, of_eval = tolerance(review), review.source == EVAL
    if quantity.kind is Kind.HIT_RATE:
        return assumptions.hit_rate(review.evidence, hit_rate, tolerance=allowed, of_eval=of_eval)
    return assumptions.latency(
        review.evidence,
        quantity,
        hit_rate,
        tolerance=allowed,
        of_eval=of_eval,
        within=within(review),
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
