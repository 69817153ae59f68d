"""How long do requests take, percentile by percentile, with what chance leaves open?"""

from math import isfinite

from lcexplore.evidence.latency import BOUNDED, Quantiles
from lcexplore.evidence.same import once
from lcexplore.model import CachePart, Interval, Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.latency import arm
from lcexplore.words import count, level, seconds, seconds_span

PARTS = {
    CachePart.HIT: "hits",
    CachePart.AT_LEAST_HALF: "hits, at least half cached",
    CachePart.PARTIAL: "hits, less than half cached (partial)",
    CachePart.UNTOLD: "hits, cached share not reported",
    CachePart.MISS: "misses",
    CachePart.UNKNOWN: "cache unknown",
}
END_TO_END, FIRST_TOKEN = "End to end", "First token"
NOT_MEASURED = "not measured"


def ends(interval: Interval | None) -> str:
    """Write an order-statistic interval; an end that so few timings cannot give is said."""
    if interval is None:
        return NOT_MEASURED
    low, high = interval
    if low > 0:
        return seconds_span(interval)
    return f"no lower end, {f'up to {seconds(high)}' if isfinite(high) else 'no upper end'}"


def pools(review: Review, *, first_token: bool = False) -> dict[tuple[Role, str], Quantiles]:
    """Every arm whole, then its requests by cache state, partial hits apart, where timed."""
    found: dict[tuple[Role, str], Quantiles] = {}
    for role in Role:
        shown = arm(review, role, first_token=first_token)
        if shown is None:
            continue
        words_of = PARTS if not shown.no_cache else {**PARTS, CachePart.MISS: "no cache used"}
        split = [(word, shown.by_part.get(part)) for part, word in words_of.items()]
        for word, pool in [("all", shown.all), *split]:
            if pool is not None and pool.n:
                found[role, word] = pool
    return found


@once
def table(review: Review) -> list[list[str]]:
    """Header and rows: end to end and the time to first token side by side where both exist."""
    sides = {
        name: found
        for name, first_token in ((END_TO_END, False), (FIRST_TOKEN, True))
        if (found := pools(review, first_token=first_token))
    }
    at_level = level(review.evidence.correctness.level)
    header = ["Requests", "Percentile"]
    for name in sides:
        header += [name, f"{name}, {at_level} interval", f"{name}, n"]
    rows = [
        [f"{review.info.arm(role)}, {word}", f"p{at}", *_cells(sides, (role, word), at)]
        for role, word in dict.fromkeys(key for found in sides.values() for key in found)
        for at in BOUNDED
    ]
    return [header, *rows]


def _cells(
    sides: dict[str, dict[tuple[Role, str], Quantiles]], which: tuple[Role, str], at: int
) -> list[str]:
    cells = []
    for found in sides.values():
        pool = found.get(which)
        value = None if pool is None else getattr(pool, f"p{at}")
        if pool is None or value is None:
            cells += [NOT_MEASURED, "", "0"]
        else:
            cells += [seconds(value), ends(pool.intervals.get(at)), count(pool.n)]
    return cells


SMALL = (
    "Each interval lies between two observed latencies and holds whatever their distribution. "
    "Where there are too few timings for an end to lie beyond, there is no such end: p95 has no "
    "upper end below 72 timings, p99 none below 368."
)
