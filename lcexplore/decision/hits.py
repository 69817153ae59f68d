"""At which cache hit rates would a clause be met, read as the rule reads it?

What has no timing is as slow as can be, what has no cache state is no hit, and a bar that must be
stayed under is not met by reaching it.
"""

from dataclasses import dataclass, replace
from math import ceil, floor, isfinite

from lcexplore.decision.measure import planned
from lcexplore.decision.measured import MIN_TIMINGS
from lcexplore.decision.quantities import Quantity
from lcexplore.decision.reading import ClauseReading, noise
from lcexplore.decision.rule import Clause
from lcexplore.evidence import mixture
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.inputs import ArmTimings
from lcexplore.evidence.latency import quantile_with_failures
from lcexplore.evidence.mixture import Asked
from lcexplore.evidence.same import once
from lcexplore.model import Interval, Role
from lcexplore.stats.shares import SLACK
from lcexplore.words import about_so_many, percent


@once
def asked(evidence: Evidence, *, first_token: bool = False, of_eval: bool = True) -> Asked | None:
    """Every request of the candidate, as the rule counts them; None where they cannot be mixed."""
    arm = evidence.inputs.timings.get(Role.CANDIDATE)
    if arm is None:
        return None
    return mixture.asked(arm, n=n_asked(evidence, arm, of_eval=of_eval), first_token=first_token)


def n_asked(evidence: Evidence, arm: ArmTimings, *, of_eval: bool) -> int:
    """Requests of the candidate: of an eval all planned answers; of a request log those sent.

    A replay in a log asked for nothing.
    """
    n = asking(arm, of_eval=of_eval).n_planned
    return planned(evidence, Role.CANDIDATE, n) if of_eval else n


def asking(arm: ArmTimings, *, of_eval: bool) -> ArmTimings:
    """The arm as it is ranked: a replay in a request log asked for nothing.

    A replay in an eval is a planned answer whose latency nobody measured, and so the rule has it.
    """
    if of_eval or not arm.n_replays:
        return arm
    return replace(arm, n_planned=arm.n_planned - arm.n_replays, n_replays=0)


def hit_rates(
    reading: ClauseReading,
    quantity: Quantity,
    evidence: Evidence,
    *,
    of_eval: bool = True,
    tolerance: float = 1.0,
    within: float = 0.0,
) -> Interval | None:
    """Hit rates at which a bar that a quantile must not exceed is met; None where none is.

    Args:
        reading: The clause.
        quantity: Its quantity.
        evidence: Of the requests shown.
        of_eval: Whether they are an eval's answers.
        tolerance: Share of the requests that may have no timing.
        within: Largest relative error of a timing.
    """
    found = asked(evidence, first_token=quantity.first_token, of_eval=of_eval)
    if found is None or reading.bar is None or quantity.p is None:
        return None
    most = _most(reading, quantity, evidence, of_eval=of_eval) / (1 + within)
    return found.rates_within(p=quantity.p, bar=most, untimed=tolerance)


def _most(
    reading: ClauseReading, quantity: Quantity, evidence: Evidence, *, of_eval: bool
) -> float:
    """The most that still meets the bar; of a multiple, with what has no timing as the fastest."""
    bar = reading.bar or 0.0
    if reading.clause.bar.arm is not None:
        bar = multiple(reading.clause, quantity, evidence, failures_fast=True, of_eval=of_eval)
    return bar + noise(bar) if "=" in reading.clause.operator else bar - noise(bar)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllHits:
    """A quantile if every request of known cache state hit, and what keeps it above a bar.

    Attributes:
        alone: Of the timed requests, in seconds.
        too_slow: Whether that is above the bar by itself: then hits are the reason, whatever
            has no timing.
        ranked: The same with what has no timing as the slowest; None where that is so much that
            the quantile falls among it.
        untimed: How many would have no timing.
        as_many: Whether that is as many as have none today.
    """

    alone: float
    too_slow: bool
    ranked: float | None
    untimed: int
    as_many: bool = True


