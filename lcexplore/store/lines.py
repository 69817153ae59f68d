"""What does one suspicious line hold, and where is it in the file?"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from lcexplore.log import FIELDS, GRADING_FIELDS, REQUEST_FIELDS, FieldRefusal, Row, Scan
from lcexplore.store import cells
from lcexplore.store.packed import opened

SHOWN_CHARS = 200


def numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    """Physical numbers and bytes of the lines that are not blank."""
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            if stripped := line.strip():
                yield number, stripped


def physical(path: Path, ordinals: Iterable[int], scan: Scan) -> dict[int, int]:
    """Physical line of the n-th row that the reader counts, for each n asked for."""
    wanted = set(ordinals)
    found = cells.numbered(path, scan) if scan.kind == "csv" else numbered(path)
    return {
        ordinal: number for ordinal, (number, _) in enumerate(found, start=1) if ordinal in wanted
    }


def records_at(path: Path, ordinals: Iterable[int], places: dict[int, int]) -> Iterator[Row]:
    """Read the n-th lines one by one, saying of each what is wrong with it.

    Args:
        path: The file.
        ordinals: Which of the lines that are not blank.
        places: Where their physical lines are put, so that nobody needs to count them again.
    """
    wanted, ordinal = set(ordinals), 0
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            if line.isspace():
                continue
            ordinal += 1
            if ordinal in wanted:
                places[ordinal] = number
                yield record(ordinal, line.strip())


def mapped(rows: Iterable[Row], scan: Scan) -> Iterator[Row]:
    """Take each field of a record from the column it is mapped to."""
    for row in rows:
        if row.record is None:
            yield row
            continue
        values = {name: _at(row.record, way) for name, way in scan.columns.items()}
        names = {way[0] for way in objects(scan)}
        told = [each for each in row.refusals if each.field in names]
        told += [
            _wrong(name, row.record[name], "not an object")
            for name in sorted(names)
            if not isinstance(row.record.get(name), Mapping | None)
        ]
        yield with_gradings(Row(line=row.line, record=values, refusals=tuple(told)))


def objects(scan: Scan) -> set[tuple[str, ...]]:
    """Columns of which parts are read and not the whole: what is no object there is lost."""
    ways = set(scan.columns.values())
    return {way[:1] for way in ways if len(way) > 1} - ways


def _at(value: object, way: tuple[str, ...]) -> object:
    for part in way:
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def record(line: int, data: bytes) -> Row:
    """Read one line as a native record."""
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_no_duplicates)
    except UnicodeDecodeError as error:
        return _refused(line, data, f"not UTF-8 at byte {error.start + 1} of the line")
    except _DuplicateKeyError as error:
        return _refused(line, data, f"the key {error} occurs twice")
    except RecursionError:
        return _refused(line, data, "nested too deeply")
    except json.JSONDecodeError as error:
        said = error.msg.lower().removesuffix(" at")
        return _refused(line, data, f"not JSON: {said} at column {error.colno}")
    except ValueError:  # a number too long to read
        return _refused(line, data, "holds a number too long to read")
    if not isinstance(value, dict):
        return _refused(line, data, "not a JSON object")
    if b"\\ud" in data.lower() and safe(as_text(value)) != json.dumps(
        value, ensure_ascii=False, separators=(",", ":")
    ):
        return _refused(line, data, "holds half of a surrogate pair")
    return _checked(line, value)


class _DuplicateKeyError(ValueError):
    """A key occurs twice in one object."""


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _DuplicateKeyError(repr(twice))
    return made


def _refused(line: int, data: bytes, reason: str) -> Row:
    value = data[:SHOWN_CHARS].decode("utf-8", "replace")
    return Row(
        line=line, record=None, refusals=(FieldRefusal(field="line", value=value, reason=reason),)
    )


def _checked(line: int, value: dict[str, object]) -> Row:
    """Take out what is nested wrongly; everything else stays."""
    refusals = []
    for parent in ("usage", "window"):
        if not isinstance(value.get(parent), dict | None):
            refusals.append(_wrong(parent, value.pop(parent), "not an object"))
    return with_gradings(Row(line=line, record=value, refusals=tuple(refusals)))


def with_gradings(row: Row) -> Row:
    """Read a list of gradings that is written as text, and take out what is none."""
    found = (row.record or {}).get("gradings")
    value = _parsed(found) if isinstance(found, str) else found
    if isinstance(value, list) and all(isinstance(each, dict) for each in value):
        return replace(row, record={**(row.record or {}), "gradings": value})
    if value is None:
        return row
    rest = {name: each for name, each in (row.record or {}).items() if name != "gradings"}
    refusal = _wrong("gradings", found, "not a list of objects")
    return replace(row, record=rest, refusals=(*row.refusals, refusal))


def _parsed(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_no_duplicates) if text.strip() else None
    except (ValueError, RecursionError):
        return text


def _wrong(field: str, value: object, reason: str) -> FieldRefusal:
    return FieldRefusal(field=field, value=as_text(value), reason=reason)


def flatten(row: Row) -> dict[str, object]:
    """Lay a native record out flat, every leaf as text."""
    record = row.record or {}
    flat: dict[str, object] = {"line": row.line, "locator": row.locator}
    for name in (*FIELDS, *REQUEST_FIELDS):
        parent, _, part = name.partition(".")
        value = record.get(name)
        nested = record.get(parent)
        if part and isinstance(nested, dict):
            value = nested.get(part, value)
        flat[name.replace(".", "_")] = as_text(value)
    if isinstance(record.get("error"), dict):
        flat["error_kind"] = flat["error_message"] = None
    flat["gradings"] = _gradings(record.get("gradings"))
    return flat


def _gradings(value: object) -> list[dict[str, str | None]] | None:
    if not isinstance(value, list):
        return None
    return [{name: as_text(each.get(name)) for name in GRADING_FIELDS} for each in value]


def as_text(value: object) -> str | None:
    """Write a value as the JSON reader writes it."""
    if value is None or isinstance(value, str):
        return safe(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return safe(json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str))


def safe(text: str | None) -> str | None:
    """Replace what no file can hold, such as half a surrogate pair."""
    return None if text is None else text.encode("utf-8", "replace").decode("utf-8")
