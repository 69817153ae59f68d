"""How narrow would labels make the corrected difference, before anybody labels?"""

from collections.abc import Sequence
from math import sqrt
from statistics import pvariance

from lcexplore.stats.critical import t_critical

ASSUMED_ERROR_SHARE = 0.06


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
    spread = pvariance(differences) if len(differences) > 1 else 0.0
    trust = max(0.0, 1 - error_share / spread) if spread else 0.0
    unexplained = error_share * (2 - error_share / spread) if trust else spread
    variance = unexplained / labels + trust**2 * spread / max(1, len(differences))
    return t_critical(level, max(1, labels - 1)) * sqrt(variance)


def labels_needed(
    half_width: float, *, differences: Sequence[float], error_share: float, level: float = 0.95
) -> int | None:
    """Fewest labelled questions for a half-width; None where all of them would not do."""

    def enough(labels: int) -> bool:
        found = expected_half_width(
            labels, differences=differences, error_share=error_share, level=level
        )
        return found <= half_width

    low, high = 2, len(differences)
    if high < low or not enough(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low
