"""Which start times lie so far from all others that they are odd, and would squeeze a figure?"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence.inputs import FloatArray, IntArray, RunOrder
from lcexplore.evidence.same import once
from lcexplore.stats.quantile import quantile

FIRST_YEAR = 2015  # nobody logged requests to a model before it
LEAST_S = 30 * 86_400.0
_FIRST_S = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC).timestamp()
_LENGTHS = 10  # of the middle half
_FEW = 0.05

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Far:
    """Requests whose start time is odd.

    Attributes:
        n: How many.
        first_s: The earliest, Unix seconds (UTC).
        last_s: The latest.
    """

    n: int
    first_s: float
    last_s: float


def near(at: FloatArray, n: IntArray) -> Mask:
    """Which times are not odd.

    A time is odd before 2015. Any other is odd where it is farther from the middle half of the
    rest than ten times as long as that lasts, and than 30 days: but only where at most one in
    twenty, or a single one, is; more than that are a part of what ran.

    Args:
        at: Unix seconds, in any order.
        n: How many requests started at each.
    """
    known = at >= _FIRST_S
    if not known.any() or (known.all() and float(np.ptp(at)) <= LEAST_S):
        return np.ones(at.shape, dtype=np.bool_)
    order = np.argsort(at[known], kind="stable")
    times, counts = at[known][order], n[known][order]
    low, high = (quantile(times, counts, p) for p in (0.25, 0.75))
    reach = max(_LENGTHS * (high - low), LEAST_S)
    kept = known & (at >= low - reach) & (at <= high + reach)
    few = int(n[known & ~kept].sum()) <= max(1, _FEW * int(n[known].sum()))
    return np.asarray(kept if few else known)


def left_out(at: FloatArray, n: IntArray, kept: Mask) -> Far | None:
    """What is odd among start times; None where nothing is."""
    if kept.all():
        return None
    odd = at[~kept]
    return Far(n=int(n[~kept].sum()), first_s=float(odd.min()), last_s=float(odd.max()))


@once
def without(order: RunOrder) -> tuple[RunOrder, Far | None]:
    """The start times of both arms without the odd ones, and these."""
    at, each = order.started_at, np.ones(order.started_at.shape, dtype=np.int64)
    if not at.size:
        return order, None
    kept = near(at, each)
    found = left_out(at, each, kept)
    if found is None:
        return order, None
    return replace(
        order,
        started_at=at[kept],
        is_candidate=order.is_candidate[kept],
        question=order.question[kept],
    ), found
