"""What is a file, before it is imported: its format, what will be read, its first rows?"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

from lcexplore.errors import LogError
from lcexplore.importers import heads, native_jsonl, read_log, row_files
from lcexplore.log import ReadOptions

ROWS, MOST_TEXT = 10, 80
_FIRST = ("question", "arm", "epoch", "verdict", "gradings", "latency_s", "cache")
_TABLES = (".csv", ".tsv")
_LINES = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The first rows of a file as texts, every cell cut to what fits a table."""

    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What a file is.

    Attributes:
        format: Name of the format.
        notes: What its importer says of it.
        table: Its first rows: as they stand in the file, or as they are read.
        as_read: Whether the rows are shown as they are read, not as they stand in the file.
        can_map: Whether other columns can be read as our fields: not where its format or its
            manifest says what is what, nor where every field of it is read.
    """

    format: str
    notes: tuple[str, ...]
    table: Table
    as_read: bool
    can_map: bool


def look(path: Path, options: ReadOptions, *, format: str | None = None) -> Looked:
    """Recognise a file and read its first rows, nothing more.

    Raises:
        ChoiceNeeded: It can be read in more than one way.
        LogError: Nobody recognises it, or it cannot be read.
    """
    log = read_log(path, options, format=format)
    if log.records is None:
        shown = raw(path)
    else:
        records = islice((row.record for row in log.records if row.record is not None), ROWS)
        shown = _ours(records)
    as_read = log.records is not None
    native = log.format == native_jsonl.FORMAT
    told = as_read or (native and (bool(log.manifest) or not log.notes))
    return Looked(
        format=log.format, notes=log.notes, table=shown, as_read=as_read, can_map=not told
    )


def raw(path: Path) -> Table:
    """First rows of a CSV, JSON Lines or Parquet, whatever they mean; empty for other files."""
    bare = heads.bare(path.name)
    if bare.endswith(".parquet"):
        return _ours(_parquet(path))
    if bare.endswith(_TABLES):
        found = (each.value for each in row_files.rows(path))
        return _table([each for each in islice(found, ROWS) if each is not None])
    if bare.endswith(_LINES):
        lines = (heads.as_object(each) for each in heads.first_lines(heads.head(path)))
        return _ours(islice((each for each in lines if each and "lcexplore" not in each), ROWS))
    return Table()


def _parquet(path: Path) -> list[Mapping[str, object]]:
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            batch = next(file.iter_batches(batch_size=ROWS), None)
            return [] if batch is None else batch.to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise LogError(
            path,
            wanted="a Parquet file",
            found=str(error).splitlines()[0],
            todo="write or copy the file again",
        ) from error


def _leaves(value: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    for name, inner in value.items():
        if isinstance(inner, Mapping) and inner:
            yield from _leaves(inner, f"{above}{name}.")
        else:
            yield f"{above}{name}", inner


def _ours(records: Iterable[Mapping[str, object]]) -> Table:
    """Nested records as a table, what has to be confirmed first."""
    rows = [dict(_leaves(each)) for each in records]
    names = {name for row in rows for name in row}
    return _table(rows, first=[name for name in _FIRST if name in names])


def _table(rows: Sequence[Mapping[str, object]], first: Sequence[str] = ()) -> Table:
    header = tuple(dict.fromkeys([*first, *(name for row in rows for name in row)]))
    return Table(
        header=header, rows=tuple(tuple(_text(row.get(name)) for name in header) for row in rows)
    )


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        return "; ".join(_grading(each) for each in value)[: 2 * MOST_TEXT]
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return said if len(said) <= MOST_TEXT else f"{said[:MOST_TEXT]}…"


def _grading(given: Mapping[str, object]) -> str:
    """One grading in words; any other object as its values."""
    by = " ".join(_text(given[name]) for name in ("grader", "rubric") if given.get(name))
    if "verdict" not in given and "reason" not in given:
        return ", ".join(_text(each) for each in given.values())
    said = _text(given.get("verdict")) or _text(given.get("reason"))
    return f"{said} ({by})" if by else said
