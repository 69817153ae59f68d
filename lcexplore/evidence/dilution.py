"""What does adding easy questions do to the gap?"""

from dataclasses import dataclass

from lcexplore.stats.critical import normal_critical
from lcexplore.stats.paired import mcnemar_p_midp, tango


@dataclass(frozen=True, slots=True, kw_only=True)
class Dilution:
    """What adding questions that both arms get right does."""

    difference: float
    low: float
    high: float
    p_midp: float
    n: int


def dilute(
    *, candidate_only: float, baseline_only: float, n: int, added: int, level: float = 0.95
) -> Dilution:
    """Re-read the paired table with ``added`` more questions that both arms get right.

    The imbalance stays and is spread over more questions: the gap in points shrinks, the test
    does not move.
    """
    total = n + added
    difference = (candidate_only - baseline_only) / total
    low, high = tango(
        difference=difference,
        discordance=(candidate_only + baseline_only) / total,
        n=total,
        critical=normal_critical(level),
    )
    return Dilution(
        difference=difference,
        low=low,
        high=high,
        p_midp=mcnemar_p_midp(b=round(candidate_only), c=round(baseline_only)),
        n=total,
    )
