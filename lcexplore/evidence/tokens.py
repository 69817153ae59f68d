"""What does each arm's input cost, in full-price tokens and in money?"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.evidence.inputs import ArmTokens
from lcexplore.model import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmCost:
    """Tokens and cost of one arm.

    Attributes:
        effective_mean: Effective input tokens per answer, None if not measured.
        n_reported: Answers it is the mean of.
        n_planned: Planned answers.
        cost_per_1k: Recorded cost of a thousand queries, None if not measured.
        n_priced: Answers it is the mean of.
        reason: Why ``effective_mean`` is None.
        cost_reason: Why ``cost_per_1k`` is None.
    """

    effective_mean: float | None
    n_reported: int
    n_planned: int
    cost_per_1k: float | None
    n_priced: int
    reason: str | None
    cost_reason: str | None


def analyse(tokens: Mapping[Role, ArmTokens]) -> Mapping[Role, ArmCost]:
    """Means per answer by role."""
