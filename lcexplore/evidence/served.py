"""Did the same models answer in both arms, and could answers that were lost hide that they did not?

Shares are of an arm's planned answers. Answers that name no model are the manifest's, if it names
one; answers that failed or are not there may have been anybody's.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.evidence.inputs import Inputs
from lcexplore.model import Role

# At most one answer in twenty by another model than in the other arm; then the noise of adding.
SAME_MIXTURE = 0.05 + 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """How the arms' mixtures of models compare.

    Attributes:
        apart: Share of answers by which they differ at least.
        silent: Largest share of an arm's answers of which nobody knows the model.
        lost: Share of answers, both arms' together, that failed or are not there.
    """

    apart: float
    silent: float
    lost: float

    @property
    def moved(self) -> bool:
        """Whether the mixtures differ."""
        return self.apart > SAME_MIXTURE

    @property
    def hidden(self) -> bool:
        """Whether they might, with the answers that were lost."""
        return not self.moved and self.apart + self.lost > SAME_MIXTURE


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mixture:
    shares: Mapping[str, float]
    silent: float
    lost: float

    @property
    def open(self) -> float:
        return self.silent + self.lost

    def beyond(self, other: "_Mixture") -> float:
        """Share of this arm's answers that have no counterpart in the other, at least."""
        found = (share - other.shares.get(name, 0.0) for name, share in self.shares.items())
        return max(0.0, sum(max(0.0, each) for each in found) - other.open)


def served(inputs: Inputs, manifests: Mapping[Role, frozenset[str]]) -> Served | None:
    """Compare the models that answered; None where no answer of either arm names one.

    Args:
        inputs: Counts of both arms.
        manifests: Models that each arm's manifests name.
    """
    if not any(inputs.served_models.get(role) for role in Role):
        return None
    one, other = (_mixture(inputs, role, manifests.get(role, frozenset())) for role in Role)
    return Served(
        apart=max(one.beyond(other), other.beyond(one)),
        silent=max(one.silent, other.silent),
        lost=one.lost + other.lost,
    )


def _mixture(inputs: Inputs, role: Role, told: frozenset[str]) -> _Mixture:
    counts = dict(inputs.served_models.get(role, {}))
    lost, named = inputs.lost.get(role, 0), sum(counts.values())
    planned = max(inputs.tally.planned_per_arm, named + lost)
    silent = planned - named - lost
    if len(told) == 1:
        (model,) = told
        counts[model] = counts.get(model, 0) + silent
        silent = 0
    whole = planned or 1
    shares = {name: n / whole for name, n in counts.items()}
    return _Mixture(shares=shares, silent=silent / whole, lost=lost / whole)
