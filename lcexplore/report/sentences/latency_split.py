"""How do hits and misses differ, row by row?"""

from lcexplore.evidence.latency import BOUNDED, ArmLatency, Quantiles
from lcexplore.model import CachePart, CacheState, Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.latency import arm, values_line
from lcexplore.report.sentences.percentiles import NOT_MEASURED, ends
from lcexplore.words import count, level, seconds

_ENOUGH = 20  # below it p95 is the slowest of all, and half of them no box


def parts(
    review: Review, *, first_token: bool = False
) -> list[tuple[str, Role, CachePart | None, Quantiles]]:
    """Name the rows of the split figure: both arms, then the candidate by cache state.

    The hits stand together, as the rule reads them, and the partial ones once more below.
    """
    rows: list[tuple[str, Role, CachePart | None, Quantiles]] = []
    for role in Role:
        shown = arm(review, role, first_token=first_token)
        if shown is not None:
            name = f"{review.info.arm(role)}, all {count(shown.all.n)}"
            rows.append((name, role, None, shown.all))
    if not any(pool.n for *_, pool in rows):
        return []
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    if shown is None or not shown.n_cache_known:
        return rows
    for part, word in _WORDS.items():
        pool = _pool(shown, part)
        if pool is not None and pool.n >= (_ENOUGH if part is CachePart.PARTIAL else 1):
            used = (
                word if not shown.no_cache or part is not CachePart.MISS else "with no cache used"
            )
            name = f"{review.info.candidate}, {count(pool.n)} {used}"
            rows.append((name, Role.CANDIDATE, part, pool))
    return rows


_WORDS = {
    CachePart.HIT: "hits",
    CachePart.PARTIAL: "of the hits, less than half cached",
    CachePart.MISS: "misses",
    CachePart.UNKNOWN: "unknown",
}


def _pool(shown: ArmLatency, part: CachePart) -> Quantiles | None:
    if part is CachePart.PARTIAL:
        return shown.by_part.get(part)
    return shown.by_state.get(CacheState(part.value))


def split_title(review: Review, *, first_token: bool = False) -> str:
    """Say what hits and misses give."""
    shown = arm(review, Role.CANDIDATE, first_token=first_token)
    found = {} if shown is None else shown.by_state
    hit, miss = found.get(CacheState.HIT), found.get(CacheState.MISS)
    if hit is None or miss is None or hit.p95 is None or miss.p95 is None:
        return values_line(review, first_token=first_token)
    return f"Hits alone give {seconds(hit.p95)}; misses reach {seconds(miss.p95)}"


SPLIT_SMALL = "Line: p5 to p95. Box: middle half. Tick: median. Mark and number: p95, in seconds."


def split_alt(review: Review, *, first_token: bool = False) -> str:
    """Describe the split figure for those who do not see it."""
    said = [
        f"{name}: p95 {seconds(pool.p95)}"
        for name, _, _, pool in parts(review, first_token=first_token)
        if pool.p95 is not None
    ]
    return f"{split_title(review, first_token=first_token)}. {'; '.join(said)}."


def twin(review: Review, *, first_token: bool = False) -> list[list[str]]:
    """List the quantiles of every row, each with its interval, and n."""
    at_level = level(review.evidence.correctness.level)
    header = ["Requests", "n"]
    for at in BOUNDED:
        header += [f"p{at}", f"p{at}, {at_level} interval"]
    rows = [
        [name, count(pool.n), *_quantiles(pool)]
        for name, _, _, pool in parts(review, first_token=first_token)
    ]
    return [header, *rows]


def _quantiles(pool: Quantiles) -> list[str]:
    cells = []
    for at in BOUNDED:
        value = getattr(pool, f"p{at}")
        cells.append(NOT_MEASURED if value is None else seconds(value))
        cells.append(ends(pool.intervals.get(at)))
    return cells
