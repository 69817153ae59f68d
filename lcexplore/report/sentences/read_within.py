"""How do two latencies compare, as finely as they were read: every one, or within a bin?"""

from math import ceil, log10

from lcexplore.report import source
from lcexplore.report.review import Review
from lcexplore.words import NBSP, TIMES, percent, ratio, seconds

SAME = "about the same"


def gap(review: Review, baseline: float, candidate: float) -> tuple[str, ...]:
    """Say how the candidate's seconds compare with the baseline's: multiple, then difference.

    Read from bins, a difference smaller than the bins can tell is none that is known, and no digit
    is written that they do not hold.
    """
    found = source.traffic(review)
    within = 0.0 if found is None else found.within
    apart, name = abs(candidate - baseline), review.info.baseline
    side = "longer" if candidate >= baseline else "shorter"
    if not within:
        return f"{ratio(candidate / baseline)} {name}", f"{seconds(apart)} {side}"
    error = within * (candidate + baseline)
    decimals = _decimals(error)
    if apart <= error or not round(apart, decimals):
        read = percent(2 * within, decimals=0)
        return (f"{SAME} as {name} (read within {read})",)
    times = candidate / baseline
    digits = max(0, min(1, _decimals(2 * within * times)))
    longer = f"{round(apart, decimals):,.{max(0, decimals)}f}{NBSP}s"
    return f"{round(times, digits):,.{digits}f}{NBSP}{TIMES} {name}", f"{longer} {side}"


def _decimals(error: float) -> int:
    """Decimals that an error leaves: its last digit is no smaller than the error."""
    return min(3, -ceil(log10(error)))
