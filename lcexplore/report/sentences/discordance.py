"""Where do the arms disagree, and what does that disagreement say?"""

from collections import Counter
from math import ceil

import numpy as np

from lcexplore.evidence.correctness import Correctness
from lcexplore.model import Cells
from lcexplore.report.review import Review
from lcexplore.report.sentences import common, interval_rows, sized
from lcexplore.words import MINUS, count, does, many, percent, points, signed, spelled

QUESTION = "Where do the arms disagree?"
NOTHING_PAIRED = "No question was answered by both arms, so nothing can be paired."
MOST_BINS = 14


def lead(review: Review) -> str:
    """Answer the page's question in one sentence."""
    result = review.evidence.correctness
    if not result.n_questions:
        return NOTHING_PAIRED
    if not differing(result.cells):
        return f"Nothing separates the arms on {many(result.n_questions, 'question')}; p = 1."
    cause = common.confounded_by(review)
    where = f"the arms differ on {_of(result)}"
    if cause:
        return f"Confounded by {cause}: as measured, {where}; {_sides(review, larger_first=True)}."
    return (
        f"{common.capital(where)}: {_better(review)}; the other {count(ties(result.cells))} "
        "cannot move the difference."
    )


def differing(cells: Cells) -> int:
    """Questions on which one arm does better."""
    return cells.candidate_only + cells.baseline_only


def ties(cells: Cells) -> int:
    """Questions on which the arms do equally well."""
    return cells.both + cells.neither


def _of(result: Correctness) -> str:
    return f"{count(differing(result.cells))} of {many(result.n_questions, 'question')}"


def _better(review: Review) -> str:
    cells, info = review.evidence.correctness.cells, review.info
    return (
        f"{info.candidate} does better on {count(cells.candidate_only)}, "
        f"{info.baseline} on {count(cells.baseline_only)}"
    )


def _sides(review: Review, *, larger_first: bool = False) -> str:
    cells, info = review.evidence.correctness.cells, review.info
    pairs = [(cells.candidate_only, info.candidate), (cells.baseline_only, info.baseline)]
    if larger_first:
        pairs.sort(key=lambda pair: -pair[0])
    (most, first), (least, second) = pairs
    if answers_each(review) > 1:
        return f"{first} does better on {count(most)}, {second} on {count(least)}"
    return f"only {first} is correct on {count(most)}, only {second} on {count(least)}"


def title(review: Review) -> str:
    """Say what the figure finds."""
    result, info = review.evidence.correctness, review.info
    separate = does(differing(result.cells), "separate")
    return (
        f"{_of(result)} {separate} the arms: {count(result.cells.candidate_only)} for "
        f"{info.candidate}, {count(result.cells.baseline_only)} for {info.baseline}"
    )


def small(review: Review) -> str:
    """Say the n, the unit and the direction of the figure."""
    result, info = review.evidence.correctness, review.info
    each = answers_each(review)
    answers = "one answer" if each == 1 else f"{spelled(each)} answers"
    if each == 1:
        place = "a coloured cell holds the questions that only the named arm gets right"
    else:
        place = f"right of 0: {info.candidate} does better"
    return f"{many(result.n_questions, 'question')}, {answers} per question and arm; {place}."


def answers_each(review: Review) -> int:
    """Answers per question and arm, window variants counted."""
    planned = review.evidence.inputs.tally.candidate.planned
    return max(sized.epochs(review), int(planned.max(initial=1)))


def kind(review: Review) -> str:
    """Name the figure that suits the answers per question: ``cells``, ``tug``, ``histogram``."""
    return {1: "cells", 2: "tug"}.get(answers_each(review), "histogram")


def at_difference(result: Correctness) -> dict[float, int]:
    """Questions at each mean difference, ascending."""
    found = Counter(float(value) for value in np.round(result.per_question, 6))
    return dict(sorted(found.items()))


def bins(result: Correctness) -> list[tuple[float, int]]:
    """Questions at each difference but zero; many values are gathered in steps of ten points."""
    found = {value: n for value, n in at_difference(result).items() if value}
    if len(found) <= MOST_BINS:
        return list(found.items())
    steps: Counter[float] = Counter()
    for value, n in found.items():
        step = (ceil(abs(value) * 10 - 1e-9) - 0.5) / 10
        steps[step if value > 0 else -step] += n
    return sorted(steps.items())


def pulls(result: Correctness, sign: int) -> tuple[int, int]:
    """Questions that differ on one of two answers, and on both, in one direction."""
    found = at_difference(result)
    full = sum(n for value, n in found.items() if sign * value > 0.75)
    half = sum(n for value, n in found.items() if 0 < sign * value <= 0.75)
    return half, full


def arithmetic(review: Review) -> str:
    """Write how the counts make the difference."""
    result = review.evidence.correctness
    if result.difference is None:
        return ""
    equals = f"÷ {count(result.n_questions)} = {points(result.difference)}"
    if kind(review) == "cells":
        cells = result.cells
        return f"({count(cells.candidate_only)} {MINUS} {count(cells.baseline_only)}) {equals}"
    if kind(review) == "tug":
        (half, full), (less, lost) = pulls(result, +1), pulls(result, -1)
        return f"({full} {MINUS} {lost} + ½·{half} {MINUS} ½·{less}) {equals}"
    total = float(np.sum(result.per_question))
    return f"The differences add up to {signed(total)}; {signed(total)} {equals}"


def halves(review: Review) -> str:
    """Say why some counts are halved; empty where none is."""
    if kind(review) != "tug" or review.evidence.correctness.difference is None:
        return ""
    return "A question on which one of the two answers differs counts half."


def alt(review: Review) -> str:
    """Describe the figure for those who do not see it."""
    return f"{title(review)}. {small(review)} {arithmetic(review)}."


def twin(review: Review) -> list[list[str]]:
    """List the numbers that the figure draws."""
    result, info = review.evidence.correctness, review.info
    if kind(review) == "cells":
        cells = result.cells
        named = [
            ("both correct", cells.both),
            (f"only {info.baseline} correct", cells.baseline_only),
            (f"only {info.candidate} correct", cells.candidate_only),
            ("neither correct", cells.neither),
        ]
    else:
        named = [(points(value), n) for value, n in reversed(at_difference(result).items())]
    header = "Cell" if kind(review) == "cells" else "Difference on the question"
    rows = [[name, count(n), percent(n / result.n_questions)] for name, n in named]
    return [[header, "Questions", "Share"], *rows]


def few(review: Review) -> str:
    """Warn where fewer than ten questions differ; empty otherwise."""
    return interval_rows.few(review.evidence.correctness)


def easy(review: Review) -> str:
    """Say what as many easy questions as there are now would do to the difference and the test."""
    result = review.evidence.correctness
    if result.difference is None or not differing(result.cells):
        return ""
    diluted = result.difference / 2
    whose = "the pilot's " if "pilot" in review.info.name else ""
    return (
        "The points hang on how many easy questions are asked: as many again "
        f"({count(result.n_questions)}) that both get right would shrink {whose}"
        f"{points(result.difference)} to {signed(100 * diluted)} and leave the test where it is."
    )
