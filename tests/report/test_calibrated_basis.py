"""A calibrated basis asks as much of a log with documents as the graded one does."""

import csv

import pytest

from lcexplore.ingest import import_labels
from lcexplore.model import Outcome, Status
from lcexplore.report.review import review
from tests.store.logs import load, row

QUESTIONS, LABELLED = 400, 60
RULE = """\
comparison: c
arms: [old, new]
correctness_basis: {basis}
committed_at: 2020-01-01
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -2 pts"
"""


def right(number, arm, documents):
    """The candidate is ahead in every document but the last, where it is behind."""
    kept = number // documents % 5
    if arm == "old":
        return kept > 1
    return kept > 0 if number % documents < documents - 1 else kept > 2


def said(number, arm, documents):
    return "correct" if right(number, arm, documents) else "incorrect"


def judged(folder, documents, basis):
    grading = {"grader": "judge", "rubric": "v1", "graded_at": "2026-04-20T21:00:00Z"}
    rows = [
        row(
            f"q{number:03}",
            arm,
            None,
            cluster=f"doc{number % documents}",
            gradings=[{**grading, "verdict": said(number, arm, documents)}],
        )
        for arm in ("old", "new")
        for number in range(QUESTIONS)
    ]
    store, _ = load(folder, rows, manifest={"baseline": "old", "eval_set_size": QUESTIONS})
    labels = folder / "labels.csv"
    with labels.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["question", "arm", "epoch", "labeller", "verdict"])
        for number in range(LABELLED):
            for arm in ("old", "new"):
                out.writerow([f"q{number:03}", arm, 1, "ann", said(number, arm, documents)])
    import_labels(store, labels, comparison="c")
    return review(store, "c", record_text=RULE.format(basis=basis), accept_claimed=True)


@pytest.mark.parametrize("basis", ["graded", "calibrated"])
def test_four_documents_are_too_few_on_either_basis(tmp_path, basis):
    decision = judged(tmp_path, 4, basis).decision
    assert decision.outcome is Outcome.ITERATE
    assert decision.readings[0].status is Status.NOT_MEASURED
    assert "4 documents" in decision.readings[0].reason
    assert "10 are needed" in decision.readings[0].reason


def test_twenty_documents_are_enough_to_be_read(tmp_path):
    found = judged(tmp_path, 20, "calibrated")
    assert found.evidence.grading.corrected.n_documents == 20
    assert found.decision.readings[0].status is not Status.NOT_MEASURED
