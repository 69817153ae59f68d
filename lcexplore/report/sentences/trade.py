"""Which trade do the four numbers put before the reader?"""

from lcexplore import words
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.figures import times_words

BOTH = (Role.BASELINE, Role.CANDIDATE)


def the_question(review: Review) -> str:
    """The trade that the four numbers put, always below them."""
    agreed = (
        "The rule below was agreed to answer it."
        if review.record
        else "No rule was agreed beforehand to answer it."
    )
    difference = review.evidence.correctness.difference
    price = _price(review)
    if difference is None or not price:
        return f"The question these put cannot be asked in full: something is missing. {agreed}"
    size = words.points_unsigned(difference)
    if difference >= 0:
        return f"The question these put: are {size} worth {price}? {agreed}"
    return f"The question these put: is {price} worth {size} fewer correct answers? {agreed}"


def _price(review: Review) -> str:
    latency, cost = review.evidence.latency.arms, review.evidence.cost
    wait = _ratio(*(latency[role].all.p95 for role in BOTH))
    spent = _ratio(*(cost[role].effective_mean for role in BOTH))
    parts = [
        f"{times_words(wait)} the wait" if wait else "",
        f"{times_words(spent)} the tokens" if spent else "",
    ]
    return " and ".join(part for part in parts if part)


def _ratio(base: float | None, cand: float | None) -> float | None:
    return cand / base if base and cand is not None else None
