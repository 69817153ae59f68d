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
# A model that hardly answered in the other arm is no chance of routing: each of its answers may be
# one that came out another way for it, so no more of them than may go without a verdict.
_ONE_ARM_ALONE = 0.02 + 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """How the arms' mixtures of models compare.

    Attributes:
        apart: Share of answers by which they differ at least.
        silent: Largest share of an arm's answers of which nobody knows the model.
        lost: Share of answers, both arms' together, that failed or are not there.
        alone: Share of an arm's answers by models that gave less than half as many in the other.
        alone_at_most: The same, with that arm's lost answers by such a model.
    """

    apart: float
    silent: float
    lost: float
    alone: float = 0.0
    alone_at_most: float = 0.0

    @property
    def moved(self) -> bool:
        """Whether the mixtures differ."""
        return self.apart > SAME_MIXTURE or self.alone > _ONE_ARM_ALONE

    @property
    def hidden(self) -> bool:
        """Whether they might, with the answers that were lost."""
        open_ = self.apart + self.lost > SAME_MIXTURE or self.alone_at_most > _ONE_ARM_ALONE
        return not self.moved and open_


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

    def alone(self, other: "_Mixture", lost: float = 0.0) -> float:
        """Share of this arm's answers by models that hardly answered in the other, at least.

        The other arm's lost answers are not taken for theirs, or losing some would clear a model.
        """
        found = (
            share
            for name, share in self.shares.items()
            if 2 * other.shares.get(name, 0.0) < share + lost
        )
        return max(0.0, sum(found) - other.silent) + lost


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
        alone=max(one.alone(other), other.alone(one)),
        alone_at_most=max(one.alone(other, one.lost), other.alone(one, other.lost)),
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
