"""What was measured of a quantity, and how far can the unmeasured answers move it?"""

from collections.abc import Callable
from math import inf, isfinite

import numpy as np

from lcexplore.decision.measure_correctness import correctness, kappa
from lcexplore.decision.measured import (
    NO_ANSWER,
    Measured,
    Subject,
    beyond_tolerance,
    hits_left,
    no_cache_state,
    too_few,
    unmeasured,
)
from lcexplore.decision.quantities import Form, Kind, Quantity
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.inputs import ArmTimings, FloatArray, IntArray
from lcexplore.evidence.prices import PRICED
from lcexplore.evidence.tokens import ArmCost
from lcexplore.model import Role
from lcexplore.stats.proportion import wilson
from lcexplore.stats.quantile import quantile, quantile_interval
from lcexplore.words import count, many

_ASKS_NOTHING = {Kind.MEASUREMENT, Kind.KAPPA}

NO_PRICE = "Add a price sheet, or log the cost of each request."
_AGAIN = "Run again what failed."
_EVERY_CLASS = "Log every class of tokens of every answer."


def measure(subject: Subject) -> Measured:
    """Measure one quantity of one arm (correctness is of both).

    An arm of which no answer is stored has failed at nothing: nothing of it is measured.
    """
    inputs = subject.evidence.inputs
    asked = bool(inputs.tally.questions) or inputs.timings[subject.role].n_planned > 0
    if not asked and subject.quantity.kind not in _ASKS_NOTHING:
        return unmeasured(NO_ANSWER, unit_n="answers")
    return _MEASURES[subject.quantity.kind](subject)


def planned(evidence: Evidence, role: Role, own: int) -> int:
    """Answers planned in an arm: what its counters say, or what the eval set asks for."""
    return max(own, evidence.inputs.tally.planned_per_arm)


def _latency(subject: Subject) -> Measured:
    evidence, quantity, arm = subject.evidence, subject.quantity, subject.arm
    timings = evidence.inputs.timings[subject.role]
    pool = _pool(timings, quantity)
    n, asked = int(pool[1].sum()), planned(evidence, subject.role, timings.n_planned)
    if n == 0:
        what = "time to first token" if quantity.first_token else "latency"
        return unmeasured(f"no {what} is recorded for {arm}", unit_n="requests")
    observed = _end(pool, quantity, subject.record.confidence_level)
    untimed = max(0, asked - n)
    reason = beyond_tolerance(
        untimed, asked, f"answers of {arm} have no timing", subject.record.missing_tolerance
    )
    if few := too_few(n, arm):
        reason = few
    elif not isfinite(observed):
        side = "upper" if observed > 0 else "lower"
        give = "gives" if n == 1 else "give"
        reason = f"{many(n, 'timing')} of {arm} {give} its interval no {side} end"
    fast, slow = (
        _end(_padded(pool, untimed, value), quantity, subject.record.confidence_level)
        for value in (0.0, inf)
    )
    return Measured(
        observed=observed if isfinite(observed) else None,
        low=max(0.0, fast),
        high=slow,
        n=n,
        unit_n="requests",
        reason=reason,
        missing=untimed,
        interval=quantile_interval(*pool, quantity.p or 0.0, subject.record.confidence_level),
    )


def _pool(timings: ArmTimings, quantity: Quantity) -> tuple[FloatArray, IntArray]:
    parts = list((timings.first_token if quantity.first_token else timings.end_to_end).values())
    values = np.concatenate([part.values for part in parts] or [np.empty(0)])
    counts = np.concatenate([part.counts for part in parts] or [np.empty(0, dtype=np.int64)])
    order = np.argsort(values, kind="stable")
    return values[order], counts[order]


def _padded(
    pool: tuple[FloatArray, IntArray], missing: int, value: float
) -> tuple[FloatArray, IntArray]:
    """The pool with the answers without a timing at one of its ends."""
    at = 0 if value == 0 else len(pool[0])
    return np.insert(pool[0], at, value), np.insert(pool[1], at, missing)


def _end(pool: tuple[FloatArray, IntArray], quantity: Quantity, level: float) -> float:
    p = quantity.p or 0.0
    if quantity.form is Form.POINT:
        return quantile(*pool, p)
    interval = quantile_interval(*pool, p, level)
    return interval.low if quantity.form is Form.LOWER else interval.high


def _hit_rate(subject: Subject) -> Measured:
    """A request that failed may be said to be a hit; a rule cannot rest on it."""
    evidence, arm = subject.evidence, subject.arm
    timings = evidence.inputs.timings[subject.role]
    hits, known = timings.hits, timings.hits + timings.misses
    asked = planned(evidence, subject.role, timings.n_planned)
    if known == 0:
        return unmeasured(f"the cache state of {arm} is not in the log", unit_n="requests")
    unknown = max(0, asked - known)
    reason = no_cache_state(unknown, asked, arm, subject.record.missing_tolerance)
    left = hits_left(hits, timings.failed_hits, timings.failed_misses, unknown)
    return Measured(
        observed=_share(hits, known, subject),
        low=_share(left.low, known + unknown, subject),
        high=_share(left.high, known + unknown, subject),
        n=known,
        unit_n="requests",
        reason=reason,
        missing=unknown,
        interval=wilson(successes=hits, n=known, level=subject.record.confidence_level),
    )


