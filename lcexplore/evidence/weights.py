"""What is a cached token worth in full-price tokens: by the manifest, or else by a price sheet?

The word of a manifest stands for both arms as soon as it gives one weight; the two are never
mixed.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lcexplore.evidence.inputs import ArmTokens
from lcexplore.evidence.prices import ArmTerms, PriceSheet, write_price
from lcexplore.evidence.traffic import ModelUsage
from lcexplore.model import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Price of a token read from, or written to, the cache in full-price tokens, or None."""

    read: float | None = None
    write: float | None = None


def by_sheet(usage: Sequence[ModelUsage], sheet: PriceSheet, arm: str) -> Weights:
    """Weights that hold for all models an arm used; None where they differ or have no price."""
    terms = sheet.arms.get(arm, ArmTerms())
    found = [_of_model(each.model or terms.model, sheet, terms.ttl) for each in usage if each.n]
    return Weights(
        read=_common([read for read, _ in found]), write=_common([write for _, write in found])
    )


def _common(weights: Sequence[float | None]) -> float | None:
    """The weight that all are, to the last digits of a quotient: 0.3 / 3 is not quite 0.1."""
    known = [each for each in weights if each is not None]
    if not known or len(known) < len(weights):
        return None
    low, high = min(known), max(known)
    return low if math.isclose(low, high, rel_tol=1e-9) else None


def _of_model(
    model: str | None, sheet: PriceSheet, ttl: str | None
) -> tuple[float | None, float | None]:
    prices = sheet.models.get(model) if model is not None else None
    if prices is None or not prices.input:
        return None, None
    write = write_price(prices, ttl)
    return (
        None if prices.cache_read is None else prices.cache_read / prices.input,
        None if write is None else write / prices.input,
    )


def weighed(
    tokens: Mapping[Role, ArmTokens],
    usage: Mapping[Role, Sequence[ModelUsage]],
    sheet: PriceSheet | None,
    names: Mapping[Role, str],
) -> Mapping[Role, ArmTokens] | None:
    """The tokens with the sheet's weights; None where a manifest gives any, or no sheet is."""
    told = any(
        weight is not None
        for each in tokens.values()
        for weight in (each.read_multiplier, each.write_multiplier)
    )
    if told or sheet is None:
        return None
    found = {role: by_sheet(usage.get(role, ()), sheet, names[role]) for role in tokens}
    return {
        role: replace(each, read_multiplier=found[role].read, write_multiplier=found[role].write)
        for role, each in tokens.items()
    }
