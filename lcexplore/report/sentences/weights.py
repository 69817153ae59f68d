"""Whose word is it what a cached token is worth?"""

from lcexplore.evidence.prices import PRICED
from lcexplore.report.review import Review
from lcexplore.words import TIMES


def line(review: Review) -> str:
    """Say where the weights of effective tokens come from; empty where nothing gives any."""
    said = {each.weighed_by for each in review.evidence.cost.values()} - {None}
    if not said:
        return ""
    if PRICED not in said:
        return "Effective tokens weigh cached tokens as the log's manifest says."
    counted = review.evidence.inputs.tokens
    values = [
        f"{review.info.arm(role)}: {', '.join(found)}"
        for role in review.roles
        if (found := _weights(counted[role].read_multiplier, counted[role].write_multiplier))
    ]
    return (
        "Effective tokens weigh cached tokens by the stored price sheet, since no manifest says "
        f"what they are worth ({'; '.join(values)})."
    )


def _weights(read: float | None, write: float | None) -> list[str]:
    named = (("read", read), ("write", write))
    return [f"a {name} {value:.4g} {TIMES}" for name, value in named if value is not None]
