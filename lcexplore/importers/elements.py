"""Which bytes make up each element of one long array in a JSON document of any size?

The document is never held as a whole: a scanner that knows only strings and brackets finds where
each element begins and ends, so that one element at a time is read by a real parser.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from lcexplore.errors import LogError

CHUNK_BYTES = 2**20
ELEMENT_BYTES = 512 * 2**20

# Everything up to the next bracket that is not inside a string.
_BRACKET = re.compile(rb'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+[{}\[\]]', re.DOTALL)
_KEY = re.compile(rb'"((?:[^"\\]|\\.)*+)"\s*+:\s*+[\[{]$', re.DOTALL)
_TAIL = 1000
_BETWEEN = b", \t\r\n"


class Elements:
    """The elements of the array at ``way``, one after the other.

    Attributes:
        before: Once the array is reached, the document as far as its opening bracket; without such
            an array, once iterated, the whole document.
        found: Whether there was such an array.
    """

    def __init__(self, path: Path, file: BinaryIO, way: tuple[str, ...]) -> None:
        self.before, self.found = b"", False
        self._path, self._file, self._way = path, file, way
        self._buffer, self._at, self._base = b"", 0, 0
        self._preface = self._shift = 0

    def __iter__(self) -> Iterator[bytes]:
        """Yield the bytes of each element; anything that is not an object or array as well.

        What follows the array is passed over, unless it is another array at the same place.
        """
        keys: list[bytes] = []
        way = [name.encode() for name in self._way]
        before: list[bytes] = []
        while (part := self._next()) is not None:
            before.append(part)
            self._bear(len(part))
            if part[-1] not in b"{[":
                keys = keys[:-1]
                continue
            key = _KEY.search(part[-_TAIL:])
            keys.append(key[1] if key else b"")
            if part[-1:] == b"[" and keys[1:] == way:
                self.found, self.before = True, b"".join(before)
                yield from self._inside()
                self._rest(keys[:-1])
                return
        self.before = b"".join(before)
        if keys:
            raise self._cut_off()

    def _rest(self, keys: list[bytes]) -> None:
        """Refuse a document that goes on with a second array where the first one was."""
        way = [name.encode() for name in self._way]
        while keys and (part := self._next()) is not None:
            if part[-1] not in b"{[":
                keys = keys[:-1]
                continue
            key = _KEY.search(part[-_TAIL:])
            keys = [*keys, key[1] if key else b""]
            if part[-1:] == b"[" and keys[1:] == way:
                raise LogError(
                    self._path,
                    place=f"byte {self._base + self._at}",
                    wanted=f"one list {'.'.join(self._way)}",
                    found="a second one",
                    todo="write the file again with every key once",
                )

    def _bear(self, size: int) -> None:
        """Refuse a document that is all preface."""
        self._preface += size
        if self._preface > ELEMENT_BYTES:
            raise self._too_long(0)

    def _inside(self) -> Iterator[bytes]:
        start = self._at
        while True:
            match = self._match(keep=start)
            if match is None:
                raise self._cut_off()
            self._at = match.end()
            stray = match[0][:-1].strip(_BETWEEN)
            if stray:
                yield stray
            if match[0][-1] not in b"{[":
                return
            yield self._element(self._at - 1)
            start = self._at

    def _element(self, start: int) -> bytes:
        """Bytes of the element whose opening bracket is at ``start``."""
        depth, at, buffer = 1, self._at, self._buffer
        find, opening = _BRACKET.match, b"{["
        while depth:
            match = find(buffer, at)
            if match is None:
                self._at = at
                match = self._match(keep=start)
                if match is None:
                    raise self._cut_off()
                start -= self._shift
                buffer = self._buffer
            at = match.end()
            depth += 1 if buffer[at - 1] in opening else -1
        self._at = at
        return buffer[start:at]

    def _next(self) -> bytes | None:
        """Everything up to and with the next bracket."""
        match = self._match(keep=self._at)
        if match is None:
            return None
        self._at = match.end()
        return match[0]

    def _match(self, *, keep: int) -> re.Match[bytes] | None:
        """Find the next bracket, reading on as needed; bytes before ``keep`` may go."""
        self._shift = 0
        while (match := _BRACKET.match(self._buffer, self._at)) is None:
            held = len(self._buffer) - keep
            if held > ELEMENT_BYTES:
                raise self._too_long(self._base + keep)
            more = self._file.read(max(CHUNK_BYTES, held))
            if not more:
                return None
            self._buffer = self._buffer[keep:] + more
            self._base += keep
            self._at -= keep
            self._shift += keep
            keep = 0
        return match

    def _cut_off(self) -> LogError:
        return LogError(
            self._path,
            place=f"byte {self._base + len(self._buffer)}",
            wanted="the rest of the JSON document",
            found="the end of the file",
            todo="copy the file again, or export the run again",
        )

    def _too_long(self, place: int) -> LogError:
        return LogError(
            self._path,
            place=f"byte {place}",
            wanted=f"parts of at most {ELEMENT_BYTES:,} bytes",
            found="a longer one",
            todo="check where the file came from",
        )
