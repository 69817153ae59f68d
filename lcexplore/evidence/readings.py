"""Which interval does one reading of the answers give?

A reading says of every question how many answers of each arm are measured and how many of these
are correct. The question is the unit: epochs are averaged inside it, and questions that share a
document are not independent. Tango's interval then needs three numbers, the difference, the
discordance and an effective count of pairs, and a critical value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isinf

import numpy as np
from numpy.typing import NDArray

from lcexplore.evidence.inputs import ArmTally, FloatArray, IntArray, PairedTally
from lcexplore.model import Interval
from lcexplore.stats.cluster import clustered_mean, design_effect, equal_clusters, freedom
from lcexplore.stats.critical import normal_critical, t_critical
from lcexplore.stats.paired import tango

BoolArray = NDArray[np.bool_]
FEW_DIFFER = (
    5  # units with a disagreement: with fewer nothing tells how alike a unit's questions are
)
_NOTHING = 1e-12  # a number this small is what rounding leaves of zero


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The answers of both arms per question, with what is taken as independent.

    Attributes:
        candidate: Counts of the candidate.
        baseline: Counts of the baseline.
        units: Index of the independent unit of each question.
        clustered: ``none``, ``question`` (several epochs) or ``document``.
        alone: Questions without a document where documents are the units.
        unseen: Planned questions that neither arm answered.
    """

    candidate: ArmTally
    baseline: ArmTally
    units: IntArray
    clustered: str
    alone: BoolArray
    unseen: int = 0

    @property
    def paired(self) -> BoolArray:
        """Questions measured in both arms."""
        return (self.candidate.measured > 0) & (self.baseline.measured > 0)

    @property
    def complete(self) -> bool:
        """Whether every planned answer has a verdict."""
        return not self.unseen and all(
            bool((arm.measured >= arm.planned).all()) for arm in (self.candidate, self.baseline)
        )

    def only(self, keep: BoolArray | IntArray) -> "Counts":
        """The questions under ``keep``, a mask or places, and nothing unseen."""
        return replace(
            self,
            candidate=_only(self.candidate, keep),
            baseline=_only(self.baseline, keep),
            units=self.units[keep],
            alone=self.alone[keep],
            unseen=0,
        )

    def mirrored(self) -> "Counts":
        """The same answers with the arms exchanged."""
        return replace(self, candidate=self.baseline, baseline=self.candidate)

    def against_the_candidate(self) -> "Counts":
        """Every unmeasured answer to a question seen: candidate wrong, baseline right."""
        return replace(
            self,
            candidate=_filled(self.candidate, correct=False),
            baseline=_filled(self.baseline, correct=True),
            unseen=0,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Effective:
    """What the interval of a reading rests on.

    Attributes:
        difference: Mean difference of the questions.
        discordance: Mean chance that exactly one arm is correct, over the epochs of a question.
        n: Effective pairs: answer pairs over the design effect.
        critical: Standard errors to either side; ``inf`` with a single independent unit.
        design_effect: Variance ratio against independent answer pairs, at least 1.
        n_units: Independent units.
        units_worth: Units of one size that these are worth; fewer where some hold most questions.
        n_differing: Units in which the arms differ on an answer.
    """

    difference: float
    discordance: float
    n: float
    critical: float
    design_effect: float = 1.0
    n_units: int
    units_worth: float
    n_differing: int = 0

    @property
    def interval(self) -> Interval:
        """Tango's interval; everything is possible when a single unit was seen."""
        if isinf(self.critical):
            return Interval(-1.0, 1.0)
        return tango(
            difference=self.difference,
            discordance=self.discordance,
            n=self.n,
            critical=self.critical,
        )


def count(tally: PairedTally) -> Counts:
    """Arrange a tally for the analysis: fill in planned epochs, number the units."""
    candidate, baseline = (
        replace(arm, planned=np.maximum(arm.planned, tally.epochs_planned or 0))
        for arm in (tally.candidate, tally.baseline)
    )
    epochs = max(int(arm.planned.max(initial=1)) for arm in (candidate, baseline))
    without = np.array([each is None for each in tally.clusters], dtype=np.bool_)
    by_document = not bool(without.all())
    return Counts(
        candidate=candidate,
        baseline=baseline,
        units=_units(tally.clusters) if by_document else np.arange(len(tally.questions)),
        clustered="document" if by_document else "question" if epochs > 1 else "none",
        alone=without & by_document,
        unseen=max(0, (tally.eval_set_size or 0) - len(tally.questions)),
    )


def effective(counts: Counts, *, level: float) -> Effective:
    """Reduce the questions measured in both arms (at least one) to effective counts."""
    counts = counts.only(counts.paired)
    candidate, baseline = share(counts.candidate), share(counts.baseline)
    by_question = candidate - baseline
    mean = float(by_question.mean())
    difference = mean if abs(mean) > _NOTHING else 0.0  # thirds of epochs need not cancel in floats
    discordance = float((candidate + baseline - 2 * candidate * baseline).mean())
    sizes = np.unique(counts.units, return_counts=True)[1]
    worth = equal_clusters(sizes)
    pairs = int(np.minimum(counts.candidate.measured, counts.baseline.measured).sum())
    deff, differing = 1.0, _n_differing(counts, candidate, baseline)
    if counts.clustered != "none":
        spread = discordance - difference**2
        variance = unit_variance(by_question, counts.units)
        whole = spread <= _NOTHING or differing < FEW_DIFFER
        deff = design_effect(
            variance=variance,
            independent=max(0.0, spread) / pairs,
            whole=pairs / worth if whole else 1.0,
        )
    return Effective(
        difference=difference,
        discordance=discordance,
        n=pairs / deff,
        critical=critical_value(counts.clustered, len(sizes), worth=worth, level=level),
        design_effect=deff,
        n_units=len(sizes),
        units_worth=worth,
        n_differing=differing,
    )


def _n_differing(counts: Counts, candidate: FloatArray, baseline: FloatArray) -> int:
    """Independent units in which the arms differ on an answer at all."""
    apart = candidate + baseline - 2 * candidate * baseline > _NOTHING
    return len(np.unique(counts.units[apart]))


def share(arm: ArmTally) -> FloatArray:
    """Share of correct answers per question; every question must be measured."""
    return np.asarray(arm.correct / arm.measured, dtype=np.float64)


def unit_variance(values: FloatArray, units: IntArray) -> float:
    """Variance of the mean with units as independent (CR1); 0 with a single unit."""
    _, index = np.unique(units, return_inverse=True)
    sums, sizes = np.bincount(index, weights=values), np.bincount(index)
    return (clustered_mean(sums=sums, sizes=sizes).se_cr1 or 0.0) ** 2


def critical_value(clustered: str, n_units: int, *, worth: float, level: float) -> float:
    """Critical value: normal for independent pairs, else t with units - 1 degrees of freedom.

    Units that are worth fewer than ten of one size count for no more than that.
    """
    if clustered == "none":
        return normal_critical(level)
    left = freedom(clusters=n_units, worth=worth)
    return t_critical(level, left) if left > _NOTHING else inf


def _units(clusters: Sequence[str | None]) -> IntArray:
    """Number the documents; a question without one stands alone."""
    numbers: dict[object, int] = {}
    keys = ((each,) if each is not None else index for index, each in enumerate(clusters))
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def _only(arm: ArmTally, keep: BoolArray | IntArray) -> ArmTally:
    return ArmTally(
        planned=arm.planned[keep], measured=arm.measured[keep], correct=arm.correct[keep]
    )


def _filled(arm: ArmTally, *, correct: bool) -> ArmTally:
    missing = arm.planned - arm.measured
    return replace(
        arm, measured=arm.planned, correct=arm.correct + (missing if correct else 0 * missing)
    )
