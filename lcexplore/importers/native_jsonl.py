"""Is this a log in our own form, one JSON object a line, and what does its manifest say?"""

from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import heads
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
    first = heads.first_object(start) or {}
    manifest = first.get("manifest", {}) if "lcexplore" in first else {}
    if not isinstance(manifest, dict):
        raise LogError(
            path,
            place="line 1",
            wanted="a manifest that is an object",
            found=type(manifest).__name__,
            todo='write it as {"arm": ...}',
        )
    return Log(
        file=path,
        format=FORMAT,
        manifest=manifest,
        notes=_unread(start),
        scan=Scan(kind="ndjson", native=True),
    )


def _unread(start: bytes) -> tuple[str, ...]:
    seen: dict[str, None] = {}
    for line in heads.first_lines(start):
        first = heads.as_object(line) or {}
        if "lcexplore" not in first:
            seen |= dict.fromkeys(first)
    unread = [name for name in seen if name not in _KNOWN]
    return (f"fields that are not read: {', '.join(unread[:20])}",) if unread else ()