def all_hits(
    reading: ClauseReading,
    quantity: Quantity,
    evidence: Evidence,
    *,
    of_eval: bool = True,
    within: float = 0.0,
) -> AllHits | None:
    """Read a quantile as if every request hit; None where nothing can be mixed."""
    found = asked(evidence, first_token=quantity.first_token, of_eval=of_eval)
    if found is None or quantity.p is None:
        return None
    alone = found.quantile(hit_rate=1.0, p=quantity.p)
    slow = found.ranked(hit_rate=1.0, p=quantity.p).high
    most = _most(reading, quantity, evidence, of_eval=of_eval) / (1 + within)
    return AllHits(
        alone=alone,
        too_slow=alone > most,
        ranked=slow if isfinite(slow) else None,
        untimed=about_so_many(found.untimed(1.0)),
        as_many=found.fails_alike,
    )


def multiple(
    clause: Clause,
    quantity: Quantity,
    evidence: Evidence,
    *,
    failures_fast: bool,
    of_eval: bool = True,
) -> float:
    """A bar that is a multiple of the baseline's quantile, its untimed ones fastest or slowest."""
    return clause.bar.value * quantile_with_failures(
        asking(evidence.inputs.timings[Role.BASELINE], of_eval=of_eval),
        quantity.p or 0.0,
        first_token=quantity.first_token,
        failures_fast=failures_fast,
    )


def as_far_as_told(found: Asked, rates: Interval) -> Interval:
    """Cut hit rates from 0, or up to 1, to those at which no cache state has too few timings."""

    def edge(end: float) -> float:
        told, thin = found.hit_rate, end
        if found.rests_on(end)[0] >= MIN_TIMINGS - SLACK:
            return end
        for _ in range(40):
            middle = (told + thin) / 2
            enough = found.rests_on(middle)[0] >= MIN_TIMINGS
            told, thin = (middle, thin) if enough else (told, middle)
        return told

    low = rates.low or edge(0.0)
    return Interval(low, edge(1.0) if rates == (0, 1) else rates.high)


def against_more(found: Asked, bar: float) -> str:
    """Why more hits do worse than the most at which a bar is met."""
    if found.slower_hits(bar):
        return "hits are slower than misses here"
    if found.mixed.valued_hits < found.mixed.valued_misses - SLACK:
        return "hits fail more often here"
    return "with more, too many would have no timing"


def between(rates: Interval) -> str:
    """Write the hit rates at which a bar is met, both ends rounded inwards."""
    for decimals in (1, 2, 3, 4):
        scale = 10**decimals
        low = ceil(round(rates.low * 100 * scale, 6))
        high = floor(round(rates.high * 100 * scale, 6))
        if low <= high:
            ends = (percent(each / scale / 100, decimals=decimals) for each in (low, high))
            return " to ".join(dict.fromkeys(ends))
    return percent(rates.low, decimals=4)


def no_more(found: Asked, rates: Interval) -> str:
    """Write hit rates of which not the greatest meets a bar, as far down as enough timings tell."""
    told = as_far_as_told(found, rates)
    return between(told) if told.low else f"at most {at_most(told.high)}"


def at_least(rate: float) -> str:
    """Write a hit rate that is needed, rounded up: at the rate as printed the bar is met."""
    for decimals in (1, 2, 3, 4):
        shown = ceil(round(rate * 100 * 10**decimals, 6)) / 10**decimals
        if shown < 100:
            return percent(shown / 100, decimals=decimals)
    return percent(1.0, decimals=0)


def at_most(rate: float) -> str:
    """Write a hit rate that may not be exceeded, rounded down."""
    for decimals in (1, 2, 3, 4):
        shown = floor(round(rate * 100 * 10**decimals, 6)) / 10**decimals
        if shown > 0:
            return percent(shown / 100, decimals=decimals)
    return percent(0.0, decimals=0)
