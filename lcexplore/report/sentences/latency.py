"""What sets p95?"""

from lcexplore.evidence.latency import ArmLatency, Decomposition
from lcexplore.model import CacheState, Role, Severity
from lcexplore.report.review import Review
from lcexplore.report.sentences import common
from lcexplore.words import count, many, ratio, seconds

QUESTION = "What sets p95?"
P95_CLAUSES = ("p95_end_to_end", "p95_time_to_first_token")
NO_STATE = "What sets p95 is not measured: cache state is not in the log"


def arm(review: Review, role: Role, *, first_token: bool = False) -> ArmLatency | None:
    """Latency of one arm, end to end or to the first token."""
    found = review.evidence.latency
    return found.first_token.get(role) if first_token else found.arms.get(role)


def bar(review: Review, *, first_token: bool = False) -> float | None:
    """Bar that the record sets for the candidate's p95, in seconds, None without one."""
    quantity = P95_CLAUSES[first_token]
    readings = review.decision.readings if review.decision else ()
    for each in readings:
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
        f"({many(shown.all.n, 'request')})"
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
    alone = "" if parts.hits_alone is None else seconds(parts.hits_alone)
    if parts.set_by is CacheState.MISS:
        return (
            f"cache misses set {name}'s p95: {_missing(shown)} and p95 leaves room for only "
            f"1 in 20, so {value} where hits alone would give {alone}"
        )
    return (
        f"cache hits set {name}'s p95: {_missing(shown)} and p95 leaves room for 1 in 20, "
        f"so {value} where hits alone would give {alone}"
    )


def _missing(shown: ArmLatency) -> str:
    every = round(shown.n_cache_known / shown.misses)
    of = f"({count(shown.misses)} of {count(shown.n_cache_known)})"
    return f"1 request in {many(every, 'miss')} {of}" if every > 1 else f"most requests miss {of}"


def _room(shown: ArmLatency) -> str:
    return f"{count(shown.misses)} of {many(shown.n_cache_known, 'request')} miss"


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
    if len(set(counts.values())) == 1:
        each = f"{count(next(iter(counts.values())))} requests per arm"
    else:
        each = common.listed([f"{many(n, 'request')} of {name}" for name, n in counts.items()])
    what = "time to first token" if first_token else "end to end"
    return f"{each}, {what}, the slower half; further right is slower. {_strip(review)}"


def _strip(review: Review) -> str:
    if states_known(review):
        return "Strip: share of misses in each per cent of the candidate's requests."
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
    return (
        f"1 request in 20 waits longer than p95: {ratio(candidate / baseline)} "
        f"{review.info.baseline}, {longer} {word}."
    )


def alt(review: Review, *, first_token: bool = False) -> str:
    """Describe the ranked figure for those who do not see it."""
    values = values_line(review, first_token=first_token)
    return f"{title(review, first_token=first_token)}. {values}. {small(review)}"
