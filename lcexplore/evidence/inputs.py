"""Aggregates that the store counts and the evidence reads: no text, no rows of logs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence.judged import (
    Calibration,
    GradingCount,
    LabelledAnswer,
    RubricCount,
    RubricMove,
)
from lcexplore.evidence.named_twice import NamedTwice
from lcexplore.evidence.regraded import Regraded, Replaced
from lcexplore.model import CachePart, CacheState, Cells, Manifest, Role

__all__ = [
    "ArmTally",
    "ArmTimings",
    "ArmTokens",
    "Calibration",
    "FloatArray",
    "GradingCount",
    "Inputs",
    "IntArray",
    "LabelledAnswer",
    "PairedTally",
    "RubricCount",
    "RubricMove",
    "RunOrder",
    "Timings",
    "WindowCount",
]

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTally:
    """Answers of one arm, counted per question; aligned with ``PairedTally.questions``.

    Attributes:
        planned: Distinct epochs of the question seen in either arm (or planned, if more).
        measured: Answers with a usable verdict under the grading shown.
        correct: Of these, the correct ones.
    """

    planned: IntArray
    measured: IntArray
    correct: IntArray


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTally:
    """Both arms' answers to every question seen in either arm, under one grading.

    Attributes:
        questions: Keys, as text, sorted.
        strata: Stratum of each question, or None.
        clusters: Document of each question, or None.
        baseline: Counts of the baseline, aligned with ``questions``.
        candidate: Counts of the candidate, aligned with ``questions``.
        answer_pairs: Pairs by epoch with a verdict on both sides.
        eval_set_size: Planned number of questions, or None when no manifest says so.
        epochs_planned: Planned answers per question and arm, or None.
        not_measured: Planned answers without a usable verdict, by role and reason.
        words_mean: Mean words of the answers by role, or None where no text was logged.
        n_words: Answers that this mean is of, by role.
    """

    questions: tuple[str, ...]
    strata: tuple[str | None, ...]
    clusters: tuple[str | None, ...]
    baseline: ArmTally
    candidate: ArmTally
    answer_pairs: Cells
    eval_set_size: int | None = None
    epochs_planned: int | None = None
    not_measured: Mapping[Role, Mapping[str, int]] = field(default_factory=dict)
    words_mean: Mapping[Role, float | None] = field(default_factory=dict)
    n_words: Mapping[Role, int] = field(default_factory=dict)

    def tally(self, role: Role) -> ArmTally:
        """Counts of the arm that plays ``role``."""
        return self.baseline if role is Role.BASELINE else self.candidate

    def reasons(self, role: Role) -> Mapping[str, int]:
        """Reasons of one arm that add up to its planned answers without a verdict."""
        named = {name: n for name, n in self.not_measured.get(role, {}).items() if n}
        unmeasured = self.planned_per_arm - int(self.tally(role).measured.sum())
        unseen = unmeasured - sum(named.values())
        return {**named, "missing": named.get("missing", 0) + unseen} if unseen > 0 else named

    @property
    def seen_per_arm(self) -> int:
        """Answers planned per arm for the questions seen in either arm."""
        return int(self.candidate.planned.sum())

    @property
    def planned_per_arm(self) -> int:
        """Planned answers of one arm: eval-set size x epochs, and whatever was seen beyond."""
        planned = self.candidate.planned
        sized = self.eval_set_size is not None
        epochs = self.epochs_planned or (int(planned.max(initial=1)) if sized else 0)
        unseen = max(0, (self.eval_set_size or 0) - len(self.questions))
        return int(np.maximum(planned, epochs).sum()) + unseen * epochs


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Measured seconds of one pool of requests, ascending, with how often each occurs.

    Attributes:
        values: Seconds, ascending.
        counts: How often each occurs.
        n: Number of timings; counted once, for every step of a slider asks for it.
    """

    values: FloatArray
    counts: IntArray
    n: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", int(self.counts.sum()))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTimings:
    """Latency of one arm, split by the state of the provider's prompt cache.

    Attributes:
        end_to_end: Seconds from request to last token, by cache state, replays and failures out.
        first_token: Seconds to first token, likewise; empty pools where not recorded.
        n_planned: Planned answers; for a request log, requests with the replays among them.
        n_failed: Answers that carry an error or timed out; for a request log, replays out.
        n_replays: Stored responses that the eval tool served; without latency or cost.
        failed_after: Seconds at which failed answers gave up, where recorded (lower bounds).
        hits: Requests known to be hits, whatever their timing.
        misses: Requests known to be misses.
        partial_hits: Hits whose cached share of the input is below one half.
        longest_unit: Note on suspicious units, or None.
        failed_hits: Of the hits, those whose answer failed.
        failed_misses: Of the misses, those whose answer failed.
        hits_end_to_end: The hits among ``end_to_end`` by the cached share of their input; empty
            where none of the arm's hits is partial.
        hits_first_token: The same of ``first_token``.
        n_unknown: Requests of unknown cache state, whatever their timing, replays out.
        n_answered: Requests that neither failed nor are replays, timed or not; None where nobody
            counted them.
    """

    end_to_end: Mapping[CacheState, Timings]
    first_token: Mapping[CacheState, Timings]
    n_planned: int
    n_failed: int
    n_replays: int
    hits: int
    misses: int
    partial_hits: int = 0
    failed_after: Timings | None = None
    longest_unit: str | None = None
    failed_hits: int = 0
    failed_misses: int = 0
    hits_end_to_end: Mapping[CachePart, Timings] = field(default_factory=dict)
    hits_first_token: Mapping[CachePart, Timings] = field(default_factory=dict)
    n_unknown: int = 0
    n_answered: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmTokens:
    """Token and cost counters of one arm; replays are left out.

    Attributes:
        n_planned: Planned answers.
        n_reported: Answers with all three input classes reported.
        uncached: Sum of uncached input tokens over those answers.
        cache_read: Sum of tokens read from the cache.
        cache_write: Sum of tokens written to the cache.
        read_multiplier: Price of a cache-read token in full-price tokens, or None.
        write_multiplier: Price of a cache-write token, or None.
        n_priced: Answers with a recorded cost.
        cost_usd: Sum of the recorded cost over those answers.
        unreported: Fields of the log, classes of tokens, that no answer reports, where counted.
    """

    n_planned: int
    n_reported: int
    uncached: int
    cache_read: int
    cache_write: int
    read_multiplier: float | None
    write_multiplier: float | None
    n_priced: int
    cost_usd: float
    unreported: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrder:
    """Request start times of both arms, ascending, failures out.

    Attributes:
        started_at: Unix seconds (UTC), ascending; NaN-free.
        is_candidate: Whether the request at that time belongs to the candidate.
        question: Index of the question (same index, same question), -1 if none.
        n_without_time: Answers without a usable start time, by role.
    """

    started_at: FloatArray
    is_candidate: NDArray[np.bool_]
    question: IntArray
    n_without_time: Mapping[Role, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowCount:
    """Accuracy counts of one cell of an effective-window probe.

    Attributes:
        version: The arm, with the version that its answers name.
        depth: Where the needed fact stands, from 0 (start) to 1 (end).
        fill: How full the window is, from 0 to 1.
        distractor: What else is in it.
        correct: Correct answers.
        measured: Answers with a verdict.
        repeat_disagreements: Questions whose repeats have different verdicts.
        repeat_groups: Questions with more than one verdict.
        answers: All answers, and ``questions``: those with a verdict.
        correct_squares: Sum over the questions of correct answers, squared.
        correct_by_measured: Sum of correct answers times answers with a verdict.
        measured_squares: Sum of answers with a verdict, squared.
    """

    version: str
    depth: float
    fill: float
    distractor: str
    correct: int
    measured: int
    repeat_disagreements: int = 0
    repeat_groups: int = 0
    answers: int = 0
    questions: int = 0
    correct_squares: int = 0
    correct_by_measured: int = 0
    measured_squares: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """Everything the evidence needs about one comparison, counted by the store.

    Attributes:
        tally: Paired counts under the grading shown, or None with fewer than two arms.
        timings: Latency by role.
        tokens: Tokens and cost by role.
        order: Run order.
        manifests: Every manifest of either arm.
        served_models: Answers by role and model that served them, failures out.
        calibration: Human labels, or None when there are none.
        rubrics: Counts by rubric of the same grader.
        rubric_moves: Between consecutive rubrics; ``grader_moves``: graders, under the one shown.
        epochs: Distinct epochs by role.
        question_text_conflicts: Questions whose text differs between the arms.
        named_twice: Questions of several ``documents``, or ``kinds``: these have none in ``tally``.
        window: Cells of a window probe; empty when there are none.
        measurements: Named measurements by role, from the manifests.
        unread: Verdicts that are neither pass nor fail, as logged, by role; the commonest ones.
        lost: Planned answers that failed or are not there, by role.
        same_files: Files of which one import stands for the baseline, another for the candidate.
        gradings: Every grading there is, where that shown measures no question in both arms.
        regraded: Answers judged again by role, and ``replaced``: imports that replaced stored rows.
    """

    tally: PairedTally
    timings: Mapping[Role, ArmTimings]
    tokens: Mapping[Role, ArmTokens]
    order: RunOrder
    manifests: tuple[Manifest, ...] = ()
    served_models: Mapping[Role, Mapping[str, int]] = field(default_factory=dict)
    calibration: Calibration | None = None
    rubrics: tuple[RubricCount, ...] = ()
    rubric_moves: tuple[RubricMove, ...] = ()
    grader_moves: tuple[RubricMove, ...] = ()
    epochs: Mapping[Role, int] = field(default_factory=dict)
    question_text_conflicts: tuple[str, ...] = ()
    named_twice: Mapping[str, NamedTwice] = field(default_factory=dict)
    window: tuple[WindowCount, ...] = ()
    measurements: Mapping[str, Mapping[Role, float]] = field(default_factory=dict)
    unread: Mapping[Role, Mapping[str, int]] = field(default_factory=dict)
    lost: Mapping[Role, int] = field(default_factory=dict)
    same_files: tuple[str, ...] = ()
    gradings: tuple[GradingCount, ...] = ()
    regraded: Mapping[Role, Regraded] = field(default_factory=dict)
    replaced: tuple[Replaced, ...] = ()
