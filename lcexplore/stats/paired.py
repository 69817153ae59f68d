"""How far apart are two arms that answered the same questions?

Four counts hold everything. The difference is candidate minus baseline, so it depends on the
questions where exactly one arm is correct, the discordant ones, and on n:

                      baseline correct   baseline incorrect
    candidate correct       both           candidate_only
    candidate incorrect  baseline_only         neither

``b`` is short for candidate only, ``c`` for baseline only: the difference is (b - c)/n, the
discordance (b + c)/n. Counts may be effective ones and need not be whole.
"""

from math import erfc, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, bdtrc, ndtr

from lcexplore.model import Interval
from lcexplore.stats.proportion import wilson_at
from lcexplore.stats.root import crossing

Number = TypeVar("Number", float, NDArray[np.float64])


def tango(*, difference: float, discordance: float, n: float, critical: float) -> Interval:
    """Tango's score interval of a paired difference (Statistics in Medicine 17:891, 1998).

    All differences D that the score test does not reject. Holds its level also with few
    discordant questions, where the Wald interval promises too much. With nothing discordant it
    is ±z²/(n + z²); a difference of ±1 is its own outer end.

    Args:
        difference: (b - c)/n, in [-1, 1].
        discordance: (b + c)/n, from |difference| to 1.
        n: Questions, or effective questions; above 0 (at 0 the interval is -1 to 1).
        critical: Standard errors to either side, as from ``critical.normal_critical``.
    """
    return Interval(
        tango_end(
            difference=difference, discordance=discordance, n=n, critical=critical, upper=False
        ),
        tango_end(
            difference=difference, discordance=discordance, n=n, critical=critical, upper=True
        ),
    )


def tango_end(
    *, difference: float, discordance: float, n: float, critical: float, upper: bool
) -> float:
    """One end of ``tango``; the lower one rises with difference and n, falls with discordance."""
    if upper:
        return 0.0 - tango_end(
            difference=-difference, discordance=discordance, n=n, critical=critical, upper=False
        )
    discordance = _checked(difference, discordance, n)
    if n == 0 or difference == -1:
        return -1.0
    if discordance == difference:
        closed = (n * difference - critical**2) / (n + critical**2)
        if closed * (2 - difference) <= difference:  # else the likeliest c is at its floor of 0
            return closed
    scale = critical / sqrt(n)

    def excess(at: float) -> float:
        return difference - at - scale * sqrt(score_variance(difference, discordance, at))

    return crossing(excess, -1.0, difference)


def score_variance(difference: Number, discordance: Number, at: Number) -> Number:
    """Variance of one question's difference, estimated as if the true difference were ``at``."""
    linear = (2 - difference) * at - discordance
    constant = (difference - discordance) / 2 * at * (1 - at)
    # Neither magnitude is negative but for rounding.
    likeliest: Number = (abs(linear * linear - 8 * constant) ** 0.5 - linear) / 4
    return abs(2 * likeliest + at * (1 - at))


