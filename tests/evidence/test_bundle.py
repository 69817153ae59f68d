"""Bundle: questions whose text differs between the arms are not paired, and it shows."""

import numpy as np

from lcexplore.evidence.bundle import gather
from lcexplore.evidence.inputs import Inputs, RunOrder
from lcexplore.model import ComparisonInfo, Role
from tests.evidence.tallies import from_cells

INFO = ComparisonInfo(name="swapped", baseline="rag", candidate="long")


def evidence(conflicts):
    tally = from_cells(6, 2, 1, 1)
    nothing = RunOrder(
        started_at=np.empty(0),
        is_candidate=np.empty(0, dtype=bool),
        question=np.empty(0, dtype=np.int64),
    )
    inputs = Inputs(
        tally=tally, timings={}, tokens={}, order=nothing, question_text_conflicts=conflicts
    )
    return gather(inputs, INFO)


def test_swapped_questions_are_not_paired():
    # Fault D11: the texts of two questions are swapped in one file.
    found = evidence(("q00002", "q00005"))
    assert found.correctness.n_questions == 8
    assert found.correctness.n_eval_set == 10
    assert found.correctness.arms[Role.CANDIDATE].not_measured == {"question_text_differs": 2}
    [finding] = [f for f in found.validity.findings if f.id == "question_text_differs"]
    assert "q00002, q00005" in finding.message
    assert found.correctness.guard.low < found.correctness.interval.low


def test_without_a_conflict_everything_is_paired():
    found = evidence(())
    assert found.correctness.n_questions == 10
    assert found.grading is found.window is None
    assert found.rubrics == ()
