"""Which step took the interval from the pilot's width to today's: pairing, questions, or luck?"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from lcexplore.evidence.expected import half_width
from lcexplore.stats.critical import normal_critical
from lcexplore.stats.paired import tango

_MOST_ADDED = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One step of the way.

    Attributes:
        step: ``unpaired``, ``paired``, ``enlarged`` or ``observed``.
        n: Questions.
        half_width: Of the interval, a fraction.
        discordance: Share on which the arms differ, None where it plays no part.
    """

    step: str
    n: int
    half_width: float
    discordance: float | None


def ladder(
    *,
    pilot_n: int,
    pilot_discordance: float,
    pilot_difference: float,
    n: int,
    discordance: float,
    observed_half_width: float,
    level: float = 0.95,
) -> tuple[Rung, ...]:
    """Take the pilot's width apart: unpaired, paired, more questions, and what was observed.

    The unpaired width takes both arms right on half of the questions, the widest there is. The
    first three can be planned; the last one is what the enlarged set happened to disagree on.
    """
    made = {"discordance": pilot_discordance, "difference": pilot_difference, "level": level}
    paired, enlarged = half_width(n=np.array([pilot_n, n]), **made)
    unpaired = normal_critical(level) * sqrt(2 * 0.25 / pilot_n)
    return (
        Rung(step="unpaired", n=pilot_n, half_width=unpaired, discordance=None),
        Rung(step="paired", n=pilot_n, half_width=float(paired), discordance=pilot_discordance),
        Rung(step="enlarged", n=n, half_width=float(enlarged), discordance=pilot_discordance),
        Rung(step="observed", n=n, half_width=observed_half_width, discordance=discordance),
    )


def discordance_allowed(
    *, n: int, half_width: float, difference: float, level: float = 0.95, design_effect: float = 1.0
) -> float | None:
    """Largest share on which the arms may differ for ``n`` questions to give a half-width.

    None when no share, however small, would do.
    """
    low, high = abs(difference), 1.0
    if _width(n, low, difference, level, design_effect) > half_width:
        return None
    for _ in range(40):
        middle = (low + high) / 2
        narrow = _width(n, middle, difference, level, design_effect) <= half_width
        low, high = (middle, high) if narrow else (low, middle)
    return low


def _width(n: int, discordance: float, difference: float, level: float, effect: float) -> float:
    found = half_width(
        n=np.array([n]),
        discordance=discordance,
        difference=difference,
        level=level,
        design_effect=effect,
    )
    return float(found[0])


def easy_questions_to_pass(
    *, candidate_only: float, baseline_only: float, n: int, margin: float, level: float = 0.95
) -> int | None:
    """Fewest questions that both arms get right with which the lower end reaches the margin.

    The discordant counts stay as they are, so this is what padding an eval set buys. None for a
    margin that padding cannot reach, 0 where the table clears it already.
    """

    def clears(added: int) -> bool:
        total = n + added
        low, _ = tango(
            difference=(candidate_only - baseline_only) / total,
            discordance=(candidate_only + baseline_only) / total,
            n=total,
            critical=normal_critical(level),
        )
        return low >= margin

    if clears(0):
        return 0
    if margin >= 0 or not clears(_MOST_ADDED):
        return None
    low, high = 0, _MOST_ADDED
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if clears(middle) else (middle, high)
    return high
