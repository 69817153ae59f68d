"""What would other intervals of the same difference have said?"""

from functools import cache
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, betaincinv

from lcexplore.model import Interval
from lcexplore.stats.proportion import wilson_at
from lcexplore.stats.root import crossing


def unpaired(
    *, candidate_share: float, baseline_share: float, n: float, critical: float
) -> Interval:
    """Wald interval as if the arms had answered different questions: variances add up."""
    variance = candidate_share * (1 - candidate_share) + baseline_share * (1 - baseline_share)
    half = critical * sqrt(variance / n) if n > 0 else 2.0
    return _within(candidate_share - baseline_share, half)


def unpaired_score(
    *, candidate_share: float, baseline_share: float, n: float, critical: float
) -> Interval:
    """Newcombe's hybrid of two Wilson intervals (Statistics in Medicine 17:873, method 10).

    As ``unpaired``, and of some width also where an arm gets all or none right.
    """
    a, b = (
        wilson_at(successes=n * share, n=n, critical=critical)
        for share in (candidate_share, baseline_share)
    )
    low = hypot(candidate_share - a.low, b.high - baseline_share)
    high = hypot(a.high - candidate_share, baseline_share - b.low)
    difference = candidate_share - baseline_share
    return Interval(max(-1.0, difference - low), min(1.0, difference + high))


def agresti_min(*, b: float, c: float, n: float, critical: float) -> Interval:
    """Wald after adding 1/2 to each of the four cells (Statistics in Medicine 24:729, 2005)."""
    return _adjusted(b + 0.5, c + 0.5, n + 2, critical)


def bonett_price(*, b: float, c: float, n: float, critical: float) -> Interval:
    """Wald after adding 1 to both discordant cells (J Educ Behav Stat 37:479, 2012)."""
    return _adjusted(b + 1, c + 1, n + 2, critical)


def bonett_price_variance(*, b: float, c: float, n: float) -> float:
    """Variance of the difference behind ``bonett_price``: positive also without discordance."""
    return (b + c + 2 - (b - c) ** 2 / (n + 2)) / (n + 2) ** 2


def exact_melded(*, b: int, c: int, n: int, level: float) -> Interval:
    """Exact interval that never contradicts McNemar's exact p (Statistics in Medicine 40:1147).

    Fay and Lumbard's melding of Clopper-Pearson limits for the discordance and for the
    candidate's share of it: the strict choice when fewer than ten questions differ.

    Args:
        b: Questions only the candidate got right.
        c: Questions only the baseline got right.
        n: All questions, at least 1.
        level: Two-sided level, held whatever the truth.
    """
    if not (n >= 1 and b >= 0 and c >= 0 and b + c <= n):
        raise ValueError(f"b and c must be parts of n; got b {b!r}, c {c!r}, n {n!r}")
    tail = (1 - level) / 2
    return Interval(_melded_low(b, c, n, tail), 0.0 - _melded_low(c, b, n, tail))


def _melded_low(b: int, c: int, n: int, tail: float) -> float:
    """Point below which the melded confidence distribution holds ``tail``."""
    if c == n:
        return -1.0
    m = b + c
    uniform, weights = _unit_nodes()
    # The share is at b/m's lower limit; cut at one half, where the discordance changes sides.
    cut = float(betainc(b, c + 1, 0.5)) if b else 1.0

    def share(u: NDArray[np.float64]) -> NDArray[np.float64]:
        lean = 2 * betaincinv(b, c + 1, u) - 1 if b else np.full(u.shape, -1.0)
        return np.asarray(lean, dtype=float)

    against, towards = share(cut * uniform), share(cut + (1 - cut) * uniform)

    def excess(at: float) -> float:
        if at < 0 and m == n:
            return tail - float(betainc(b, c + 1, (1 + at) / 2))
        if at < 0:
            discordance = np.minimum(1.0, at / np.minimum(against, -1e-300))
            beyond = 1 - betainc(m + 1, n - m, discordance)
            return tail - cut * float((weights * beyond).sum())
        below = np.minimum(1.0, at / np.maximum(towards, 1e-300))
        inside = betainc(m, n - m + 1, below) if m else np.ones(below.shape)
        return tail - cut - (1 - cut) * float((weights * inside).sum())

    return crossing(excess, -1.0, 1.0)


@cache
def _unit_nodes() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gauss-Legendre nodes and weights on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(100)
    return (nodes + 1) / 2, weights / 2


def _adjusted(b: float, c: float, n: float, critical: float) -> Interval:
    difference = (b - c) / n
    return _within(difference, critical * sqrt(b + c - (b - c) ** 2 / n) / n)


def _within(estimate: float, half: float) -> Interval:
    return Interval(max(-1.0, estimate - half), min(1.0, estimate + half))
