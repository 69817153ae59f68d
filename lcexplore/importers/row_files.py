"""Which rows does a file hold, one at a time, be it JSON Lines, an array in JSON, or a CSV?"""

import csv
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from lcexplore.errors import LogError, OpenQuote
from lcexplore.importers import elements, heads, json_lines
from lcexplore.log import HEADER_AGAIN, FieldRefusal, Row, is_header
from lcexplore.words import many

CELL_BYTES = 512 * 2**20

_SHOWN_CHARS = 200
_UNCLOSED = "unexpected end of data"  # what the reader says of a quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One row of a file.

    Attributes:
        line: Line on which it begins, or its ordinal in an array; from 1.
        locator: Where it is when a line does not say it.
        value: The row, or None when it cannot be read.
        refusal: Why not.
    """

    line: int
    locator: str | None = None
    value: dict[str, object] | None
    refusal: FieldRefusal | None = None

    def row(self, record: dict[str, object] | None, refusals: tuple[FieldRefusal, ...] = ()) -> Row:
        """The native record that was made of it, or a refusal."""
        return Row(line=self.line, locator=self.locator, record=record, refusals=refusals)

    def refused(self) -> Row:
        """The row that stands for one that cannot be read."""
        return self.row(None, (self.refusal,) if self.refusal else ())


def rows(path: Path, *, way: tuple[str, ...] = ()) -> Iterator[Found]:
    """Read every row; ``way`` leads to the array in a JSON document that is an object."""
    bare = heads.bare(path.name)
    if bare.endswith((".csv", ".tsv")):
        return cells(path)
    start = heads.head(path).removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] == b"[" or way:
        return _elements(path, way)
    return _lines(path)


def tail(path: Path, size: int = heads.HEAD_BYTES) -> bytes:
    """Last bytes of a file, unpacked."""
    kept = b""
    with opened(path) as file:
        while chunk := file.read(size):
            kept = (kept + chunk)[-size:]
    return kept


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a plain or gzipped file, trouble with it being a ``LogError``."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            if not packed:
                yield file
                return
            with gzip.open(file) as unpacked:
                yield cast(BinaryIO, unpacked)
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(
            path, wanted="a readable file", found=str(error), todo="copy or export it again"
        ) from error


def _lines(path: Path) -> Iterator[Found]:
    for each in json_lines.objects(path):
        yield Found(line=each.line, value=each.value, refusal=each.refusal)


def _elements(path: Path, way: tuple[str, ...]) -> Iterator[Found]:
    with opened(path) as file:
        array = elements.Elements(path, file, way)
        for place, data in enumerate(array):
            each = json_lines.parse(place + 1, data)
            locator = f"{'.'.join(way)}[{place}]"
            yield Found(line=each.line, locator=locator, value=each.value, refusal=each.refusal)
        if not array.found:
            raise LogError(
                path,
                wanted=f"a list {'.'.join(way)}" if way else "a list of rows",
                found="none",
                todo="export the run again",
            )


def cells(path: Path) -> Iterator[Found]:
    """Read every row of a CSV; a quote that is never closed stops it."""
    csv.field_size_limit(CELL_BYTES)
    names, delimiter = heads.csv_header(heads.head(path))
    reader, line = None, 1
    try:
        with opened(path) as file:
            text = io.TextIOWrapper(file, "utf-8-sig", newline="")
            reader = csv.reader(text, delimiter=delimiter, strict=True)
            next(reader, None)
            line = reader.line_num + 1
            for row in reader:
                if row:
                    yield _row(names, row, line)
                line = reader.line_num + 1
    except (csv.Error, UnicodeDecodeError) as error:
        if reader and str(error) == _UNCLOSED:
            raise OpenQuote(path, first=line, last=reader.line_num) from error
        raise LogError(
            path,
            place=f"line {line}" if reader else None,
            wanted="a CSV in UTF-8",
            found=str(error),
            todo="export it again",
        ) from error


def _row(names: tuple[str, ...], found: list[str], line: int) -> Found:
    if is_header(found, names):
        reason = HEADER_AGAIN
    elif len(found) == len(names):
        return Found(line=line, value=dict(zip(names, found, strict=True)))
    else:
        reason = f"{many(len(found), 'cell')} where the header has {len(names)}"
    shown = ",".join(found)[:_SHOWN_CHARS]
    return Found(
        line=line, value=None, refusal=FieldRefusal(field="line", value=shown, reason=reason)
    )
