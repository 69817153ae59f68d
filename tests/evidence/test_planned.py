"""How many answers were planned: every one that is missing counts, whoever failed to ask."""

from dataclasses import replace

import numpy as np
import pytest

from lcexplore.evidence.correctness import analyse
from lcexplore.model import Role
from tests.evidence.tallies import tally

# Three questions answered once by either arm.
ONCE = tally([(1, 1)] * 3, [(1, 1)] * 3)


def seen(epochs):
    """The same questions with these epochs seen in either arm."""
    arms = {
        name: replace(getattr(ONCE, name), planned=np.array(epochs))
        for name in ("baseline", "candidate")
    }
    return replace(ONCE, epochs_planned=None, **arms)


@pytest.mark.parametrize(
    ("epochs", "epochs_planned", "eval_set_size", "planned"),
    [
        ([1, 1, 1], None, None, 3),
        ([1, 1, 1], 2, None, 6),  # the manifest says two, one was run
        ([1, 1, 4], 2, None, 8),  # two, two, and the four that were seen
        ([1, 1, 1], None, 5, 5),
        ([1, 1, 1], 2, 5, 10),
        ([1, 1, 4], 2, 5, 12),  # two, two, four, and two for each question nobody asked
        ([1, 1, 1], 2, 2, 6),  # more questions than were planned
    ],
)
def test_planned_answers_are_size_times_epochs_and_what_was_seen_beyond(
    epochs, epochs_planned, eval_set_size, planned
):
    some = replace(seen(epochs), epochs_planned=epochs_planned, eval_set_size=eval_set_size)
    assert some.planned_per_arm == planned
    share = analyse(some).unmeasured_share
    assert share == {role: pytest.approx(1 - 3 / planned) for role in Role}
    assert sum(some.reasons(Role.CANDIDATE).values()) == planned - 3
