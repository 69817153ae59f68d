"""What would the rule measure of a quantile, or of the hit rate, at another cache hit rate?

Read as the rule reads what was measured, so that at the measured rate it says the same: with every
planned answer that has no timing or no cache state, within the tolerance, from enough timings.
"""

from bisect import bisect_left
from math import ceil

from lcexplore.decision import hits
from lcexplore.decision.measured import (
    MIN_TIMINGS,
    Measured,
    beyond_tolerance,
    hits_left,
    too_few,
)
from lcexplore.decision.quantities import Quantity
from lcexplore.decision.reading import ClauseReading, holds
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.mixture import Asked
from lcexplore.model import CacheState, Role
from lcexplore.words import about_so_many, many, percent, seconds

_NOISE = 1e-9


def latency(
    evidence: Evidence,
    quantity: Quantity,
    hit_rate: float,
    *,
    tolerance: float,
    of_eval: bool = True,
    within: float = 0.0,
) -> Measured | None:
    """A quantile at a hit rate; None where hits and misses cannot be mixed.

    Args:
        evidence: Of the requests shown.
        quantity: A quantile.
        hit_rate: Share of the requests of known cache state that hit.
        tolerance: Share of the requests that may have no timing.
        of_eval: Whether they are an eval's answers.
        within: Largest relative error of a timing.
    """
    found = hits.asked(evidence, first_token=quantity.first_token, of_eval=of_eval)
    if found is None or quantity.p is None:
        return None
    fast, slow = found.ranked(hit_rate=hit_rate, p=quantity.p)
    arm, what = evidence.info.candidate, "answers" if of_eval else "requests"
    return Measured(
        observed=found.quantile(hit_rate=hit_rate, p=quantity.p),
        low=fast * (1 - within),
        high=slow * (1 + within),
        n=found.pools.n,
        unit_n="requests",
        reason=lacking(found, hit_rate, whose=f"{what} of {arm}", arm=arm, tolerance=tolerance),
        missing=about_so_many(found.untimed(hit_rate)),
    )


def lacking(found: Asked, hit_rate: float, *, whose: str, arm: str, tolerance: float) -> str | None:
    """Why a latency clause is not measured at a hit rate; None where it is."""
    return too_thin(found, hit_rate, arm=arm) or beyond_tolerance(
        found.untimed(hit_rate), found.n, f"{whose} would have no timing", tolerance
    )


def unanswered(
    reading: ClauseReading,
    quantity: Quantity,
    evidence: Evidence,
    *,
    tolerance: float,
    of_eval: bool = True,
    within: float = 0.0,
) -> str | None:
    """Why it is not measured which hit rate meets a bar on a quantile; None where it is.

    At the hit rate that would be named, as a clause would be there.
    """
    found = hits.asked(evidence, first_token=quantity.first_token, of_eval=of_eval)
    if found is None:
        return None
    some, every, perhaps = (
        hits.hit_rates(reading, quantity, evidence, of_eval=of_eval, tolerance=most, within=error)
        for most, error in ((tolerance, within), (1.0, within), (1.0, -within))
    )
    arm, rates = evidence.info.candidate, some or every or perhaps
    if rates is None:
        return too_thin(found, 1.0, arm=arm)
    ends = [rates.low] * (rates.low > 0) + [rates.high] * (rates.high < 1)
    named = ends or [found.hit_rate]
    if some is not None:
        return next(filter(None, (too_thin(found, rate, arm=arm) for rate in named)), None)
    at = named[-1]
    whose = f"{'answers' if of_eval else 'requests'} of {arm}"
    if why := lacking(found, at, whose=whose, arm=arm, tolerance=tolerance):
        return why
    return None if every is not None else read_within(within, reading.bar or 0.0)


