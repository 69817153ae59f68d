"""Was every question asked as often as planned?

Epochs are averaged inside a question. Who asks again what came out wrong, in both arms alike, turns
questions that tell the arms apart into halves of one; nobody can tell that from chance afterwards.
"""

from collections.abc import Iterator

import numpy as np

from lcexplore.evidence.inputs import Inputs, IntArray
from lcexplore.model import Finding, Severity
from lcexplore.words import count, many

UNEVENLY = "asked_unevenly"
_ALIKE = 0.02  # of the answers, as many as may be missing
_NAMED = 4


def findings(inputs: Inputs) -> Iterator[Finding]:
    """Say which questions have more answers than were planned, or than the others have.

    Answers that are fewer than the manifests plan are missing answers, and are counted as such.
    Without a plan, or in a probe of windows, as many as any question has were meant for each.
    """
    planned = inputs.tally.candidate.planned
    plan = None if inputs.window else inputs.tally.epochs_planned
    if plan is not None:
        uneven = bool((planned > plan).any())
    else:
        most = int(planned.max(initial=0))
        uneven = int((most - planned).sum()) > _ALIKE * most * len(planned)
    if not uneven:
        return
    told = "" if plan is None else f", where {many(plan, 'answer')} a question was planned"
    yield Finding(
        id=UNEVENLY,
        severity=Severity.CONFOUND,
        message=(
            f"Not every question was asked as planned: of {many(len(planned), 'question')} "
            f"{_said(planned)} in each arm{told}. Nobody can tell whether questions were asked "
            "again by how they had come out: ask every question of both arms as often, and as "
            "often as the manifests say (epochs)."
        ),
        touches=("correctness",),
    )


def _said(planned: IntArray) -> str:
    """How many questions have how many answers, the commonest first."""
    times, n = np.unique(planned, return_counts=True)
    ranked = sorted(zip(n.tolist(), times.tolist(), strict=True), reverse=True)
    said = [f"{_have(n)} {many(each, 'answer')}" for n, each in ranked[:_NAMED]]
    if rest := sum(n for n, _ in ranked[_NAMED:]):
        said.append(f"{_have(rest)} another number of them")
    return ", ".join(said)


def _have(n: int) -> str:
    return f"{count(n)} {'has' if n == 1 else 'have'}"
