"""Which key occurs twice in one object, of those objects of a record that are read?

A reader of JSON lets the last one win and says nothing. Here the bytes are held against what was
read of them: an object without blanks is exactly as long as its keys and values, unless some of
them were dropped; one with blanks is walked through, key by key.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect as types

Finder: TypeAlias = Callable[[bytes], str | None]

_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_KEY = re.compile(rb'[\s,]*+("(?:[^"\\]++|\\.)*+")\s*+:\s*+', re.DOTALL)


class TwiceError(ValueError):
    """A key occurs twice in one object; the message names it."""


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object of its pairs, for ``json.loads``; ``TwiceError`` where a key is repeated."""
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise TwiceError(repr(key[:60]))
        seen.add(key)
    return made


def finder(shape: type, inside: Mapping[tuple[type, str], type] | None = None) -> Finder:
    """Make what finds a repeated key in the bytes of one record.

    Args:
        shape: The struct that says what is read; what it does not name is passed over.
        inside: What is read of fields that a struct leaves as bytes.

    Returns:
        A function from valid JSON to the repeated key, or None.
    """
    return _of(types.type_info(shape), inside or {}) or _nothing


def _nothing(_: bytes) -> None:
    """Find no key in what has none."""


def _of(kind: types.Type, inside: Mapping[tuple[type, str], type]) -> Finder | None:
    if isinstance(kind, types.UnionType):
        found = [each for each in (_of(one, inside) for one in kind.types) if each]
        return found[0] if found else None
    if isinstance(kind, types.StructType):
        return _object({each.encode_name: _field(kind, each, inside) for each in kind.fields})
    if isinstance(kind, types.ListType):
        item = _of(kind.item_type, inside)
        return item and _list(item)
    if isinstance(kind, types.DictType) and isinstance(kind.value_type, types.StructType):
        return _object({}, _of(kind.value_type, inside))
    if isinstance(kind, types.DictType) and isinstance(kind.value_type, types.RawType):
        return _object({})
    return _deep if isinstance(kind, types.DictType | types.AnyType) else None


def _field(
    of: types.StructType, field: types.Field, inside: Mapping[tuple[type, str], type]
) -> Finder | None:
    read = inside.get((of.cls, field.name))
    return _of(types.type_info(read) if read else field.type, inside)


def _object(fields: Mapping[str, Finder | None], others: Finder | None = None) -> Finder:
    within = {name: find for name, find in fields.items() if find}

    def find(data: bytes) -> str | None:
        if data[:1] != b"{":
            return None
        read = _FIELDS.decode(data)
        key = _repeated(data, read)
        if key is not None:
            return key
        for name in read if others else within:
            look = within.get(name, others)
            if look and name in read and (value := bytes(read[name]))[:1] in b"{[":
                key = look(value)
                if key is not None:
                    return key
        return None

    return find


def _list(item: Finder) -> Finder:
    def find(data: bytes) -> str | None:
        if data[:1] != b"[":
            return None
        found = (item(bytes(each)) for each in _ITEMS.decode(data))
        return next((key for key in found if key is not None), None)

    return find


def _deep(data: bytes) -> str | None:
    """Look through everything; only what is nested can repeat a key."""
    if b"{" not in data:
        return None
    try:
        json.loads(data, object_pairs_hook=unique)
    except TwiceError as error:
        return str(error)
    except ValueError:  # a number too long to read: no key of ours
        return None
    return None


def _repeated(data: bytes, read: Mapping[str, Any]) -> str | None:
    """Hold an object's bytes against the keys and values that were read of it."""
    size = sum(map(len, read)) + sum(map(len, read.values())) + 4 * len(read) + 1
    return None if size == len(data) and read else _walked(data, read)


def _walked(data: bytes, read: Mapping[str, Any]) -> str | None:
    at, seen, key = 1, set(), ""
    while found := _KEY.match(data, at):
        key = json.loads(found[1])
        value = bytes(read[key])
        at = found.end() + len(value)
        if key in seen or data[found.end() : at] != value:
            return repr(key[:60])
        seen.add(key)
    return None if data[at:].strip() == b"}" else repr(key[:60])
