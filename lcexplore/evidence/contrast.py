"""What would other intervals say of the same answers?

They are shown beside the one that decides and never chosen instead of it.
"""

from dataclasses import dataclass
from math import isinf, sqrt

from lcexplore.evidence.inputs import ArmTally
from lcexplore.evidence.readings import Counts, Effective, share, unit_variance
from lcexplore.model import Interval
from lcexplore.stats.paired import newcombe10, wald
from lcexplore.stats.proportion import wilson_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """Intervals beside the deciding one.

    Attributes:
        unpaired: As if the arms had answered different questions.
        newcombe: Newcombe's method 10 on the effective cells.
        wald: Wald on the effective cells.
    """

    unpaired: Interval
    newcombe: Interval
    wald: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmShare:
    """Accuracy of one arm over its questions, and the effective answers it rests on."""

    accuracy: float
    n: float


def contrast(
    effective: Effective, *, both: float, candidate: ArmShare, baseline: ArmShare
) -> Contrast:
    """Compute the other intervals; ``both`` is the share of questions both arms get right."""
    if isinf(effective.critical):
        everything = Interval(-1.0, 1.0)
        return Contrast(unpaired=everything, newcombe=everything, wald=everything)
    shares = (both, candidate.accuracy - both, baseline.accuracy - both)
    a, b, c, d = (effective.n * max(0.0, each) for each in (*shares, 1 - sum(shares)))
    return Contrast(
        unpaired=_unpaired(candidate, baseline, effective.critical),
        newcombe=newcombe10(
            both=a, candidate_only=b, baseline_only=c, neither=d, critical=effective.critical
        ),
        wald=wald(
            difference=effective.difference,
            discordance=effective.discordance,
            n=effective.n,
            critical=effective.critical,
        ),
    )


def contrast_of(counts: Counts, effective: Effective) -> Contrast:
    """Compute the other intervals of the questions measured in both arms."""
    counts = counts.only(counts.paired)
    return contrast(
        effective,
        both=float((share(counts.candidate) * share(counts.baseline)).mean()),
        candidate=_arm(counts, counts.candidate),
        baseline=_arm(counts, counts.baseline),
    )


def _arm(counts: Counts, arm: ArmTally) -> ArmShare:
    shares = share(arm)
    p, n = float(shares.mean()), float(len(shares))
    variance = unit_variance(shares, counts.units)
    if counts.clustered != "none" and variance > 0:
        n = min(float(arm.measured.sum()), p * (1 - p) / variance)
    return ArmShare(accuracy=p, n=n)


def _unpaired(candidate: ArmShare, baseline: ArmShare, critical: float) -> Interval:
    """Square and add the arms' own Wilson intervals, as for independent samples."""
    below_a, above_a = _distances(candidate, critical)
    below_b, above_b = _distances(baseline, critical)
    difference = candidate.accuracy - baseline.accuracy
    return Interval(
        difference - sqrt(below_a**2 + above_b**2), difference + sqrt(above_a**2 + below_b**2)
    )


def _distances(arm: ArmShare, critical: float) -> tuple[float, float]:
    successes = min(arm.n, arm.accuracy * arm.n)
    low, high = wilson_at(successes=successes, n=arm.n, critical=critical)
    return arm.accuracy - low, high - arm.accuracy
