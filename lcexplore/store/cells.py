"""What do the rows of a CSV hold that the strict reader stops at?"""

import codecs
import csv
import io
from collections.abc import Iterator
from pathlib import Path

from lcexplore.errors import OpenQuote
from lcexplore.log import HEADER_AGAIN, FieldRefusal, Row, Scan, is_header
from lcexplore.store.packed import opened
from lcexplore.words import many

SHOWN_CHARS = 200
CELL_BYTES = 512 * 2**20


def numbered(path: Path, scan: Scan) -> Iterator[tuple[int, list[str]]]:
    """First physical line and cells of every row below the header, blank rows left out."""
    with opened(path) as file:
        text = _Lines(io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline=""))
        csv.field_size_limit(CELL_BYTES)
        reader = csv.reader(text, delimiter=scan.delimiter)
        next(reader, None)
        start = reader.line_num + 1
        for row in reader:
            if text.ended:
                held = sum(1 for _ in io.StringIO(row[-1], newline=""))
                first = reader.line_num - max(held, 1) + 1
                raise OpenQuote(path, first=first, last=reader.line_num)
            if row:
                yield start, row
            start = reader.line_num + 1


class _Lines:
    """Lines that tell whether a reader asked for more of them than there are."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self.ended = lines, False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            return next(self._lines)
        except StopIteration:
            self.ended = True
            raise


def repeats_header(path: Path) -> bool:
    """Whether the first line stands in the file again: two files may have been joined."""
    with opened(path) as file:
        first = _bare(next(iter(file), b""))
        return any(len(line) < len(first) + 8 and _bare(line) == first for line in file)


def _bare(line: bytes) -> bytes:
    return line.removeprefix(codecs.BOM_UTF8).rstrip(b"\r\n")


def rows(path: Path, scan: Scan) -> Iterator[Row]:
    """Read a CSV row by row, refusing what does not fit its header; lines are ordinals."""
    for number, (_, cells) in enumerate(numbered(path, scan), start=1):
        try:
            ",".join(cells).encode("utf-8")
        except UnicodeEncodeError:
            yield _refused(number, cells, "not UTF-8")
            continue
        if len(cells) != len(scan.header):
            found = f"{many(len(cells), 'cell')} where the header has {len(scan.header)}"
            yield _refused(number, cells, found)
            continue
        if is_header(cells, scan.header):
            yield _refused(number, cells, HEADER_AGAIN)
            continue
        named = dict(zip(scan.header, cells, strict=True))
        yield Row(
            line=number,
            record={name: named.get(way[0]) or None for name, way in scan.columns.items()},
        )


def _refused(number: int, cells: list[str], reason: str) -> Row:
    shown = ",".join(cells)[:SHOWN_CHARS].encode("utf-8", "replace").decode("utf-8")
    return Row(
        line=number, record=None, refusals=(FieldRefusal(field="line", value=shown, reason=reason),)
    )
