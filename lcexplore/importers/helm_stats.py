"""What did HELM's metrics make of each answer (``per_instance_stats.json``)?

The file has an entry for each metric class, so the entries of one answer are put together. Most of
what they hold counts tokens, time and references: that is no verdict.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.importers import choices, row_files
from lcexplore.importers import provider_shapes as shapes

NAME = "per_instance_stats.json"

_BOOKKEEPING = ("num_", "training_", "inference_", "finish_reason_", "estimated_num_", "logprob")
_COUNTS = {"batch_size", "prompt_truncated", "max_prob", "predicted_index"}
# Fields of a perturbation that say nothing of which one it is.
_COMMON = ("name", "robustness", "fairness", "computed_on")

Object = Mapping[str, object]
Key = tuple[str, str, str]


def perturbation(held: Object) -> str:
    """Name of the perturbation of an instance with its parameters; empty for the original."""
    said = held.get("perturbation")
    if not isinstance(said, Mapping) or not said:
        return ""
    more = {k: v for k, v in said.items() if k not in _COMMON and v is not None}
    told = [f"{name}={json.dumps(more[name], default=str)}" for name in sorted(more)]
    return " ".join([str(said.get("name") or "perturbed"), *told])


def key(instance: object, perturbed: str, trial: object) -> Key:
    """What an answer is known by: instance, perturbation and trial."""
    return str(choices.scalar(instance)), perturbed, str(choices.scalar(trial))


@dataclass(slots=True)
class Metrics:
    """Metrics of every answer of a run.

    Attributes:
        examples: Those that may be a verdict, each with a value.
        unread: Entries that could not be read.
    """

    examples: dict[str, str] = field(default_factory=dict)
    unread: int = 0
    _of: dict[Key, dict[str, object]] = field(default_factory=dict)
    _twice: set[tuple[Key, str]] = field(default_factory=set)

    def add(self, of: Key, values: Object) -> None:
        """Take in what one entry says of an answer."""
        known = self._of.setdefault(of, {})
        for name, value in values.items():
            if name in _COUNTS or name.startswith(_BOOKKEEPING):
                continue
            if name in known and known[name] != value:
                self._twice.add((of, name))
            known.setdefault(name, value)
            if value is not None:
                self.examples.setdefault(name, str(value)[:60])

    def values(self, of: Key) -> Object:
        """Metrics of one answer; one that was given two values has none."""
        known = self._of.get(of, {})
        return {k: None if (of, k) in self._twice else v for k, v in known.items()}


def place(path: Path) -> Path | None:
    """Where the metrics are that were written with a file, or None where there are none."""
    ways = (path.with_name(NAME), path.with_name(f"{NAME}.gz"))
    return next((each for each in ways if each.is_file()), None)


def beside(path: Path) -> Metrics | None:
    """Read the metrics that were written with a file, or None where there are none."""
    found = place(path)
    if found is None:
        return None
    made = Metrics()
    for each in row_files.rows(found):
        if each.value is None:
            made.unread += 1
            continue
        entry = each.value
        of = key(entry.get("instance_id"), perturbation(entry), entry.get("train_trial_index"))
        made.add(of, _means(entry.get("stats")))
    return made


def _means(stats: object) -> dict[str, object]:
    """The mean of each metric; one that was never added to has none."""
    means: dict[str, object] = {}
    for each in shapes.members(stats):
        name = shapes.inside(each, "name").get("name")
        if isinstance(name, str) and each.get("count") != 0:
            means[name] = choices.scalar(each.get("mean"))
    return means
