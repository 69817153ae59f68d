"""At which cache hit rates would a clause be met, read as the rule reads it?

What has no timing is as slow as can be, what has no cache state is no hit, and a bar that must be
stayed under is not met by reaching it.
"""

from math import ceil, floor

from lcexplore.decision.measure import planned
from lcexplore.decision.quantities import Quantity
from lcexplore.decision.reading import ClauseReading, holds, noise
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.latency import quantile_with_failures
from lcexplore.evidence.mixture import hit_rates_within, mixable
from lcexplore.model import Interval, Role
from lcexplore.words import percent


def untimed(evidence: Evidence, *, first_token: bool = False, of_eval: bool = True) -> int:
    """Planned answers of the candidate without a timing; of a request log, what it holds."""
    found = evidence.latency.first_token if first_token else evidence.latency.arms
    arm = found.get(Role.CANDIDATE)
    if arm is None:
        return 0
    own = arm.n_planned
    return arm.n_untimed + (planned(evidence, Role.CANDIDATE, own) - own if of_eval else 0)


def share_among_timed(
    evidence: Evidence, p: float, *, first_token: bool = False, of_eval: bool = True
) -> float:
    """Share of the timed answers that must lie within a bar for ``p`` of all to; may exceed 1."""
    lacking = untimed(evidence, first_token=first_token, of_eval=of_eval)
    own = evidence.latency.arms[Role.CANDIDATE].n_planned
    asked = planned(evidence, Role.CANDIDATE, own) if of_eval else own
    return p if not lacking else p / max(1e-9, 1 - lacking / asked)


def hit_rates(
    reading: ClauseReading, quantity: Quantity, evidence: Evidence, *, of_eval: bool = True
) -> Interval | None:
    """Hit rates at which a bar that a quantile must not exceed is met; None where none is."""
    arms, sign = evidence.inputs.timings, reading.clause.operator
    pools = mixable(arms[Role.CANDIDATE], first_token=quantity.first_token)
    if pools is None or reading.bar is None or quantity.p is None:
        return None
    bar = reading.bar
    if reading.clause.bar.arm is not None:
        bar = reading.clause.bar.value * quantile_with_failures(
            arms[Role.BASELINE],
            quantity.p,
            first_token=quantity.first_token,
            failures_fast=True,
        )
    share = share_among_timed(
        evidence, quantity.p, first_token=quantity.first_token, of_eval=of_eval
    )
    within = bar + noise(bar) if "=" in sign else bar - noise(bar)
    return hit_rates_within(*pools, p=share, bar=within)


def hits_needed(reading: ClauseReading, evidence: Evidence) -> int | None:
    """Fewest hits among the requests of known cache state that meet the bar; None if none do."""
    arm, sign, bar = evidence.inputs.timings[Role.CANDIDATE], reading.clause.operator, reading.bar
    known = arm.hits + arm.misses
    every = max(known, planned(evidence, Role.CANDIDATE, arm.n_planned))
    if bar is None or not known:
        return None
    least = max(0, floor(max(bar * known, bar * every + arm.failed_hits)) - 1)
    for hits in range(least, min(known, least + 4) + 1):
        ends = hits / known, (hits - arm.failed_hits) / every
        if all(holds(sign, end, bar) for end in ends):
            return hits
    return None


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
