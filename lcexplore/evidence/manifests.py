"""What did each arm record of its inputs?"""

import json
from collections.abc import Iterable, Mapping

from lcexplore.evidence import written
from lcexplore.evidence.inputs import Inputs
from lcexplore.evidence.known_inputs import meant
from lcexplore.model import UNNAMED, ComparisonInfo, Role

# Distinct values of one field: what compares as equal, and how each is shown.
Values = Mapping[object, str]

# What names a run or says how large it was planned; other findings read the sizes.
_NOT_INPUTS = frozenset(
    (
        *("lcexplore", "comparison", "arm", "baseline", "candidate", "measurements", "notes"),
        *("eval_set_size", "epochs", "run_id", "created_at", "started_at", "ended_at"),
        *("note", "synthetic"),
    )
)
# Fields that are numbers by nature, under ``decoding`` or ``cache_multipliers`` as well.
_NUMBERS = frozenset(
    (
        *("temperature", "top_p", "top_k", "max_tokens", "max_output_tokens", "seed"),
        *("frequency_penalty", "presence_penalty", "read", "write"),
    )
)
_TRUTHS = frozenset(("blind", "order_shuffled"))


def recorded(inputs: Inputs, info: ComparisonInfo) -> dict[Role, dict[str, Values]]:
    """Values of every field of either arm, as its manifests and its answers say.

    Which model answered is known better from the answers than from the manifest; what the manifest
    names beside them stands for the answers that name none.
    """
    found = manifest_values(inputs, info)
    for name, shown in _grading(inputs, info).items():
        if not any(found[role].get(name) for role in Role):
            for role in Role:
                found[role][name] = {shown: shown}
    for role in Role:
        named = inputs.served_models.get(role, {})
        silent = inputs.tally.planned_per_arm - sum(named.values()) - inputs.lost.get(role, 0)
        if named:
            told = found[role].get("model", {}) if silent > 0 else {}
            found[role]["model"] = {**told, **{name: name for name in named}}
    return {role: {name: v for name, v in of_arm.items() if v} for role, of_arm in found.items()}


def _grading(inputs: Inputs, info: ComparisonInfo) -> dict[str, str]:
    """Grader and rubric as the verdicts name them, where both arms have verdicts of theirs."""
    if not all(inputs.tally.tally(role).measured.any() for role in Role):
        return {}
    named = {"grader": info.grader, "rubric": info.rubric}
    return {name: shown for name, shown in named.items() if shown not in (None, UNNAMED)}


def manifest_values(inputs: Inputs, info: ComparisonInfo) -> dict[Role, dict[str, Values]]:
    """Values of every field of either arm's manifests, nested names joined by a dot."""
    found: dict[Role, dict[str, Values]] = {role: {} for role in Role}
    for manifest in inputs.manifests:
        for role in Role:
            if manifest.arm.strip() == info.arm(role).strip():
                for name, value in _flat(manifest.fields):
                    known = found[role].get(name, {})
                    found[role][name] = {**known, _key(name, value): _text(value)}
    return found


def _flat(fields: Mapping[str, object], prefix: str = "") -> Iterable[tuple[str, object]]:
    for name, value in fields.items():
        full = f"{prefix}{name}"
        if full in _NOT_INPUTS or value is None or value == "":
            continue
        if isinstance(value, Mapping):
            yield from _flat(value, f"{full}.")
        else:
            yield full, value


def _key(name: str, value: object) -> object:
    """What counts as equal: yes and no, numbers by value, everything else by its text.

    Text is read as such only where a field is such: ``012`` and ``12`` are two digests.
    """
    name = meant(name) or name.rpartition(".")[2]
    if name in _TRUTHS and (said := written.truth(value)) is not None:
        return said
    if not isinstance(value, str) or name in _NUMBERS:
        number = written.number(value)
        if number is not None:
            return number
    return _text(value)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else json.dumps(value, default=str)
