"""What does a thousand queries cost, part by part, and whose word is it?"""

from lcexplore.evidence.prices import PRICED
from lcexplore.evidence.tokens import ArmCost
from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import Role
from lcexplore.report.review import Review
from lcexplore.report.sentences.cells import Cell, not_measured
from lcexplore.report.sentences.common import listed
from lcexplore.words import count, money

HEADER = ("Arm", "Cost per 1,000 queries", "Made of", "n")
NO_SHEET = (
    "No price is recorded or stored: add a price sheet with lcexplore prices. Without one, cost "
    "is not measured; it is not free."
)


def basis(review: Review) -> str:
    """Say where the cost comes from."""
    found = review.evidence.cost
    if any(each.basis == PRICED for each in found.values()) and review.prices is not None:
        sheet = review.prices
        dated = f" as of {sheet.as_of}" if sheet.as_of else ""
        given = f" ({sheet.source})" if sheet.source else ""
        return f"Priced by the stored price sheet{dated}{given}; nothing recorded is added to it."
    if any(each.cost_per_1k is not None for each in found.values()):
        return "As recorded in the log; nothing priced is added to it."
    return "" if review.prices is not None else NO_SHEET


def own_cost_missing(review: Review) -> str:
    """Say whose costs beside tokens nobody entered; empty where all are known or no sheet is."""
    found = review.evidence.cost
    lacking = [review.info.arm(role) for role in found if found[role].own_cost_known is False]
    if not lacking:
        return ""
    verb, its = ("costs", "its cost is") if len(lacking) == 1 else ("cost", "their costs are")
    return (
        f"What {listed(lacking)} {verb} beside tokens, such as embedding and search, is not in "
        f"the price sheet: {its} that of tokens alone."
    )


def rows(review: Review) -> list[list[str | Cell]]:
    """Cost of every arm with its parts."""
    return [_row(review, role, review.evidence.cost[role]) for role in review.roles]


def _row(review: Review, role: Role, cost: ArmCost) -> list[str | Cell]:
    name = review.info.arm(role)
    unit = "requests" if review.source == REQUESTS else "answers"
    n = f"{count(cost.n_priced)} {unit}"
    if cost.cost_per_1k is None:
        return [name, not_measured(cost.cost_reason or "no price recorded"), "no part known", n]
    parts = [f"{part} {money(value, cost.currency)}" for part, value in cost.parts.items()]
    total = money(cost.cost_per_1k, cost.currency)
    return [name, total, ", ".join(parts) or "recorded whole", n]
