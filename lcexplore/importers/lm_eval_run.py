"""What do a file's name and the results file beside it say of a run of the evaluation harness?"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import choices, row_files
from lcexplore.importers.twice import unique
from lcexplore.importers.ways import present

RESULTS_BYTES = 64 * 2**20

_NAME = re.compile(
    r"samples_(?P<task>.+)_(?P<time>\d{4}-\d\d-\d\dT[\d.-]+?)\.(jsonl|ndjson)(\.gz)?"
)
_DECODING = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "do_sample": "do_sample",
    "max_gen_toks": "max_tokens",
}
# Loaders of local files: which file it was says nothing of what is in it.
_LOADERS = {"json", "csv", "parquet", "text", "arrow"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What is known of the run.

    Attributes:
        manifest: Fields that hold for every row.
        arms: What may be the arm, by the name that ``--map arm=NAME`` takes.
        notes: What could not be read.
    """

    manifest: Mapping[str, object] = field(default_factory=dict)
    arms: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def results_of(path: Path) -> Path | None:
    """Where the results of a samples file are, or None where its name does not say it."""
    named = _NAME.fullmatch(path.name)
    return path.with_name(f"results_{named['time']}.json") if named else None


def beside(path: Path) -> Run:
    """Read the name of a samples file and the results that were written with it."""
    named, place = _NAME.fullmatch(path.name), results_of(path)
    if named is None or place is None:
        return Run()
    task = named["task"]
    results, notes = _results(place)
    model = choices.scalar(results.get("model_name"))
    arms = {"task": task, "model": str(model)} if model else {"task": task}
    if not results:
        arms["folder"] = path.resolve().parent.name
    manifest = present({"task": task, **_said(results, task)})
    return Run(manifest=manifest, arms={k: v for k, v in arms.items() if v}, notes=notes)


def _said(results: Mapping[str, object], task: str) -> dict[str, object]:
    """What the results say of the run; arguments of the model, which may hold keys, are left."""

    def at(*way: str) -> object:
        value: object = results
        for key in way:
            value = value.get(key) if isinstance(value, Mapping) else None
        return choices.scalar(value)

    decoding = {
        ours: at("configs", task, "generation_kwargs", name) for name, ours in _DECODING.items()
    }
    parts = [at("configs", task, key) for key in ("dataset_path", "dataset_name", "test_split")]
    public = parts[0] is not None and parts[0] not in _LOADERS
    return {
        "model": at("model_name"),
        "eval_set_size": at("n-samples", task, "effective"),
        "eval_set": " ".join(str(each) for each in parts if each) if public else None,
        "seed": at("config", "random_seed"),
        "num_fewshot": at("n-shot", task),
        "responses_per_question": at("configs", task, "repeats"),
        "lm_eval_version": at("lm_eval_version"),
        "created_at": at("date"),
        **decoding,
    }


def _results(path: Path) -> tuple[Mapping[str, object], tuple[str, ...]]:
    if not path.is_file():
        return {}, (f"without {path.name} beside it nothing is known of the model and the run",)
    try:
        with row_files.opened(path) as file:
            value = json.loads(file.read(RESULTS_BYTES), object_pairs_hook=unique)
    except (LogError, ValueError, RecursionError):
        return {}, (f"{path.name} beside it cannot be read: nothing is known of the run",)
    return (value, ()) if isinstance(value, dict) else ({}, ())