def _share(part: float, whole: int, subject: Subject) -> float:
    low, high = wilson(successes=part, n=whole, level=subject.record.confidence_level)
    ends = {Form.POINT: part / whole, Form.LOWER: low, Form.UPPER: high}
    return ends[subject.quantity.form]


def _error_rate(subject: Subject) -> Measured:
    evidence = subject.evidence
    timings, tally = evidence.inputs.timings[subject.role], evidence.inputs.tally
    asked = planned(evidence, subject.role, timings.n_planned)
    if asked == 0:
        return unmeasured(f"no answer of {subject.arm} is planned", unit_n="answers")
    reasons = tally.not_measured.get(subject.role, {})
    there = sum(number for reason, number in reasons.items() if reason != "missing")
    there += int(tally.tally(subject.role).measured.sum())
    failed = min(asked, timings.n_failed + max(0, tally.planned_per_arm - there))
    rate = _share(failed, asked, subject)
    return Measured(
        observed=rate,
        low=rate,
        high=rate,
        n=asked,
        unit_n="answers",
        interval=wilson(successes=failed, n=asked, level=subject.record.confidence_level),
    )


def _tokens(subject: Subject) -> Measured:
    cost = subject.evidence.cost[subject.role]
    if cost.effective_mean is None:
        remedy = "" if cost.n_reported else _log_it(cost)  # else the reason says it
        reason = cost.reason or "token counts are not in the log"
        return unmeasured(reason, unit_n="requests", remedy=remedy)
    counts = (cost.n_reported, cost.n_planned)
    return _mean(subject, cost.effective_mean, *counts, "tokens", _EVERY_CLASS)


def _cost(subject: Subject) -> Measured:
    cost = subject.evidence.cost[subject.role]
    if reason := _own_cost_unknown(subject):
        return unmeasured(reason, unit_n="requests")
    if cost.cost_per_1k is None:
        reason, remedy = cost.cost_reason or f"no price is recorded for {subject.arm}", NO_PRICE
        if cost.own_cost_known is not None:  # the price sheet is there
            unpriced = reason.startswith("the sheet")
            remedy = "Complete the price sheet." if unpriced else _log_it(cost)
        return unmeasured(reason, unit_n="requests", remedy=remedy)
    remedy = _EVERY_CLASS if cost.basis == PRICED else "Log the cost of every answer."
    return _mean(subject, cost.cost_per_1k, cost.n_priced, cost.n_planned, "cost", remedy)


def _log_it(cost: ArmCost) -> str:
    """What to log; nothing where the classes of tokens are all there, if never together."""
    return f"Log {' and '.join(cost.unreported)} of every answer." if cost.unreported else ""


def _own_cost_unknown(subject: Subject) -> str | None:
    """An arm whose other costs nobody entered has none that is known where the other's are."""
    known = {role: cost.own_cost_known for role, cost in subject.evidence.cost.items()}
    if known[subject.role] is not False or True not in known.values():
        return None
    return (
        f"the price sheet gives the other arm's costs per query and none of {subject.arm}: "
        "per_query: {} says that there are none"
    )


def _mean(subject: Subject, value: float, n: int, own: int, what: str, remedy: str) -> Measured:
    """A mean has no bound for what is unknown, so it needs every planned answer, none failed.

    What a failed answer used says nothing of what an answer would have: it often is nothing.
    """
    asked = planned(subject.evidence, subject.role, own)
    missing = max(0, asked - n)
    failed = subject.evidence.inputs.timings[subject.role].n_failed
    of = f"of {many(asked, 'answer')} of {subject.arm}"
    lacking = f"{count(missing)} {of} have no {what}"
    if failed:
        more = f" and {count(missing - failed)} more have no {what}" if missing > failed else ""
        lacking = f"{count(failed)} {of} failed{more}"
    return Measured(
        observed=value,
        low=value,
        high=value,
        n=n,
        unit_n="requests",
        reason=f"{lacking}, and a mean has no bound for them" if missing or failed else None,
        missing=missing,
        remedy=_AGAIN if failed else remedy,
    )


def _measurement(subject: Subject) -> Measured:
    name = subject.quantity.name
    value = subject.evidence.inputs.measurements.get(name, {}).get(subject.role)
    if value is None:
        reason = f"nobody recorded {name} for {subject.arm}: no manifest carries it"
        return unmeasured(reason, unit_n="measurements")
    return Measured(observed=value, low=value, high=value, n=1, unit_n="measurements")


_MEASURES: dict[Kind, Callable[[Subject], Measured]] = {
    Kind.CORRECTNESS: correctness,
    Kind.KAPPA: kappa,
    Kind.LATENCY: _latency,
    Kind.HIT_RATE: _hit_rate,
    Kind.ERROR_RATE: _error_rate,
    Kind.TOKENS: _tokens,
    Kind.COST: _cost,
    Kind.MEASUREMENT: _measurement,
}
