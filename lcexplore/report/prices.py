"""Which prices are in force for a comparison, and what do they make of its evidence?"""

from dataclasses import replace

from lcexplore.decision.price_sheet import parse
from lcexplore.evidence import prices
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.prices import PriceSheet
from lcexplore.evidence.traffic import Traffic
from lcexplore.model import Role
from lcexplore.store import Store


def in_force(store: Store, comparison: str) -> PriceSheet | None:
    """The newest price sheet of a comparison, or None."""
    stored = store.prices(comparison)
    return None if stored is None else parse(stored.text, file="the stored price sheet")


def applied(evidence: Evidence, sheet: PriceSheet | None, traffic: Traffic) -> Evidence:
    """The same evidence, its cost priced where it was not recorded in both arms."""
    names = {role: evidence.info.arm(role) for role in Role}
    return replace(evidence, cost=prices.costs(evidence.cost, traffic.usage, sheet, names))
