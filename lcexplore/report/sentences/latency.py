"""What sets p95?"""

from collections.abc import Sequence

from lcexplore.evidence.latency import ArmLatency
from lcexplore.evidence.pools import pool
from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import CacheState, Role, Severity
from lcexplore.report import agreed, scenario
from lcexplore.report.review import Review
from lcexplore.report.sentences import common, latency_set, latency_tail, read_within
from lcexplore.words import count, does, many, seconds

QUESTION = "What sets p95?"
P95_CLAUSES = ("p95_end_to_end", "p95_time_to_first_token")
NO_STATE = "What sets p95 is not measured: cache state is not in the log"


def arm(review: Review, role: Role, *, first_token: bool = False) -> ArmLatency | None:
    """Latency of one arm, end to end or to the first token."""
    found = review.evidence.latency
    return found.first_token.get(role) if first_token else found.arms.get(role)


def bar(review: Review, *, first_token: bool = False) -> float | None:
    """Bar that the record sets for the candidate's p95 in the traffic shown; None without one."""
    quantity = P95_CLAUSES[first_token]
    for each in agreed.readings(review):
        if each.clause.quantity == quantity and each.clause.rule == "switch_if":
            return scenario.on_shown(review, each).bar
    return None


def unlicensed(review: Review) -> str:
    """Why the arms' latencies cannot be compared, in half a sentence; empty when they can."""
    if review.evidence.validity.order.kind == "blocked":
        return "the arms ran in separate hours"
    for each in review.evidence.validity.findings:
        if each.severity is Severity.LATENCY and each.touches:
            return each.message.rstrip(".")
    causes = [row for row in common.confounders(review) if "latency" in row.confounds]
    names = common.listed([common.input_words(row.name) for row in causes])
    return f"{names} moved with the arm" if names else ""


def no_cache(name: str) -> str:
    """Say of an arm of which no request hit that it uses no cache, in the same words everywhere."""
    return f"no cache used by {name}"


def lead(review: Review, *, first_token: bool = False) -> str:
    """Answer the page's question in one sentence."""
    said = _first_token(review) if first_token else _end_to_end(review)
    why = unlicensed(review)
    return f"Not licensed: {why}; as measured, {said}." if why else f"{common.capital(said)}."


def _first_token(review: Review) -> str:
    name = review.info.candidate
    shown = arm(review, Role.CANDIDATE, first_token=True)
    if shown is None or shown.all.p95 is None:
        why = untimed_all(shown or arm(review, Role.CANDIDATE)) or "it is not in the log"
        return f"{name}'s time to first token is not measured: {why}"
    return (
        f"{name}'s first token comes within {seconds(shown.all.p95)} 19 times in 20 "
        f"({many(shown.all.n, f'{_timed(shown)}request')}){_first_set_by(review, shown)}"
    )


def _first_set_by(review: Review, shown: ArmLatency) -> str:
    """Which cache state sets the wait for the first token; empty where no log tells them apart."""
    parts = latency_tail.parts(review, first_token=True)
    if parts is None or not states_known(review, first_token=True):
        return ""
    if shown.blind:
        said = f"what sets it is not measured: {latency_tail.unknown(shown)}"
    elif parts.set_by is None:
        said = f"{latency_tail.OVERLAP} there"
    else:
        said = f"{latency_set.setter(parts)} set it"
    slower = parts.set_by is CacheState.HIT and parts.other_faster
    alone = parts.misses_alone if slower else parts.hits_alone
    if alone is None:
        return f"; {said}"
    return f"; {said}, and {'misses' if slower else 'hits'} alone would give {seconds(alone)}"


def untimed_all(shown: ArmLatency | None) -> str:
    """Why no request of an arm has a time though the log may hold some; empty where it is not."""
    if shown is None or not shown.n_planned or shown.n_failed + shown.n_replays < shown.n_planned:
        return ""
    did = ["failed or timed out"] if shown.n_failed else []
    did += ["are replays"] if shown.n_replays else []
    return f"all {many(shown.n_planned, 'request')} {' or '.join(did)}"


def no_time(review: Review, role: Role = Role.CANDIDATE) -> str:
    """Why an arm has no end-to-end time."""
    first = arm(review, role, first_token=True)
    known = first is not None and first.all.n
    here = "no end-to-end time is in the log" if known else "no latency is in the log"
    return untimed_all(arm(review, role)) or here


def untimed_line(review: Review, so: str) -> str:
    """Say that nothing is timed, and what therefore is not shown."""
    why = {untimed_all(arm(review, role)) for role in review.roles}
    said = why.pop() if len(why) == 1 else ""
    return f"{common.capital(said or 'no latency is in the log')}, so {so}: ○ not measured."


def _end_to_end(review: Review) -> str:
    name = review.info.candidate
    shown = arm(review, Role.CANDIDATE)
    parts = latency_tail.parts(review)
    if shown is None or shown.all.p95 is None:
        return f"{name}'s p95 is not measured: {no_time(review)}"
    value = f"p95 is {seconds(shown.all.p95)}"
    if not shown.n_cache_known:
        return f"what sets {name}'s p95 is not measured: cache state is not in the log; {value}"
    if shown.blind:
        why = latency_tail.unknown(shown)
        return f"what sets {name}'s p95 is not measured: {why}; {value}, {latency_set.room(shown)}"
    known = " of known cache state" if shown.n_timed_unknown else ""
    if not shown.hits:
        every = f"{many(shown.misses, 'request')}{known}"
        return f"{no_cache(name)}: all {every} {does(shown.misses, 'miss')}, and {value}"
    if not shown.misses:
        every = f"{many(shown.hits, 'request')}{known}"
        head = latency_set.by_hits(name, shown, parts)
        return f"{head}all {every} {does(shown.hits, 'hit')}, and {value}"
    if parts is None or parts.set_by is None:
        return f"{latency_tail.OVERLAP} where {name}'s p95 lies: {value}, {latency_set.room(shown)}"
    return latency_set.set_by(name, shown, parts, value)


