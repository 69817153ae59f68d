"""What does a field of a manifest say, whether it was written as JSON or as text?"""

import re
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import NamedTuple

MOST = 10**12  # more questions or epochs are a slip, and would not fit beside each other
SHOWN_CHARS = 60

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_TRUTH = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_WHOLE = re.compile(r"[0-9]{1,13}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}")


class Unread(NamedTuple):
    """A field that is there and cannot be read.

    Attributes:
        name: Of the field, nested names joined by a dot.
        value: As written, shortened.
        wanted: What it would have to be.
    """

    name: str
    value: str
    wanted: str

    @property
    def told(self) -> str:
        """What is said of it after its name: ``is 'many', which is no whole number``."""
        return f"is {self.value!r}, which is {self.wanted}"


def price(value: object) -> float | None:
    """A number of at least zero."""
    found = number(value)
    return found if found is not None and found >= 0 else None


def whole(value: object) -> int | None:
    """A count of at least one: a JSON number, or digits as text, with thousands commas or without.

    A point is never read as text: ``1.000`` is a thousand to some and one to others.
    """
    if isinstance(value, str):
        text = value.strip()
        value = text.replace(",", "") if _WHOLE.fullmatch(text) else None
    found = number(value)
    if found is None or found != int(found) or not 1 <= found <= MOST:
        return None
    return int(found)


def number(value: object) -> float | None:
    """A number as JSON or as text; a comma in a text may be a point, so it is not read."""
    if isinstance(value, str):
        text = value.strip()
        value = float(text) if _NUMBER.fullmatch(text) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:  # a whole number beyond any float
        return None
    return found if isfinite(found) else None


def truth(value: object) -> bool | None:
    """Yes or no: a JSON boolean, 1 or 0, or one of them or of their names as text in any case."""
    if isinstance(value, str):
        return _TRUTH.get(value.strip().casefold())
    return bool(value) if isinstance(value, int | float) and value in (0, 1) else None


_READERS: Mapping[str, tuple[Callable[[object], object], str]] = {
    "eval_set_size": (whole, "no whole number"),
    "epochs": (whole, "no whole number"),
    "blind": (truth, "neither yes nor no"),
    "order_shuffled": (truth, "neither yes nor no"),
}
# With the names that are read of each; of measurements, every name.
_GROUPS: Mapping[str, tuple[Callable[[object], object], str, tuple[str, ...]]] = {
    "measurements": (number, "no number", ()),
    "cache_multipliers": (price, "no number of at least 0", ("read", "write")),
}


def unread(fields: Mapping[str, object]) -> Iterator[Unread]:
    """Fields of a manifest that are not blank and do not say what they are read for."""
    for name, (read, wanted) in _READERS.items():
        yield from _unread(name, fields.get(name), read, wanted)
    for group, (read, wanted, names) in _GROUPS.items():
        named = fields.get(group)
        if isinstance(named, Mapping):
            for name in names or named:
                yield from _unread(f"{group}.{name}", named.get(name), read, wanted)
        else:
            yield from _unread(group, named, lambda _: None, "no object of names and numbers")


def _unread(
    name: str, value: object, read: Callable[[object], object], wanted: str
) -> Iterator[Unread]:
    if not blank(value) and read(value) is None:
        text = str(value)
        shown = text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]}…"
        yield Unread(name, shown, wanted)


def blank(value: object) -> bool:
    """Whether nothing is said."""
    return value is None or (isinstance(value, str) and not value.strip())
