"""Does the grader err more often, or in one direction, in one of the arms?"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, xlog1py, xlogy

from lcexplore.stats.paired import mcnemar_p_exact


def fisher_p(*, errors_a: int, n_a: int, errors_b: int, n_b: int) -> float:
    """Fisher's exact two-sided p: all tables no more probable than the one observed.

    Compares ``errors_a`` of ``n_a`` with ``errors_b`` of ``n_b``. 1 when either arm is empty or
    there is nothing to tell apart.
    """
    chances, observed = _tables(errors_a, n_a, errors_b, n_b)
    return _tail(chances, observed)


def fisher_p_stratified(tables: Sequence[tuple[int, int, int, int]]) -> float:
    """``fisher_p`` over strata, conditional on each one's margins (Gart, Biometrika 57:471, 1970).

    Args:
        tables: ``errors_a, n_a, errors_b, n_b`` of every stratum; of one it is ``fisher_p``.
    """
    chances, observed = np.ones(1), 0
    for table in tables:
        of_one, place = _tables(*table)
        chances, observed = np.convolve(chances, of_one), observed + place
    return _tail(chances, observed)


def fisher_p_midp(*, errors_a: int, n_a: int, errors_b: int, n_b: int) -> float:
    """``fisher_p`` less half the chance of the observed table; 1 where only one is possible."""
    chances, observed = _tables(errors_a, n_a, errors_b, n_b)
    if chances.size == 1:
        return 1.0
    return _tail(chances, observed) - float(chances[observed]) / 2


def fisher_power(
    *, n_a: int, n_b: int, rate_a: float, rate_b: float, alpha: float = 0.05, midp: bool = False
) -> float:
    """Chance that Fisher's test tells two true error rates apart, over all possible tables.

    Args:
        n_a: Answers that could be erred on in one arm.
        n_b: Likewise in the other.
        rate_a: True rate in the one.
        rate_b: True rate in the other.
        alpha: The test finds a difference at p of at most this.
        midp: Whether the test is ``fisher_p_midp`` instead of ``fisher_p``.
    """
    likely_a, likely_b = _binomial(n_a, rate_a), _binomial(n_b, rate_b)
    power = 0.0
    for errors in range(n_a + n_b + 1):
        lowest, highest = max(0, errors - n_b), min(errors, n_a)
        chances, _ = _tables(lowest, n_a, errors - lowest, n_b)
        p = np.array([_tail(chances, each) for each in range(chances.size)])
        p -= chances / 2 if midp and chances.size > 1 else 0.0
        k = np.arange(lowest, highest + 1)
        power += float((likely_a[k] * likely_b[errors - k])[p <= alpha].sum())
    return power


def sign_test_p(*, positive: int, negative: int) -> float:
    """Exact two-sided sign test; ties are left out, and without any sign p is 1."""
    return mcnemar_p_exact(b=positive, c=negative)


def _tables(errors_a: int, n_a: int, errors_b: int, n_b: int) -> tuple[NDArray[np.float64], int]:
    """Chance of every table with the same margins, and the index of the observed one."""
    if not (0 <= errors_a <= n_a and 0 <= errors_b <= n_b):
        raise ValueError(
            "errors must lie between 0 and n; "
            f"got {errors_a!r} of {n_a!r} and {errors_b!r} of {n_b!r}"
        )
    errors = errors_a + errors_b
    lowest = max(0, errors - n_b)
    k = np.arange(lowest, min(errors, n_a) + 1)
    logs = _log_choose(n_a, k) + _log_choose(n_b, errors - k)
    chances = np.exp(logs - logs.max())
    return chances / chances.sum(), errors_a - lowest


def _tail(chances: NDArray[np.float64], observed: int) -> float:
    """Chance of all tables no more probable than one."""
    # R's relative slack: tables as probable as the observed one must count, whatever the rounding.
    return min(1.0, float(chances[chances <= chances[observed] * (1 + 1e-7)].sum()))


def _binomial(n: int, rate: float) -> NDArray[np.float64]:
    k = np.arange(n + 1)
    return np.asarray(np.exp(_log_choose(n, k) + xlogy(k, rate) + xlog1py(n - k, -rate)))


def _log_choose(n: int, k: NDArray[np.int64]) -> NDArray[np.float64]:
    logs: NDArray[np.float64] = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return logs
