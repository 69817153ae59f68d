"""What would the interval be on so many questions?"""

from math import ceil

import numpy as np

from lcexplore.evidence.inputs import FloatArray, IntArray
from lcexplore.stats import chance
from lcexplore.stats.cluster import ENOUGH, enough
from lcexplore.stats.critical import level_as_normal, normal_critical
from lcexplore.stats.paired import tango


def half_width(
    *,
    n: IntArray,
    discordance: float,
    difference: float,
    level: float = 0.95,
    design_effect: float = 1.0,
    per_document: float | None = None,
    alike: float = 1.0,
) -> FloatArray:
    """Expected half-width of the interval at each ``n``; 1 without questions, or documents."""
    return np.array(
        [
            _half_width(
                float(each) / design_effect,
                level_with(int(each), level, per_document, alike),
                discordance,
                difference,
            )
            for each in np.asarray(n)
        ]
    )


def _half_width(n: float, level: float | None, discordance: float, difference: float) -> float:
    if level is None or n <= 0:
        return 1.0
    low, high = tango(
        difference=difference, discordance=discordance, n=n, critical=normal_critical(level)
    )
    return (high - low) / 2


def chance_to_clear(
    *,
    n: IntArray,
    truth: float,
    discordance: float,
    margin: float,
    level: float = 0.95,
    design_effect: float = 1.0,
    per_document: float | None = None,
    alike: float = 1.0,
) -> FloatArray:
    """Chance that the lower end reaches ``margin`` if the true difference is ``truth``."""
    asked = [int(each) for each in np.asarray(n)]
    worth = [max(0, round(each / design_effect)) for each in asked]
    own = [level_with(each, level, per_document, alike) for each in asked]
    found = np.zeros(len(asked))
    plans = {
        place: (size, each)
        for place, (size, each) in enumerate(zip(worth, own, strict=True))
        if size and each is not None
    }
    if plans:
        sizes, levels = zip(*plans.values(), strict=True)
        found[list(plans)] = chance.chances_to_clear(
            n=sizes, truth=truth, discordance=discordance, margin=margin, level=levels
        )
    return found


def level_with(
    n: int, level: float, per_document: float | None, alike: float = 1.0
) -> float | None:
    """Level for a normal interval on ``n`` questions; None where their documents are too few.

    Args:
        n: Questions.
        level: Two-sided level of the interval, which takes t.
        per_document: Questions of each document; None where questions are independent.
        alike: Documents of one size that each is worth, at most 1.
    """
    if per_document is None:
        return level
    documents = int(n / per_document + 1e-9)
    return level_as_normal(level, documents - 1) if enough(documents * alike) else None


def least_documents(alike: float) -> int:
    """Fewest documents that are worth enough of one size for a clause to be read.

    Args:
        alike: Documents of one size that each is worth, at most 1.
    """
    return ceil(ENOUGH / alike - 1e-9)
