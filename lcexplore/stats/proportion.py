"""How well does a count say what a share is?"""

from math import sqrt

from scipy.special import betaincinv

from lcexplore.model import Interval
from lcexplore.stats.critical import normal_critical


def wilson(*, successes: float, n: float, level: float) -> Interval:
    """Wilson's score interval of a share (JASA 22:209, 1927); effective counts are allowed."""
    return wilson_at(successes=successes, n=n, critical=normal_critical(level))


def wilson_at(*, successes: float, n: float, critical: float) -> Interval:
    """Wilson's score interval for a critical value.

    Args:
        successes: At least 0, at most ``n``.
        n: All trials; with none the interval is 0 to 1.
        critical: Standard errors to either side.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie between 0 and n = {n!r}; got {successes!r}")
    z2 = critical**2
    if n + z2 == 0 or n == 0:
        return Interval(0.0, 1.0)
    centre = (successes + z2 / 2) / (n + z2)
    half = critical / (n + z2) * sqrt(successes * (1 - successes / n) + z2 / 4)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(low, high)


def clopper_pearson(*, successes: int, n: int, level: float) -> Interval:
    """Exact interval of a share (Biometrika 26:404, 1934): at least the level, often more."""
    if not 0 <= successes <= n:
        raise ValueError(f"successes must lie between 0 and n = {n!r}; got {successes!r}")
    tail, failures = (1 - level) / 2, n - successes
    low = float(betaincinv(successes, failures + 1, tail)) if successes else 0.0
    high = float(betaincinv(successes + 1, failures, 1 - tail)) if failures else 1.0
    return Interval(low, high)
