"""Where does any JSONL, CSV or Parquet file hold our fields, when the user says which is which?"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from lcexplore.errors import UsageError
from lcexplore.importers import flat, heads, json_documents, twins
from lcexplore.log import MAPPED_FIELDS, NONE_USED, Log, ReadOptions, Scan

FORMAT = "mapped"

Way = tuple[str, ...]


def recognises(name: str, head: bytes) -> bool:
    """Never by itself: a mapping is asked for with ``--map``."""
    return False


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file by the mapping; the store reads it."""
    unknown = [name for name in options.mapping if name not in MAPPED_FIELDS]
    if unknown:
        raise UsageError(
            f"--map {unknown[0]}=...: no such field; the fields are {', '.join(MAPPED_FIELDS)}"
        )
    known, scan = layout(path)
    given, none_used = columns_of(options, known, path)
    columns: dict[str, Way] = {
        name: (name,) for name in MAPPED_FIELDS if (name,) in known and scan.kind != "ndjson"
    }
    columns |= given
    if "question" not in columns:
        raise UsageError(f"{path}: --map question=COLUMN is needed; it has {_names(known)}")
    unmapped = [] if scan.kind == "ndjson" else [(name,) for name in MAPPED_FIELDS]
    twins.stop(path, scan, known, [*columns.values(), *unmapped])
    own = [name for name in columns if name not in options.mapping]
    return Log(
        file=path,
        format=FORMAT,
        notes=(*_by_own_name(own), *unread(known, columns.values())),
        scan=replace(scan, columns=columns, none_used=none_used),
    )


def columns_of(
    options: ReadOptions, known: list[Way], path: Path
) -> tuple[dict[str, Way], tuple[str, ...]]:
    """Where the mapping finds each field, and which it says are 0: ``usage.cache_write=0``."""
    mapping = options.mapping
    none = [each for each in NONE_USED if mapping.get(each) == "0" and ("0",) not in known]
    ways = {
        name: flat.column_way(column, known, path)
        for name, column in mapping.items()
        if name not in none
    }
    return ways, tuple(none)


def unread(known: list[Way], used: Iterable[Way]) -> tuple[str, ...]:
    """A note that names the columns nobody reads; none where all are read."""
    first = {way[0] for way in used}
    left = [way[0] for way in known if len(way) == 1 and way[0] not in first]
    return flat.not_read(left)


def _by_own_name(own: list[str]) -> tuple[str, ...]:
    return (f"columns read by their own name: {', '.join(own)}",) if own else ()


def _names(known: list[Way]) -> str:
    return ", ".join(way[0] for way in known if len(way) == 1)


def layout(path: Path) -> tuple[list[Way], Scan]:
    """Columns of a file, nested ones as paths, and how the store is to read it."""
    if path.name.lower().endswith(".parquet"):
        return flat.parquet_ways(path), Scan(kind="parquet")
    start = heads.head(path)
    if heads.bare(path.name).endswith((".csv", ".tsv")):
        header, delimiter = heads.csv_header(start)
        return [(name,) for name in header], Scan(kind="csv", delimiter=delimiter, header=header)
    if error := json_documents.trouble(path, start):
        raise error
    ways: dict[Way, None] = {}
    for line in heads.first_lines(start):
        ways |= dict.fromkeys(_ways(heads.as_object(line) or {}))
    return list(ways), Scan(kind="ndjson")


def _ways(value: dict[str, object], above: Way = ()) -> Iterator[Way]:
    for name, inner in value.items():
        yield (*above, name)
        if isinstance(inner, dict):
            yield from _ways(inner, (*above, name))
