"""Was everything else the same?"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.evidence.inputs import Inputs
from lcexplore.model import ComparisonInfo, Finding, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """One input, as both arms recorded it.

    Attributes:
        name: Field of the manifest.
        baseline: As text, or None when not recorded.
        candidate: As text, or None when not recorded.
        verdict: ``moved``, ``not_recorded`` or ``same``.
        confounds: Quantities it would confound when it moved; empty for a design field.
    """

    name: str
    baseline: str | None
    candidate: str | None
    verdict: str
    confounds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReading:
    """How the arms' requests were interleaved in time.

    Attributes:
        kind: ``blocked``, ``alternating`` (one fixed order in every pair), ``balanced``,
            ``mixed`` or ``unknown``.
        n_timed: Requests with a start time.
        candidate_first: Questions' pairs in which the candidate ran first.
        baseline_first: Pairs in which the baseline ran first.
        median_gap_s: Median seconds between the two arms' requests of a question, or None.
        span_s: Seconds from first to last request, by role.
    """

    kind: str
    n_timed: int
    candidate_first: int
    baseline_first: int
    median_gap_s: float | None
    span_s: Mapping[Role, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """What moved with the arm, the run order, and every other finding, gravest first."""

    inputs: tuple[InputRow, ...]
    order: OrderReading
    findings: tuple[Finding, ...]

    @property
    def confounds(self) -> tuple[Finding, ...]:
        """Findings that make clauses not measured."""
        return tuple(each for each in self.findings if each.touches)


def examine(inputs: Inputs, info: ComparisonInfo) -> Validity:
    """Compare the manifests, read the run order, and list what a reader must know."""
