"""What is the difference once the grader's own errors are taken out?"""

from dataclasses import dataclass, replace

import numpy as np

from lcexplore.evidence import agreement, label_budget
from lcexplore.evidence.covered import Covered
from lcexplore.evidence.inputs import Calibration, FloatArray, LabelledAnswer
from lcexplore.evidence.likeness import Unlike, unlike
from lcexplore.model import Role, Verdict
from lcexplore.stats.cluster import ENOUGH
from lcexplore.stats.critical import normal_critical
from lcexplore.stats.ppi import Corrected, corrected_mean
from lcexplore.words import many

LABELS_TO_DECIDE = 50  # fewer labelled pairs expose a lean and decide nothing
DOCUMENTS_TO_DECIDE = ENOUGH
_WISHED_HALF_WIDTH = 0.025


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
        labels_needed: Labelled questions for a half-width of 2.5 points, planned as any draw is;
            None where all that are covered would not do.
        decides: Whether there are enough labelled pairs (50) to decide on, in enough documents.
        n_covered: Questions that the difference covers, labelled or not.
        n_documents: Documents of the labelled questions; None where questions are independent.
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
    n_covered: int = 0
    n_documents: int | None = None

    @property
    def few_documents(self) -> bool:
        """Whether the labelled questions come from too few documents to decide on."""
        return self.n_documents is not None and self.n_documents < DOCUMENTS_TO_DECIDE


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Questions labelled in both arms; rows: people's and grader's difference, weight."""

    questions: tuple[str, ...]
    rows: FloatArray

    @property
    def weighted(self) -> bool:
        """Whether the draw took some kinds of question more often than others."""
        return bool(len(self.rows) and np.ptp(self.rows[:, 2]) > 0)


def correct(
    calibration: Calibration, *, shown: Covered | None = None, level: float
) -> CorrectedDifference | None:
    """Correct the difference by the questions on which people labelled both arms' answers.

    People's verdicts hold under any rubric. So the difference of the grading shown is corrected,
    by its own verdicts on the labelled answers, where it has any; else that of the grading the
    labels belong to. None with fewer than two labelled questions, and with as many as decide that
    are no random draw.

    Args:
        calibration: Labels; a random draw of the questions that the difference covers, which
            ``unlike_rest`` checks.
        shown: Every question under the grading shown.
        level: Two-sided level.
    """
    covered, pairs = _basis(calibration, shown)
    misled = len(pairs.rows) >= LABELS_TO_DECIDE and unlike_rest(calibration, shown=shown)
    if len(pairs.rows) < 2 or misled:
        return None
    result = _corrected(pairs, covered)
    found = _described(result, level, clustered=covered.clustered)
    everything = covered.difference if len(covered.difference) else pairs.rows[:, 1]
    n_documents = len(set(covered.units(pairs.questions))) if covered.clustered else None
    found = replace(
        found,
        uncorrected=float(everything.mean()),
        n_covered=len(covered.difference),
        labels_needed=label_budget.labels_needed(
            _WISHED_HALF_WIDTH,
            differences=covered.difference.tolist(),
            error_share=label_budget.error_share(_agreed(calibration, level)),
            level=level,
        ),
        n_documents=n_documents,
    )
    return replace(found, decides=found.decides and not found.few_documents)


def unlike_rest(calibration: Calibration, *, shown: Covered | None = None) -> Unlike | None:
    """How the questions to correct by differ from the rest, beyond what a random draw may."""
    covered, pairs = _basis(calibration, shown)
    if len(pairs.rows) < 2:
        return None
    return unlike(covered, pairs.questions, stratified=pairs.weighted)


def labelled_in_both(calibration: Calibration) -> int:
    """Questions on which people labelled both arms' answers and the grader judged them."""
    return len(_labelled_pairs(calibration.answers, shown=False).rows)


def _agreed(calibration: Calibration, level: float) -> agreement.Agreement | None:
    return agreement.with_people(agreement.judged(calibration.answers), level)


