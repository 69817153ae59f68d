"""Do the strata tell the same story?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc


@dataclass(frozen=True, slots=True, kw_only=True)
class Heterogeneity:
    """Cochran's Q over strata.

    Attributes:
        q: Weighted squared distance of the strata from their common estimate.
        df: Strata less one.
        p: Chance of a Q as large if all strata had one true difference.
    """

    q: float
    df: int
    p: float


def cochran_q(*, estimates: ArrayLike, variances: ArrayLike) -> Heterogeneity | None:
    """Test whether strata differ by more than chance (Biometrics 10:101, 1954).

    Args:
        estimates: Estimate of each stratum.
        variances: Squared standard error of each stratum.

    Returns:
        None with fewer than two strata, or where a variance is not positive: a stratum without
        a discordant question has no Wald variance (``contrast.bonett_price_variance`` has one).
    """
    values, spreads = np.asarray(estimates, dtype=float), np.asarray(variances, dtype=float)
    if values.size < 2 or not (spreads > 0).all():
        return None
    weights = 1 / spreads
    common = (weights * values).sum() / weights.sum()
    q = float((weights * (values - common) ** 2).sum())
    return Heterogeneity(q=q, df=values.size - 1, p=float(chdtrc(values.size - 1, q)))
