"""In which arm did the model change during the run, and how many answers are by each?"""

from collections.abc import Mapping

from lcexplore.evidence.inputs import Inputs
from lcexplore.evidence.manifests import Values, manifest_values
from lcexplore.model import ComparisonInfo, Role
from lcexplore.words import count

_NAMED = 5


def told(inputs: Inputs, info: ComparisonInfo, models: Mapping[Role, Values]) -> str:
    """Say where the model changed, with the answers by each model.

    Args:
        inputs: Counts of both arms.
        info: The comparison.
        models: What each arm recorded of its model; at least one arm has several.
    """
    several = [role for role in Role if len(models[role]) > 1]
    if len(several) == 1:
        where = f"in {info.arm(several[0])} only"
    elif models[Role.BASELINE].keys() == models[Role.CANDIDATE].keys():
        where = "in both arms alike"
    else:
        where = "in both arms"
    manifests = manifest_values(inputs, info)
    arms = (
        f"{info.arm(role)}: {_answers(inputs, role, manifests[role].get('model', {}))}"
        for role in Role
    )
    return f"The model changed during the run, {where}. Answers by model: {'; '.join(arms)}."


def _answers(inputs: Inputs, role: Role, manifest: Values) -> str:
    """How many answers of an arm are by each model, the commonest first."""
    named = inputs.served_models.get(role, {})
    ranked = sorted(named.items(), key=lambda each: (-each[1], each[0]))
    said = [f"{count(n)} by {model}" for model, n in ranked[:_NAMED]]
    if rest := sum(n for _, n in ranked[_NAMED:]):
        said.append(f"{count(rest)} by others")
    silent = inputs.tally.planned_per_arm - sum(named.values()) - inputs.lost.get(role, 0)
    if silent > 0:
        by = " or ".join(sorted(manifest.values()))
        said.append(f"{count(silent)} unnamed" + (f", by the manifest {by}" if by else ""))
    return ", ".join(said) or "none"
