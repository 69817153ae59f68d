"""How is one label kept at once, whatever the store's size, and whatever happens next?

A label is one line appended to a journal beside the store and flushed to the disk: the store is
not opened, no reader has to copy it again, and a process that is killed loses nothing it had
acknowledged. Nothing in the journal is ever changed; an undo is a line of its own.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from lcexplore.errors import StoreError
from lcexplore.evidence.labels import ADJUDICATED, Label
from lcexplore.store.locks import exclusive


def beside(store: Path) -> Path:
    """The journal of a store."""
    return Path(f"{store}.labels")


def join(journal: Path, draw: str, labeller: str) -> None:
    """Note that somebody labels this draw."""
    _append(journal, [{"draw": draw, "labeller": labeller}])


def say(journal: Path, draw: str, labels: Iterable[Label]) -> None:
    """Keep labels; when this returns they are on the disk."""
    _append(journal, [{"draw": draw, **_plain(each)} for each in labels])


def undo(journal: Path, draw: str, labeller: str, item: int) -> None:
    """Take back what somebody said of one answer."""
    _append(journal, [{"draw": draw, "labeller": labeller, "item": item, "verdict": None}])


def people(journal: Path, draw: str) -> tuple[str, ...]:
    """Who labels this draw, in the order in which they came."""
    names = (each["labeller"] for each in _events(journal, draw))
    return tuple(dict.fromkeys(str(name) for name in names if name != ADJUDICATED))


def labels(journal: Path, draw: str) -> dict[str, dict[int, Label]]:
    """What stands, by person and answer, the latest said last."""
    standing: dict[str, dict[int, Label]] = {}
    for event in _events(journal, draw):
        if "item" not in event:
            continue
        item, own = int(str(event["item"])), standing.setdefault(str(event["labeller"]), {})
        own.pop(item, None)
        if event["verdict"] is not None:
            own[item] = _label(event)
    return standing


def _plain(label: Label) -> dict[str, object]:
    return {
        "labeller": label.labeller,
        "item": label.item,
        "verdict": label.verdict,
        "note": label.note,
        "said_at": label.said_at.astimezone(UTC).isoformat(),
    }


def _label(event: Mapping[str, object]) -> Label:
    return Label(
        item=int(str(event["item"])),
        labeller=str(event["labeller"]),
        verdict=str(event["verdict"]),
        note=str(event.get("note") or ""),
        said_at=datetime.fromisoformat(str(event["said_at"])),
    )


def _append(journal: Path, events: Sequence[Mapping[str, object]]) -> None:
    """Write whole lines to the end of the file, and wait for the disk."""
    text = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in events)
    try:
        handle = os.open(journal, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise StoreError(f"{journal} cannot be written, so no label is kept: {error}") from error
    try:
        exclusive(handle)
        data = (_mended(handle) + text).encode("utf-8", "replace")
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _mended(handle: int) -> str:
    """End the line that a power cut left unfinished, so that the next one is whole."""
    if os.lseek(handle, 0, os.SEEK_END) == 0:
        return ""
    os.lseek(handle, -1, os.SEEK_END)
    return "" if os.read(handle, 1) == b"\n" else "\n"


def _events(journal: Path, draw: str) -> Iterator[Mapping[str, object]]:
    if not journal.is_file():
        return
    for line in journal.read_bytes().split(b"\n"):
        try:
            event = json.loads(line)
        except ValueError:  # an empty or unfinished line: it was never acknowledged
            continue
        if isinstance(event, dict) and event.get("draw") == draw and "labeller" in event:
            yield event
