"""Which share of a sample lies at or below each of its values?"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]

# Shares are sums of floats: 0.95 of 100 must be the 95th value, not the 96th.
SLACK = 1e-12


def distribution(values: ArrayLike, counts: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Ascending values and the share of the observations at or below each."""
    ordered = np.asarray(values, dtype=float)
    cumulated = np.cumsum(np.asarray(counts))
    if ordered.size == 0 or cumulated[-1] <= 0:
        raise ValueError("a quantile needs at least one observation; got none")
    return ordered, cumulated / cumulated[-1]


def checked(p: float) -> float:
    """A share that lies between 0 and 1."""
    if not 0 <= p <= 1:
        raise ValueError(f"p must lie between 0 and 1; got {p!r}")
    return p
