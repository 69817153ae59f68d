"""The decision record: a YAML file that froze the rule before the results, read strictly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What a clause compares with.

    Attributes:
        value: A fraction for ``pts`` and ``%``, seconds for ``s`` and ``ms``, else as written.
        unit: ``pts``, ``%``, ``s``, ``ms``, ``x`` or ``""``.
        arm: Arm that ``value`` multiplies, for unit ``x``; else None.
        text: As written.
    """

    value: float
    unit: str
    arm: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One line of a rule.

    Attributes:
        quantity: As written, such as ``correctness_delta_lower_ci`` or ``p95_end_to_end``.
        operator: ``>=``, ``<=``, ``>`` or ``<``.
        bar: What it is compared with.
        rule: ``switch_if`` or ``reject_if``.
        line: Line in the record.
    """

    quantity: str
    operator: str
    bar: Bar
    rule: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRecord:
    """A frozen rule."""

    title: str
    clauses: tuple[Clause, ...]
    frozen: Mapping[str, object]
    otherwise: str
    review_trigger: tuple[str, ...]
    baseline: str | None
    candidate: str | None
    grader: str | None
    rubric: str | None
    eval_set_size: int | None
    confidence_level: float
    missing_tolerance: float
    correctness_basis: str
    calibration: str
    committed_at: datetime | None
    margin_reason: str | None
    sha256: str
    text: str
    warnings: tuple[str, ...] = field(default=())

    @property
    def margin(self) -> float | None:
        """Bar of the ``correctness_delta_lower_ci`` clause, a signed fraction, or None."""
        for clause in self.clauses:
            if clause.quantity == "correctness_delta_lower_ci" and clause.rule == "switch_if":
                return clause.bar.value
        return None


def parse(text: str, *, file: Path | str = "record") -> DecisionRecord:
    """Read a record; raise ``RecordError`` with line and column for what is not understood."""
