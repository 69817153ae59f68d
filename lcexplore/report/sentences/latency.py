"""What sets p95?"""

from collections.abc import Sequence

from lcexplore.evidence.latency import ArmLatency, Decomposition
from lcexplore.evidence.pools import pool
from lcexplore.model import CacheState, Role, Severity
from lcexplore.report import agreed
from lcexplore.report.review import Review
from lcexplore.report.sentences import common
from lcexplore.words import count, many, percent, ratio, seconds

QUESTION = "What sets p95?"
P95_CLAUSES = ("p95_end_to_end", "p95_time_to_first_token")
_TENTH = 0.0005  # half of the last digit of a per cent as it is shown
NO_STATE = "What sets p95 is not measured: cache state is not in the log"


def arm(review: Review, role: Role, *, first_token: bool = False) -> ArmLatency | None:
    """Latency of one arm, end to end or to the first token."""
    found = review.evidence.latency
    return found.first_token.get(role) if first_token else found.arms.get(role)


def bar(review: Review, *, first_token: bool = False) -> float | None:
    """Bar that the record sets for the candidate's p95, in seconds, None without one."""
    quantity = P95_CLAUSES[first_token]
    for each in agreed.readings(review):
        if each.clause.quantity == quantity and each.clause.rule == "switch_if":
            return each.bar
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
        return f"{name}'s time to first token is not measured: it is not in the log"
    return (
        f"{name}'s first token comes within {seconds(shown.all.p95)} 19 times in 20 "
        f"({many(shown.all.n, f'{_timed(shown)}request')})"
    )


def _end_to_end(review: Review) -> str:
    name = review.info.candidate
    shown = arm(review, Role.CANDIDATE)
    parts = review.evidence.latency.decomposition.get(Role.CANDIDATE)
    if shown is None or shown.all.p95 is None:
        return f"{name}'s p95 is not measured: no latency is in the log"
    value = f"p95 is {seconds(shown.all.p95)}"
    if not shown.n_cache_known:
        return f"what sets {name}'s p95 is not measured: cache state is not in the log; {value}"
    if not shown.hits:
        return f"{no_cache(name)}: all {many(shown.misses, 'request')} miss, and {value}"
    if not shown.misses:
        return f"cache hits set {name}'s p95: all {many(shown.hits, 'request')} hit, and {value}"
    if parts is None or parts.set_by is None:
        return f"hits and misses overlap where {name}'s p95 lies: {value}, {_room(shown)}"
    return _set_by(name, shown, parts, value)


def _set_by(name: str, shown: ArmLatency, parts: Decomposition, value: str) -> str:
    alone = parts.hits_alone
    so = value if alone is None else f"{value} where hits alone would give {seconds(alone)}"
    if parts.set_by is CacheState.MISS:
        return (
            f"cache misses set {name}'s p95: {_missing(shown)} and p95 leaves room for only "
            f"1 in 20, so {so}"
        )
    return (
        f"cache hits set {name}'s p95: {_missing(shown)} and p95 leaves room for 1 in 20, so {so}"
    )


def _missing(shown: ArmLatency) -> str:
    misses, known, timed = shown.timed_misses, shown.n_timed_known, _of_known(shown)
    of = f"({count(misses)} of {count(known)})"
    if not misses:
        return f"no {timed}request misses {of}"
    every = round(known / misses)
    return (
        f"1 {timed}request in {many(every, 'miss')} {of}"
        if every > 1
        else f"most {timed}requests miss {of}"
    )


def _room(shown: ArmLatency) -> str:
    known = many(shown.n_timed_known, f"{_of_known(shown)}request")
    return f"{count(shown.timed_misses)} of {known} miss"


def _of_known(shown: ArmLatency) -> str:
    """``timed `` where not every request of known cache state has a timing."""
    return "timed " if shown.n_timed_known < shown.n_cache_known else ""


def _timed(shown: ArmLatency | None) -> str:
    """``timed `` where a request that was sent has no timing: it failed, or nobody took it."""
    lacking = shown is not None and (shown.n_failed or shown.n_untimed > shown.n_replays)
    return "timed " if lacking else ""


def without_time(review: Review) -> str:
    """Say how many of the candidate's timed requests missed, where others have no timing."""
    shown = arm(review, Role.CANDIDATE)
    if shown is None or not _of_known(shown):
        return ""
    why = "failed requests have no time here" if shown.n_failed else "some requests have no time"
    return f"{why}: of the {count(shown.n_timed_known)} timed ones {_missed(shown)}"


