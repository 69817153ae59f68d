"""Can we trust the grading, in both arms?"""

from collections.abc import Mapping
from dataclasses import dataclass

from lcexplore.evidence.inputs import Calibration, LabelledAnswer, RubricCount, RubricMove
from lcexplore.model import Interval, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Raw agreement of two judges with its Wilson interval."""

    agree: int
    n: int
    share: float
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Leniency:
    """Calls on which grader and people differ, in one arm."""

    n_labelled: int
    n_people_failed: int
    n_people_passed: int
    lenient: int
    strict: int
    false_pass: Interval | None
    false_fail: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedDifference:
    """PPI++ on the paired difference.

    Attributes:
        estimate: Corrected difference.
        low: Lower end.
        high: Upper end.
        n_pairs: Questions on which people labelled both arms' answers.
        method: In words.
        label_share: Share of the variance that comes from the labels.
        uncorrected: The grader's own difference over all questions.
        labels_needed: Labelled questions for a half-width of 2.5 points, or None.
        decides: Whether there are enough labelled pairs (50) to decide on.
    """

    estimate: float
    low: float
    high: float
    n_pairs: int
    method: str
    label_share: float
    uncorrected: float
    labels_needed: int | None
    decides: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricAttribution:
    """What one rubric change did to each arm, and that it closes on the gap."""

    old: str
    new: str
    accuracy_old: Mapping[Role, float]
    accuracy_new: Mapping[Role, float]
    movement: Mapping[Role, float]
    gap_old: float
    gap_new: float
    favoured: Role | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading:
    """Calibration of one grading against people.

    Attributes:
        grader: Grader the labels judge.
        rubric: Rubric the labels judge.
        n_labelled: Labelled answers with a consensus and a grader verdict.
        labellers_agree: Agreement of the first two labellers, or None with fewer than two.
        n_adjudicated: Answers settled by argument.
        grader_agrees: Agreement of the grader with the consensus.
        grader_agrees_unadjudicated: The same without the adjudicated answers.
        kappa: Cohen's kappa, None if undefined.
        kappa_interval: Fleiss-Cohen-Everitt interval, None if undefined.
        ac1: Gwet's AC1.
        pabak: Prevalence- and bias-adjusted kappa.
        prevalence_index: (both correct - both incorrect) / n.
        bias_index: (lenient - strict) / n.
        constant_floor: Agreement a grader with one constant verdict would reach.
        leniency: By role.
        sign_test_p: Two-sided sign test on the lenient calls, None without any.
        corrected: Corrected difference, None without labelled pairs.
        disagreements: Labelled answers on which grader and consensus differ, lenient first.
        words_mean: Mean answer length by role over all graded answers.
        stale: Why these labels do not certify the grading shown, or None.
    """

    grader: str
    rubric: str
    n_labelled: int
    labellers_agree: Agreement | None
    n_adjudicated: int
    grader_agrees: Agreement | None
    grader_agrees_unadjudicated: Agreement | None
    kappa: float | None
    kappa_interval: Interval | None
    ac1: float | None
    pabak: float | None
    prevalence_index: float | None
    bias_index: float | None
    constant_floor: float | None
    leniency: Mapping[Role, Leniency]
    sign_test_p: float | None
    corrected: CorrectedDifference | None
    disagreements: tuple[LabelledAnswer, ...]
    words_mean: Mapping[Role, float | None]
    stale: str | None


def calibrate(calibration: Calibration, *, words_mean: Mapping[Role, float | None],
              level: float = 0.95) -> Grading:
    """Compare the grader with the people's consensus, by arm."""


def attribute(rubrics: tuple[RubricCount, ...], moves: tuple[RubricMove, ...]
              ) -> tuple[RubricAttribution, ...]:
    """Attribute each change of the gap between consecutive rubrics to the arms' movements."""
