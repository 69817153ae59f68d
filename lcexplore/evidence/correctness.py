"""Is the difference in correct answers established, and against which margin?"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from lcexplore.errors import UsageError
from lcexplore.evidence.contrast import (
    Accuracies,
    accuracies_of,
    accuracies_of_cells,
    contrast,
    strict_interval,
)
from lcexplore.evidence.disagreement import McNemar, mcnemar, question_cells
from lcexplore.evidence.guard import Bounds, Guard, bounds_of, guard_of
from lcexplore.evidence.inputs import FloatArray, PairedTally
from lcexplore.evidence.readings import Effective, count, effective, share
from lcexplore.evidence.strata import Stratum, by_stratum, heterogeneity_p
from lcexplore.model import Cells, Interval, Role
from lcexplore.stats.critical import normal_critical

__all__ = [
    "ArmAccuracy",
    "Bounds",
    "Correctness",
    "Guard",
    "McNemar",
    "Stratum",
    "analyse",
    "paired_cells",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmAccuracy:
    """Accuracy of one arm over its measured answers; ``accuracy`` is None without any."""

    n_answers: int
    n_measured: int
    n_correct: int
    not_measured: Mapping[str, int]
    accuracy: float | None
    words_mean: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correctness:
    """The paired analysis of one comparison under one grading.

    Attributes:
        n_questions: Questions measured in both arms; 0 means nothing can be paired.
        n_eval_set: Questions seen in either arm, or planned, if more.
        n_pairs: Answer pairs by epoch with both verdicts.
        difference: Candidate minus baseline, in [-1, 1]; None without questions.
        interval: Its interval; None without questions.
        level: Two-sided level of every interval here.
        method: Name of the method in plain words.
        cells: Questions; with epochs by the sign of the question's mean difference.
        answer_pairs: Descriptive counts by epoch; None where only cells were given.
        mcnemar: Tests on the cells.
        bounds: Law 1.
        guard: Law 2.
        unpaired: Interval as if the arms had answered different questions, for contrast.
        newcombe: Newcombe's method 10 on the effective cells, a cross-check.
        wald: Wald on the effective cells, a contrast; None where it has no width.
        design_effect: Variance ratio against independent answer pairs, at least 1.
        n_clusters: Units taken as independent.
        clustered: ``none``, ``question`` (epochs) or ``document``.
        per_question: Mean difference of each measured question (multiset, ascending), for the
            tug bar; empty where only cells were given.
        arms: Accuracy by role.
        strata: By stratum, in order of first appearance of the sorted names.
        unmeasured_share: Unmeasured / planned answers by role.
        heterogeneity_p: Cochran's Q over the strata, or None with fewer than two.
        strict: Exact interval that never contradicts the exact test, for when few questions
            differ; None with epochs or documents.
        clusters_worth: Units of one size that ``n_clusters`` are worth: t rests on their number.
        clusters_differing: Units in which the arms differ on an answer.
    """

    n_questions: int
    n_eval_set: int
    n_pairs: int
    difference: float | None
    interval: Interval | None
    level: float
    method: str
    cells: Cells
    answer_pairs: Cells | None
    mcnemar: McNemar
    bounds: Bounds | None
    guard: Guard | None
    unpaired: Interval | None
    newcombe: Interval | None
    wald: Interval | None
    design_effect: float
    n_clusters: int
    clustered: str
    per_question: FloatArray
    arms: Mapping[Role, ArmAccuracy] = field(default_factory=dict)
    strata: tuple[Stratum, ...] = ()
    unmeasured_share: Mapping[Role, float] = field(default_factory=dict)
    heterogeneity_p: float | None = None
    strict: Interval | None = None
    clusters_worth: float = 0.0
    clusters_differing: int = 0


_METHODS = {
    "none": "Tango score interval",
    "question": "Tango score interval on effective counts, question as the unit",
    "document": "Tango score interval on effective counts, document as the unit",
}


def paired_cells(
    *, both: int, candidate_only: int, baseline_only: int, neither: int, level: float = 0.95
) -> Correctness:
    """Analyse four cells, one answer per question, nothing missing.

    Raises:
        UsageError: If a count is negative, or the level not between 0 and 1.
    """
    if not 0 < level < 1:
        raise UsageError(f"the level must lie between 0 and 1, such as 0.95; got {level}")
    cells = Cells(
        both=both, candidate_only=candidate_only, baseline_only=baseline_only, neither=neither
    )
    for name in ("both", "candidate_only", "baseline_only", "neither"):
        if getattr(cells, name) < 0:
            raise UsageError(f"{name} counts questions, so it cannot be {getattr(cells, name)}")
    blank = _blank(n_eval_set=cells.n, n_pairs=cells.n, level=level, cells=cells)
    if cells.n == 0:
        return blank
    reading = _reading_of(cells, level)
    low, high = reading.interval
    d = reading.difference
    return replace(
        _with_intervals(blank, reading, accuracies_of_cells(cells)),
        bounds=Bounds(low=d, high=d, interval_low=low, interval_high=high),
        guard=Guard(
            low=low,
            high=high,
            high_at_worst=high,
            low_at_best=low,
            difference_low=d,
            difference_high=d,
            units_worth=cells.n,
        ),
    )


def analyse(tally: PairedTally, *, level: float = 0.95) -> Correctness:
    """Analyse the paired counts of a comparison."""
    counts = count(tally)
    cells = question_cells(counts)
    blank = replace(
        _blank(
            n_eval_set=len(tally.questions) + counts.unseen,
            n_pairs=tally.answer_pairs.n,
            level=level,
            cells=cells,
        ),
        method=_METHODS[counts.clustered],
        answer_pairs=tally.answer_pairs,
        bounds=bounds_of(counts, level=level) if tally.questions else None,
        clustered=counts.clustered,
        arms={role: _accuracy(tally, role) for role in Role},
        unmeasured_share={role: _unmeasured(tally, role) for role in Role},
    )
    if cells.n == 0:
        return blank
    reading = effective(counts, level=level)
    strata = by_stratum(counts, tally.strata, level=level)
    paired = counts.only(counts.paired)
    return replace(
        _with_intervals(blank, reading, accuracies_of(counts)),
        guard=guard_of(counts, level=level),
        per_question=np.sort(share(paired.candidate) - share(paired.baseline)),
        strata=strata,
        heterogeneity_p=heterogeneity_p(counts, tally.strata, level=level),
    )


def _blank(*, n_eval_set: int, n_pairs: int, level: float, cells: Cells) -> Correctness:
    """Everything that is known before anything can be paired."""
    return Correctness(
        n_questions=cells.n,
        n_eval_set=n_eval_set,
        n_pairs=n_pairs,
        difference=None,
        interval=None,
        level=level,
        method=_METHODS["none"],
        cells=cells,
        answer_pairs=None,
        mcnemar=mcnemar(cells),
        bounds=None,
        guard=None,
        unpaired=None,
        newcombe=None,
        wald=None,
        design_effect=1.0,
        n_clusters=0,
        clustered="none",
        per_question=np.empty(0),
    )


def _with_intervals(blank: Correctness, reading: Effective, accuracies: Accuracies) -> Correctness:
    beside = contrast(reading, accuracies)
    return replace(
        blank,
        difference=reading.difference,
        interval=reading.interval,
        unpaired=beside.unpaired,
        newcombe=beside.newcombe,
        wald=beside.wald,
        design_effect=reading.design_effect,
        n_clusters=reading.n_units,
        clusters_worth=reading.units_worth,
        clusters_differing=reading.n_differing,
        strict=strict_interval(blank.cells, level=blank.level)
        if blank.clustered == "none"
        else None,
    )


def _reading_of(cells: Cells, level: float) -> Effective:
    b, c = cells.candidate_only, cells.baseline_only
    return Effective(
        difference=(b - c) / cells.n,
        discordance=(b + c) / cells.n,
        n=cells.n,
        critical=normal_critical(level),
        n_units=cells.n,
        units_worth=cells.n,
    )


def _accuracy(tally: PairedTally, role: Role) -> ArmAccuracy:
    arm = tally.tally(role)
    measured, correct = int(arm.measured.sum()), int(arm.correct.sum())
    return ArmAccuracy(
        n_answers=tally.planned_per_arm,
        n_measured=measured,
        n_correct=correct,
        not_measured=tally.reasons(role),
        accuracy=correct / measured if measured else None,
        words_mean=tally.words_mean.get(role),
    )


def _unmeasured(tally: PairedTally, role: Role) -> float:
    """Unmeasured share of the planned answers; all of them when nothing was planned."""
    planned = tally.planned_per_arm
    return 1 - int(tally.tally(role).measured.sum()) / planned if planned else 1.0
