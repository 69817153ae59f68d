"""Which prices are in force for a comparison, and what do they make of its evidence?"""

from collections.abc import Mapping
from dataclasses import replace

from lcexplore.decision.price_sheet import parse
from lcexplore.evidence import prices, tokens, weights
from lcexplore.evidence.bundle import Evidence
from lcexplore.evidence.prices import PriceSheet
from lcexplore.evidence.traffic import REQUESTS, Traffic
from lcexplore.model import Role
from lcexplore.store import Store


def in_force(store: Store, comparison: str) -> PriceSheet | None:
    """The newest price sheet of a comparison, or None."""
    stored = store.prices(comparison)
    return None if stored is None else parse(stored.text, file="the stored price sheet")


def applied(evidence: Evidence, sheet: PriceSheet | None, traffic: Traffic) -> Evidence:
    """The same evidence, priced where it was not recorded in both arms.

    Cached tokens are weighed by the sheet where no manifest says what they are worth.
    """
    names = {role: evidence.info.arm(role) for role in Role}
    evidence = _weighed(evidence, sheet, traffic, names)
    cost = prices.costs(evidence.cost, traffic.usage, sheet, names, unit=_unit(traffic))
    return replace(evidence, cost=cost)


def _unit(traffic: Traffic) -> str:
    return tokens.REQUEST if traffic.source == REQUESTS else tokens.ANSWER


def _weighed(
    evidence: Evidence, sheet: PriceSheet | None, traffic: Traffic, names: Mapping[Role, str]
) -> Evidence:
    counted = weights.weighed(evidence.inputs.tokens, traffic.usage, sheet, names)
    if counted is None:
        return evidence
    cost = {
        role: replace(each, weighed_by=prices.PRICED if each.weighed_by else None)
        for role, each in tokens.analyse(counted, unit=_unit(traffic)).items()
    }
    return replace(evidence, inputs=replace(evidence.inputs, tokens=counted), cost=cost)
