"""Where do both arms and a scenario stand on correctness, latency and cost?"""

from collections.abc import Sequence
from dataclasses import dataclass

from lcexplore.decision.measured import MIN_TIMINGS
from lcexplore.evidence.tokens import USD
from lcexplore.model import Interval, Role
from lcexplore.report import mixture, sample, source
from lcexplore.report.review import Review
from lcexplore.report.sample import Scenario
from lcexplore.words import many


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One arm as measured, or the candidate as assumed.

    Attributes:
        name: The arm's name, or ``scenario``.
        role: The arm's part.
        difference: In correct answers against the baseline, a fraction; the baseline's is 0.
        interval: Its interval, None for the baseline itself.
        p95: Seconds, end to end.
        cost: Of a thousand queries; None where it is not measured, or not known in the scenario.
        currency: Of the cost.
        scenario: Whether it is assumed.
        few: Of how few timings its p95 is where a clause needs more, in words; else empty.
    """

    name: str
    role: Role
    difference: float
    interval: Interval | None
    p95: float
    cost: float | None
    currency: str = USD
    scenario: bool = False
    few: str = ""


def standings(review: Review, assumed: Scenario) -> list[Standing]:
    """Both arms, then the scenario; none where the difference or a p95 is not measured."""
    found = review.evidence.correctness
    arms = [
        _arm(review, role, found.difference if role is Role.CANDIDATE else 0.0) for role in Role
    ]
    known = [each for each in arms if each is not None]
    if len(known) < len(arms):
        return []
    now = assumed_of(review, assumed, known)
    return known if now is None else [*known, now]


def _arm(review: Review, role: Role, difference: float | None) -> Standing | None:
    shown, cost = review.evidence.latency.arms.get(role), review.evidence.cost.get(role)
    if difference is None or shown is None or shown.all.p95 is None:
        return None
    return Standing(
        name=review.info.arm(role),
        role=role,
        difference=difference,
        interval=review.evidence.correctness.interval if role is Role.CANDIDATE else None,
        p95=shown.all.p95,
        cost=None if cost is None else cost.cost_per_1k,
        currency=USD if cost is None else cost.currency,
        few=many(shown.all.n, "timing") if shown.all.n < MIN_TIMINGS else "",
    )


def assumed_of(review: Review, assumed: Scenario, arms: Sequence[Standing]) -> Standing | None:
    """The candidate under a scenario, beside the arms as measured."""
    base, today = sample.plan(review), next(each for each in arms if each.role is Role.CANDIDATE)
    if base is None:
        return None
    rate = assumed.hit_rate
    at = None if rate is None else mixture.quantile_at(review, rate)
    return Standing(
        name="scenario",
        role=Role.CANDIDATE,
        difference=sample.under(base, assumed).difference,
        interval=sample.interval(review, assumed),
        p95=today.p95 if at is None else at,
        cost=today.cost if rate is None else source.cost_at(review, rate),
        currency=today.currency,
        scenario=True,
        few=today.few if at is None else _few(review, rate or 0.0),
    )


def _few(review: Review, rate: float) -> str:
    return "too few timings" if mixture.too_thin(review, rate) else ""
