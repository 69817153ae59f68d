"""At which cache hit rates would a clause be met, read as the rule reads it?

What has no timing is as slow as can be, what has no cache state is no hit, and a bar that must be
stayed under is not met by reaching it.
"""

from dataclasses import dataclass, replace
from math import ceil, floor

from lcexplore.decision.measure import planned
from lcexplore.decision.quantities import Quantity
from lcexplore.decision.reading import ClauseReading, holds, noise
from lcexplore.decision.rule import Clause
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.inputs import ArmTimings
from lcexplore.evidence.latency import quantile_with_failures
from lcexplore.evidence.mixture import hit_rates_within, mixable, mixture_quantile
from lcexplore.model import Interval, Role
from lcexplore.words import percent


def untimed(evidence: Evidence, *, first_token: bool = False, of_eval: bool = True) -> int:
    """Planned answers of the candidate without a timing; of a request log, requests without."""
    found = evidence.latency.first_token if first_token else evidence.latency.arms
    arm = found.get(Role.CANDIDATE)
    if arm is None:
        return 0
    if not of_eval:
        return max(0, arm.n_untimed - arm.n_replays)
    return arm.n_untimed + planned(evidence, Role.CANDIDATE, arm.n_planned) - arm.n_planned


def asking(arm: ArmTimings, *, of_eval: bool) -> ArmTimings:
    """The arm as it is ranked: a replay in a request log asked for nothing.

    A replay in an eval is a planned answer whose latency nobody measured, and so the rule has it.
    """
    if of_eval or not arm.n_replays:
        return arm
    return replace(arm, n_planned=arm.n_planned - arm.n_replays, n_replays=0)


def share_among_timed(
    evidence: Evidence, p: float, *, first_token: bool = False, of_eval: bool = True
) -> float:
    """Share of the timed answers that must lie within a bar for ``p`` of all to; may exceed 1."""
    lacking = untimed(evidence, first_token=first_token, of_eval=of_eval)
    own = evidence.latency.arms[Role.CANDIDATE]
    asked = own.n_planned - own.n_replays
    if of_eval:
        asked = planned(evidence, Role.CANDIDATE, own.n_planned)
    return p if not lacking else p / max(1e-9, 1 - lacking / asked)


def hit_rates(
    reading: ClauseReading, quantity: Quantity, evidence: Evidence, *, of_eval: bool = True
) -> Interval | None:
    """Hit rates at which a bar that a quantile must not exceed is met; None where none is."""
    arm = evidence.inputs.timings[Role.CANDIDATE]
    pools = mixable(arm, first_token=quantity.first_token)
    if pools is None or reading.bar is None or quantity.p is None:
        return None
    share = share_among_timed(
        evidence, quantity.p, first_token=quantity.first_token, of_eval=of_eval
    )
    most = _most(reading, quantity, evidence, of_eval=of_eval)
    return hit_rates_within(*pools, p=share, bar=most)


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
        untimed: How many have no timing.
    """

    alone: float
    too_slow: bool
    ranked: float | None
    untimed: int


def all_hits(
    reading: ClauseReading, quantity: Quantity, evidence: Evidence, *, of_eval: bool = True
) -> AllHits | None:
    """Read a quantile as if every request hit; None where nothing can be mixed."""
    first, p = quantity.first_token, quantity.p
    pools = mixable(evidence.inputs.timings[Role.CANDIDATE], first_token=first)
    if pools is None or p is None:
        return None
    share = share_among_timed(evidence, p, first_token=first, of_eval=of_eval)
    alone = mixture_quantile(*pools, hit_rate=1.0, p=p)
    return AllHits(
        alone=alone,
        too_slow=alone > _most(reading, quantity, evidence, of_eval=of_eval),
        ranked=None if share > 1 else mixture_quantile(*pools, hit_rate=1.0, p=share),
        untimed=untimed(evidence, first_token=first, of_eval=of_eval),
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
