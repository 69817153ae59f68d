"""What is a file of JSON that is not one object a line: an array, one object, or broken off?"""

import json
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import heads
from lcexplore.words import many

MOST_BYTES = 64 * 2**20
MOST_KEYS = 20
_MAPPED = "and name their columns with --map question=COLUMN ..."


def trouble(path: Path, start: bytes) -> LogError | None:
    """The error that says what a file is whose rows nobody can take from lines; else None.

    Args:
        path: The file.
        start: What it begins with, unpacked.
    """
    kind = start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    named = heads.bare(path.name).endswith((".json", ".jsonl", ".ndjson"))
    in_lines = kind != b"[" and any(heads.as_object(each) for each in heads.first_lines(start))
    if in_lines or not (named or kind in (b"[", b"{")) or path.stat().st_size > MOST_BYTES:
        return None
    try:
        return _document(path, json.loads(heads.whole(path)))
    except json.JSONDecodeError as error:
        return _broken(path, error)
    except (UnicodeDecodeError, RecursionError):
        return None


def _document(path: Path, value: object) -> LogError:
    found, first = "one value of JSON", value
    if isinstance(value, list):
        found, first = f"a JSON array of {many(len(value), 'element')}", value[0] if value else None
    elif isinstance(value, dict):
        found = "one JSON object"
    if isinstance(first, dict):
        keys = [str(each) for each in first]
        more = f" and {len(keys) - MOST_KEYS} more" if len(keys) > MOST_KEYS else ""
        found += f", with the keys {', '.join(keys[:MOST_KEYS])}{more}"
    how = "JSON Lines, by `jq -c '.[]'`" if isinstance(value, list) else "JSON Lines"
    return LogError(
        path,
        wanted="a log of a known format, or JSON Lines",
        found=found,
        todo=f"write its rows one object a line ({how}), {_MAPPED}",
    )


def _broken(path: Path, error: json.JSONDecodeError) -> LogError:
    cut = error.msg.startswith("Unterminated") or not error.doc[error.pos :].strip()
    found, todo = f"text that is none ({error.msg})", "correct it, or export the file again"
    if error.msg == "Extra data":
        found, todo = "more text after its end", "write one object on each line"
    elif cut:
        found, todo = "a value that is never finished", "the file was cut off; export it again"
    place = f"line {error.lineno}, character {error.colno}"
    return LogError(path, place=place, wanted="JSON", found=found, todo=todo)