def too_thin(found: Asked, hit_rate: float, *, arm: str) -> str | None:
    """Say that a mixture rests on too few timings of one cache state, or of all; else nothing."""
    enough, state = found.rests_on(hit_rate)
    if enough >= MIN_TIMINGS - _NOISE:
        return None
    if few := too_few(found.pools.n, arm):
        return few
    of_hits = state is CacheState.HIT
    there = (found.pools.hits if of_hits else found.pools.misses).n
    share, one = there / enough, "hit" if of_hits else "miss"
    needed = many(ceil(MIN_TIMINGS * share - _NOISE), one)
    return (
        f"it rests on {many(there, one)}, and a latency clause needs {MIN_TIMINGS} timings, "
        f"{needed} among them at a hit rate of {percent(hit_rate)}"
    )


def too_close(reading: ClauseReading, observed: float, bar: float, *, within: float) -> str | None:
    """Say that a bar lies within the error of the timings, or nothing."""
    ends = {
        holds(reading.clause.operator, observed * (1 + error), bar) for error in (-within, within)
    }
    if len(ends) == 1:
        return None
    return read_within(within, bar)


def read_within(error: float, bar: float) -> str:
    """Say that timings are not read exactly enough to be held against a bar."""
    width = percent(2 * error, decimals=0)
    return f"the requests are read within {width}, and the bar of {seconds(bar)} lies inside"


def hit_rate(
    evidence: Evidence, rate: float, *, tolerance: float, of_eval: bool = True
) -> Measured | None:
    """The measured hit rate if so many of the known requests hit; None as for a quantile.

    Hits and misses fail as often as they did, and unknown cache states stay unknown. What has no
    timing either may have been hits, or misses: there are more of it where there are more of those.
    """
    found, arm = hits.asked(evidence, of_eval=of_eval), evidence.inputs.timings[Role.CANDIDATE]
    if found is None:
        return None
    unknown = found.stateless(rate)
    known, have = found.n - unknown, "would have" if found.n_lost else "have"
    warm, cold = known * rate, known * (1 - rate)
    left = hits_left(
        warm,
        warm * arm.failed_hits / found.n_hits,
        cold * arm.failed_misses / found.n_misses,
        unknown,
    )
    return Measured(
        observed=rate,
        low=left.low / found.n,
        high=left.high / found.n,
        n=found.n_hits + found.n_misses,
        unit_n="requests",
        reason=beyond_tolerance(
            unknown,
            found.n,
            f"requests of {evidence.info.candidate} {have} no cache state",
            tolerance,
        ),
        missing=about_so_many(unknown),
    )


def hits_needed(reading: ClauseReading, evidence: Evidence) -> int | None:
    """Fewest hits among the requests of known cache state that meet a floor; None if none do.

    As ``hit_rate`` has them: of more hits more failed, and of more requests the state is unknown.
    """
    arm, bar = evidence.inputs.timings[Role.CANDIDATE], reading.bar
    known = arm.hits + arm.misses
    if bar is None or not known:
        return None

    def enough(n: int) -> bool:
        ends = n / known, _fewest(evidence, n / known)
        return all(holds(reading.clause.operator, end, bar) for end in ends)

    needed = bisect_left(range(known + 1), True, key=enough)
    return needed if needed <= known else None


def untold(evidence: Evidence, rate: float, *, tolerance: float) -> str | None:
    """Why a hit rate would not be measured if so many hit; None where it would."""
    value = hit_rate(evidence, rate, tolerance=tolerance)
    return None if value is None else value.reason


def _fewest(evidence: Evidence, rate: float) -> float:
    """Least share of all that hit at a hit rate; where nothing can be mixed, failures move too."""
    if value := hit_rate(evidence, rate, tolerance=1.0):
        return value.low
    arm = evidence.inputs.timings[Role.CANDIDATE]
    known = arm.hits + arm.misses
    warm, failing = known * rate, arm.failed_hits / arm.hits if arm.hits else 0.0
    every = max(known, hits.n_asked(evidence, arm, of_eval=True))
    return (warm - warm * failing) / every
