"""What would the candidate's latency be if its requests hit the cache more often?

Observed hits and misses are mixed as whole distributions, never by averaging their quantiles.
"""

from dataclasses import replace

import numpy as np

from lcexplore.evidence import latency, mixture
from lcexplore.evidence.inputs import FloatArray
from lcexplore.evidence.mixture import Pools
from lcexplore.evidence.pools import NONE
from lcexplore.evidence.same import once
from lcexplore.model import Role
from lcexplore.report.review import Review

HIT_RATES = np.linspace(0.0, 1.0, 201)


def pools(review: Review) -> Pools:
    """The candidate's requests by cache state, perhaps none."""
    arm = review.evidence.inputs.timings.get(Role.CANDIDATE)
    return mixture.pools(arm) if arm else Pools(NONE, NONE)


def mixable(review: Review, *, first_token: bool = False) -> Pools | None:
    """The candidate's requests by cache state; None where they cannot be mixed."""
    arm = review.evidence.inputs.timings.get(Role.CANDIDATE)
    return mixture.mixable(arm, first_token=first_token) if arm else None


@once
def as_timed(review: Review) -> Review:
    """The review with the hit rate of the candidate's timed requests, to which its p95 belongs."""
    parts, found = mixable(review), review.evidence.latency
    shown = found.arms.get(Role.CANDIDATE)
    if parts is None or shown is None or parts.hit_rate == shown.hit_rate:
        return review
    arms = {**found.arms, Role.CANDIDATE: replace(shown, hit_rate=parts.hit_rate)}
    evidence = replace(review.evidence, latency=replace(found, arms=arms))
    return replace(review, evidence=evidence)


def of_all(review: Review, hit_rate: float) -> float:
    """Hit rate of all requests at which that of the timed ones is this one.

    A clause on the hit rate counts all; hits and misses stay without a timing as often as they
    were, so the measured rate of the timed is the measured rate of all.
    """
    parts, arm = mixable(review), review.evidence.inputs.timings.get(Role.CANDIDATE)
    if parts is None or arm is None or not mixture.rates_differ(arm):
        return hit_rate
    hits = hit_rate * arm.hits / parts.hits.n
    return hits / (hits + (1 - hit_rate) * arm.misses / parts.misses.n)


def quantile_at(
    review: Review, hit_rate: float, *, p: float = 0.95, first_token: bool = False
) -> float | None:
    """A quantile of the candidate at a hit rate; None where hits and misses cannot be mixed."""
    parts = mixable(review, first_token=first_token)
    if parts is None:
        return None
    return latency.mixture_quantile(*parts, hit_rate=hit_rate, p=p)


def curve(parts: Pools, *, p: float) -> FloatArray:
    """The quantile at every hit rate of ``HIT_RATES``."""
    return latency.mixture_curve(*parts, p=p, hit_rates=HIT_RATES)


def band(parts: Pools, *, p: float, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
    """Middle ``level`` of the curve if hits and misses were drawn anew, with replacement."""
    return latency.mixture_band(*parts, p=p, hit_rates=HIT_RATES, level=level)
