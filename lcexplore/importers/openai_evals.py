"""Which samples did an ``oaieval`` run record, and what did its matches and metrics say?

The record is a log of events, not of answers: a sample's events are put together, the first
sampling being the answer and any later one a model grader's. Samples are numbered by their line
in the data set, so both runs must have used the same file.
"""

from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import choices, evaluators, heads
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.openai_evals_events import Events, gathered
from lcexplore.importers.ways import present
from lcexplore.log import Log, ReadOptions

FORMAT = "openai-evals"
MAPS = True

_SUFFIXES = (".jsonl", ".ndjson")


def recognises(name: str, head: bytes) -> bool:
    """A JSONL that begins with the spec of a run, or with one of its events."""
    keys = first_keys(head)
    if not heads.bare(name).endswith(_SUFFIXES) or keys.in_array:
        return False
    return keys.have("spec", "spec.eval_name") or keys.have("run_id", "event_id", "sample_id")


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file; its events are gathered by sample."""
    choices.known(options.mapping)
    heads.head(path)
    events = gathered(path)
    if not events.samples:
        raise LogError(
            path,
            wanted="events of samples",
            found="none",
            todo="check that the run got as far as its first sample",
        )
    only = evaluators.chosen(path, events.graders, options.mapping.get("verdict"))
    arm, notes = _arm(path, events, options)
    paths = {
        name: place
        for name, place in options.mapping.items()
        if name not in ("verdict", "arm") or (name == "arm" and arm is None)
    }
    return Log(
        file=path,
        format=FORMAT,
        manifest=present({**events.manifest(), "arm": arm}),
        records=events.rows(only, paths),
        notes=(*notes, *evaluators.notes(events.graders, only), *events.notes(paths)),
    )


def _arm(path: Path, events: Events, options: ReadOptions) -> tuple[str | None, tuple[str, ...]]:
    """The arm, where it is what was run or what it was run on."""
    if options.arm is not None:
        return None, ()
    ways = events.arms()
    mapped = options.mapping.get("arm")
    if mapped in ways:
        return ways[mapped], (f"arm from {mapped}: {ways[mapped]}",)
    if mapped is None and ways:
        raise ChoiceNeeded(path, field="arm", choices=ways)
    return None, ()
