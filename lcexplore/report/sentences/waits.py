"""What else must be said of the wait: the rule, the cliff, failures, load, and what looks wrong?"""

from datetime import UTC, datetime

from lcexplore.evidence import far, suspects, waits
from lcexplore.evidence import load as loads
from lcexplore.evidence.load import Load
from lcexplore.evidence.mixture import Asked
from lcexplore.evidence.same import once
from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import Role
from lcexplore.report import mixture, source
from lcexplore.report.review import Review
from lcexplore.report.sentences import latency_care, latency_tail, run_order
from lcexplore.report.sentences.common import capital, listed
from lcexplore.report.sentences.latency import arm, unlicensed
from lcexplore.report.sentences.latency_care import of_pairs
from lcexplore.report.sentences.run_order import INTERLEAVED
from lcexplore.report.sentences.timed import rates_differ, without_time
from lcexplore.words import count, many, percent, ratio, seconds, seconds_apart, signed

FELT = (
    "Where answers stream, people feel the time to first token; end to end is what a caller that "
    "waits for the whole answer feels."
)
END_TO_END = "End to end"  # said of what is so read beside times to the first token
LEVELS = "Interleaving licenses the comparison of the arms, not their levels."
_TIES = 0.005  # so few pairs that take equally long need no words


def lines(review: Review, *, first_token: bool = False) -> list[str]:
    """Everything below the figures, of the timing they show, in the order in which it is asked."""
    asked = (rule, cliff, apart, warm_path)
    said = [each(review, first_token=first_token) for each in asked]
    said += bounds(review, first_token=first_token)
    if all(arm(review, role, first_token=True) is not None for role in review.roles):
        said.append(FELT)
    return [each for each in said if each]


def order_line(review: Review) -> str:
    """Say what the order of the requests licenses; a request log follows no plan.

    One arm alone is compared with nothing: there is nothing to license.
    """
    if not review.info.baseline:
        return ""
    if review.source != REQUESTS:
        return latency_care.order_line(review)
    timings = review.evidence.inputs.timings
    logged = [review.info.arm(role) for role in review.roles if timings[role].n_planned]
    if len(logged) < len(review.roles):
        return f"The request log holds requests of {listed(logged)} only: nothing is compared."
    return (
        "Nobody assigned these requests: who was served by which arm, and when, may move with the "
        "arm. The levels are real; the difference between the arms is not licensed."
    )


def rule(review: Review, *, first_token: bool = False) -> str:
    """Say when p95 is a figure of the misses, and how many there are."""
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    if shown is None or not shown.all.n or not shown.hits or not shown.misses:
        return ""
    timed, untimed = "", without_time(review, first_token=first_token)
    share = percent(shown.timed_misses / shown.n_timed_known) if shown.timed_misses else ""
    here = f"Here {share} do, {count(shown.misses)} of {many(shown.n_cache_known, 'request')}"
    if untimed:
        timed, here = "timed ", f"{capital(untimed)}{f', {share}' if share else ''}"
    return (
        f"p95 leaves 1 {timed}request in 20 above it, {percent(0.05, decimals=0)}: while more than "
        f"that miss, and misses are the slow ones, p95 is a figure of the misses. {here}."
    )


def cliff(review: Review, *, first_token: bool = False) -> str:
    """Say at which hit rate p95 falls, and how far, or that it falls at none by itself.

    It is that of What if's curve: nothing is said where What if does not mix either.
    """
    mixed = mixture.asked(review, first_token=first_token)
    if mixed is None:
        return ""
    found = waits.cliff(mixed)
    if found is None:
        return _slide(review, mixed, first_token=first_token)
    decimals = 0 if round(1000 * found.hit_rate) % 10 == 0 else 1
    whose = (
        " of all requests, timed or not" if rates_differ(review, first_token=first_token) else ""
    )
    above, below = seconds_apart(found.above, found.below)
    return (
        f"The cliff is at a hit rate of {percent(found.hit_rate, decimals=decimals)}{whose}: "
        f"within one point of it p95 falls from {above} to {below}."
    )


