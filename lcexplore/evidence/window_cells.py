"""What does one cell of the window probe say, and what when held against another?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from lcexplore.evidence.inputs import WindowCount
from lcexplore.model import Interval
from lcexplore.stats.proportion import wilson

NO_DISTRACTOR = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowCell:
    """Accuracy of one cell of the probe with its Wilson interval.

    Attributes:
        version: The arm, with the version that its answers name.
        depth: Where the needed fact stands, from 0 (start) to 1 (end).
        fill: How full the window is, from 0 to 1.
        distractor: What else is in it.
        accuracy: Share of the answers with a verdict that are correct.
        interval: Of the accuracy; the question is the unit, so repeats do not narrow it at will.
        correct: Correct answers.
        measured: Answers with a verdict.
        repeat_disagreement: Share of the repeated questions whose repeats differ, or None.
        repeats: Questions with more than one verdict.
        unmeasured: Answers without a verdict.
        questions: Questions with a verdict.
    """

    version: str
    depth: float
    fill: float
    distractor: str
    accuracy: float
    interval: Interval
    correct: int
    measured: int
    repeat_disagreement: float | None
    repeats: int = 0
    unmeasured: int = 0
    questions: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortfall:
    """The full window against the short one, everything else being the same.

    Attributes:
        version: The arm, with its version.
        distractor: What else is in the window.
        depth: Where the needed fact stands.
        difference: Accuracy when full, less accuracy when short.
        interval: Newcombe's for two independent shares: the questions are the same, so it is
            rather too wide than too narrow.
        short: Answers with a verdict when short.
        full: Answers with a verdict when full.
    """

    version: str
    distractor: str
    depth: float
    difference: float
    interval: Interval
    short: int
    full: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DistractorCost:
    """What a distractor costs, against no distractor: a mean over versions and depths."""

    distractor: str
    short: float | None
    full: float | None


def cell(each: WindowCount, level: float) -> WindowCell:
    """Read one cell that has a verdict."""
    groups, n = each.repeat_groups, _effective(each)
    accuracy = each.correct / each.measured
    return WindowCell(
        version=each.version,
        depth=each.depth,
        fill=each.fill,
        distractor=each.distractor,
        accuracy=accuracy,
        interval=wilson(successes=min(n, n * accuracy), n=n, level=level),
        correct=each.correct,
        measured=each.measured,
        repeat_disagreement=each.repeat_disagreements / groups if groups else None,
        repeats=groups,
        unmeasured=max(0, each.answers - each.measured),
        questions=each.questions,
    )


def _effective(each: WindowCount) -> float:
    """How many independent answers a cell is worth: repeats of a question resemble each other.

    The variance is that of the questions' own sums about the mean (CR1), never less than that of
    as many independent answers; where nothing varies, each question counts once.
    """
    n, questions = each.measured, each.questions
    if not questions or questions == n:
        return float(n)
    p = each.correct / n
    squares = (
        each.correct_squares - 2 * p * each.correct_by_measured + p * p * each.measured_squares
    )
    if questions < 2 or p * (1 - p) == 0:
        return float(questions)
    design_effect = questions / (questions - 1) * squares / (n * p * (1 - p))
    return n / max(1.0, design_effect)


def shortfalls(
    cells: Iterable[WindowCell], short: float, full: float | None
) -> tuple[Shortfall, ...]:
    """Hold every cell of the full window against the same one of the short window."""
    found = {(each.version, each.distractor, each.depth, each.fill): each for each in cells}
    pairs = [
        (found[version, distractor, depth, short], each)
        for (version, distractor, depth, fill), each in found.items()
        if fill == full and (version, distractor, depth, short) in found
    ]
    return tuple(_shortfall(*pair) for pair in pairs)


def _shortfall(short: WindowCell, full: WindowCell) -> Shortfall:
    difference = full.accuracy - short.accuracy
    below = hypot(full.accuracy - full.interval.low, short.interval.high - short.accuracy)
    above = hypot(full.interval.high - full.accuracy, short.accuracy - short.interval.low)
    return Shortfall(
        version=full.version,
        distractor=full.distractor,
        depth=full.depth,
        difference=difference,
        interval=Interval(difference - below, difference + above),
        short=short.measured,
        full=full.measured,
    )


def distractors(
    cells: Sequence[WindowCell], short: float, full: float | None
) -> tuple[DistractorCost, ...]:
    """Say what each distractor costs."""
    names = dict.fromkeys(each.distractor for each in cells if each.distractor != NO_DISTRACTOR)
    return tuple(
        DistractorCost(
            distractor=name, short=_cost(cells, name, short), full=_cost(cells, name, full)
        )
        for name in names
    )


def _cost(cells: Iterable[WindowCell], distractor: str, fill: float | None) -> float | None:
    """Mean fall of accuracy over the versions and depths that were probed with and without."""
    found = {(each.distractor, each.version, each.depth): each.accuracy for each in cells
             if each.fill == fill}  # fmt: skip
    falls = [
        found[NO_DISTRACTOR, version, depth] - accuracy
        for (name, version, depth), accuracy in found.items()
        if name == distractor and (NO_DISTRACTOR, version, depth) in found
    ]
    return sum(falls) / len(falls) if falls else None
