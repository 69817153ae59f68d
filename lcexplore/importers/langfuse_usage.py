"""What did the generations of one answer count and cost, going by Langfuse's free-form keys?

Langfuse means its keys to be disjoint, and emitters often send a count that includes another. The
``total`` is no witness where it is the sum of all the others: the server adds them up itself
wherever none was sent.
"""

from collections.abc import Iterable, Mapping

from lcexplore.importers import choices
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.usage import Usage, normalise, together
from lcexplore.importers.usage_shapes import SHAPES
from lcexplore.log import FieldRefusal

_TOTAL, _INPUT, _OUTPUT = "total", "input", "output"
_SPLIT_WRITES = ("input_cache_creation", "input_cache_creation_5m", "input_cache_creation_1h")
_CACHED = frozenset(
    key
    for place in (*SHAPES["langfuse"].read, *SHAPES["langfuse"].write)
    for key in place.split("+")
)

Object = Mapping[str, object]


def counted(generations: Iterable[Object]) -> Usage:
    """Tokens of all the generations that made one answer."""
    return together(_one(_details(each)) for each in generations)


def cost(generations: Iterable[Object]) -> object:
    """Their cost in dollars; unknown where one has no price."""
    costs = [_cost(each) for each in generations]
    numbers = [each for each in costs if isinstance(each, int | float)]
    if not costs or len(numbers) < len(costs):
        return costs[0] if len(costs) == 1 else None
    return numbers[0] if len(numbers) == 1 else round(sum(numbers), 12)


def _details(generation: Object) -> Object:
    """The counts by key; older exports have ``usage``, which may count characters."""
    if details := shapes.inside(generation, "usageDetails"):
        return details
    older = shapes.inside(generation, "usage")
    if older.get("unit") not in (None, "TOKENS"):
        return {}
    return {key: older[key] for key in (_INPUT, _OUTPUT, _TOTAL) if older.get(key) is not None}


def _one(details: Object) -> Usage:
    parts = {key: each for key, each in details.items() if key != _TOTAL and _whole(each)}
    counts = dict(details)
    if details.get(_TOTAL) == _sum(parts, parts):
        del counts[_TOTAL]
    if sum(key in parts for key in _SPLIT_WRITES) > 1:
        counts[_SPLIT_WRITES[0]] = _sum(parts, _SPLIT_WRITES)
    refusals = [*_settle_output(counts, parts), *_settle_input(counts, parts)]
    made = normalise(counts, source="langfuse")
    return Usage(
        input_uncached=made.input_uncached,
        cache_read=made.cache_read,
        cache_write=made.cache_write,
        output=made.output,
        basis=made.basis,
        refusals=(*refusals, *made.refusals),
    )


def _settle_output(counts: dict[str, object], parts: Object) -> list[FieldRefusal]:
    """Add what was counted beside the output, such as reasoning, unless the output includes it."""
    beside = _sum(parts, (key for key in parts if key.startswith(f"{_OUTPUT}_")))
    output = parts.get(_OUTPUT)
    if not beside or not isinstance(output, int):
        return []
    if beside > output:
        counts[_OUTPUT] = output + beside
        return []
    every = _sum(parts, parts)
    if counts.get(_TOTAL) in (every - beside, every - beside - _sum(parts, _CACHED)):
        return []
    del counts[_OUTPUT]
    reason = f"may or may not include the {beside:,} output tokens counted beside it"
    return [FieldRefusal(field="usage.output", value=str(output), reason=reason)]


def _settle_input(counts: dict[str, object], parts: Object) -> list[FieldRefusal]:
    """Leave out an input of which a part that is no cache was counted beside it."""
    beside = [
        key
        for key, each in parts.items()
        if key.startswith(f"{_INPUT}_") and key not in _CACHED and each
    ]
    if not beside or _INPUT not in counts:
        return []
    given = counts.pop(_INPUT)
    reason = f"may or may not include what is counted as {', '.join(beside)[:100]}"
    return [FieldRefusal(field="usage.input_uncached", value=str(given), reason=reason)]


def _cost(generation: Object) -> object:
    """A cost of 0 without any details is that of a model without a price: unknown."""
    details = generation.get("costDetails")
    if isinstance(details, Mapping) and not details:
        return None
    inside = details.get(_TOTAL) if isinstance(details, Mapping) else None
    found = (generation.get("totalCost"), inside, generation.get("calculatedTotalCost"))
    return next((each for each in map(choices.scalar, found) if each is not None), None)


def _sum(parts: Object, keys: Iterable[str]) -> int:
    return sum(each for key in keys if isinstance(each := parts.get(key), int))


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
