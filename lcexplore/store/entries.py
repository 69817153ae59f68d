"""What the store answers with, beside the aggregates of ``evidence.inputs``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from lcexplore.model import CacheState, Role, Verdict

# Tables of the store, each of which can be exported.
TABLES = (
    "answers",
    "texts",
    "questions",
    "gradings",
    "labels",
    "rejects",
    "imports",
    "replaced",
    "manifests",
    "records",
    "first_seen",
    "latency_bins",
    "draws",
    "draw_items",
    "label_uses",
    "other_texts",
    "judgements",
    "requests",
    "request_bins",
    "request_windows",
    "request_totals",
    "request_growth",
    "price_sheets",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmEntry:
    """One arm of a comparison: answers, distinct questions, and requests of a log."""

    name: str
    n_answers: int
    n_questions: int
    n_requests: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingEntry:
    """One grader and rubric that graded answers of a comparison."""

    grader: str
    rubric: str
    n: int
    first_graded_at: datetime | None
    last_graded_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonEntry:
    """One comparison in the store.

    Attributes:
        name: The comparison.
        arms: In order of first import, those that only a request log knows last.
        baseline: Baseline that the import, a manifest or the record named, or None.
        candidate: Candidate, or None when it is not determined.
        has_record: Whether a decision record is frozen for it.
        has_window: Whether any answer carries a window variant.
        imported_at: Time of the newest import.
        n_questions: Distinct questions.
        gradings: Newest last.
        unknown: Arms that its record names and no log is of, a sentence each.
    """

    name: str
    arms: tuple[ArmEntry, ...]
    baseline: str | None
    candidate: str | None
    has_record: bool
    has_window: bool
    imported_at: datetime
    n_questions: int
    gradings: tuple[GradingEntry, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRecord:
    """A decision record as frozen for a comparison."""

    text: str
    sha256: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """When the record of a comparison was frozen and its price sheet stored; None without."""

    comparison: str
    recorded_at: datetime | None
    priced_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPrices:
    """A price sheet as it was given for a comparison."""

    text: str
    sha256: str
    stored_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """One question with both arms' counts under the grading shown."""

    question: str
    stratum: str | None
    text: str | None
    correct: Mapping[Role, int]
    measured: Mapping[Role, int]
    planned: int
    words_mean: Mapping[Role, float | None]

    @property
    def difference(self) -> float | None:
        """Mean difference, candidate minus baseline; None unless measured in both arms."""
        if not all(self.measured.values()):
            return None
        candidate, baseline = (
            self.correct[role] / self.measured[role] for role in (Role.CANDIDATE, Role.BASELINE)
        )
        return candidate - baseline


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowPlace:
    """Where in which window the fact of an answer stood, as logged."""

    version: str | None = None
    depth: float | None = None
    fill: float | None = None
    distractor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDetail:
    """One answer as logged, for reading; every text is hostile."""

    role: Role
    epoch: int
    answer: str | None
    words: int | None
    verdict: Verdict
    reason: str | None
    raw_verdict: str | None
    quote: str | None
    latency_s: float | None
    cache: CacheState
    error: str | None
    window: WindowPlace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionDetail:
    """One question with every answer of both arms."""

    question: str
    text: str | None
    reference: str | None
    stratum: str | None
    cluster: str | None
    answers: tuple[AnswerDetail, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A row or field that could not be used.

    Attributes:
        line: Line of the file, from 1; None where a file has no lines.
        field: Field, or ``line`` for what is no row at all.
        value: As found.
        reason: Why it cannot be used.
        row_kept: Only the field was refused, its value is unknown, and the row counts as kept.
    """

    line: int | None
    field: str | None
    value: str | None
    reason: str
    row_kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportAccount:
    """What became of one file: read = kept + refused + duplicates."""

    file: str
    format: str
    sha256: str
    rows_read: int
    rows_kept: int
    rows_refused: int
    duplicates: int
    already_imported: bool
    arms: Mapping[str, int] = field(default_factory=dict)
    not_measured: Mapping[str, int] = field(default_factory=dict)
    refusals: tuple[Refusal, ...] = ()
    notes: tuple[str, ...] = ()
    import_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportEntry:
    """One line of the file ledger.

    Attributes:
        rows_replaced: Of the rows kept, those that a later import took the place of.
        fields_refused: Fields of kept rows that could not be read and are unknown.
        notes: What else a person must know who takes it back.
    """

    import_id: int
    kind: str
    comparison: str
    file: str
    format: str
    sha256: str
    imported_at: datetime
    rows_read: int
    rows_kept: int
    rows_refused: int
    duplicates: int
    arms: Mapping[str, int] = field(default_factory=dict)
    rows_replaced: int = 0
    fields_refused: int = 0
    notes: tuple[str, ...] = ()
