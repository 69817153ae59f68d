"""Is this a flat CSV or Parquet file, with our names or with columns that the user mapped?"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

from lcexplore.errors import LogError, UsageError
from lcexplore.importers import heads, twins
from lcexplore.log import FIELDS, Log, ReadOptions, Scan

FORMAT = "flat"

_SHOWN = 20
_TEXTS = (".csv", ".tsv")
_TELLING = {"verdict", "gradings", "error", "error.kind", "arm", "latency_s"}


def recognises(name: str, head: bytes) -> bool:
    """A CSV whose header has our names, or any Parquet file."""
    if name.lower().endswith(".parquet"):
        return head[:4] == b"PAR1"
    if not heads.bare(name).endswith(_TEXTS):
        return False
    header = set(heads.csv_header(head)[0])
    return "question" in header and bool(header & _TELLING) and "labeller" not in header


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file; the store reads it."""
    if path.name.lower().endswith(".parquet"):
        scan = Scan(kind="parquet", columns=_parquet_columns(path))
        twins.stop(path, scan, parquet_ways(path), twins.named(FIELDS))
        return _log(path, scan)
    header, delimiter = heads.csv_header(heads.head(path))
    columns: dict[str, tuple[str, ...]] = {name: (name,) for name in FIELDS if name in header}
    notes = not_read([name for name in header if name not in columns])
    scan = Scan(kind="csv", columns=columns, delimiter=delimiter, header=header)
    twins.stop(path, scan, (), twins.named(FIELDS))
    return _log(path, scan, notes)


def not_read(names: Sequence[str], what: str = "columns") -> tuple[str, ...]:
    """A note that names what nobody reads, and how many more there are; none where all is read."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return (f"{what} that are not read: {', '.join(names[:_SHOWN])}{more}",) if names else ()


def _log(path: Path, scan: Scan, notes: tuple[str, ...] = ()) -> Log:
    if "question" not in scan.columns:
        raise LogError(
            path,
            wanted="a column `question`",
            found="none",
            todo="name it with --map question=COLUMN",
        )
    return Log(file=path, format=FORMAT, scan=scan, notes=notes)


def parquet_schema(path: Path) -> pa.Schema:
    """Column names and types of a Parquet file."""
    try:
        return pyarrow.parquet.read_schema(path)
    except (pa.ArrowException, OSError) as error:
        raise LogError(
            path,
            wanted="a Parquet file",
            found=str(error).splitlines()[0],
            todo="write or copy the file again",
        ) from error


def _parquet_columns(path: Path) -> dict[str, tuple[str, ...]]:
    ways = set(_ways(parquet_schema(path)))
    columns: dict[str, tuple[str, ...]] = {}
    for name in FIELDS:
        nested = tuple(name.split("."))
        if (name,) in ways:
            columns[name] = (name,)
        elif nested in ways:
            columns[name] = nested
    return columns


def _ways(fields: Iterable[pa.Field], above: tuple[str, ...] = ()) -> Iterable[tuple[str, ...]]:
    for each in fields:
        way = (*above, each.name)
        yield way
        if pa.types.is_struct(each.type):
            yield from _ways([each.type.field(i) for i in range(each.type.num_fields)], way)


def column_way(column: str, known: Iterable[tuple[str, ...]], path: Path) -> tuple[str, ...]:
    """Find a column as the user named it, nested names joined by a dot."""
    ways = set(known)
    for way in ((column,), tuple(column.split("."))):
        if way in ways:
            return way
    names = ", ".join(sorted(way[0] for way in ways if len(way) == 1))
    raise UsageError(f"{path} has no column {column!r}; it has {names}")


def parquet_ways(path: Path) -> list[tuple[str, ...]]:
    """Every column of a Parquet file, nested ones as paths."""
    return list(_ways(parquet_schema(path)))
