"""Is this a log in our own form, one JSON object a line, and what does its manifest say?"""

from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import heads, json_lines
from lcexplore.log import FIELDS, Log, ReadOptions, Scan

FORMAT = "native"

_SUFFIXES = (".jsonl", ".ndjson")
_KNOWN = {name.partition(".")[0] for name in FIELDS}
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
    seen: dict[str, None] = {}
    for line in heads.first_lines(start):
        first = heads.as_object(line) or {}
        if "lcexplore" not in first:
            seen |= dict.fromkeys(first)
    unread = [name for name in seen if name not in _KNOWN]
    return (f"fields that are not read: {', '.join(unread[:20])}",) if unread else ()
