"""What does each arm's input cost, in full-price tokens and in money?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lcexplore.evidence.inputs import ArmTokens
from lcexplore.model import Role

ANSWER, REQUEST = "answer", "request"
USD = "USD"  # currency of a cost that a log records
_NO_MULTIPLIER = (
    "no multiplier recorded for tokens {} the cache (say what they cost with --cache-multipliers "
    "{}=..., in a manifest or in a price sheet)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmCost:
    """Tokens and cost of one arm.

    Attributes:
        effective_mean: Effective input tokens per answer, None if not measured.
        n_reported: Answers it is the mean of.
        n_planned: Planned answers.
        cost_per_1k: Cost of a thousand queries, None if not measured.
        n_priced: Answers it is the mean of.
        reason: Why ``effective_mean`` is None.
        cost_reason: Why ``cost_per_1k`` is None.
        basis: ``recorded`` in the log or ``priced`` by a sheet, None if not measured.
        parts: What a priced thousand is made of.
        currency: Of the cost.
        own_cost_known: Whether a sheet names the arm's costs beside tokens, such as search;
            None without a sheet.
        unreported: Fields of the log, classes of tokens, that no answer reports, where counted.
        weighed_by: ``priced`` where a sheet says what a cached token is worth, else ``recorded``;
            None where nothing says it.

    A mean is over the answers that report it; how many these are stands beside it, and what is
    not reported is never taken for zero.
    """

    effective_mean: float | None
    n_reported: int
    n_planned: int
    cost_per_1k: float | None
    n_priced: int
    reason: str | None
    cost_reason: str | None
    basis: str | None = None
    parts: Mapping[str, float] = field(default_factory=dict)
    currency: str = USD
    own_cost_known: bool | None = None
    weighed_by: str | None = None
    unreported: tuple[str, ...] = ()


_INPUT = ("usage.input_uncached", "usage.cache_read", "usage.cache_write")
_ALL = (*_INPUT, "usage.output")


def classes(unreported: Sequence[str], asked: Sequence[str] = _ALL) -> str:
    """Name the classes of tokens that are nowhere, or all that are asked where none alone is."""
    named = [each for each in unreported if each in asked]
    whole = "usage.output" in asked
    if len(named) == len(asked):
        return "any tokens" if whole else "any input tokens"
    kinds = "all classes of tokens" if whole else "all three classes of input tokens"
    return " or ".join(named) or kinds


def tokens_there(cost: ArmCost) -> bool:
    """Whether some input tokens are known to be reported, though maybe not every class of them."""
    lacking = [each for each in cost.unreported if each in _INPUT]
    return cost.n_reported > 0 or 0 < len(lacking) < len(_INPUT)


def analyse(tokens: Mapping[Role, ArmTokens], *, unit: str = ANSWER) -> Mapping[Role, ArmCost]:
    """Means per answer, or per request of a log, by role."""
    return {role: _cost(arm, unit) for role, arm in tokens.items()}


def _cost(arm: ArmTokens, unit: str) -> ArmCost:
    reason = _why_no_tokens(arm, unit)
    return ArmCost(
        effective_mean=effective(arm),
        n_reported=arm.n_reported,
        n_planned=arm.n_planned,
        cost_per_1k=1000 * arm.cost_usd / arm.n_priced if arm.n_priced else None,
        n_priced=arm.n_priced,
        reason=reason,
        cost_reason=None if arm.n_priced else "no price recorded",
        basis="recorded" if arm.n_priced else None,
        weighed_by="recorded" if _told(arm) else None,
        unreported=arm.unreported,
    )


def effective(arm: ArmTokens) -> float | None:
    """Effective input tokens per answer; None where they are not reported or not weighed."""
    return None if _why_no_tokens(arm) else _effective(arm) / arm.n_reported


def _told(arm: ArmTokens) -> bool:
    return arm.read_multiplier is not None or arm.write_multiplier is not None


def _effective(arm: ArmTokens) -> float:
    """Uncached + write multiplier x cache writes + read multiplier x cache reads."""
    read = arm.cache_read * (arm.read_multiplier or 0.0)
    return arm.uncached + arm.cache_write * (arm.write_multiplier or 0.0) + read


def _why_no_tokens(arm: ArmTokens, unit: str = ANSWER) -> str | None:
    """A multiplier is needed only where tokens of its class were used."""
    if arm.n_reported == 0:
        return f"no {unit} reports {classes(arm.unreported, _INPUT)}"
    if arm.cache_read and arm.read_multiplier is None:
        return _NO_MULTIPLIER.format("read from", "read")
    if arm.cache_write and arm.write_multiplier is None:
        return _NO_MULTIPLIER.format("written to", "write")
    return None
