"""Which questions may not be paired although both arms answered them?"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from lcexplore.evidence.inputs import ArmTally, PairedTally
from lcexplore.evidence.readings import BoolArray
from lcexplore.model import Role

REASON = "question_text_differs"


def unpair(tally: PairedTally, conflicting: Collection[str]) -> PairedTally:
    """Take the verdicts of conflicting questions as not measured, for a reason of their own."""
    if not conflicting:
        return tally
    conflict = np.isin(np.array(tally.questions, dtype=object), list(conflicting))
    blocked = {role: int(tally.tally(role).measured[conflict].sum()) for role in Role}
    not_measured = {
        role: {**tally.not_measured.get(role, {}), **({REASON: n} if n else {})}
        for role, n in blocked.items()
    }
    return replace(
        tally,
        baseline=_without(tally.baseline, conflict),
        candidate=_without(tally.candidate, conflict),
        not_measured=not_measured,
    )


def _without(arm: ArmTally, conflict: BoolArray) -> ArmTally:
    measured, correct = (np.where(conflict, 0, each) for each in (arm.measured, arm.correct))
    return replace(arm, measured=measured, correct=correct)
