"""What does a decision record hold, once it is read?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

MARGIN = "correctness_delta_lower_ci"  # the quantity whose bar in switch_if is the margin


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
    """A frozen rule.

    Attributes:
        title: The record's own name for the comparison.
        clauses: ``switch_if`` lines, then ``reject_if`` lines, as written.
        frozen: What must be the same in both arms, every value as text, as written.
        otherwise: What is agreed to happen when neither rule applies.
        review_trigger: What reopens the question.
        baseline: Arm that runs today, or None when the record does not name arms.
        candidate: Arm that would replace it, or None.
        grader: Frozen grader, or None.
        rubric: Frozen rubric, or None.
        eval_set_size: Frozen number of questions, or None.
        confidence_level: Two-sided level of every interval.
        missing_tolerance: Share of answers without a value that is still accepted.
        correctness_basis: ``graded`` or ``calibrated``.
        calibration: ``required``, ``not_required``, or ``by_grader`` (required where the grader
            is a model) when the record does not say.
        committed_at: When the record says it was agreed (UTC), or None.
        margin_reason: Why the margin is what it is, or None.
        sha256: Of the text.
        text: As written.
        warnings: What a reader should know that needs no run to be known.
        eval_set: Frozen name of the eval set, or None.
        grading_conditions: ``blind``, ``order_shuffled`` and other words of the grader's line.
    """

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
    eval_set: str | None = None
    grading_conditions: tuple[str, ...] = ()

    @property
    def margin(self) -> float | None:
        """Bar of the ``correctness_delta_lower_ci`` clause, a signed fraction, or None."""
        for clause in self.clauses:
            if clause.quantity == MARGIN and clause.rule == "switch_if":
                return clause.bar.value
        return None

    def lines(self, rule: str) -> tuple[Clause, ...]:
        """The clauses of ``switch_if`` or of ``reject_if``."""
        return tuple(clause for clause in self.clauses if clause.rule == rule)
