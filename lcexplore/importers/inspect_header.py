"""What does an Inspect log say of its whole run?"""

import json
from collections.abc import Mapping
from pathlib import Path

from lcexplore.errors import LogError
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.twice import TwiceError, unique

KNOWN_VERSIONS = (1, 2, 3, 4)

_DECODING = (
    *("temperature", "top_p", "top_k", "max_tokens", "seed", "stop_seqs"),
    *("frequency_penalty", "presence_penalty", "reasoning_effort", "reasoning_tokens"),
)


class Header:
    """The header of a log: ``eval``, ``plan``, ``stats`` and the like, whatever is there."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self.fields = fields
        self.eval = part(fields, "eval")
        self.plan = part(fields, "plan")

    @property
    def caching(self) -> frozenset[str]:
        """Models of which the run counts cached tokens."""
        usage = part(part(self.fields, "stats"), "model_usage")
        return frozenset(
            model
            for model in usage
            if part(usage, model).get("input_tokens_cache_read")
            or part(usage, model).get("input_tokens_cache_write")
        )

    @property
    def scorers(self) -> tuple[str, ...]:
        """Names of the scorers, as far as the log lists them."""
        return tuple(
            str(each["name"])
            for each in items(self.eval, "scorers")
            if isinstance(each, Mapping) and each.get("name")
        )

    @property
    def announced(self) -> int | None:
        """Samples that the run counted, where it came to its end."""
        total = part(self.fields, "results").get("total_samples")
        return total if type(total) is int else None

    def manifest(self) -> dict[str, object]:
        """What the importer's account keeps of the run: no headers, keys, tools or arguments."""
        dataset, config = part(self.eval, "dataset"), part(self.eval, "config")
        ids = items(dataset, "sample_ids")
        fields = {
            **_decoding(self),
            "model": self.eval.get("model"),
            "task": self.eval.get("task"),
            "solver": _solvers(self.plan),
            "eval_set": dataset.get("name") or dataset.get("location"),
            "eval_set_size": len(set(map(str, ids))) or dataset.get("samples"),
            "epochs": config.get("epochs") or 1,
            "grader": self.scorers[0] if len(self.scorers) == 1 else None,
            "grader_model": _grader_model(self.eval),
            "inspect_version": part(self.eval, "packages").get("inspect_ai"),
            "run_id": self.eval.get("run_id"),
            "created_at": self.eval.get("created"),
        }
        return {name: value for name, value in fields.items() if value not in (None, "", [])}

    def notes(self) -> list[str]:
        """What a reader should know of the run before trusting its rows."""
        found = []
        version, status = self.fields.get("version"), self.fields.get("status", "started")
        if version is not None and version not in KNOWN_VERSIONS:
            found.append(f"version {version} of the log format is newer than those known here")
        if status != "success":
            found.append(
                f"the run did not finish (status {status}): only finished samples are here"
            )
        if self.caching:
            names = ", ".join(sorted(self.caching))
            found.append(
                f"{names}: cached tokens left out of a call are read as 0, as they are logged"
            )
        return found


def parsed(path: Path, place: str, data: bytes) -> Header:
    """Read the bytes of a header."""
    try:
        fields = json.loads(shapes.without_stray(data), object_pairs_hook=unique)
    except TwiceError as error:
        raise LogError(
            path, place=place, wanted="every key once", found=str(error), todo="write it again"
        ) from error
    except (ValueError, RecursionError) as error:
        raise LogError(
            path,
            place=place,
            wanted="the header of an Inspect log",
            found=f"no JSON ({str(error)[:200]})",
            todo="copy the file again",
        ) from error
    if not isinstance(fields, dict) or not isinstance(fields.get("eval"), dict):
        raise LogError(
            path,
            place=place,
            wanted="the header of an Inspect log, with `eval`",
            found="something else",
            todo="check that it is a log and not a list of logs",
        )
    return Header(fields)


def part(of: Mapping[str, object], name: str) -> Mapping[str, object]:
    """The object under a key, or an empty one."""
    value = of.get(name)
    return value if isinstance(value, Mapping) else {}


def items(of: Mapping[str, object], name: str) -> list[object]:
    """The list under a key, or an empty one."""
    value = of.get(name)
    return value if isinstance(value, list) else []


def _decoding(header: Header) -> dict[str, object]:
    config = {**part(header.eval, "model_generate_config"), **part(header.plan, "config")}
    return {name: config[name] for name in _DECODING if config.get(name) is not None}


def _solvers(plan: Mapping[str, object]) -> str | None:
    names = [
        str(each.get("solver"))
        for each in items(plan, "steps")
        if isinstance(each, Mapping) and each.get("solver")
    ]
    return ", ".join(names) or None


def _grader_model(of: Mapping[str, object]) -> str | None:
    found: dict[str, None] = {}
    for scorer in items(of, "scorers"):
        model = part(part(scorer, "options"), "model") if isinstance(scorer, Mapping) else {}
        if model.get("model"):
            found[str(model["model"])] = None
    grader = part(part(of, "model_roles"), "grader").get("model")
    if grader and not found:
        found[str(grader)] = None
    return ", ".join(found) or None
