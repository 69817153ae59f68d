"""Is the difference in correct answers established, and against which margin?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lcexplore.evidence.inputs import FloatArray, PairedTally
from lcexplore.model import Cells, Interval, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class McNemar:
    """Four versions of McNemar's test on the cells; all p are 1 when nothing is discordant."""

    statistic_corrected: float
    statistic_uncorrected: float
    p_corrected: float
    p_uncorrected: float
    p_exact: float
    p_midp: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The difference over every question seen, unmeasured answers for or against the candidate.

    Attributes:
        low: Every unmeasured answer against the candidate (candidate 0, baseline 1).
        high: Every unmeasured answer for it.
        interval_low: Lower end of the interval at ``low``.
        interval_high: Upper end of the interval at ``high``.
    """

    low: float
    high: float
    interval_low: float
    interval_high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Ends of the interval that no reading of the unmeasured answers can get past.

    A clause counts as met only if the guard meets it too: then turning an answer into a failure
    can never help the candidate. Equal to the interval when nothing is missing.

    Attributes:
        low: No reading of the unmeasured answers gives a lower end below this.
        high: No reading gives an upper end above this.
        high_at_worst: No reading gives an upper end below this.
        low_at_best: No reading gives a lower end above this.
    """

    low: float
    high: float
    high_at_worst: float
    low_at_best: float


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
class Stratum:
    """The paired difference within one stratum."""

    name: str
    n_questions: int
    n_discordant: int
    difference: float
    interval: Interval


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
        wald: Wald on the effective cells, a contrast.
        design_effect: Variance ratio against independent answer pairs, at least 1.
        n_clusters: Units taken as independent.
        clustered: ``none``, ``question`` (epochs) or ``document``.
        per_question: Mean difference of each measured question (multiset, ascending), for the
            tug bar.
        arms: Accuracy by role.
        strata: By stratum, in order of first appearance of the sorted names.
        unmeasured_share: Unmeasured / planned answers by role.
        heterogeneity_p: Cochran's Q over the strata, or None with fewer than two.
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


def paired_cells(*, both: int, candidate_only: int, baseline_only: int, neither: int,
                 level: float = 0.95) -> Correctness:
    """Analyse four cells, one answer per question, nothing missing."""


def analyse(tally: PairedTally, *, level: float = 0.95) -> Correctness:
    """Analyse the paired counts of a comparison."""
