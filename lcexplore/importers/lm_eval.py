"""Which answers did the LM Evaluation Harness score (``samples_TASK_TIME.jsonl``)?

A file has one row for each question and *filter*, and often several metrics a row: which of them
is the verdict is the user's choice wherever there is more than one. The arm is the task or the
model, and neither is in the rows: file name and the results file beside it say them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import heads, lm_eval_run, lm_eval_sample, row_files
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.lm_eval_run import Run
from lcexplore.importers.lm_eval_survey import Survey, survey
from lcexplore.importers.ways import Repeats, Ways, settle
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "lm-eval"
MAPS = True

_SUFFIXES = (".jsonl", ".ndjson")
_KEYS = {
    True: "question key from doc_hash, the fingerprint of the document",
    False: "question key from the document itself where the row has no doc_hash",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """How the rows are read: which filter and metric, and the ways to the fields of ``doc``."""

    filter: str
    metric: str
    ways: Ways


def recognises(name: str, head: bytes) -> bool:
    """Samples by their keys; the results file as well, to say which file is wanted."""
    bare = heads.bare(name)
    keys = first_keys(head)
    if bare.endswith(_SUFFIXES):
        return not keys.in_array and keys.have("doc_id", "doc", late=("resps", "target"))
    return _is_results(bare) and keys.have("results", late=("configs", "versions"))


def _is_results(bare: str) -> bool:
    return bare.startswith("results") and bare.endswith(".json")


def companions(path: Path) -> tuple[Path, ...]:
    """The results beside the samples of a run."""
    results = lm_eval_run.results_of(path)
    return (results,) if results is not None and results.is_file() else ()


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass to settle the choices, a second for the rows."""
    heads.head(path)
    if _is_results(heads.bare(path.name)):
        raise LogError(
            path,
            wanted="the samples of a run",
            found="its results, which hold averages only",
            todo="import the samples_*.jsonl beside it, written with --log_samples",
        )
    found, run = survey(path), lm_eval_run.beside(path)
    reading, notes = _reading(path, found, run, options)
    manifest, arm_notes = _manifest(path, run, options)
    return Log(
        file=path,
        format=FORMAT,
        manifest=manifest,
        records=_rows(path, reading),
        notes=(*arm_notes, *notes, *run.notes),
    )


def _manifest(
    path: Path, run: Run, options: ReadOptions
) -> tuple[dict[str, object], tuple[str, ...]]:
    """What the run says, with the arm where it is the task or the model."""
    manifest = dict(run.manifest)
    mapped = options.mapping.get("arm")
    if options.arm is not None or mapped not in (None, *run.arms):
        return manifest, ()
    if mapped is None and run.arms:
        raise ChoiceNeeded(path, field="arm", choices=run.arms)
    if mapped is None:
        return manifest, ()
    return {**manifest, "arm": run.arms[mapped]}, (f"arm from {mapped}: {run.arms[mapped]}",)


def _reading(
    path: Path, found: Survey, run: Run, options: ReadOptions
) -> tuple[_Reading, list[str]]:
    name, metric = found.choose(path, options.mapping.get("verdict"))
    ways = settle(path, found.docs, options, arms=())
    if ways.paths.get("arm") in run.arms:
        ways = Ways(paths={k: v for k, v in ways.paths.items() if k != "arm"}, notes=ways.notes)
    notes = [f"verdict from {name}.{metric}", *ways.notes]
    if "question" not in ways.paths:
        notes += [_KEYS[hashed] for hashed in sorted(found.hashed, reverse=True)]
    notes += found.notes(name)
    return _Reading(filter=name, metric=metric, ways=ways), notes


def _rows(path: Path, reading: _Reading) -> Iterator[Row]:
    repeats = Repeats()
    for each in row_files.rows(path):
        if each.value is None:
            yield each.refused()
        elif lm_eval_sample.filter_of(each.value) == reading.filter:
            yield each.row(_record(each.value, reading, repeats))


def _record(row: Mapping[str, object], reading: _Reading, repeats: Repeats) -> dict[str, object]:
    record = lm_eval_sample.record(row, reading.filter, reading.metric)
    reading.ways.fill(record, row)
    repeats.number(record)
    return record