def score_variance_slope(
    difference: NDArray[np.float64], discordance: NDArray[np.float64], at: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How fast ``score_variance`` rises with ``at``."""
    linear, constant = (2 - difference) * at - discordance, (difference - discordance) / 2
    root = np.sqrt(np.abs(linear * linear - 8 * constant * at * (1 - at)))
    bend = linear * (2 - difference) - 4 * constant * (1 - 2 * at)
    slope: NDArray[np.float64] = (bend / np.where(root > 0, root, 1.0) - 2 + difference) / 2
    return slope + 1 - 2 * at


def tango_z(*, difference: float, discordance: float, n: float, at: float) -> float:
    """Score statistic against a true difference of ``at``.

    At a margin it is the non-inferiority test of Tango and of Nam (Biometrics 53:1422, 1997),
    at 0 McNemar's uncorrected test; it stays at or above ``critical`` exactly where the lower
    end of ``tango`` reaches ``at``.
    """
    discordance = _checked(difference, discordance, n)
    distance = (difference - at) * sqrt(n)
    variance = score_variance(difference, discordance, at)
    if variance > 0:
        return distance / sqrt(variance)
    return 0.0 if distance == 0 else distance * float("inf")


def noninferiority_p(*, difference: float, discordance: float, n: float, at: float) -> float:
    """One-sided p against "the true difference is ``at`` or worse" (score test)."""
    z = tango_z(difference=difference, discordance=discordance, n=n, at=at)
    return float(ndtr(-z))


def wald(*, difference: float, discordance: float, n: float, critical: float) -> Interval:
    """Wald's interval, for contrast: too narrow with few discordant questions, ±0 with none."""
    discordance = _checked(difference, discordance, n)
    if n == 0:
        return Interval(-1.0, 1.0)
    half = critical * sqrt(max(0.0, discordance - difference**2) / n)
    return Interval(max(-1.0, difference - half), min(1.0, difference + half))


def newcombe10(
    *, both: float, candidate_only: float, baseline_only: float, neither: float, critical: float
) -> Interval:
    """Newcombe's method 10 (Statistics in Medicine 17:2635, 1998): a cross-check of ``tango``."""
    n = both + candidate_only + baseline_only + neither
    if n == 0:
        return Interval(-1.0, 1.0)
    margins = (both + candidate_only, both + baseline_only)
    (p_a, below_a, above_a), (p_b, below_b, above_b) = (
        _wilson_arms(margin, n, critical) for margin in margins
    )
    phi = _corrected_phi(both, candidate_only, baseline_only, neither)
    low = sqrt(max(0.0, below_a**2 - 2 * phi * below_a * above_b + above_b**2))
    high = sqrt(max(0.0, above_a**2 - 2 * phi * above_a * below_b + below_b**2))
    return Interval(max(-1.0, p_a - p_b - low), min(1.0, p_a - p_b + high))


def _wilson_arms(successes: float, n: float, critical: float) -> tuple[float, float, float]:
    share = successes / n
    low, high = wilson_at(successes=successes, n=n, critical=critical)
    return share, share - low, high - share


def _corrected_phi(a: float, b: float, c: float, d: float) -> float:
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    product = a * d - b * c
    if product > 0:
        product = max(0.0, product - (a + b + c + d) / 2)
    return product / sqrt(margins) if margins > 0 else 0.0


def mcnemar_statistic(*, b: float, c: float, corrected: bool) -> float:
    """McNemar's chi-squared with one degree of freedom, Edwards's correction on request."""
    if b + c == 0:
        return 0.0
    return max(0.0, abs(b - c) - (1 if corrected else 0)) ** 2 / (b + c)


def mcnemar_p_asymptotic(*, b: float, c: float, corrected: bool) -> float:
    """Two-sided p of ``mcnemar_statistic``; 1 when nothing is discordant."""
    return erfc(sqrt(mcnemar_statistic(b=b, c=c, corrected=corrected) / 2))


def mcnemar_p_exact(*, b: int, c: int) -> float:
    """Two-sided exact conditional p: never too small, usually too large; 1 when b + c = 0."""
    return min(1.0, 2 * _at_most(min(b, c), b + c))


def mcnemar_p_midp(*, b: int, c: int) -> float:
    """Two-sided mid-p (Fagerland et al., BMC Med Res Methodol 13:91, 2013); 1 when b + c = 0."""
    if b + c == 0:
        return 1.0
    fewer, m = min(b, c), b + c
    observed = _at_most(fewer, m) - _at_most(fewer - 1, m)
    if b == c:
        return 1 - observed / 2
    return _at_most(fewer, m) + _at_most(fewer - 1, m)


def mcnemar_p_one_sided(*, b: int, c: int) -> float:
    """Exact conditional p for "the candidate is better"; 1 when b + c = 0."""
    return float(bdtrc(b - 1, b + c, 0.5)) if b > 0 else 1.0


def _at_most(k: int, m: int) -> float:
    """Chance of at most ``k`` heads in ``m`` tosses."""
    if k < 0:
        return 0.0
    return float(bdtr(k, m, 0.5)) if m else 1.0


def _checked(difference: float, discordance: float, n: float) -> float:
    """Refuse impossible tables; forgive the last digits of a division."""
    if not n >= 0:
        raise ValueError(f"n must not be negative; got {n!r}")
    slack = 1e-9
    if not abs(difference) - slack <= discordance <= 1 + slack or not abs(difference) <= 1:
        raise ValueError(
            "discordance must lie between |difference| and 1; "
            f"got difference {difference!r}, discordance {discordance!r}"
        )
    return min(1.0, max(discordance, abs(difference)))
