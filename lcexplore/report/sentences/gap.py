"""How far apart did the arms ask the same question, against how long they ran?"""

from lcexplore.evidence.traffic import REQUESTS
from lcexplore.report.review import Review
from lcexplore.words import NBSP, percent, ratio, seconds

NEAR, FAR = 0.01, 0.1  # share of the run
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def lasting(value: float) -> str:
    """Write a length of time in its usual unit: ``4.0 s``, ``12 min``, ``3.5 h``, ``2.1 days``."""
    for limit, unit, words in ((2 * _MINUTE, 1, ""), (2 * _HOUR, _MINUTE, "min")):
        if value < limit:
            return f"{value / unit:.0f}{NBSP}{words}" if words else seconds(value)
    return f"{value / _HOUR:.1f}{NBSP}h" if value < 2 * _DAY else f"{value / _DAY:.1f}{NBSP}days"


def line(review: Review) -> str:
    """Say it in one sentence; empty for a request log, which asks no question twice."""
    order = review.evidence.validity.order
    span = max(order.span_s.values(), default=0.0)
    if review.source == REQUESTS or order.median_gap_s is None or span <= 0:
        return ""
    share = order.median_gap_s / span
    between = f"{lasting(order.median_gap_s)} lie between the two arms' requests for the same"
    against = f"{between} question (median), {_share(share)} the {lasting(span)} the longer arm"
    return f"{against} ran: {_meaning(share)}"


def _share(share: float) -> str:
    if share < 0.001:
        return f"less than {percent(0.001)} of"
    if share >= 1:
        return ratio(share)
    return f"{percent(share, decimals=1 if share < FAR else 0)} of"


def _meaning(share: float) -> str:
    if share <= NEAR:
        return "a load that rises and falls over the run is nearly the same for both."
    if share >= 1:
        return "the arms met the load of different times."
    if share >= FAR:
        return "the load can change between them nearly as much as over the run."
    return "a load that rises and falls over the run can differ a little between them."
