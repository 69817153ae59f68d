"""What does a file begin with, and can it be read as text at all?"""

import csv
import gzip
import io
import json
import re
import zlib
from pathlib import Path
from typing import BinaryIO

from lcexplore.errors import LogError
from lcexplore.importers.spreadsheets import workbook

HEAD_BYTES = 65_536
SAMPLE_ROWS = 100
FIRST_LINE_BYTES = 64 * 2**20

_TEXT_SUFFIXES = {".jsonl", ".ndjson", ".csv", ".tsv", ".json"}
_LINES = (".jsonl", ".ndjson")
_RETURNS = re.compile(rb"\}\s*\r\s*\{")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def bare(name: str) -> str:
    """Name of a file without ``.gz``, in lower case."""
    return name.lower().removesuffix(".gz")


def head(path: Path, size: int = HEAD_BYTES) -> bytes:
    """First bytes of a plain or gzipped file, unpacked; ``LogError`` when there are none.

    Of JSON Lines it is at least the first line: with a long document in it, that may be long.
    """
    try:
        with path.open("rb") as file:
            start = _begin(path, file, size)
        if start[:2] == b"\x1f\x8b":
            with gzip.open(path, "rb") as packed:
                start = _begin(path, packed, size)
    except FileNotFoundError as error:
        raise LogError(path, wanted="a file", found="none", todo="check the name") from error
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(path, error) from error
    if not start.strip():
        raise LogError(
            path, wanted="rows", found="an empty file", todo="check the run that wrote it"
        )
    if kind := workbook(start):
        raise LogError(
            path,
            wanted="text (CSV or JSON Lines) or Parquet",
            found=kind,
            todo="save the sheet as CSV (UTF-8) and import that",
        )
    is_text = Path(bare(path.name)).suffix in _TEXT_SUFFIXES
    if start[:2] in _UTF16 or (is_text and 4 * start.count(0) > len(start)):
        raise LogError(path, wanted="UTF-8", found="UTF-16 or binary data", todo="save it as UTF-8")
    return start


def _unreadable(path: Path, error: Exception) -> LogError:
    todo = "copy or write the file again"
    return LogError(path, wanted="a readable file", found=str(error), todo=todo)


def _begin(path: Path, file: BinaryIO | gzip.GzipFile, size: int) -> bytes:
    start = file.read(size)
    in_lines = bare(path.name).endswith(_LINES) and start[:2] != b"\x1f\x8b"
    if in_lines and len(start) == size and b"\n" not in start.lstrip():
        start += file.readline(FIRST_LINE_BYTES)
    if in_lines and b"\n" not in start and _RETURNS.search(start):
        raise LogError(
            path,
            wanted="lines that end in a line feed",
            found="carriage returns alone",
            todo="convert them, for instance with: tr '\\r' '\\n'",
        )
    return start


def first_lines(start: bytes) -> list[bytes]:
    """Whole lines of a head that are not blank, the first hundred of them."""
    lines = start.removeprefix(b"\xef\xbb\xbf").splitlines()
    cut = len(start) >= HEAD_BYTES and len(lines) > 1 and not start.endswith(b"\n")
    whole = lines[:-1] if cut else lines
    return [each for each in whole if each.strip()][:SAMPLE_ROWS]


def first_object(start: bytes) -> dict[str, object] | None:
    """JSON object on the first line, or None."""
    lines = first_lines(start)
    return as_object(lines[0]) if lines else None


def as_object(line: bytes) -> dict[str, object] | None:
    """One line as a JSON object, or None."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def csv_cells(start: bytes) -> tuple[list[str], str]:
    """Column names of a CSV as they stand, and its delimiter."""
    text = start.decode("utf-8-sig", "replace")
    line = text.splitlines()[0]
    delimiter = max(",;\t|", key=line.count)
    cells = next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    return [cell.strip() for cell in cells], delimiter


def csv_header(start: bytes) -> tuple[tuple[str, ...], str]:
    """Column names and delimiter of a CSV; a name repeated in any case is numbered."""
    cells, delimiter = csv_cells(start)
    names: dict[str, str] = {}
    for place, cell in enumerate(cells, start=1):
        name = cell or f"column_{place}"
        while name.lower() in names:
            name = f"{name}_{place}"
        names[name.lower()] = name
    return tuple(names.values()), delimiter


def whole(path: Path) -> bytes:
    """All bytes of a plain or gzipped file, unpacked; ``LogError`` where they are not whole."""
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(path, error) from error
