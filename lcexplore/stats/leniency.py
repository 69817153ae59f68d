"""Does the grader err more often, or in one direction, in one of the arms?"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from lcexplore.stats.paired import mcnemar_p_exact


def fisher_p(*, errors_a: int, n_a: int, errors_b: int, n_b: int) -> float:
    """Fisher's exact two-sided p: all tables no more probable than the one observed.

    Compares ``errors_a`` of ``n_a`` with ``errors_b`` of ``n_b``. 1 when either arm is empty or
    there is nothing to tell apart.
    """
    chances, observed = _tables(errors_a, n_a, errors_b, n_b)
    # R's relative slack: tables as probable as the observed one must count, whatever the rounding.
    return min(1.0, float(chances[chances <= chances[observed] * (1 + 1e-7)].sum()))


def fisher_p_midp(*, errors_a: int, n_a: int, errors_b: int, n_b: int) -> float:
    """``fisher_p`` less half the chance of the observed table; 1 where only one is possible."""
    chances, observed = _tables(errors_a, n_a, errors_b, n_b)
    if chances.size == 1:
        return 1.0
    p = fisher_p(errors_a=errors_a, n_a=n_a, errors_b=errors_b, n_b=n_b)
    return p - float(chances[observed]) / 2


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


def _log_choose(n: int, k: NDArray[np.int64]) -> NDArray[np.float64]:
    logs: NDArray[np.float64] = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return logs
