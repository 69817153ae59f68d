"""Which JSON objects does a text file hold, on which lines, and which of them cannot be read?"""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from lcexplore.errors import LogError
from lcexplore.importers.twice import TwiceError, unique
from lcexplore.log import FieldRefusal, Row

LINE_BYTES = 256 * 2**20  # a longer object is no answer but a broken or hostile file

_SHOWN_BYTES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One object of a file.

    Attributes:
        line: Line on which it begins, from 1.
        value: The object, or None when it cannot be read.
        refusal: Why not.
    """

    line: int
    value: dict[str, object] | None
    refusal: FieldRefusal | None = None

    def refused(self) -> Row:
        """The row that stands for an object that cannot be read."""
        return Row(line=self.line, record=None, refusals=(self.refusal,) if self.refusal else ())


def objects(path: Path) -> Iterator[Found]:
    """Read one object a line; blank lines are skipped."""
    for number, line in _lines(path):
        yield parse(number, line)


def documents(path: Path) -> Iterator[Found]:
    """Read objects that follow each other, each on one line or indented over several."""
    held: list[bytes] = []
    begun = size = 0
    for number, line in _lines(path):
        text = line.rstrip()
        if text[:1] == b"{" and held:
            yield parse(begun, b"".join(held))
            held, size = [], 0
        if not held:
            begun = number
        held.append(line)
        size += len(line)
        if size > LINE_BYTES:
            raise _too_long(path, begun)
        if text == b"}" or (len(held) == 1 and text[-1:] == b"}"):
            yield parse(begun, b"".join(held))
            held, size = [], 0
    if held:
        yield parse(begun, b"".join(held))


def parse(line: int, data: bytes) -> Found:
    """Read one object, or say why it cannot be read."""
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=unique)
        if b"\\ud" in data.lower():
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        return _refuse(line, data, f"not UTF-8 at byte {error.start + 1} of the line")
    except UnicodeEncodeError:
        return _refuse(line, data, "holds half of a surrogate pair")
    except RecursionError:
        return _refuse(line, data, "nested too deeply")
    except TwiceError as error:
        return _refuse(line, data, str(error))
    except json.JSONDecodeError as error:
        said = error.msg.lower().removesuffix(" at")
        return _refuse(line, data, f"not JSON: {said} at column {error.colno}")
    except ValueError:
        return _refuse(line, data, "holds a number too long to read")
    if not isinstance(value, dict):
        return _refuse(line, data, "not a JSON object")
    return Found(line=line, value=value)


def _refuse(line: int, data: bytes, reason: str) -> Found:
    value = data[:_SHOWN_BYTES].decode("utf-8", "replace")
    return Found(
        line=line, value=None, refusal=FieldRefusal(field="line", value=value, reason=reason)
    )


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with _opened(path) as file:
            number = 0
            while line := file.readline(LINE_BYTES + 1):
                number += 1
                if len(line) > LINE_BYTES:
                    raise _too_long(path, number)
                if line.strip():
                    yield number, line
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(
            path, wanted="a readable file", found=str(error), todo="copy or write the file again"
        ) from error


def _opened(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    if packed:
        return cast("IO[bytes]", gzip.open(path, "rb"))
    return path.open("rb")


def _too_long(path: Path, line: int) -> LogError:
    return LogError(
        path,
        place=f"line {line}",
        wanted=f"objects of at most {LINE_BYTES // 2**20} MiB",
        found="a longer one",
        todo="check the run that wrote it",
    )
