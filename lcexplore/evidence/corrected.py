"""What is the difference once the grader's own errors are taken out?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import Calibration, FloatArray, LabelledAnswer
from lcexplore.model import Role, Verdict
from lcexplore.stats.critical import normal_critical
from lcexplore.stats.ppi import Corrected, corrected_mean

LABELS_TO_DECIDE = 50  # fewer labelled pairs expose a lean and decide nothing
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
        labels_needed: Labelled questions for a half-width of 2.5 points, or None.
        decides: Whether there are enough labelled pairs (50) to decide on.
        n_covered: Questions that the difference covers, labelled or not.
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


def correct(
    calibration: Calibration, *, shown: FloatArray | None = None, level: float
) -> CorrectedDifference | None:
    """Correct the difference by the questions on which people labelled both arms' answers.

    People's verdicts hold under any rubric. So the difference of the grading shown is corrected,
    by its own verdicts on the labelled answers, where it has any; else that of the grading the
    labels belong to. None with fewer than two labelled questions.

    Args:
        calibration: Labels; a random draw of the questions that the difference covers.
        shown: Mean difference of every question under the grading shown.
        level: Two-sided level.
    """
    covered, pairs = shown, _labelled_pairs(calibration.answers, shown=True)
    if covered is None or len(pairs) < 2:
        covered = np.asarray(calibration.grader_difference, dtype=np.float64)
        pairs = _labelled_pairs(calibration.answers, shown=False)
    if len(pairs) < 2:
        return None
    result = _corrected(pairs, covered)
    low, high = result.interval(level)
    return CorrectedDifference(
        estimate=result.estimate,
        low=max(-1.0, low),
        high=min(1.0, high),
        n_pairs=len(pairs),
        method=_method(result, level),
        label_share=result.label_share,
        uncorrected=float((covered if len(covered) else pairs[:, 1]).mean()),
        labels_needed=result.labels_needed(_WISHED_HALF_WIDTH, level),
        decides=len(pairs) >= LABELS_TO_DECIDE,
        n_covered=len(covered),
    )


def _corrected(pairs: FloatArray, covered: FloatArray) -> Corrected:
    """Correct by labelled pairs, weighted where the draw took some kinds more often."""
    people, grader, weights = pairs.T
    if np.ptp(weights) == 0:
        others = _others(covered, grader)
        return corrected_mean(people=people, grader=grader, grader_unlabelled=others)
    return corrected_mean(
        people=people, grader=grader, grader_unlabelled=covered, sampling_weights=weights
    )


def _labelled_pairs(answers: tuple[LabelledAnswer, ...], *, shown: bool) -> FloatArray:
    """Difference of people and grader, and weight; a row a question labelled in both arms."""
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
    return np.array(means, dtype=np.float64).reshape(-1, 3)


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


def _method(result: Corrected, level: float) -> str:
    by_t = result.critical(level) > normal_critical(level)
    tail = f"t with {round(result.freedom)} degrees of freedom" if by_t else "normal"
    weighted = ", weighted by the draw" if result.weighted else ""
    guarded = ", one error in each direction assumed as none was seen" if result.guarded else ""
    return f"PPI++ on the paired difference, {tail}{weighted}{guarded}"
