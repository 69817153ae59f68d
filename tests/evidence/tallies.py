"""Build paired tallies from a few numbers, and list every reading of their unmeasured answers."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from lcexplore.evidence.inputs import ArmTally, PairedTally
from lcexplore.model import Cells

Answer = tuple[int, int]  # measured, correct


def tally(
    candidate: Sequence[Answer],
    baseline: Sequence[Answer],
    *,
    epochs: int = 1,
    clusters: Sequence[str | None] | None = None,
    strata: Sequence[str | None] | None = None,
    eval_set_size: int | None = None,
) -> PairedTally:
    n = len(candidate)
    return PairedTally(
        questions=tuple(f"q{index:05d}" for index in range(n)),
        strata=tuple(strata or [None] * n),
        clusters=tuple(clusters or [None] * n),
        candidate=_arm(candidate, epochs),
        baseline=_arm(baseline, epochs),
        answer_pairs=Cells(both=0, candidate_only=0, baseline_only=0, neither=0),
        eval_set_size=eval_set_size,
        epochs_planned=epochs,
    )


def from_cells(
    both: int, candidate_only: int, baseline_only: int, neither: int, **more: object
) -> PairedTally:
    counts = (both, candidate_only, baseline_only, neither)
    candidate = np.repeat([1, 1, 0, 0], counts)
    baseline = np.repeat([1, 0, 1, 0], counts)
    return tally([(1, int(c)) for c in candidate], [(1, int(c)) for c in baseline], **more)


def every_reading(original: PairedTally, *, seen_only: bool = False) -> Iterator[PairedTally]:
    """Read each unmeasured answer as correct, wrong, or left out."""
    whole = original if seen_only else _with_unseen(original)
    epochs = int(whole.candidate.planned.max())
    arms = (whole.candidate, whole.baseline)
    options = [
        [(int(m) + j + k, int(c) + j) for j, k in _splits(epochs - int(m))]
        for arm in arms
        for m, c in zip(arm.measured, arm.correct, strict=True)
    ]
    n = len(whole.questions)
    for chosen in product(*options):
        yield tally(chosen[:n], chosen[n:], epochs=epochs, clusters=whole.clusters)


def without(
    original: PairedTally, *, candidate: bool, question: int, correct: bool
) -> PairedTally | None:
    """Turn one measured answer, correct or wrong, into an unmeasured one; None without such."""
    arms = [original.candidate, original.baseline]
    at = 0 if candidate else 1
    measured, right = arms[at].measured.copy(), arms[at].correct.copy()
    if (right[question] if correct else measured[question] - right[question]) == 0:
        return None
    measured[question] -= 1
    right[question] -= correct
    arms[at] = ArmTally(planned=arms[at].planned, measured=measured, correct=right)
    return _replaced(original, *arms)


def _splits(missing: int) -> list[tuple[int, int]]:
    return [(j, k) for j in range(missing + 1) for k in range(missing - j + 1)]


def _with_unseen(original: PairedTally) -> PairedTally:
    epochs = int(original.candidate.planned.max())
    unseen = max(0, (original.eval_set_size or 0) - len(original.questions))
    nothing = [(0, 0)] * unseen
    candidate, baseline = (
        [*zip(arm.measured.tolist(), arm.correct.tolist(), strict=True), *nothing]
        for arm in (original.candidate, original.baseline)
    )
    clusters = [*original.clusters, *[None] * unseen]
    return tally(candidate, baseline, epochs=epochs, clusters=clusters)


def _replaced(original: PairedTally, candidate: ArmTally, baseline: ArmTally) -> PairedTally:
    return PairedTally(
        questions=original.questions,
        strata=original.strata,
        clusters=original.clusters,
        candidate=candidate,
        baseline=baseline,
        answer_pairs=original.answer_pairs,
        eval_set_size=original.eval_set_size,
        epochs_planned=original.epochs_planned,
    )


def _arm(answers: Sequence[Answer], epochs: int) -> ArmTally:
    table = np.array(answers, dtype=np.int64).reshape(-1, 2)
    return ArmTally(
        planned=np.full(len(table), epochs, dtype=np.int64),
        measured=table[:, 0],
        correct=table[:, 1],
    )
