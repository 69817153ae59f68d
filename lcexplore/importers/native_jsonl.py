"""Is this a log in our own form, one JSON object a line, and what does its manifest say?"""

from collections.abc import Iterator
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import flat, heads, json_lines
from lcexplore.log import FIELDS, GRADING_FIELDS, Log, ReadOptions, Scan

FORMAT = "native"

_SUFFIXES = (".jsonl", ".ndjson")
_NESTED = {"usage", "window", "gradings"}
_READ = {*FIELDS, *_NESTED, *(f"gradings.{name}" for name in GRADING_FIELDS)}
_TELLING = ("verdict", "gradings", "error", "arm", "latency_s", "usage")


def recognises(name: str, head: bytes) -> bool:
    """A JSONL whose first line is a manifest of ours, or holds a question and a field of ours."""
    if not heads.bare(name).endswith(_SUFFIXES):
        return False
    return any(
        _is_ours(each)
        for line in heads.first_lines(head)[:5]
        if (each := heads.as_object(line)) is not None
    )


def _is_ours(first: dict[str, object]) -> bool:
    if "lcexplore" in first:
        return True
    return "question" in first and any(name in first for name in _TELLING)


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file; the store reads it."""
    start = heads.head(path)
    return Log(
        file=path,
        format=FORMAT,
        manifest=manifest(path, start) or {},
        notes=_unread(start),
        scan=Scan(kind="ndjson", native=True),
    )


def manifest(path: Path, start: bytes) -> dict[str, object] | None:
    """What the first line says of the whole run, or None where it is no manifest."""
    first = heads.first_object(start) or {}
    if "lcexplore" not in first:
        return None
    found = json_lines.parse(1, heads.first_lines(start)[0])
    told = found.value.get("manifest", {}) if found.value else found.refusal
    if not isinstance(told, dict):
        reason = found.refusal.reason if found.refusal else type(told).__name__
        raise LogError(
            path,
            place="line 1",
            wanted="a manifest that is an object with every key once",
            found=reason,
            todo='write it as {"arm": ...}',
        )
    return told


def _unread(start: bytes) -> tuple[str, ...]:
    """Name what is passed over, nested fields too, and whether it is a field of ours but for case.

    Two names that differ in case only are two names: the one that is ours is read.
    """
    seen: dict[str, None] = {}
    for line in heads.first_lines(start):
        first = heads.as_object(line) or {}
        if "lcexplore" not in first:
            seen |= dict.fromkeys(_names(first))
    unread = [name for name in seen if name not in _READ]
    named = [f"{each} (is it {each.lower()}?)" if _is_known(each) else each for each in unread]
    return flat.not_read(named, "fields")


def _names(record: dict[str, object]) -> Iterator[str]:
    for name, value in record.items():
        parts = value if name == "gradings" and isinstance(value, list) else [value]
        inner = [each for each in parts if isinstance(each, dict) and name in _NESTED]
        yield from (f"{name}.{part}" for each in inner for part in each)
        if name not in _NESTED:
            yield name


def _is_known(name: str) -> bool:
    return name.lower() in _READ
