"""What does an importer hand to the store? One log, as a scan or as records.

A log names the file, its format and its manifest, and then either

* a ``Scan``: the store reads the file itself, each native field taken from a column, or
* ``records``: an iterable of ``Row``, each a dict in the shape of the native log.

Both end in the same pipeline, which validates, refuses, pairs off duplicates and counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, nan
from pathlib import Path
from typing import TypeAlias

from lcexplore.errors import UsageError

# Leaf fields of one native record. A flat file names them like this.
FIELDS = (
    "question",
    "arm",
    "epoch",
    "stratum",
    "cluster",
    "question_text",
    "reference",
    "answer",
    "words",
    "started_at",
    "latency_s",
    "ttft_s",
    "cache",
    "replayed",
    "error",
    "error.kind",
    "error.message",
    "usage.input_uncached",
    "usage.cache_read",
    "usage.cache_write",
    "usage.output",
    "cost_usd",
    "model",
    "verdict",
    "grader",
    "rubric",
    "graded_at",
    "quote",
    "reason",
    "gradings",
    "window.version",
    "window.depth",
    "window.fill",
    "window.distractor",
)

# What a log of requests may say besides, which has no questions: the status of the response, how
# often it was tried again, and times in other spellings.
_IN_MS = ("latency_ms", "ttft_ms")
TOTAL = "usage.input_total"  # the whole input, cached tokens included
REQUEST_FIELDS = ("status", "retries", "time", *_IN_MS, TOTAL)

# What a mapping may name: the fields, and those that are converted as they are read.
MAPPED_FIELDS = (*FIELDS, *_IN_MS, TOTAL)

# Fields that a mapping may say are 0 in every row that reports tokens, no column holding them.
NONE_USED = ("usage.cache_read", "usage.cache_write")

# Fields of one element of ``gradings``; ``reason`` says why there is no verdict.
GRADING_FIELDS = ("grader", "rubric", "verdict", "quote", "graded_at", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRefusal:
    """A field that could not be used; the rest of its row is kept."""

    field: str
    value: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One answer as a module read it.

    Attributes:
        line: Physical line, or the ordinal of the record where there are no lines; from 1.
        record: A dict in the shape of the native log (nested ``usage``, ``gradings``,
            ``window``), or None when the whole row is refused.
        locator: Where the row is in the file when a line does not say it, such as a zip member.
        refusals: Fields left out of ``record`` because they could not be read; for a refused
            row the first one says why.
    """

    line: int
    record: Mapping[str, object] | None
    locator: str | None = None
    refusals: tuple[FieldRefusal, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """A file whose columns the store reads itself.

    Attributes:
        kind: ``ndjson``, ``csv`` or ``parquet``.
        columns: Native leaf field (a name of ``FIELDS``) to the path of its column: one name,
            or several for a value nested in objects.
        native: The file is a native JSONL log with its own nesting; ``columns`` is not read.
        delimiter: Of a CSV.
        header: Column names of a CSV, in order.
        none_used: Fields of ``NONE_USED`` that the user says are 0.
    """

    kind: str
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    native: bool = False
    delimiter: str = ","
    header: tuple[str, ...] = ()
    none_used: tuple[str, ...] = ()

    @property
    def converts(self) -> bool:
        """Whether values are to be converted to those of a native field."""
        return bool(self.none_used) or not set(self.columns) <= set(FIELDS)


Thresholds: TypeAlias = float | Mapping[str, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What the user said about how a file is to be read.

    Attributes:
        arm: Arm of every row; beats the rows' own.
        mapping: Native field to column.
        correct: Verdict values that mean correct. With any given, no other word is read.
        incorrect: Verdict values that mean incorrect.
        correct_at: Numbers at or above it are correct, below it incorrect; or such a number for
            each grader or rubric by name, and none for the others.
        partial: What partial credit counts as: ``correct``, ``incorrect``, or None.
        cache_multipliers: Price of cache reads and writes in full-price tokens.
    """

    arm: str | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    correct: tuple[str, ...] = ()
    incorrect: tuple[str, ...] = ()
    correct_at: Thresholds = None
    partial: str | None = None
    cache_multipliers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """One file, ready for the store.

    Attributes:
        file: The file.
        format: Name of the format, as ``--format`` spells it.
        manifest: What holds for the whole run: ``arm``, ``grader``, ``rubric``, ``baseline``...;
            ``arm``, ``grader`` and ``rubric`` stand in for rows that do not say.
        scan: How the store reads the file itself; else ``records``.
        records: Rows that the module reads, in the order of the file.
        notes: Sentences for the account, such as fields that nobody reads.
        manifests: Further manifests by arm, where one file holds several runs.
        announced: How many rows the file's own header says it holds, where it says so.
        also_incorrect: Verdicts that mean incorrect in this format, beside the usual ones.
    """

    file: Path
    format: str
    manifest: Mapping[str, object] = field(default_factory=dict)
    scan: Scan | None = None
    records: Iterable[Row] | None = None
    notes: tuple[str, ...] = ()
    manifests: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    announced: int | None = None
    also_incorrect: tuple[str, ...] = ()


HEADER_AGAIN = "the header once more: two files joined?"


def is_header(cells: Sequence[str], header: Sequence[str]) -> bool:
    """Whether a row of a CSV is its header once more, as where two files were joined."""
    return [cells[0].removeprefix("\ufeff"), *cells[1:]] == list(header)


def require_distinct(correct: Iterable[str], incorrect: Iterable[str]) -> None:
    """Refuse a verdict that is to mean both correct and incorrect, in capitals or not."""
    wrong = {each.strip().lower() for each in incorrect}
    for each in correct:
        if each.strip().lower() in wrong:
            raise UsageError(f"{each!r} is named as correct and as incorrect; keep one")


_WANTED = "from which score on is a verdict correct: wanted a number, or GRADER=NUMBER for each"


def thresholds(said: Iterable[str]) -> Thresholds:
    """Read ``X`` for all graders, or ``NAME=X`` for each grader or rubric that has scores.

    Raises:
        UsageError: One of them is no number, a name comes twice, or both forms are mixed.
    """
    found: dict[str, float] = {}
    for each in said:
        name, _, text = each.rpartition("=")
        if name.strip() in found:
            raise UsageError(f"{_WANTED}; found {name.strip() or 'a number for all'} twice")
        try:
            value = float(text)
        except ValueError:
            value = nan
        if not isfinite(value) or (not name.strip() and "=" in each):
            raise UsageError(f"{_WANTED}; found {each!r}")
        found[name.strip()] = value
    if "" not in found:
        return found or None
    if len(found) > 1:
        raise UsageError(f"{_WANTED}; found both; name a grader for each")
    return found[""]


def threshold(at: Thresholds, *names: str) -> float | None:
    """Number from which on a verdict is correct whose grader or rubric has one of the names."""
    if isinstance(at, Mapping):
        return next((each for name, each in at.items() if name in names), None)
    return at


def written_thresholds(at: Thresholds) -> str:
    """Write them in one form, whatever the order; empty if nothing was said."""
    if isinstance(at, Mapping):
        return ", ".join(f"{name} {each:.12g}" for name, each in sorted(at.items()))
    return "" if at is None else f"{at:.12g}"