def _timed(shown: ArmLatency | None) -> str:
    """``timed `` where a request that was sent has no timing: it failed, or nobody took it."""
    lacking = shown is not None and (shown.n_failed or shown.n_untimed > shown.n_replays)
    return "timed " if lacking else ""


def title(review: Review, *, first_token: bool = False) -> str:
    """Say what the figure of the ranked requests finds; a cache in one state alone sets nothing."""
    parts = latency_tail.parts(review, first_token=first_token)
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    if parts is None or shown is None or not (shown.hits and shown.misses):
        return values_line(review, first_token=first_token)
    if parts.set_by is CacheState.MISS:
        return "p95 falls among the misses"
    if parts.set_by is CacheState.HIT:
        return f"p95 falls among the {'partial hits' if parts.partial else 'hits'}"
    return values_line(review, first_token=first_token)


def values_line(review: Review, *, first_token: bool = False) -> str:
    """Both arms' p95 in one line."""
    said = []
    for role in Role:
        shown = arm(review, role, first_token=first_token)
        if shown is not None and shown.all.p95 is not None:
            said.append(f"{seconds(shown.all.p95)} for {review.info.arm(role)}")
    what = "time to first token" if first_token else "end to end"
    return f"p95 {what}: {common.listed(said) or 'not measured'}"


def small(review: Review, *, first_token: bool = False) -> str:
    """Say the n, the unit and the direction of the figure of the ranked requests."""
    counts = {
        review.info.arm(role): shown.all.n
        for role in Role
        if (shown := arm(review, role, first_token=first_token)) is not None
    }
    if len(counts) > 1 and len(set(counts.values())) == 1:
        each = f"{many(next(iter(counts.values())), 'request')} per arm"
    else:
        each = common.listed([f"{many(n, 'request')} of {name}" for name, n in counts.items()])
    what = "time to first token" if first_token else "end to end"
    return (
        f"{each}, {what}, the slower half; further right is slower. {_strip(review, first_token)}"
    )


def _strip(review: Review, first_token: bool) -> str:
    if states_known(review, first_token=first_token):
        whose = "the candidate" if review.info.baseline else review.info.candidate
        return f"Strip: share of misses in each per cent of {whose}'s requests."
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    if shown is not None and shown.n_cache_known:
        did = "hit" if shown.hits else "missed"
        return f"No strip of misses: every request of known cache state {did}."
    return f"{NO_STATE}."


def states_known(review: Review, *, first_token: bool = False) -> bool:
    """Whether the candidate has both hits and misses to tell apart."""
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    return shown is not None and shown.hits > 0 and shown.misses > 0


def gap(review: Review, *, first_token: bool = False) -> str:
    """Say how the arms' p95 compare: ratio and seconds."""
    both = [arm(review, role, first_token=first_token) for role in Role]
    values = [each.all.p95 for each in both if each is not None and each.all.p95]
    if len(values) != len(Role):
        return ""
    waiting = waits_longer(review, "p95", first_token=first_token)
    return f"{waiting}: {', '.join(read_within.gap(review, *values))}."


def waits_longer(
    review: Review,
    than: str,
    *,
    whose: str = "",
    roles: Sequence[Role] = tuple(Role),
    first_token: bool = False,
) -> str:
    """Say how many timed requests wait longer than p95, and beside them how many failed."""
    shown = {role: arm(review, role, first_token=first_token) for role in roles}
    timed = next((word for each in shown.values() if (word := _timed(each))), "")
    failed = [
        f"{count(each.n_failed)} of {review.info.arm(role)}'s {asked(review, each)}"
        for role, each in shown.items()
        if each is not None and each.n_failed
    ]
    beside = f" ({common.listed(failed)} failed or timed out)" if failed else ""
    if all(_some_longer(review, role, first_token=first_token) for role in roles):
        return f"1 {timed}request in 20{whose} waits longer than {than}{beside}"
    return f"At least 95 in 100 {timed}requests{whose} wait no longer than {than}{beside}"


def asked(review: Review, shown: ArmLatency) -> str:
    """Requests among which failures count: an eval's planned answers, what a log says was sent."""
    replays = shown.n_replays if review.source == REQUESTS else 0
    return many(shown.n_planned - replays, "request")


def _some_longer(review: Review, role: Role, *, first_token: bool) -> bool:
    """Whether any request takes longer than its arm's p95; none does where p95 is the longest."""
    shown, timings = arm(review, role, first_token=first_token), review.evidence.inputs.timings
    if shown is None or shown.all.p95 is None or role not in timings:
        return True
    if shown.all.p99 is not None and shown.all.p99 > shown.all.p95:
        return True
    own = timings[role].first_token if first_token else timings[role].end_to_end
    longest = pool(own.values()).values[-1:]
    return not longest.size or float(longest[0]) != shown.all.p95


def alt(review: Review, *, first_token: bool = False) -> str:
    """Describe the ranked figure for those who do not see it."""
    said = [each(review, first_token=first_token) for each in (title, values_line, small)]
    return ". ".join(said)