def _slide(review: Review, mixed: Asked, *, first_token: bool) -> str:
    """Say between which values p95 falls bit by bit; empty where more hits do not lower it."""
    parts = latency_tail.parts(review, first_token=first_token)
    alone = mixed.quantile(hit_rate=1.0, p=0.95)
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    if parts is None or shown is None or not alone < parts.value or waits.drops(mixed):
        return ""
    value, last = seconds_apart(parts.value, alone)
    every = "all of known cache state" if shown.n_timed_unknown else "all"
    return (
        f"There is no cliff: as more requests hit, p95 falls bit by bit, from the {value} "
        f"measured to {last} where {every} do."
    )


def apart(review: Review, *, first_token: bool = False) -> str:
    """Say how far misses are slower than hits."""
    timings = review.evidence.inputs.timings.get(Role.CANDIDATE)
    found = None if timings is None else waits.separation(timings, first_token=first_token)
    if found is None:
        return ""
    tied = f", and as long in {of_pairs(found.tied)}" if found.tied >= _TIES else ""
    median = "the hits' median is 0 s"
    if found.ratio is not None:
        median = f"the misses' median is {ratio(found.ratio)} the hits'"
    return (
        f"In {of_pairs(found.slower)} of all pairs of a miss and a hit the miss takes longer"
        f"{tied}; {median}."
    )


def warm_path(review: Review, *, first_token: bool = False) -> str:
    """Say where the candidate is slow even if every request hits; empty where it is not."""
    parts = latency_tail.parts(review, first_token=first_token)
    today = arm(review, Role.BASELINE, first_token=first_token)
    alone = None if parts is None else parts.hits_alone
    if alone is None or today is None or not today.all.p95 or alone <= today.all.p95:
        return ""
    return (
        f"Even if every request hit, p95 would be {ratio(alone / today.all.p95)} "
        f"{review.info.baseline}: cache hits alone do not close the gap."
    )


def bounds(review: Review, *, first_token: bool = False) -> list[str]:
    """Say what time-outs and errors hide in p95, arm by arm."""
    said = []
    for role in Role:
        timings = review.evidence.inputs.timings.get(role)
        found = None if timings is None else waits.bound(timings, first_token=first_token)
        if found is not None and found.survivors is not None:
            said.append(_bound(review.info.arm(role), found, first_token=first_token))
    return said


def _bound(name: str, found: waits.Bound, *, first_token: bool) -> str:
    alone = f"{name}'s p95 of {seconds(found.survivors or 0.0)} is that of the survivors"
    if first_token:
        lost = "failure is" if found.n_failed == 1 else f"{count(found.n_failed)} failures are"
        return f"{alone}: its {lost} not in it."
    if found.shortest is None or found.at_least is None:
        return f"{alone}: {_lost(found, 'of unknown time')}."
    known = f"{count(found.n_gave_up)} of its {count(found.n_failed)} failures"
    if found.n_gave_up == found.n_failed:
        known = "its failure" if found.n_failed == 1 else f"its {count(found.n_failed)} failures"
    slow = "a latency" if found.n_gave_up == 1 else "latencies"
    if found.at_least < (found.survivors or 0.0):
        return f"{alone}: {_lost(found, 'given up sooner than that')}."
    return (
        f"{alone}; with {known} counted as {slow} of at least {seconds(found.shortest)} it is at "
        f"least {seconds(found.at_least)}."
    )


def _lost(found: waits.Bound, why: str) -> str:
    are = "is" if found.n_failed == 1 else "are"
    return f"{many(found.n_failed, 'failure')}, {why}, {are} not in it"


def load(review: Review) -> Load | None:
    """Latency over time of the requests shown."""
    traffic = source.traffic(review)
    return None if traffic is None else loads.load(traffic.windows)


