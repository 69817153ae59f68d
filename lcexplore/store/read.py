"""How does a file become rows of text, with nothing coerced and nothing dropped?

The reader of a well-formed file is strict: one wrong nesting or one malformed line and it stops.
Then the file is read again, forgivingly, with the suspicious lines taken out and read one by one.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import islice

import duckdb
import pyarrow as pa

from lcexplore.log import (
    FIELDS,
    GRADING_FIELDS,
    NONE_USED,
    REQUEST_FIELDS,
    FieldRefusal,
    Log,
    Row,
    Scan,
)
from lcexplore.store import lines, packed
from lcexplore.store.connect import offer
from lcexplore.store.queries import filled
from lcexplore.store.text import identifier, literal

BATCH_ROWS = 50_000

_GRADING = ", ".join(f'"{name}" VARCHAR' for name in GRADING_FIELDS)
_GRADINGS = f"STRUCT({_GRADING})[]"
_GRADINGS_AS_JSON = json.dumps([dict.fromkeys(GRADING_FIELDS, "VARCHAR")])
_NESTED = ("usage", "window")
_JUDGED = ("$", "$.usage", "$.window", "$.gradings")
_ALL = (*FIELDS, *REQUEST_FIELDS)
_OWN = [name for name in _ALL if "." not in name and name != "gradings"]
_PARTS = {
    parent: [name.partition(".")[2] for name in _ALL if name.startswith(f"{parent}.")]
    for parent in _NESTED
}


def _native_field(name: str) -> str:
    parent, _, part = name.partition(".")
    source = f'"{parent}"."{part}"' if part else f'"{name}"'
    if parent == "error" and part:
        source = "NULL::VARCHAR"
    return f"{source} AS {name.replace('.', '_')}"


_NATIVE_FIELDS = [_native_field(name) for name in _ALL]
_NATIVE_COLUMNS = dict.fromkeys(_OWN, "VARCHAR") | {
    **{
        parent: "STRUCT(" + ", ".join(f'"{part}" VARCHAR' for part in parts) + ")"
        for parent, parts in _PARTS.items()
    },
    "gradings": _GRADINGS,
    "lcexplore": "VARCHAR",
    "manifest": "VARCHAR",
}

_text = pa.string()
SCHEMA = pa.schema(
    [("row_id", pa.int64()), ("line", pa.int64()), ("locator", _text)]
    + [
        (
            name.replace(".", "_"),
            _text
            if name != "gradings"
            else pa.list_(pa.struct([(part, _text) for part in GRADING_FIELDS])),
        )
        for name in _ALL
    ]
)


def strict(log: Log) -> str:
    """Query that reads the log and stops at the first thing it does not understand."""
    scan = _scan(log)
    if scan.kind == "csv":
        return _flat(scan, _csv(log, scan))
    if scan.kind == "parquet":
        return _flat(scan, f"read_parquet({literal(str(log.file))})")
    return _lines(log, scan, forgive=False)


def forgiving(log: Log, suspicious: str) -> str:
    """Query that reads every line of JSON but those in the table ``suspicious``."""
    query = _lines(log, _scan(log), forgive=True)
    return filled("reading", "without", query=query, suspicious=suspicious)


def converted(log: Log, raw: str) -> str:
    """Query for the rows with other units and whole inputs converted to those of native fields."""
    none_used = log.scan.none_used if log.scan else ()
    read, write = (
        filled("reading", "none_used") if name in none_used else name.replace(".", "_")
        for name in NONE_USED
    )
    return filled("reading", "converted", raw=raw, read=read, write=write)


def suspicious_lines(log: Log) -> str:
    """Query for the lines that are no JSON objects or hold something nested wrongly."""
    source = f"read_ndjson_objects({_opened(log)}, ignore_errors=true)"
    scan = _scan(log)
    checks = filled("reading", "wrong_native_shape" if scan.native else "wrong_shape")
    ways = [(parent, "") for parent in _NESTED] if scan.native else scan.columns.values()
    objects = {_path(way[:depth]) for way in ways for depth in range(len(way))}
    parents = _paths(sorted(objects))
    judged = _paths([*_JUDGED, *sorted(map(_path, lines.objects(scan)))])
    return filled(
        "reading", "suspicious", source=source, checks=checks, parents=parents, judged=judged
    )


def _scan(log: Log) -> Scan:
    if log.scan is None:
        raise ValueError("a log of records is not scanned")
    return log.scan


def _lines(log: Log, scan: Scan, *, forgive: bool) -> str:
    if scan.native:
        source = _json(log, _NATIVE_COLUMNS, forgive=forgive)
        return filled("reading", "native", fields=", ".join(_NATIVE_FIELDS), source=source)
    columns = {way[0]: "VARCHAR" for way in scan.columns.values()}
    return _flat(scan, _json(log, columns, forgive=forgive), strict=not forgive)


def _opened(log: Log) -> str:
    how = "gzip" if packed.is_gzip(log.file) else "none"
    return f"{literal(str(log.file))}, compression='{how}'"


def _json(log: Log, columns: Mapping[str, str], *, forgive: bool) -> str:
    listed = _listed(columns)
    forgives = str(forgive).lower()
    return filled("reading", "json", file=_opened(log), columns=listed, forgive=forgives)


def _listed(columns: Mapping[str, str]) -> str:
    inner = ", ".join(f"{literal(name)}: {literal(kind)}" for name, kind in columns.items())
    return "{ " + inner + " }"


def _csv(log: Log, scan: Scan) -> str:
    columns = _listed(dict.fromkeys(scan.header, "VARCHAR"))
    delimiter = literal(scan.delimiter)
    return filled("reading", "csv", file=_opened(log), delimiter=delimiter, columns=columns)


def _flat(scan: Scan, source: str, *, strict: bool = False) -> str:
    fields = []
    for name in _ALL:
        value = _column(scan, scan.columns.get(name), strict=strict)
        if name == "gradings":
            value = _transformed(scan, value)
        fields.append(f"{value} AS {name.replace('.', '_')}")
    return filled("reading", "flat", fields=", ".join(fields), source=source)


def _transformed(scan: Scan, value: str) -> str:
    """Gradings as a list; what is none stops the reader."""
    way = scan.columns.get("gradings")
    if way is not None:
        column = _at(way)
        text = filled("reading", "as_json", column=column) if scan.kind == "parquet" else value
        value = filled("reading", "listed", value=text)
    return f"json_transform({value}, {literal(_GRADINGS_AS_JSON)})"


def _column(scan: Scan, path: tuple[str, ...] | None, *, strict: bool) -> str:
    if path is None:
        return "NULL::VARCHAR"
    if scan.kind == "parquet":
        return f"({_at(path)})::VARCHAR"
    first = identifier(path[0])
    if len(path) == 1:
        return first
    inner = literal(_path(path[1:]))
    if not strict:
        return filled("reading", "nested", column=first, path=inner)
    parents = _paths(_path(path[1:depth]) for depth in range(1, len(path)))
    whole = str(path[:1] in lines.objects(scan)).lower()
    return filled("reading", "nested_once", column=first, path=inner, parents=parents, whole=whole)


def _at(way: tuple[str, ...]) -> str:
    """A way into a column of structs."""
    return ".".join(identifier(part) for part in way)


def _path(way: tuple[str, ...]) -> str:
    """A way as DuckDB writes it: ``$."usage"."output"``."""
    return "$" + "".join(f'."{part}"' for part in way)


def _paths(paths: Iterable[str]) -> str:
    return f"[{', '.join(map(literal, paths))}]"


def stage_records(
    connection: duckdb.DuckDBPyConnection, rows: Iterable[Row], *, ordinal_is_line: bool = False
) -> None:
    """Write records into the table ``raw_rows`` and their refusals into ``raw_refusals``.

    Args:
        connection: The workbench.
        rows: What a module read.
        ordinal_is_line: The rows' ``line`` is their ordinal among the rows of a scan.
    """
    numbered = enumerate(rows, start=1)
    while chunk := list(islice(numbered, BATCH_ROWS)):
        flat = [
            lines.flatten(row) | {"row_id": row.line if ordinal_is_line else ordinal}
            for ordinal, row in chunk
            if row.record is not None
        ]
        batch = pa.Table.from_pylist(flat, schema=SCHEMA)
        offer(connection, batch, "INSERT INTO raw_rows SELECT *, false")
        refusals = [(row, refusal) for _, row in chunk for refusal in row.refusals]
        if refusals:
            _stage_refusals(connection, refusals)


def _stage_refusals(
    connection: duckdb.DuckDBPyConnection, refusals: list[tuple[Row, FieldRefusal]]
) -> None:
    listed = pa.table(
        {
            "line": pa.array([row.line for row, _ in refusals], pa.int64()),
            "locator": pa.array([row.locator for row, _ in refusals], _text),
            "field": pa.array([each.field for _, each in refusals], _text),
            "value": pa.array([lines.safe(each.value) for _, each in refusals], _text),
            "reason": pa.array([each.reason for _, each in refusals], _text),
            "row_kept": pa.array([row.record is not None for row, _ in refusals], pa.bool_()),
        }
    )
    offer(connection, listed, "INSERT INTO raw_refusals")
