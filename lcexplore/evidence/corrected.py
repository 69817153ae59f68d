"""What is the difference once the grader's own errors are taken out?"""

from dataclasses import dataclass

import numpy as np

from lcexplore.evidence.inputs import Calibration, FloatArray, LabelledAnswer
from lcexplore.model import Role, Verdict
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


def correct(calibration: Calibration, *, level: float) -> CorrectedDifference | None:
    """Correct the difference by the questions on which people labelled both arms' answers.

    None with fewer than two such questions. They are a random draw of the questions that the
    grader's difference covers, so the others are those it covers beyond them.
    """
    people, grader = _labelled_pairs(calibration.answers)
    everything = np.asarray(calibration.grader_difference, dtype=np.float64)
    if len(people) < 2:
        return None
    result = corrected_mean(
        people=people, grader=grader, grader_unlabelled=_others(everything, grader)
    )
    low, high = result.interval(level)
    return CorrectedDifference(
        estimate=result.estimate,
        low=max(-1.0, low),
        high=min(1.0, high),
        n_pairs=len(people),
        method=_method(result),
        label_share=result.label_share,
        uncorrected=float((everything if len(everything) else grader).mean()),
        labels_needed=result.labels_needed(_WISHED_HALF_WIDTH, level),
        decides=len(people) >= LABELS_TO_DECIDE,
    )


def _labelled_pairs(answers: tuple[LabelledAnswer, ...]) -> tuple[FloatArray, FloatArray]:
    """People's and the grader's difference of each question labelled in both arms."""
    values: dict[tuple[str, int], dict[Role, tuple[int, int]]] = {}
    for each in answers:
        if each.consensus is not None and each.grader is not Verdict.NOT_MEASURED:
            value = (_passed(each.consensus), _passed(each.grader))
            values.setdefault((each.question, each.epoch), {})[each.role] = value
    by_question: dict[str, list[tuple[int, int]]] = {}
    for (question, _), arms in values.items():
        if len(arms) == len(Role):
            (a, g), (b, h) = arms[Role.CANDIDATE], arms[Role.BASELINE]
            by_question.setdefault(question, []).append((a - b, g - h))
    means = [np.mean(epochs, axis=0) for epochs in by_question.values()]
    table = np.array(means, dtype=np.float64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


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


def _method(result: Corrected) -> str:
    below = f"t with {result.n_labelled - 1} degrees of freedom"
    guarded = ", one error in each direction assumed as none was seen" if result.guarded else ""
    return f"prediction-powered inference on the paired difference, {below}{guarded}"