def odd_times(review: Review) -> str:
    """Count what is left out of load over time: of the eval's figure, or of a log's windows."""
    if review.source != REQUESTS:
        return run_order.odd(far.without(review.evidence.inputs.order)[1])
    traffic = source.traffic(review)
    windows = None if traffic is None else traffic.windows
    return "" if windows is None else run_order.odd(windows.far)


def load_term(review: Review, found: Load | None) -> str:
    """Say how much of the difference between the arms the load can explain, end to end."""
    base, candidate = review.info.baseline, review.info.candidate
    if not base or (found is not None and len(found.queueing) < len(Role)):
        return _of_one(review, found)
    if found is None:
        return f"What the load adds to the difference is not measured: {_no_windows(review)}."
    if found.term_p95 is None:
        share = percent(found.uncovered, decimals=0)
        return (
            f"What the load adds to the difference cannot be told: {share} of {candidate}'s "
            f"requests ran while {base} sent none."
        )
    moved = f"{signed(found.term_p95, decimals=2)} s"
    drift = "" if found.drift is None else f" {_drift(base, found.drift)}"
    return (
        f"Had {base} run when {candidate} did, its p95 end to end would have moved by {moved}: so "
        f"much of the difference the load explains.{drift}{_levels(review)}"
    )


def _of_one(review: Review, found: Load | None) -> str:
    """How far the median of an arm moves of which alone the start times are known."""
    if found is None:
        return f"Latency over time is not measured: {_no_windows(review)}."
    [only] = found.queueing
    own = "" if found.drift is None else _drift(review.info.arm(only), found.drift)
    others = [review.info.arm(role) for role in review.roles if role is not only]
    what = "What the load adds to the difference is not measured"
    lacking = [f"{what}: the start times of {name} are not there." for name in others]
    return " ".join(each for each in (*lacking, own) if each)


def _no_windows(review: Review) -> str:
    """Why latency over time is not known: no request has a time, or too few a start."""
    timed = [shown for role in review.roles if (shown := arm(review, role)) and shown.all.n]
    return "start times are missing" if timed else "no request has an end-to-end time"


def _levels(review: Review) -> str:
    """What interleaving licenses; empty where it does not: a request log follows no plan."""
    planned = review.source != REQUESTS and review.evidence.validity.order.kind in INTERLEAVED
    return f" {LEVELS}" if planned and not unlicensed(review) else ""


def _drift(name: str, drift: float) -> str:
    return f"{name}'s median in its slowest window is {ratio(drift)} that in its fastest."


@once
def looks_wrong(review: Review, *, first_token: bool = False) -> list[str]:
    """Say which latencies look as if something else than the design made them.

    Growth and queueing are read off whole answers; under the first token those lines say so.
    """
    found = suspects.examine(
        review.info,
        review.evidence.inputs.timings,
        source.traffic(review),
        load(review),
        first_token=first_token,
    )
    return [
        f"{END_TO_END}: {each.message}" if first_token and each.id in _WHOLE else each.message
        for each in found
    ]


_WHOLE = ("latency_flat", "latency_queueing")


def windows_twin(review: Review, found: Load) -> list[list[str]]:
    """List the arms' latency window by window."""
    names = [review.info.arm(role) for role in found.queueing]
    header = ["From (UTC)", *(f"{name}, {what}" for name in names for what in ("n", "p50", "p95"))]
    rows = [[_clock(each.start_s), *_cells(each)] for each in found.windows]
    return [header, *rows]


def _clock(start_s: float) -> str:
    return f"{datetime.fromtimestamp(start_s, UTC):%Y-%m-%d %H:%M}"


def _cells(window: loads.LoadWindow) -> list[str]:
    cells = []
    for role in window.n:
        values = (window.p50[role], window.p95[role])
        cells.append(count(window.n[role]))
        cells += ["none" if value is None else seconds(value) for value in values]
    return cells