def _missed(shown: ArmLatency) -> str:
    return f"{count(shown.timed_misses) if shown.timed_misses else 'none'} missed"


def rates_differ(review: Review) -> bool:
    """Whether the timed requests hit more, or less, often than all: by what a tenth point shows."""
    shown = arm(review, Role.CANDIDATE)
    if shown is None or shown.hit_rate is None or not shown.n_timed_known:
        return False
    return abs(_timed_rate(shown) - shown.hit_rate) >= _TENTH


def _timed_rate(shown: ArmLatency) -> float:
    return 1 - shown.timed_misses / shown.n_timed_known


def axis(review: Review) -> str:
    """Say whose hit rate the what-if curve runs over; empty where there is only one."""
    shown = arm(review, Role.CANDIDATE)
    if shown is None or shown.hit_rate is None or not rates_differ(review):
        return ""
    return (
        f"{common.capital(without_time(review))}. The hit rate here is theirs, measured "
        f"{percent(_timed_rate(shown))}; of all {many(shown.n_cache_known, 'request')} "
        f"{percent(shown.hit_rate)} hit. An agreed hit rate counts all, so it is not drawn."
    )


def title(review: Review, *, first_token: bool = False) -> str:
    """Say what the figure of the ranked requests finds."""
    parts = review.evidence.latency.decomposition.get(Role.CANDIDATE)
    if first_token or parts is None:
        return values_line(review, first_token=first_token)
    if parts.set_by is CacheState.MISS:
        return "p95 falls among the misses"
    if parts.set_by is CacheState.HIT:
        return "p95 falls among the hits"
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
        each = f"{count(next(iter(counts.values())))} requests per arm"
    else:
        each = common.listed([f"{many(n, 'request')} of {name}" for name, n in counts.items()])
    what = "time to first token" if first_token else "end to end"
    return f"{each}, {what}, the slower half; further right is slower. {_strip(review)}"


def _strip(review: Review) -> str:
    if states_known(review):
        whose = "the candidate" if review.info.baseline else review.info.candidate
        return f"Strip: share of misses in each per cent of {whose}'s requests."
    shown = arm(review, Role.CANDIDATE)
    if shown is not None and shown.n_cache_known:
        did = "hit" if shown.hits else "missed"
        return f"No strip of misses: every request of known cache state {did}."
    return f"{NO_STATE}."


def states_known(review: Review) -> bool:
    """Whether the candidate has both hits and misses to tell apart."""
    shown = arm(review, Role.CANDIDATE)
    return shown is not None and shown.hits > 0 and shown.misses > 0


def percentile(review: Review) -> str:
    """Say at which percentile of the misses, or of the hits, p95 sits."""
    parts = review.evidence.latency.decomposition.get(Role.CANDIDATE)
    if parts is None:
        return ""
    if parts.set_by is CacheState.MISS and parts.quantile_of_misses is not None:
        return f"It is the {_nth(parts.quantile_of_misses)} percentile of the misses."
    if parts.set_by is CacheState.HIT and parts.quantile_of_hits is not None:
        return f"It is the {_nth(parts.quantile_of_hits)} percentile of the hits."
    return ""


def _nth(quantile: float) -> str:
    number = round(100 * quantile)
    tail = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{tail or 'th'}"


def gap(review: Review, *, first_token: bool = False) -> str:
    """Say how the arms' p95 compare: ratio and seconds."""
    both = [arm(review, role, first_token=first_token) for role in Role]
    values = [each.all.p95 for each in both if each is not None and each.all.p95]
    if len(values) != len(Role):
        return ""
    baseline, candidate = values
    longer = seconds(abs(candidate - baseline))
    word = "longer" if candidate >= baseline else "shorter"
    waiting = waits_longer(review, "p95", first_token=first_token)
    return f"{waiting}: {ratio(candidate / baseline)} {review.info.baseline}, {longer} {word}."


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
        f"{count(each.n_failed)} of {review.info.arm(role)}'s {many(each.n_planned, 'request')}"
        for role, each in shown.items()
        if each is not None and each.n_failed
    ]
    beside = f" ({common.listed(failed)} failed or timed out)" if failed else ""
    if all(_some_longer(review, role, first_token=first_token) for role in roles):
        return f"1 {timed}request in 20{whose} waits longer than {than}{beside}"
    return f"At least 95 in 100 {timed}requests{whose} wait no longer than {than}{beside}"


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
    values = values_line(review, first_token=first_token)
    return f"{title(review, first_token=first_token)}. {values}. {small(review)}"
