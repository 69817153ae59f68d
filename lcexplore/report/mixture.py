"""What would the candidate's latency be if its requests hit the cache more often?

Observed hits and misses are mixed as whole distributions, never by averaging their quantiles.
"""

import numpy as np

from lcexplore.decision import assumed, hits
from lcexplore.evidence import mixture
from lcexplore.evidence.inputs import FloatArray
from lcexplore.evidence.mixture import Asked, Pools
from lcexplore.evidence.pools import NONE
from lcexplore.evidence.traffic import EVAL
from lcexplore.model import Role
from lcexplore.report.review import Review

HIT_RATES = np.linspace(0.0, 1.0, 201)
RATES = tuple(tenth / 10 for tenth in range(1001))  # where the slider stops, in per cent


def pools(review: Review) -> Pools:
    """The candidate's requests by cache state, perhaps none."""
    arm = review.evidence.inputs.timings.get(Role.CANDIDATE)
    return mixture.pools(arm) if arm else Pools(NONE, NONE)


def n_asked(review: Review) -> int:
    """Requests of the candidate, timed or not."""
    arm = review.evidence.inputs.timings.get(Role.CANDIDATE)
    return hits.n_asked(review.evidence, arm, of_eval=review.source == EVAL) if arm else 0


def asked(review: Review, *, first_token: bool = False) -> Asked | None:
    """Every request of the candidate, timed or not; None where they cannot be mixed."""
    of_eval = review.source == EVAL
    return hits.asked(review.evidence, first_token=first_token, of_eval=of_eval)


def quantile_at(
    review: Review, hit_rate: float, *, p: float = 0.95, first_token: bool = False
) -> float | None:
    """A quantile of the candidate's timed requests; None where hits and misses cannot be mixed.

    The hit rate is that of all requests: hits and misses stay without a timing as often as they
    were.
    """
    found = asked(review, first_token=first_token)
    return None if found is None else found.quantile(hit_rate=hit_rate, p=p)


def too_thin(review: Review, hit_rate: float) -> str:
    """Why a p95 at a hit rate rests on too few timings; empty where it rests on enough."""
    found, arm = asked(review), review.info.candidate
    return "" if found is None else assumed.too_thin(found, hit_rate, arm=arm) or ""


def curve(found: Asked, *, p: float) -> FloatArray:
    """The quantile at every hit rate of ``HIT_RATES``."""
    return found.mixed.quantiles(hit_rates=HIT_RATES, p=p)


def band(found: Asked, *, p: float, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
    """Middle ``level`` of the curve if hits and misses were drawn anew, with replacement."""
    return found.mixed.band(hit_rates=HIT_RATES, p=p, level=level)
