"""How does one clause stand, on what was measured and on whatever the rest may have been?"""

import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isfinite

from lcexplore.decision.measure import measure
from lcexplore.decision.measured import Measured, Subject
from lcexplore.decision.quantities import Form, Quantity, look_up
from lcexplore.decision.rule import Clause, DecisionRecord
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.tokens import USD
from lcexplore.model import ComparisonInfo, Interval, Role, Status
from lcexplore.words import agreed_seconds, count, seconds

# Differences of fractions carry the noise of floats: 0.03 - 0.02 is a point.
_NOISE = 1e-12
CONFOUNDED = "confounded"
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseReading:
    """How one clause stands.

    Attributes:
        clause: The clause.
        observed: The measured quantity in the unit of the bar's value (fractions, seconds), or
            None where there is no number; a confounded number is shown as measured.
        bar: The bar after resolving ``x ARM``, or None when that arm is not measured.
        status: For a ``reject_if`` line, ``met`` means triggered.
        n: Questions, answers or requests it rests on.
        unit_n: ``questions``, ``answers``, ``requests`` or ``labelled answers``.
        reason: One sentence: why not measured, or why met on the measured answers is not enough.
        straddles: Whether the quantity's own interval holds the bar.
        against: The quantity with every unmeasured answer against the candidate, or None.
        missing: Planned answers without a value.
        remedy: What would have it measured, where the reason does not say it; else empty.
        currency: Of a cost, and of the bar it is held against.
    """

    clause: Clause
    observed: float | None
    bar: float | None
    status: Status
    n: int
    unit_n: str
    reason: str | None = None
    straddles: bool = False
    against: float | None = None
    missing: int = 0
    remedy: str = ""
    currency: str = USD


def read_clause(clause: Clause, record: DecisionRecord, evidence: Evidence) -> ClauseReading:
    """Read one clause."""
    quantity = look_up(clause.quantity)
    if quantity is None:
        raise ValueError(f"quantity must be known or a measurement; got {clause.quantity!r}")
    subject = Subject(quantity=quantity, role=Role.CANDIDATE, evidence=evidence, record=record)
    value, bar = measure(subject), _bar(clause, subject)
    reading = ClauseReading(
        clause=clause,
        observed=value.observed,
        bar=bar.observed,
        status=Status.NOT_MEASURED,
        n=value.n,
        unit_n=value.unit_n,
        missing=value.missing + bar.missing,
        currency=evidence.cost[Role.CANDIDATE].currency,
    )
    confounded = _confounded(quantity, evidence)
    reason = confounded or value.reason or bar.reason
    if reason or value.observed is None or bar.observed is None:
        lacking = value if value.reason else bar
        return replace(reading, reason=reason, remedy="" if confounded else lacking.remedy)
    return compared(reading, quantity, value, bar, evidence.info)


def bar_in_seconds(reading: ClauseReading) -> str:
    """Write a latency bar: as agreed, in full; a multiple of what was measured as usual."""
    bar = reading.bar or 0.0
    return agreed_seconds(bar) if reading.clause.bar.arm is None else seconds(bar)


def _bar(clause: Clause, subject: Subject) -> Measured:
    """The bar as a quantity: fixed, or a multiple of what the baseline measured."""
    bar = clause.bar
    if bar.arm is None:
        return Measured(observed=bar.value, low=bar.value, high=bar.value, n=0, unit_n="")
    problem = _arm_problem(bar.arm, subject.evidence.info)
    if problem:
        return Measured(observed=None, low=0.0, high=0.0, n=0, unit_n="", reason=problem)
    other = measure(replace(subject, role=Role.BASELINE))
    return replace(
        other,
        observed=None if other.observed is None else bar.value * other.observed,
        low=bar.value * other.low,
        high=bar.value * other.high,
    )


def _arm_problem(arm: str, info: ComparisonInfo) -> str | None:
    if arm in (info.baseline.strip(), Role.BASELINE.value):
        return None
    if arm in (info.candidate.strip(), Role.CANDIDATE.value):
        return f"the bar is a multiple of {arm}, the candidate itself"
    hint = ", which differs by case only" if arm.casefold() == info.baseline.casefold() else ""
    return f"the bar names {arm}; the baseline is {info.baseline}{hint}"


def _confounded(quantity: Quantity, evidence: Evidence) -> str | None:
    for finding in evidence.validity.findings:
        if quantity.touched_by in finding.touches:
            return f"{CONFOUNDED}. {finding.message}"
    return None


def compared(
    reading: ClauseReading, quantity: Quantity, value: Measured, bar: Measured, info: ComparisonInfo
) -> ClauseReading:
    """Hold a quantity against a bar, with every reading of what was not measured of both."""
    sign, agreed = reading.clause.operator, bar.observed or 0.0
    observed = holds(sign, value.observed or 0.0, agreed)
    every = {holds(sign, one, two) for one in value.ends for two in bar.ends} | {observed}
    status, reason = _status(reading, observed, every, info)
    return replace(
        reading,
        status=status,
        reason=reason,
        straddles=_straddles(quantity, value.interval, agreed),
        against=value.low if sign.startswith(">") else value.high,
    )


def _status(
    reading: ClauseReading, observed: bool, every: set[bool], info: ComparisonInfo
) -> tuple[Status, str | None]:
    if every == {True}:
        return Status.MET, None
    one = reading.missing == 1
    left = "the unmeasured answer" if one else f"the {count(reading.missing)} unmeasured answers"
    if reading.clause.rule == "reject_if":
        if every == {False}:
            return Status.FAILED, None
        if observed:
            return Status.NOT_MEASURED, (
                f"would reject on the measured answers, but {left} could turn it"
            )
        return Status.NOT_MEASURED, f"would not reject on the measured answers, but {left} could"
    if not observed:
        return Status.FAILED, None
    return Status.NOT_MEASURED, (
        f"met on the measured answers, but not if {left} went against {info.candidate}"
    )


def holds(sign: str, one: float, other: float) -> bool:
    """Compare two numbers; what differs by the noise of floats only is equal."""
    if isfinite(other) and abs(one - other) <= noise(other):
        return "=" in sign
    return _COMPARE[sign](one, other)


def noise(value: float) -> float:
    """How far from a number another one may lie and still be equal to it."""
    return _NOISE * max(1.0, abs(value))


def _straddles(quantity: Quantity, interval: Interval | None, bar: float) -> bool:
    return (
        quantity.form is Form.POINT and interval is not None and interval.low < bar < interval.high
    )
