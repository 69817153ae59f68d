"""Which answers are right under rubric v3, under rubric v4, and for people?

The counts are those of the worked example; which question gets which is drawn with a fixed seed.
"""

from dataclasses import dataclass, replace
from random import Random

from _questions import Question

RETRIEVAL, LONG_CONTEXT = "retrieval", "long-context"
ARMS = (RETRIEVAL, LONG_CONTEXT)
Key = tuple[str, str, int]  # question, arm, epoch

# Correct answers under v4 (long-context, retrieval) of two each: questions that need several
# passages, questions that need one.
_SHAPES = {
    (2, 0): (36, 18),
    (2, 1): (12, 8),
    (1, 0): (7, 5),
    (0, 2): (11, 23),
    (1, 2): (4, 9),
    (0, 1): (3, 5),
    (2, 2): (190, 333),
    (0, 0): (73, 83),
}

# Calibration pairs: grader and people on long-context, grader and people on retrieval.
_PAIRS = {
    (2, 2): ("CC,CC",) * 10 + ("CI,CC",) * 2,
    (2, 0): ("CC,II",) * 3 + ("CC,IC",) + ("CI,II",) * 3,
    (0, 2): ("II,CC",) * 3 + ("II,CI",),
    (0, 0): ("II,II",) * 2,
}
_PAIRS_MULTI = {(2, 2): 4, (2, 0): 4, (0, 2): 1, (0, 0): 1}

# What v4 changed: questions of a shape, answers of each in an arm, v3's verdict on them.
_MOVES = (
    ((0, 0), 12, LONG_CONTEXT, 2, True),
    ((0, 2), 6, LONG_CONTEXT, 2, True),
    ((0, 1), 5, LONG_CONTEXT, 1, True),
    ((2, 2), 5, LONG_CONTEXT, 1, False),
    ((2, 0), 4, RETRIEVAL, 2, True),
    ((2, 2), 5, RETRIEVAL, 1, False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one answer came out; ``people`` is None where nobody labelled it."""

    v3: bool
    v4: bool
    people: bool | None = None


def v3_outcomes(questions: tuple[Question, ...]) -> dict[Key, Outcome]:
    """Outcomes of both arms' answers to every question, two epochs each."""
    rng = Random("verdicts")
    shapes = _shapes(rng, questions)
    outcomes: dict[Key, Outcome] = {}
    for question, shape in shapes.items():
        outcomes |= _answers(rng, question, shape)
    labelled = _label(rng, questions, shapes, outcomes)
    _move(rng, {q: s for q, s in shapes.items() if q not in labelled}, outcomes)
    return outcomes


def pilot_outcomes(questions: tuple[Question, ...]) -> dict[Key, Outcome]:
    """Outcomes of the pilot: one answer per arm, rubric v3 only."""
    cells = [(True, True)] * 139 + [(False, True)] * 30 + [(True, False)] * 17
    cells += [(False, False)] * 54
    Random("pilot verdicts").shuffle(cells)
    outcomes: dict[Key, Outcome] = {}
    for question, (long_context, retrieval) in zip(questions, cells, strict=True):
        outcomes[question.id, LONG_CONTEXT, 1] = Outcome(v3=long_context, v4=long_context)
        outcomes[question.id, RETRIEVAL, 1] = Outcome(v3=retrieval, v4=retrieval)
    return outcomes


def _shapes(rng: Random, questions: tuple[Question, ...]) -> dict[str, tuple[int, int]]:
    shapes: dict[str, tuple[int, int]] = {}
    for column, stratum in enumerate(("multi_passage", "single_passage")):
        ids = [each.id for each in questions if each.stratum == stratum]
        drawn = [shape for shape, counts in _SHAPES.items() for _ in range(counts[column])]
        rng.shuffle(drawn)
        shapes |= dict(zip(ids, drawn, strict=True))
    return dict(sorted(shapes.items()))


def _answers(rng: Random, question: str, shape: tuple[int, int]) -> dict[Key, Outcome]:
    lucky = rng.choice((1, 2))
    answers = {}
    for arm, n_correct in zip((LONG_CONTEXT, RETRIEVAL), shape, strict=True):
        for epoch in (1, 2):
            correct = n_correct == 2 or (n_correct == 1 and epoch == lucky)
            answers[question, arm, epoch] = Outcome(v3=correct, v4=correct)
    return answers


def _label(
    rng: Random,
    questions: tuple[Question, ...],
    shapes: dict[str, tuple[int, int]],
    outcomes: dict[Key, Outcome],
) -> set[str]:
    """Put the people's verdicts on the first epoch of 25 questions; return those."""
    multi = {each.id for each in questions if each.stratum == "multi_passage"}
    labelled = set()
    for shape, pairs in _PAIRS.items():
        pool = [each for each, found in shapes.items() if found == shape]
        n_multi = _PAIRS_MULTI[shape]
        drawn = rng.sample([each for each in pool if each in multi], n_multi)
        drawn += rng.sample([each for each in pool if each not in multi], len(pairs) - n_multi)
        rng.shuffle(drawn)
        for question, pair in zip(drawn, pairs, strict=True):
            for arm, verdicts in zip((LONG_CONTEXT, RETRIEVAL), pair.split(","), strict=True):
                key = (question, arm, 1)
                outcomes[key] = replace(outcomes[key], people=verdicts[1] == "C")
        labelled |= set(drawn)
    return labelled


def _move(rng: Random, shapes: dict[str, tuple[int, int]], outcomes: dict[Key, Outcome]) -> None:
    """Set v3's verdict where it differs from v4's."""
    free = dict(shapes)
    for shape, n_questions, arm, n_answers, verdict in _MOVES:
        pool = [each for each, found in free.items() if found == shape]
        for question in rng.sample(pool, n_questions):
            del free[question]
            keys = [(question, arm, epoch) for epoch in (1, 2)]
            if n_answers == 1:
                keys = [rng.choice(keys)]
            for key in keys:
                outcomes[key] = replace(outcomes[key], v3=verdict)
