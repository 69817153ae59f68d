"""What would the rule say if hits, or questions, were more? The record stays as it is."""

import operator
from dataclasses import dataclass, replace
from math import inf

from lcexplore.decision.evaluate import ClauseReading, Decision
from lcexplore.decision.quantities import Form, Kind, Quantity, look_up
from lcexplore.evidence import latency
from lcexplore.model import Interval, Outcome, Role, Status
from lcexplore.report import mixture, sample, source
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario

_OPERATORS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """A quantity as assumed, and with every unmeasured answer against the candidate."""

    observed: float
    worst: float


def reread(review: Review, scenario: Scenario) -> ScenarioReading | None:
    """Read the record's rule under a scenario; None without a decision."""
    decision = review.decision
    if decision is None:
        return None
    pairs = [(each, _reread(review, each, scenario)) for each in decision.readings]
    readings = tuple(new for _, new in pairs)
    touched = frozenset(new.clause.quantity for old, new in pairs if new is not old)
    return ScenarioReading(outcome=_outcome(decision, readings), readings=readings, touched=touched)


def _outcome(decision: Decision, readings: tuple[ClauseReading, ...]) -> Outcome:
    rejects = [each.status for each in readings if each.clause.rule == "reject_if"]
    if Status.MET in rejects:
        return Outcome.REJECT
    wanted = [each.status for each in readings if each.clause.rule == "switch_if"]
    wanted += [each.status for each in decision.preconditions]
    clear = all(each is Status.FAILED for each in rejects)
    met = all(each is Status.MET for each in wanted)
    return Outcome.SWITCH if clear and met else Outcome.ITERATE


def _reread(review: Review, reading: ClauseReading, scenario: Scenario) -> ClauseReading:
    """What was not measured stays not measured: a scenario cannot know it either."""
    quantity = look_up(reading.clause.quantity)
    if reading.observed is None or reading.bar is None or quantity is None:
        return reading
    if reading.status is Status.NOT_MEASURED:
        return reading
    values = assumed(review, quantity, scenario, rejects=reading.clause.rule == "reject_if")
    if values is None:
        return reading
    bar = _worst_bar(review, reading, quantity)
    return replace(
        reading,
        observed=values.observed,
        status=_status(reading, values, bar),
        reason=None,
        straddles=False,
    )


def _status(reading: ClauseReading, values: Values, worst_bar: float) -> Status:
    meets = _OPERATORS[reading.clause.operator]
    observed = reading.bar is not None and meets(values.observed, reading.bar)
    worst = meets(values.worst, worst_bar)
    if observed and worst:
        return Status.MET
    open_reject = reading.clause.rule == "reject_if" and (observed or worst)
    return Status.NOT_MEASURED if open_reject else Status.FAILED


def _worst_bar(review: Review, reading: ClauseReading, quantity: Quantity) -> float:
    """A bar that is a multiple of the baseline, the baseline's unmeasured answers all fast."""
    bar, timings = reading.clause.bar, review.evidence.inputs.timings
    if bar.arm is None or quantity.kind is not Kind.LATENCY or quantity.p is None:
        return reading.bar if reading.bar is not None else bar.value
    return bar.value * latency.quantile_with_failures(
        timings[Role.BASELINE], quantity.p, first_token=quantity.first_token, failures_fast=True
    )


def assumed(
    review: Review, quantity: Quantity, scenario: Scenario, *, rejects: bool = False
) -> Values | None:
    """The quantity under the scenario; None where the scenario does not touch it."""
    if quantity.kind is Kind.CORRECTNESS:
        return _correctness(review, quantity.form, scenario, rejects=rejects)
    if scenario.hit_rate is None or quantity.form is not Form.POINT:
        return None
    if quantity.kind is Kind.HIT_RATE:
        return Values(observed=scenario.hit_rate, worst=scenario.hit_rate)
    if quantity.kind is Kind.LATENCY and quantity.p is not None:
        return _latency(review, quantity.p, scenario.hit_rate, first_token=quantity.first_token)
    if quantity.kind is Kind.TOKENS:
        mean = source.tokens_at(review, scenario.hit_rate)
        return None if mean is None else Values(observed=mean, worst=mean)
    if quantity.kind is Kind.COST:
        priced = source.cost_at(review, scenario.hit_rate)
        return None if priced is None else Values(observed=priced, worst=priced)
    return None


def _latency(review: Review, p: float, hit_rate: float, *, first_token: bool) -> Values | None:
    observed = mixture.quantile_at(review, hit_rate, p=p, first_token=first_token)
    found = review.evidence.latency
    arm = (found.first_token if first_token else found.arms).get(Role.CANDIDATE)
    if observed is None or arm is None:
        return None
    untimed = arm.n_untimed / arm.n_planned if arm.n_planned else 0.0
    if not untimed:
        return Values(observed=observed, worst=observed)
    among = p / (1 - untimed) if untimed < 1 else inf
    worst = inf
    if among <= 1:
        slower = mixture.quantile_at(review, hit_rate, p=among, first_token=first_token)
        worst = inf if slower is None else slower
    return Values(observed=observed, worst=worst)


def _correctness(review: Review, form: Form, scenario: Scenario, *, rejects: bool) -> Values | None:
    """The graded interval on another sample; what is corrected by labels stays as recorded."""
    found, base = review.evidence.correctness, sample.plan(review)
    if review.record is not None and review.record.correctness_basis == "calibrated":
        return None
    if base is None or found.interval is None or found.guard is None:
        return None
    if sample.under(base, scenario) == base:
        return None
    guard = found.guard
    ends = {
        Form.POINT: (base.difference, guard.difference_high if rejects else guard.difference_low),
        Form.LOWER: (found.interval.low, guard.low_at_best if rejects else guard.low),
        Form.UPPER: (found.interval.high, guard.high if rejects else guard.high_at_worst),
    }[form]
    observed, worst = sample.scaled(review, base, scenario, Interval(*ends))
    return Values(observed=observed, worst=worst)
