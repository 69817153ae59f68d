"""Where in a file of Inspect AI are the header and the samples, archive or document?"""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from lcexplore.errors import LogError
from lcexplore.importers import elements, inspect_document, zipped
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.inspect_header import Header, parsed
from lcexplore.words import many

HELD_BYTES = 64 * 2**20

_HEADERS = ("header.json", "_journal/start.json")
_SAMPLES = "samples/"


@dataclass(slots=True)
class RawSample:
    """Bytes of one sample, or why there are none; taken apart once."""

    data: bytes
    locator: str
    problem: str | None = None
    _sample: shapes.Sample | None = None

    def sample(self) -> shapes.Sample:
        """The sample, taken apart; ``Unreadable`` says why it cannot be."""
        if self.problem is not None:
            raise shapes.Unreadable(self.problem)
        if self._sample is None:
            self._sample = shapes.sample(self.data)
        return self._sample

    def scored(self) -> shapes.Scored:
        """Its scores only, for a sample that is not held; ``Unreadable`` as above."""
        if self.problem is not None:
            raise shapes.Unreadable(self.problem)
        return shapes.scored(self.data)


class Source:
    """One file, read several times; what is small is held after the first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: tuple[RawSample, ...] | None = None
        self._small = _is_small(path)

    def header(self) -> tuple[Header, list[str]]:
        """The header, and what there is to note of the file."""
        if _is_archive(self.path):
            return _archived_header(self.path)
        return parsed(self.path, "header", _before_samples(self.path)), []

    def samples(self) -> Iterator[RawSample]:
        """Every sample, in the order of the file."""
        if self._held is None and self._small:
            self._held = tuple(self._read())
        return iter(self._held) if self._held is not None else self._read()

    def readable(self, most: int | None = None) -> Iterator[shapes.Sample]:
        """Samples that can be taken apart, at most so many."""
        return islice(_taken_apart(self.samples()), most)

    def scored(self) -> Iterator[shapes.Sample | shapes.Scored]:
        """The scores of every sample that can be read."""
        for raw in self.samples():
            try:
                yield raw.sample() if self._small else raw.scored()
            except shapes.Unreadable:
                continue

    def _read(self) -> Iterator[RawSample]:
        return (
            _members(self.path) if _is_archive(self.path) else _listed(self.path, small=self._small)
        )


def _is_small(path: Path) -> bool:
    if _is_archive(path):
        with zipped.opened(path) as archive:
            return archive.unpacked_bytes <= HELD_BYTES
    with path.open("rb") as file:
        plain = file.read(2) != b"\x1f\x8b"
    return plain and path.stat().st_size <= HELD_BYTES


def _taken_apart(found: Iterator[RawSample]) -> Iterator[shapes.Sample]:
    for raw in found:
        try:
            yield raw.sample()
        except shapes.Unreadable:
            continue


def _archived_header(path: Path) -> tuple[Header, list[str]]:
    with zipped.opened(path) as archive:
        name = next((each for each in _HEADERS if each in archive.names), None)
        if name is None:
            raise LogError(
                path,
                wanted=f"an archive with {' or '.join(_HEADERS)}",
                found="neither",
                todo="check that it is a log of Inspect",
            )
        try:
            data = archive.read(name)
        except zipped.MemberError as error:
            raise LogError(
                path, place=name, wanted="a header", found=str(error), todo="copy the file again"
            ) from error
        notes = []
        if archive.superseded:
            are = "is" if archive.superseded == 1 else "are"
            members = many(archive.superseded, "member")
            notes.append(f"{members} {are} replaced by a later one of the same name")
        return parsed(path, name, data), notes


def _is_archive(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"PK"


def _listed(path: Path, *, small: bool) -> Iterator[RawSample]:
    whole = (
        inspect_document.samples(path.read_bytes().removeprefix(b"\xef\xbb\xbf")) if small else None
    )
    if whole is not None:
        for place, data in enumerate(whole):
            yield RawSample(data, f"samples[{place}]")
        return
    with _document(path) as file:
        array = elements.Elements(path, file, ("samples",))
        for place, data in enumerate(array):
            yield RawSample(data, f"samples[{place}]")


def _members(path: Path) -> Iterator[RawSample]:
    with zipped.opened(path) as archive:
        for name in archive.names:
            if not name.startswith(_SAMPLES) or not name.endswith(".json"):
                continue
            try:
                yield RawSample(archive.read(name), name)
            except zipped.MemberError as error:
                yield RawSample(b"", name, problem=str(error))


def _before_samples(path: Path) -> bytes:
    """The document as far as its samples, closed; all of it when it has none."""
    with _document(path) as file:
        array = elements.Elements(path, file, ("samples",))
        for _ in array:
            return array.before + b"]}"
        return array.before


@contextmanager
def _document(path: Path) -> Iterator[BinaryIO]:
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        if not packed:
            yield file
            return
        with gzip.open(file) as unpacked:
            yield cast(BinaryIO, unpacked)
