"""What do a thousand queries cost by a price sheet, part by part?

A class of tokens that was used and has no price makes the whole not measured; a price of zero is
zero. What a sheet gives and what a log recorded are never added up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from lcexplore.evidence.tokens import ANSWER, ArmCost, classes
from lcexplore.evidence.traffic import ModelUsage
from lcexplore.model import Role

PRICED, RECORDED = "priced", "recorded"
INPUT, READ, WRITE, OUTPUT = "uncached input", "cache reads", "cache writes", "output"
STORAGE = "cache storage"

_NO_MODEL = "no row of {0}'s log names its model: name it in the sheet, arms: {0}: model"
_MILLION = 1_000_000
_QUERIES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPrices:
    """Prices of one model, per million tokens; None where the sheet does not say.

    Attributes:
        input: Uncached input.
        output: Output.
        cache_read: Input read from the cache.
        cache_write: Input written to the cache, by the time it is kept; the empty name where
            the sheet gives one price for all.
        cache_storage: Keeping a million tokens for an hour; None where storage is not billed.
    """

    input: float | None = None
    output: float | None = None
    cache_read: float | None = None
    cache_write: Mapping[str, float] = field(default_factory=dict)
    cache_storage: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTerms:
    """What a sheet says of one arm.

    Attributes:
        model: Model whose prices hold where the log names none.
        ttl: Which time its cache writes are kept.
        per_query: Other costs of a query by name, such as ``embedding`` and ``search``; None
            where nobody entered them.
        cached_tokens: Tokens kept in the cache, where storage is billed.
        queries_per_hour: Queries that share them.
    """

    model: str | None = None
    ttl: str | None = None
    per_query: Mapping[str, float] | None = None
    cached_tokens: float | None = None
    queries_per_hour: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceSheet:
    """Prices by model and terms by arm, in one currency."""

    currency: str
    models: Mapping[str, ModelPrices]
    arms: Mapping[str, ArmTerms] = field(default_factory=dict)
    as_of: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """Cost of a thousand queries of one arm by a sheet.

    Attributes:
        parts: Cost of a thousand queries by part; empty where it is not measured.
        n: Answers or requests it is the mean of.
        reason: Why it is not measured, or None.
        own_cost_known: Whether the arm's other costs per query were entered.
    """

    parts: Mapping[str, float]
    n: int
    reason: str | None
    own_cost_known: bool

    @property
    def per_1k(self) -> float | None:
        """Total of the parts, None where it is not measured."""
        return None if self.reason else sum(self.parts.values())


def price(
    usage: Sequence[ModelUsage],
    sheet: PriceSheet,
    arm: str,
    *,
    unit: str = ANSWER,
    unreported: Sequence[str] = (),
) -> Priced:
    """Price one arm's tokens, those of its answers or of its requests in a log.

    ``unreported`` are the classes of tokens that none of them reports, where counted.
    """
    terms = sheet.arms.get(arm, ArmTerms())
    n = sum(each.n_whole for each in usage)
    own = terms.per_query
    if not n:
        why = f"no {unit} of {arm} reports {classes(unreported)}"
        return Priced(parts={}, n=0, reason=why, own_cost_known=own is not None)
    parts: dict[str, float] = {}
    for each in usage:
        for name, tokens, rate in _lines(each, sheet, terms, arm) if each.n_whole else ():
            if isinstance(rate, str):
                return Priced(parts={}, n=n, reason=rate, own_cost_known=own is not None)
            parts[name] = parts.get(name, 0.0) + tokens * rate / _MILLION * _QUERIES / n
    stored = _storage(usage, sheet, terms, arm)
    if isinstance(stored, str):
        return Priced(parts={}, n=n, reason=stored, own_cost_known=own is not None)
    parts |= stored | {name: _QUERIES * value for name, value in (own or {}).items()}
    return Priced(parts=parts, n=n, reason=None, own_cost_known=own is not None)


def _lines(
    used: ModelUsage, sheet: PriceSheet, terms: ArmTerms, arm: str
) -> list[tuple[str, int, float | str]]:
    """Part, tokens and price a million, or in the price's place why there is none."""
    model = used.model or terms.model
    prices = sheet.models.get(model) if model is not None else None
    if prices is None:
        said = f"the sheet has no model {model}" if model else _NO_MODEL.format(arm)
        return [(INPUT, used.n_whole, said)]
    rates = {
        INPUT: (used.uncached, prices.input),
        READ: (used.cache_read, prices.cache_read),
        WRITE: (used.cache_write, write_price(prices, terms.ttl)),
        OUTPUT: (used.output, prices.output),
    }
    missing = f"the sheet prices no {{}} of {model}"
    return [
        (name, tokens, rate if rate is not None else (0.0 if not tokens else missing.format(name)))
        for name, (tokens, rate) in rates.items()
    ]


def write_price(prices: ModelPrices, ttl: str | None) -> float | None:
    """Price of a million tokens written to the cache; None where the time is not settled."""
    if ttl is not None:
        return prices.cache_write.get(ttl)
    known = list(prices.cache_write.values())
    return known[0] if len(known) == 1 else None


def _storage(
    usage: Sequence[ModelUsage], sheet: PriceSheet, terms: ArmTerms, arm: str
) -> dict[str, float] | str:
    """Cost of keeping the cache, where a model bills it."""
    cached = [each for each in usage if each.cache_read or each.cache_write]
    names = {each.model or terms.model for each in cached}
    billed = [
        rate
        for name in names
        if name is not None and (rate := _storage_rate(sheet, name)) is not None
    ]
    if not any(billed):
        return {STORAGE: 0.0} if billed else {}
    if terms.cached_tokens is None or not terms.queries_per_hour:
        lacking = "cached_tokens and queries_per_hour"
        return f"storage of the cache is billed, and the sheet lacks {lacking} of {arm}"
    hours = _QUERIES / terms.queries_per_hour
    return {STORAGE: max(billed) * terms.cached_tokens / _MILLION * hours}


def _storage_rate(sheet: PriceSheet, model: str) -> float | None:
    prices = sheet.models.get(model)
    return None if prices is None else prices.cache_storage


def costs(
    recorded: Mapping[Role, ArmCost],
    usage: Mapping[Role, Sequence[ModelUsage]],
    sheet: PriceSheet | None,
    names: Mapping[Role, str],
    *,
    unit: str = ANSWER,
) -> dict[Role, ArmCost]:
    """Cost of both arms on one basis: what was recorded, else what the sheet gives.

    Where both arms have a recorded cost it stays in force; else both are priced.
    """
    found = {
        role: replace(cost, basis=None if cost.cost_per_1k is None else RECORDED)
        for role, cost in recorded.items()
    }
    if sheet is None or all(each.cost_per_1k is not None for each in recorded.values()):
        return found
    return {
        role: _priced(
            cost,
            price(usage.get(role, ()), sheet, names[role], unit=unit, unreported=cost.unreported),
            sheet,
        )
        for role, cost in found.items()
    }


def _priced(cost: ArmCost, by_sheet: Priced, sheet: PriceSheet) -> ArmCost:
    return replace(
        cost,
        cost_per_1k=by_sheet.per_1k,
        n_priced=by_sheet.n if by_sheet.reason is None else 0,
        cost_reason=by_sheet.reason,
        basis=PRICED if by_sheet.reason is None else None,
        parts=by_sheet.parts,
        currency=sheet.currency,
        own_cost_known=by_sheet.own_cost_known,
    )