def _basis(calibration: Calibration, shown: Covered | None) -> tuple[Covered, _Pairs]:
    """The difference that is corrected, and the labelled questions that correct it."""
    pairs = _labelled_pairs(calibration.answers, shown=True)
    if shown is not None and len(pairs.rows) >= 2:
        return shown, pairs
    return _own(calibration, shown), _labelled_pairs(calibration.answers, shown=False)


def _own(calibration: Calibration, shown: Covered | None) -> Covered:
    """The questions under the grading that the labels belong to."""
    return Covered(
        difference=np.asarray(calibration.grader_difference, dtype=np.float64),
        questions=calibration.graded_questions,
        documents=shown.documents if shown else {},
        strata=shown.strata if shown else {},
    )


def _described(result: Corrected, level: float, *, clustered: bool) -> CorrectedDifference:
    low, high = result.interval(level)
    return CorrectedDifference(
        estimate=result.estimate,
        low=max(-1.0, low),
        high=min(1.0, high),
        n_pairs=result.n_labelled,
        method=_method(result, level, clustered=clustered),
        label_share=float(result.label_share),
        uncorrected=0.0,
        labels_needed=None,
        decides=result.n_labelled >= LABELS_TO_DECIDE,
    )


def _corrected(pairs: _Pairs, covered: Covered) -> Corrected:
    """Correct by labelled pairs, weighted where the draw took some kinds more often."""
    people, grader, weights = pairs.rows.T
    weighted = pairs.weighted
    others, units = covered.difference, None
    if covered.clustered:
        known = set(pairs.questions)
        keep = [weighted or each not in known for each in covered.questions]
        others = others[keep]
        rest = [each for each, kept in zip(covered.questions, keep, strict=True) if kept]
        units = covered.units(pairs.questions), covered.units(rest)
    elif not weighted:
        others = _others(others, grader)
    return corrected_mean(
        people=people,
        grader=grader,
        grader_unlabelled=others,
        sampling_weights=weights if weighted else None,
        units=units,
    )


def _labelled_pairs(answers: tuple[LabelledAnswer, ...], *, shown: bool) -> _Pairs:
    values: dict[tuple[str, int], dict[Role, tuple[int, int, float]]] = {}
    for each in answers:
        grader = each.shown if shown else each.grader
        if each.consensus is not None and grader is not Verdict.NOT_MEASURED:
            weight = 1.0 if each.weight is None else each.weight
            value = (_passed(each.consensus), _passed(grader), weight)
            values.setdefault((each.question, each.epoch), {})[each.role] = value
    by_question: dict[str, list[tuple[int, int, float]]] = {}
    for (question, _), arms in values.items():
        if len(arms) == len(Role):
            (a, g, w), (b, h, _) = arms[Role.CANDIDATE], arms[Role.BASELINE]
            by_question.setdefault(question, []).append((a - b, g - h, w))
    means = [np.mean(epochs, axis=0) for epochs in by_question.values()]
    return _Pairs(tuple(by_question), np.array(means, dtype=np.float64).reshape(-1, 3))


def _passed(verdict: Verdict) -> int:
    return int(verdict is Verdict.CORRECT)


def _others(everything: FloatArray, labelled: FloatArray) -> FloatArray:
    """The grader's differences of the questions nobody labelled.

    Where only some epochs of a question were labelled its own mean is not known apart from the
    rest: the nearest is taken out.
    """
    rest = np.sort(everything)
    for value in labelled[: len(rest)]:
        rest = np.delete(rest, int(np.abs(rest - value).argmin()))
    return rest


def _method(result: Corrected, level: float, *, clustered: bool) -> str:
    by_t = result.freedom > 0 and result.critical(level) > normal_critical(level)
    degrees = many(round(result.freedom), "degree")
    tail = f"t with {degrees} of freedom" if by_t else "normal"
    if result.freedom <= 0:
        tail = "without a limit from one document alone"
    weighted = ", weighted by the draw" if result.weighted else ""
    guarded = ", one error in each direction assumed as none was seen" if result.guarded else ""
    unit = ", document as the unit" if clustered else ""
    if result.guarded and result.erred:
        guarded = ", one more in each direction assumed as all labelled questions came out alike"
    return f"PPI++ on the paired difference{unit}, {tail}{weighted}{guarded}"
