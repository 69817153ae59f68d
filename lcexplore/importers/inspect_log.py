"""Is this a log of Inspect AI, as an archive or as one JSON document, and how is it read?"""

import gzip
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from lcexplore.errors import LogError
from lcexplore.importers import (
    elements,
    inspect_choices,
    inspect_sample,
    inspect_scores,
    zipped,
)
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.inspect_choices import Reading
from lcexplore.importers.inspect_header import Header, parsed
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "inspect"
MAPS = True

_PEEK = 20
_HEADERS = ("header.json", "_journal/start.json")
_SAMPLES = "samples/"
_START = re.compile(
    rb'(\xef\xbb\xbf)?\s*+\{\s*+("version"\s*+:\s*+\d++\s*+,\s*+)?'
    rb'("status"\s*+:\s*+"\w*+"\s*+,\s*+)?"eval"\s*+:\s*+\{'
)


@dataclass(frozen=True, slots=True)
class _Raw:
    """Bytes of one sample, or why there are none."""

    data: bytes
    locator: str
    problem: str | None = None


def recognises(name: str, head: bytes) -> bool:
    """An archive called ``.eval``, or a JSON document that begins as Inspect's do."""
    lower = name.lower()
    if lower.endswith(".eval"):
        return head[:2] == b"PK"
    return lower.removesuffix(".gz").endswith(".json") and _START.match(head) is not None


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file; its samples are read one at a time."""
    inspect_choices.check(options.mapping)
    header, notes = _header(path)
    reading = _reading(path, header, options)
    manifest = header.manifest()
    if reading.arm is not None:
        manifest["arm"] = reading.arm
    elif "arm" in reading.ways:
        manifest.pop("eval_set_size", None)
    return Log(
        file=path,
        format=FORMAT,
        manifest=manifest,
        records=_Records(path, reading),
        notes=(*reading.notes, *header.notes(), *notes),
    )


@dataclass(frozen=True, slots=True)
class _Records(Iterable[Row]):
    path: Path
    reading: Reading

    def __iter__(self) -> Iterator[Row]:
        for line, raw in enumerate(_samples(self.path), start=1):
            if raw.problem is not None:
                yield inspect_sample.refused(b"", raw.problem, line=line, locator=raw.locator)
            else:
                yield inspect_sample.row(raw.data, self.reading, line=line, locator=raw.locator)


def _reading(path: Path, header: Header, options: ReadOptions) -> Reading:
    first = list(islice(_readable(path), _PEEK))
    mapping = dict(options.mapping)
    verdict = inspect_scores.settle(path, first, mapping.get("verdict"))
    arm, arm_way, arm_note = inspect_choices.settle_arm(
        path, header, first, options.arm, mapping.get("arm")
    )
    ways = {**inspect_choices.own_words(first, mapping), **mapping}
    ways.pop("arm", None)
    if arm_way is not None:
        ways["arm"] = arm_way
    if "question" not in ways:
        ways["question"] = inspect_choices.settle_question(path, header, _readable(path), arm_way)
    for way in (way for name, way in ways.items() if name != "verdict" and first):
        inspect_choices.at(header, first[0], way)
    notes = [arm_note] if arm_note else []
    notes += [f"{name} from {way}" for name, way in ways.items() if name not in ("arm", "verdict")]
    return Reading(
        arm=arm,
        ways=ways if verdict is None else {**ways, "verdict": verdict},
        caching=header.caching,
        header=header,
        notes=tuple([*notes, *_graders(first, verdict)]),
    )


def _graders(first: list[shapes.Sample], verdict: str | None) -> list[str]:
    names = dict.fromkeys(name for each in first for name in each.scores or ())
    if verdict is not None:
        return [f"verdict from {verdict}"]
    return [f"one grading for each scorer: {', '.join(names)}"] if len(names) > 1 else []


def _readable(path: Path) -> Iterator[shapes.Sample]:
    for raw in _samples(path):
        try:
            yield shapes.sample(raw.data)
        except shapes.Unreadable:
            continue


def _header(path: Path) -> tuple[Header, list[str]]:
    if not _is_archive(path):
        return parsed(path, "header", _before_samples(path)), []
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
            notes.append(f"{archive.superseded} members are replaced by later ones of their name")
        return parsed(path, name, data), notes


def _is_archive(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"PK"


def _samples(path: Path) -> Iterator[_Raw]:
    if _is_archive(path):
        yield from _members(path)
        return
    with _document(path) as file:
        array = elements.Elements(path, file, ("samples",))
        for place, data in enumerate(array):
            yield _Raw(data, f"samples[{place}]")


def _members(path: Path) -> Iterator[_Raw]:
    with zipped.opened(path) as archive:
        for name in archive.names:
            if not name.startswith(_SAMPLES) or not name.endswith(".json"):
                continue
            try:
                yield _Raw(archive.read(name), name)
            except zipped.MemberError as error:
                yield _Raw(b"", name, problem=str(error))


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
            yield unpacked  # type: ignore[misc]
