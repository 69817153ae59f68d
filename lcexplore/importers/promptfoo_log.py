"""Is this an evaluation of promptfoo, as JSON, JSONL or CSV, and how is it read?"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import (
    elements,
    heads,
    promptfoo_arms,
    promptfoo_choices,
    promptfoo_files,
    promptfoo_rows,
)
from lcexplore.importers.promptfoo_choices import Reading
from lcexplore.importers.promptfoo_survey import Survey, survey
from lcexplore.importers.twice import TwiceError, unique
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "promptfoo"
MAPS = True

_START = re.compile(
    rb'(\xef\xbb\xbf)?\s*+\{\s*+("evalId"\s*+:\s*+("[^"]*+"|null)\s*+,\s*+)?'
    rb'"results"\s*+:\s*+\{\s*+"(version|timestamp|prompts)"'
)
_NEW_KEYS = {"promptIdx", "testIdx"}
_EARLY_KEYS = ("gradingResult", "componentResults", "latencyMs", "namedScores", "promptIdx")
_OLD_KEYS = {"provider", "prompt", "vars", "success"}


def recognises(name: str, head: bytes) -> bool:
    """An export that begins as promptfoo's do, a line with its keys, or a CSV with its columns."""
    bare = heads.bare(name)
    if bare.endswith(".json"):
        return _START.match(head) is not None
    if bare.endswith((".jsonl", ".ndjson")):
        first = heads.first_object(head)
        if first is None:
            return _looks(head)
        return first.keys() >= _NEW_KEYS or first.keys() >= _OLD_KEYS
    if bare.endswith(".csv"):
        return bool(promptfoo_files.outputs(promptfoo_files.header(head)))
    return False


def _looks(head: bytes) -> bool:
    """Whether a first line that is longer than what was read of it begins as a result does."""
    told = sum(f'"{key}":'.encode() in head for key in _EARLY_KEYS)
    return head[:1] == b"{" and b"\n" not in head and told >= 3


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file; one pass to settle the choices, a second for the rows."""
    found = survey(promptfoo_files.found(path))
    reading = promptfoo_choices.settle(path, found, options)
    notes = list(reading.notes)
    if heads.bare(path.name).endswith(".csv"):
        notes.append(
            "a CSV has no latency, tokens, cost or cache flag: export as JSON to have them"
        )
    return Log(
        file=path,
        format=FORMAT,
        manifest=_manifest(path, reading),
        records=_Records(path, reading),
        notes=tuple(notes),
        manifests=_models(found, reading),
        announced=promptfoo_files.announced(path),
    )


@dataclass(frozen=True, slots=True)
class _Records(Iterable[Row]):
    path: Path
    reading: Reading

    def __iter__(self) -> Iterator[Row]:
        for found in promptfoo_files.found(self.path):
            yield promptfoo_rows.row(found, self.reading)


def _manifest(path: Path, reading: Reading) -> dict[str, object]:
    fields: dict[str, object] = {"epochs": promptfoo_choices.counted(reading)}
    if reading.arm is not None:
        fields["arm"] = reading.arm
    if not heads.bare(path.name).endswith(".json"):
        return fields
    with promptfoo_files.opened(path) as file:
        array = elements.Elements(path, file, ("results", "results"))
        next(iter(array), None)
    try:
        head = json.loads(array.before + b"]}}", object_pairs_hook=unique)
    except TwiceError as error:
        raise LogError(
            path, place="head", wanted="every key once", found=str(error), todo="export it again"
        ) from error
    except (ValueError, RecursionError):
        return fields
    run, results = head.get("evalId"), head["results"]
    told = {"run_id": run, "created_at": results.get("timestamp")}
    return fields | {name: value for name, value in told.items() if value}


def _models(found: Survey, reading: Reading) -> dict[str, dict[str, object]]:
    """Model of each arm, where a provider's id names one."""
    models: dict[str, dict[str, object]] = {}
    for each in found.seen:
        arm = reading.arm or promptfoo_arms.arm_of(each, reading.ways.get("arm"))
        model = found.models.get(each.provider, "")
        if arm and ":" in model and "://" not in model:
            models[arm] = {"model": model}
    return models
