"""What do the requests of a HELM run, and the specification beside them, say of the whole run?"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.importers import choices
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.twice import unique
from lcexplore.importers.ways import present

SPECIFICATION = "run_spec.json"
SPECIFICATION_BYTES = 2**20

_DECODING = ("temperature", "top_p", "max_tokens")

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What is known of the run.

    Attributes:
        manifest: Fields that hold for every answer.
        arms: What may be the arm, by the name that ``--map arm=NAME`` takes.
    """

    manifest: Mapping[str, object] = field(default_factory=dict)
    arms: Mapping[str, str] = field(default_factory=dict)


def described(path: Path, request: Object) -> Run:
    """Describe the run by one of its requests and by the specification beside the file."""
    told = _specification(path.with_name(SPECIFICATION))
    adapter = shapes.inside(told, "adapter_spec")
    asked = {**adapter, **request}
    model, deployment = (choices.scalar(asked.get(n)) for n in ("model", "model_deployment"))
    arms = {
        "model": model,
        "model_deployment": deployment if deployment != model else None,
        "run": choices.scalar(told.get("name")),
    }
    manifest = {
        "model": deployment or model,
        "eval_set": _scenario(shapes.inside(told, "scenario_spec")),
        "num_fewshot": choices.scalar(adapter.get("max_train_instances")),
        **{name: choices.scalar(asked.get(name)) for name in _DECODING},
    }
    return Run(manifest=present(manifest), arms={k: str(v) for k, v in arms.items() if v})


def _scenario(spec: Object) -> str | None:
    """The scenario with its arguments, as HELM's own names of runs spell them."""
    name = spec.get("class_name")
    if not isinstance(name, str):
        return None
    arguments = shapes.inside(spec, "args")
    told = [f"{key}={json.dumps(arguments[key], default=str)}" for key in sorted(arguments)]
    return " ".join([name.rpartition(".")[2], *told])


def _specification(path: Path) -> Object:
    try:
        with path.open("rb") as file:
            value = json.loads(file.read(SPECIFICATION_BYTES), object_pairs_hook=unique)
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
