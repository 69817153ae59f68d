"""At which percentile of the misses, and of the hits, does p95 lie?"""

from lcexplore.evidence.latency import ArmLatency, Decomposition
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.words import count, many, seconds


def parts(review: Review, *, first_token: bool = False) -> Decomposition | None:
    """What sets the candidate's p95, end to end or to the first token; None without a timing."""
    found = review.evidence.latency
    split = found.first_token_decomposition if first_token else found.decomposition
    return split.get(Role.CANDIDATE)


def unknown(shown: ArmLatency) -> str:
    """Say of how many timed requests the cache state is not known."""
    of = many(shown.all.n, "timed request")
    return f"the cache state of {count(shown.n_timed_unknown)} of {of} is not known"


OVERLAP = "hits and misses overlap"


def percentile(review: Review, *, first_token: bool = False) -> str:
    """Say where p95 lies among the misses and among the hits, whether or not they overlap.

    Empty where the log tells no hits from misses: 95 in 100 of one kind alone say nothing new.
    """
    found = parts(review, first_token=first_token)
    if found is None or found.quantile_of_misses is None or found.quantile_of_hits is None:
        return ""
    shares = {"misses": found.quantile_of_misses, "hits": found.quantile_of_hits}
    within = [name for name, share in shares.items() if 0 < share < 1]
    within = within or [name for name, share in shares.items() if share]
    if not within:
        return ""
    said = " and ".join(
        f"{_nth(shares[name])}{'' if place else ' percentile'} of the {name}"
        for place, name in enumerate(within)
    )
    rest = [
        f"; {'no' if share else 'every'} {_ONE[name]} takes longer"
        for name, share in shares.items()
        if name not in within
    ]
    return f"p95, {seconds(found.value)}, is {said}{''.join(rest)}."


_ONE = {"misses": "miss", "hits": "hit"}


def _nth(quantile: float) -> str:
    """Name a percentile; none but the longest and the shortest is called the 100th or the 0th."""
    number = round(100 * quantile)
    if quantile < 1 and number == 100:
        return "above the 99th"
    if quantile > 0 and number == 0:
        return "below the 1st"
    tail = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"the {number}{tail or 'th'}"
