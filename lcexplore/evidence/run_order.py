"""Did both arms meet the same load?

Requests of both arms at nearly the same time meet nearly the same load, so it cancels in the
difference. How far the arms ran apart is the largest distance between their shares of requests
sent so far (Kolmogorov's): 0 side by side, 1 one after the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lcexplore.evidence import far
from lcexplore.evidence.inputs import FloatArray, IntArray, RunOrder
from lcexplore.model import ComparisonInfo, Finding, Role, Severity
from lcexplore.words import count, many

_BLOCKED = 0.5  # half of one arm's requests had no counterpart in the other arm yet
_MIXED = 0.25
_FIXED_ORDER, _BALANCED = 0.05, 0.25  # share of pairs that the rarer order must not, must reach


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReading:
    """How the arms' requests were interleaved in time.

    Attributes:
        kind: ``blocked``, ``alternating`` (one fixed order in every pair), ``balanced``,
            ``together`` (every pair at one recorded moment), ``mixed`` or ``unknown``.
        n_timed: Requests with a start time.
        candidate_first: Questions' pairs in which the candidate ran first.
        baseline_first: Pairs in which the baseline ran first.
        median_gap_s: Median seconds between the two arms' requests of a question, or None.
        span_s: Seconds from first to last request, by role; a start time far from all others is
            in none.
        hidden: Whether a blocked run may hide behind answers that failed or are not there.
    """

    kind: str
    n_timed: int
    candidate_first: int
    baseline_first: int
    median_gap_s: float | None
    span_s: Mapping[Role, float]
    hidden: bool = False


def read(order: RunOrder, lost: Mapping[Role, int] | None = None) -> OrderReading:
    """Tell blocked, alternating in one fixed order, balanced and mixed runs apart.

    Args:
        order: Start times.
        lost: Planned answers that failed or are not there, by role: they could have run at any
            time, and must not make a blocked run look like another.
    """
    leads, usual = _leads(order), far.without(order)[0]
    candidate_first, baseline_first = int((leads < 0).sum()), int((leads > 0).sum())
    times = {
        Role.BASELINE: order.started_at[~order.is_candidate],
        Role.CANDIDATE: order.started_at[order.is_candidate],
    }
    kind = _kind(order, times, candidate_first, baseline_first)
    if kind == "mixed" and len(leads) and not leads.any() and _apart(times) < _MIXED:
        kind = "together"
    hidden = kind != "blocked" and _hides(times, lost or {})
    return OrderReading(
        kind=kind,
        n_timed=len(order.started_at),
        candidate_first=candidate_first,
        baseline_first=baseline_first,
        median_gap_s=float(np.median(np.abs(leads))) if len(leads) else None,
        span_s={
            role: float(np.ptp(own))
            for role in Role
            if (own := usual.started_at[usual.is_candidate == (role is Role.CANDIDATE)]).size
        },
        hidden=hidden,
    )


def findings(reading: OrderReading, info: ComparisonInfo) -> tuple[Finding, ...]:
    """Say what the run order does to the latency comparison."""
    if reading.kind == "blocked":
        return (_finding("blocked", _blocked_message(info), touches=("latency",)),)
    if reading.kind == "alternating":
        first = info.candidate if reading.candidate_first else info.baseline
        pairs = max(reading.candidate_first, reading.baseline_first)
        total = reading.candidate_first + reading.baseline_first
        message = (
            f"{first} ran first in {count(pairs)} of {many(total, 'pair')}: whatever the first "
            "request does to the second always falls on the same arm."
        )
        return (_finding("fixed", message),)
    if reading.kind == "mixed":
        return (_finding("mixed", "The arms ran side by side in part only."),)
    if reading.kind == "unknown":
        message = (
            "Start times are not recorded for enough requests of both arms, so nobody knows "
            "whether they met the same load."
        )
        return (_finding("unknown", message),)
    return ()


def _leads(order: RunOrder) -> FloatArray:
    """Seconds from the baseline's to the candidate's request, pair by pair of a question."""
    known = order.question >= 0
    ordered = np.lexsort((order.started_at[known], order.question[known]))
    question, started = order.question[known][ordered], order.started_at[known][ordered]
    candidate = order.is_candidate[known][ordered]
    most = len(question)
    _, mine, theirs = np.intersect1d(
        _numbered(question[candidate], most),
        _numbered(question[~candidate], most),
        assume_unique=True,
        return_indices=True,
    )
    return np.asarray(started[candidate][mine] - started[~candidate][theirs], dtype=np.float64)


def _numbered(question: IntArray, most: int) -> IntArray:
    """One key for each request: its question and its place among at most so many of them."""
    starts = np.flatnonzero(np.diff(question, prepend=-1))
    first = np.repeat(starts, np.diff(np.append(starts, len(question))))
    return question * most + np.arange(len(question)) - first


def _kind(
    order: RunOrder,
    times: Mapping[Role, FloatArray],
    candidate_first: int,
    baseline_first: int,
) -> str:
    if any(len(each) < 2 for each in times.values()):
        return "unknown"
    apart, pairs = _apart(times), candidate_first + baseline_first
    if apart >= _BLOCKED:
        return "blocked"
    if any(order.n_without_time.get(role, 0) > len(each) for role, each in times.items()):
        return "unknown"
    rarer = min(candidate_first, baseline_first)
    if apart >= _MIXED or not pairs or _FIXED_ORDER * pairs < rarer < _BALANCED * pairs:
        return "mixed"
    return "balanced" if rarer >= _BALANCED * pairs else "alternating"


def _apart(times: Mapping[Role, FloatArray]) -> float:
    """Largest distance between the arms' shares of requests sent, beyond a single request."""
    single = 1 / min(len(each) for each in times.values())
    return max(0.0, _distance(times) - single)


def _distance(times: Mapping[Role, FloatArray]) -> float:
    moments = np.unique(np.concatenate(list(times.values())))
    sent = [np.searchsorted(each, moments, side="right") / len(each) for each in times.values()]
    return float(np.abs(sent[0] - sent[1]).max())


def _hides(times: Mapping[Role, FloatArray], lost: Mapping[Role, int]) -> bool:
    """Whether the arms may have run apart with the answers that were lost: each moves its share."""
    if not any(lost.values()) or any(len(each) < 2 for each in times.values()):
        return False
    whole = {role: len(each) + lost.get(role, 0) for role, each in times.items()}
    share = sum(lost.get(role, 0) / n for role, n in whole.items())
    return _distance(times) + share - 1 / min(whole.values()) >= _BLOCKED


def _blocked_message(info: ComparisonInfo) -> str:
    return (
        f"{info.baseline} and {info.candidate} ran one after the other, so the load of the hour "
        "moved with the arm and the latency difference cannot be put down to the design."
    )


def _finding(kind: str, message: str, touches: tuple[str, ...] = ()) -> Finding:
    return Finding(
        id=f"run_order_{kind}", severity=Severity.LATENCY, message=message, touches=touches
    )
