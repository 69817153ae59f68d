"""How does a file become rows of text, with nothing coerced and nothing dropped?

The reader of a well-formed file is strict: one wrong nesting or one malformed line and it stops.
Then the file is read again, forgivingly, with the suspicious lines taken out and read one by one.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import islice

import duckdb
import pyarrow as pa

from lcexplore.log import FIELDS, GRADING_FIELDS, FieldRefusal, Log, Row, Scan
from lcexplore.store import lines, packed
from lcexplore.store.connect import offer
from lcexplore.store.text import identifier, literal

BATCH_ROWS = 50_000

_GRADING = ", ".join(f'"{name}" VARCHAR' for name in GRADING_FIELDS)
_GRADINGS = f"STRUCT({_GRADING})[]"
_GRADINGS_AS_JSON = json.dumps([dict.fromkeys(GRADING_FIELDS, "VARCHAR")])
_NESTED = ("usage", "window")
_OWN = [name for name in FIELDS if "." not in name and name != "gradings"]
_PARTS = {
    parent: [name.partition(".")[2] for name in FIELDS if name.startswith(f"{parent}.")]
    for parent in _NESTED
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
        for name in FIELDS
    ]
)


def strict(log: Log) -> str:
    """Query that reads the log and stops at the first thing it does not understand."""
    scan = _scan(log)
    if scan.kind == "csv":
        return _csv(log, scan)
    if scan.kind == "parquet":
        return _flat(log, scan, f"read_parquet({literal(str(log.file))})")
    if not scan.native:
        return _flat(log, scan, _ndjson(log, {path[0]: "VARCHAR" for path in _paths(scan)}))
    return f"{_native_select()} FROM (SELECT row_number() OVER () AS row_id, * FROM {_native(log)})"


def forgiving(log: Log, suspicious: str) -> str:
    """Query that reads every line but those in the table ``suspicious``."""
    scan = _scan(log)
    if scan.native:
        query = (
            f"{_native_select()} FROM (SELECT row_number() OVER () AS row_id, * "
            f"FROM {_native(log, forgive=True)})"
        )
    else:
        columns = {path[0]: "VARCHAR" for path in _paths(scan)}
        query = _flat(log, scan, _ndjson(log, columns, forgive=True))
    return f"SELECT * FROM ({query}) ANTI JOIN {suspicious} USING (row_id)"


def suspicious_lines(log: Log) -> str:
    """Query for the lines that are no JSON objects or hold something nested wrongly."""
    checks = [
        "json IS NULL",
        "json_type(json) <> 'OBJECT'",
        "len(json_keys(json)) <> len(list_distinct(json_keys(json)))",
    ]
    if _scan(log).native:
        for parent in _NESTED:
            checks += _object_checks(f"$.{parent}")
        checks += [
            "json_type(json, '$.gradings') NOT IN ('ARRAY', 'NULL')",
            "len(list_filter(json_type(json, '$.gradings[*]'), lambda t: t <> 'OBJECT')) > 0",
            "len(list_filter(json_keys(json, '$.gradings[*]'), "
            "lambda k: len(k) <> len(list_distinct(k)))) > 0",
        ]
    source = f"read_ndjson_objects({_opened(log)}, ignore_errors=true)"
    return (
        f"SELECT row_id FROM (SELECT row_number() OVER () AS row_id, json FROM {source}) "
        f"WHERE {' OR '.join(f'coalesce({each}, false)' for each in checks)}"
    )


def _object_checks(path: str) -> list[str]:
    keys = f"json_keys(json, '{path}')"
    return [
        f"json_type(json, '{path}') NOT IN ('OBJECT', 'NULL')",
        f"len({keys}) <> len(list_distinct({keys}))",
    ]


def _scan(log: Log) -> Scan:
    if log.scan is None:
        raise ValueError("a log of records is not scanned")
    return log.scan


def _opened(log: Log) -> str:
    how = "gzip" if packed.is_gzip(log.file) else "none"
    return f"{literal(str(log.file))}, compression='{how}'"


def _ndjson(log: Log, columns: Mapping[str, str], *, forgive: bool = False) -> str:
    listed = ", ".join(f"{literal(name)}: {literal(kind)}" for name, kind in columns.items())
    return (
        f"read_json({_opened(log)}, format='newline_delimited', columns={{{listed}}}, "
        f"ignore_errors={str(forgive).lower()})"
    )


def _native(log: Log, *, forgive: bool = False) -> str:
    columns = dict.fromkeys(_OWN, "VARCHAR") | {
        parent: "STRUCT(" + ", ".join(f'"{part}" VARCHAR' for part in parts) + ")"
        for parent, parts in _PARTS.items()
    }
    columns |= {"gradings": _GRADINGS, "lcexplore": "VARCHAR", "manifest": "VARCHAR"}
    return _ndjson(log, columns, forgive=forgive)


def _native_select() -> str:
    chosen = []
    for name in FIELDS:
        parent, _, part = name.partition(".")
        if name in ("error.kind", "error.message"):
            source = "NULL::VARCHAR"
        else:
            source = f'"{parent}"."{part}"' if part else f'"{name}"'
        chosen.append(f"{source} AS {name.replace('.', '_')}")
    manifest = (
        "(lcexplore IS NOT NULL AND manifest IS NOT NULL AND question IS NULL) AS is_manifest"
    )
    return (
        f"SELECT row_id, row_id AS line, NULL::VARCHAR AS locator, {', '.join(chosen)}, {manifest}"
    )


def _paths(scan: Scan) -> Iterable[tuple[str, ...]]:
    return scan.columns.values()


def _flat(log: Log, scan: Scan, source: str) -> str:
    chosen = []
    for name in FIELDS:
        value = _column(scan, scan.columns.get(name))
        if name == "gradings":
            value = f"json_transform({value}, {literal(_GRADINGS_AS_JSON)})"
        chosen.append(f"{value} AS {name.replace('.', '_')}")
    return (
        f"SELECT row_id, row_id AS line, NULL::VARCHAR AS locator, {', '.join(chosen)}, false AS is_manifest "
        f"FROM (SELECT row_number() OVER () AS row_id, * FROM {source})"
    )


def _column(scan: Scan, path: tuple[str, ...] | None) -> str:
    if path is None:
        return "NULL::VARCHAR"
    first = identifier(path[0])
    if scan.kind == "parquet":
        return f"({'.'.join(identifier(part) for part in path)})::VARCHAR"
    if len(path) == 1:
        return first
    inner = "".join(f'."{part}"' for part in path[1:])
    return f"CASE WHEN json_valid({first}) THEN json_extract_string({first}, {literal('$' + inner)}) END"


def _csv(log: Log, scan: Scan) -> str:
    columns = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in scan.header)
    source = (
        f"read_csv({_opened(log)}, auto_detect=false, header=true, delim={literal(scan.delimiter)}, "
        f"quote='\"', escape='\"', columns={{{columns}}}, max_line_size=16777216)"
    )
    return _flat(log, scan, source)


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
