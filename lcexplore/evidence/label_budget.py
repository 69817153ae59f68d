"""How narrow would labels make the corrected difference, before anybody labels?"""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from lcexplore.evidence.agreement import Agreement
from lcexplore.evidence.draw import DEFAULT_SIZE
from lcexplore.stats.critical import t_critical

ASSUMED_ERROR_SHARE = 0.06


def measured_on(agreed: Agreement | None) -> int | None:
    """Labelled answers that tell how often grader and people differ; None where too few do."""
    return agreed.n if agreed is not None and agreed.n >= DEFAULT_SIZE else None


def error_share(agreed: Agreement | None) -> float:
    """How often grader and people differ: as measured, or assumed where too few labels tell."""
    told = agreed is not None and measured_on(agreed) is not None
    return 1 - agreed.share if agreed is not None and told else ASSUMED_ERROR_SHARE


def expected_half_width(
    labels: int, *, differences: Sequence[float], error_share: float, level: float = 0.95
) -> float:
    """Half-width of the corrected difference that this many labelled questions would give.

    People's differences are taken to vary as much as the grader's, and the grader to be trusted
    as far as that pays.

    Args:
        labels: Labelled questions.
        differences: The grader's difference on every question.
        error_share: Share of answers on which grader and people differ.
        level: Two-sided level.
    """
    return _half_width(labels, len(differences), _spread(differences), error_share, level)


def _spread(differences: Sequence[float]) -> float:
    return float(np.var(differences)) if len(differences) > 1 else 0.0


def _half_width(
    labels: int, questions: int, spread: float, error_share: float, level: float
) -> float:
    trust = max(0.0, 1 - error_share / spread) if spread else 0.0
    unexplained = error_share * (2 - error_share / spread) if trust else spread
    variance = unexplained / labels + trust**2 * spread / max(1, questions)
    return t_critical(level, max(1, labels - 1)) * sqrt(variance)


def labels_needed(
    half_width: float, *, differences: Sequence[float], error_share: float, level: float = 0.95
) -> int | None:
    """Fewest labelled questions for a half-width; None where all of them would not do."""
    low, high, spread = 2, len(differences), _spread(differences)

    def enough(labels: int) -> bool:
        return _half_width(labels, len(differences), spread, error_share, level) <= half_width

    if high < low or not enough(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low
