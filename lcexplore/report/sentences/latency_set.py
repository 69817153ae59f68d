"""Which requests set p95, said with how many they are and what the others alone would give?"""

from lcexplore.evidence.latency import ArmLatency, Decomposition
from lcexplore.model import CachePart, CacheState
from lcexplore.words import count, does, many, one_in, seconds

_ENOUGH = 72  # timings: with fewer a p95 has no upper end


def setter(parts: Decomposition) -> str:
    """Name the requests that set p95."""
    if parts.set_by is CacheState.MISS:
        return "cache misses"
    return "partial hits" if parts.partial else "cache hits"


def by_hits(name: str, shown: ArmLatency, parts: Decomposition | None) -> str:
    """Head of the sentence on an arm of which every request hit."""
    if parts is None or not parts.partial:
        return f"cache hits set {name}'s p95: "
    return f"partial hits set {name}'s p95: {_partial(shown)}; "


def _partial(shown: ArmLatency) -> str:
    """Say how many of the timed hits are partial, where these are the slow ones."""
    found, hits = shown.by_part.get(CachePart.PARTIAL), shown.n_timed_known - shown.timed_misses
    n = shown.partial_hits if found is None else found.n
    return f"{count(n)} of {many(hits, 'hit')} had less than half of their input in the cache"


def set_by(name: str, shown: ArmLatency, parts: Decomposition, value: str) -> str:
    """Say which state sets an arm's p95, and why."""
    head = f"{setter(parts)} set {name}'s p95"
    if parts.partial and parts.rest_alone is not None:
        rest = f"the other hits alone would give {seconds(parts.rest_alone)}"
        slow = "and those are the slow ones among the hits"
        return f"{head}: {_partial(shown)}, {slow}, so {value} where {rest}"
    if parts.set_by is CacheState.HIT and parts.other_faster and parts.misses_alone is not None:
        alone = f"misses alone would give {seconds(parts.misses_alone)}"
        return f"{head}: the slowest requests are hits, not misses, so {value} where {alone}"
    if shown.misses and not shown.timed_misses:
        return (
            f"none of {name}'s {many(shown.misses, 'miss')} has a time: {value}, that of its "
            f"{many(shown.n_timed_known, 'hit')} alone"
        )
    hits = parts.hits_alone
    so = value if hits is None else f"{value} where {_alone(shown)} would give {seconds(hits)}"
    if parts.set_by is CacheState.HIT:
        return f"{head}: {_missing(shown)} and p95 leaves room for 1 in 20, so {so}"
    if hits is not None and not parts.other_faster:
        return f"{head}: {_missing(shown)}, and hits are the slower ones: {so}"
    return f"{head}: {_missing(shown)} and p95 leaves room for only 1 in 20, so {so}"


def _alone(shown: ArmLatency) -> str:
    """Name the hits, and how many they are where a p95 of so few has no upper end."""
    n = shown.n_timed_known - shown.timed_misses
    return "hits alone" if n >= _ENOUGH else f"hits alone ({many(n, 'timing')})"


def _missing(shown: ArmLatency) -> str:
    misses, known, timed = shown.timed_misses, shown.n_timed_known, of_known(shown)
    of = f"({count(misses)} of {count(known)})"
    if not misses:
        return f"no {timed}request misses {of}"
    if round(known / misses) <= 1:
        return f"most {timed}requests miss {of}"
    part, whole = one_in(misses, known)
    if part == 1:
        return f"1 {timed}request in {whole} misses {of}"
    return f"{part} in {whole} {timed}requests miss{'' if known == whole else f' {of}'}"


def room(shown: ArmLatency) -> str:
    """Say how many of the requests whose state is known miss."""
    known = many(shown.n_timed_known, f"{of_known(shown)}request")
    state = " of known state" if shown.n_timed_unknown else ""
    if shown.timed_misses in (0, shown.n_timed_known):
        did = "miss" if shown.timed_misses else "hit"
        return f"all {known}{state} {does(shown.n_timed_known, did)}"
    return f"{count(shown.timed_misses)} of {known}{state} {does(shown.timed_misses, 'miss')}"


def of_known(shown: ArmLatency) -> str:
    """``timed `` where not every request of known cache state has a timing."""
    return "timed " if shown.n_timed_known < shown.n_cache_known else ""
