"""When did the arms run, and what does that license?"""

import numpy as np

from lcexplore.evidence import far
from lcexplore.evidence.far import Far
from lcexplore.report.review import Review
from lcexplore.report.sentences.common import capital
from lcexplore.words import many, seconds

INTERLEAVED = ("alternating", "balanced", "together")
_ORDER = {
    "blocked": "Blocked: one arm ran, then the other, so load and time of day moved with the arm.",
    "alternating": "Alternating in one fixed order: whatever the first request of a pair does to "
    "the second falls on the same arm.",
    "balanced": "Balanced: each arm went first about equally often.",
    "together": "Together: both requests of every pair carry the same start time, so which went "
    "first is not known.",
    "mixed": "Mixed: interleaved in part only.",
    "unknown": "Not recorded: the requests carry no start times.",
}
UNASKED = (
    "No answer is stored, so there is no run whose order could be read. Nobody assigned the "
    "requests of a log to the arms."
)
_TITLES = {
    "blocked": "The arms ran in separate hours",
    "mixed": "The arms ran side by side in part only",
    "unknown": "When the arms ran is not recorded",
}


def title(review: Review) -> str:
    """Title of the run order: the finding."""
    return _TITLES.get(review.evidence.validity.order.kind, "Both arms ran side by side")


def small(review: Review) -> str:
    """n, unit and what opacity means."""
    order = review.evidence.validity.order
    return (
        f"{many(order.n_timed, 'request')} with a start time; clock time (UTC); "
        "stronger colour: more requests"
    )


def odd(found: Far | None) -> str:
    """Count the requests that are in no figure of the load, as they began at an odd time."""
    if found is None:
        return ""
    first, last = (str(np.datetime64(int(at), "s"))[:10] for at in (found.first_s, found.last_s))
    when = f"of {first}" if first == last else f"of {first} to {last}"
    one = found.n == 1
    return (
        f"{many(found.n, 'request')} {'is' if one else 'are'} left out of load over time: "
        f"{'its start time' if one else 'their start times'}, {when}, "
        f"{'lies' if one else 'lie'} far from all others: check the clock or the log."
    )


def lines(review: Review) -> list[str]:
    """How the requests were interleaved, in sentences."""
    order = review.evidence.validity.order
    if not review.answered:
        return [UNASKED]
    lines = [_ORDER.get(order.kind, ""), odd(far.without(review.evidence.inputs.order)[1])]
    if order.kind in INTERLEAVED and order.kind != "together":
        lines.append(
            f"{capital(review.info.baseline)} went first {many(order.baseline_first, 'time')}, "
            f"{review.info.candidate} {many(order.candidate_first, 'time')}"
            + (
                f"; {seconds(order.median_gap_s)} apart (median)"
                if order.median_gap_s is not None
                else ""
            )
            + "."
        )
    return [line for line in lines if line]
