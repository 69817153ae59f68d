"""What whole number stands at a place of a usage object, if any does?"""

from collections.abc import Mapping

from lcexplore.log import FieldRefusal


def look_up(
    usage: Mapping[str, object], places: tuple[str, ...], field: str, refusals: list[FieldRefusal]
) -> int | None:
    """Read the first place that holds a whole number; anything else there is refused by name.

    Args:
        usage: The usage object.
        places: Keys, nested ones joined by a dot; ``a+b`` is the sum of those that are there.
        field: Native field that a refusal names.
        refusals: Where it is added.
    """
    for place in places:
        found = [value for key in place.split("+") if (value := _at(usage, key)) is not None]
        whole = [number for value in found if (number := _whole(value)) is not None]
        if len(whole) < len(found):
            reason = "not a whole number from 0"
            refusals.append(FieldRefusal(field=field, value=str(found)[1:-1][:200], reason=reason))
            return None
        if whole:
            return sum(whole)
    return None


def _at(usage: Mapping[str, object], key: str) -> object:
    if key in usage:
        return usage[key]
    first, dot, rest = key.partition(".")
    inner = usage.get(first) if dot else None
    return _at(inner, rest) if isinstance(inner, Mapping) else None


def _whole(value: object) -> int | None:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        value = int(value) if len(value) < 20 else -1
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value < 2**53 and value == int(value) else None
