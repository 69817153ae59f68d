"""A calibrated basis asks as much of a log with documents as the graded one does."""

import csv

import pytest

from lcexplore.ingest import import_labels
from lcexplore.model import Outcome, Status
from lcexplore.report.review import review
from lcexplore.report.sentences import decision, interval, interval_method, interval_rows
from lcexplore.words import points_unsigned, span
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
    found = judged(tmp_path, 4, basis).decision
    assert found.outcome is Outcome.ITERATE
    assert found.readings[0].status is Status.NOT_MEASURED
    assert "4 documents" in found.readings[0].reason
    assert "10 are needed" in found.readings[0].reason


def test_twenty_documents_are_enough_to_be_read(tmp_path):
    found = judged(tmp_path, 20, "calibrated")
    assert found.evidence.grading.corrected.n_documents == 20
    assert found.decision.readings[0].status is not Status.NOT_MEASURED


def test_the_interval_that_decides_is_the_corrected_one_where_the_record_says_so(tmp_path):
    found = judged(tmp_path, 20, "calibrated")
    corrected, as_graded = found.evidence.grading.corrected, found.evidence.correctness.interval
    deciding = [each for each in interval_rows.rows(found) if each.decides]
    assert [each.interval for each in deciding] == [(corrected.low, corrected.high)]
    gap = points_unsigned(corrected.low + 0.02)
    side = "above" if corrected.low > -0.02 else "below"
    assert interval.title(found) == f"The corrected interval starts {gap} {side} the agreed margin"
    lead = interval.lead(found)
    assert f"the corrected interval runs from {span(deciding[0].interval)} points" in lead
    assert f"As graded, the interval runs from {span(as_graded)} points and does not decide" in lead
    assert sum("this one decides" in name for name, _ in interval_method.others(found)) == 0
    assert "as graded" in decision.standing(found)


def test_no_interval_is_said_to_decide_where_the_corrected_one_may_not(tmp_path):
    found = judged(tmp_path, 4, "calibrated")
    assert not any(each.decides for each in interval_rows.rows(found))
    assert interval.title(found) == "The corrected interval, which decides, is not measured"
    assert interval.lead(found).startswith("Not measured: the labelled questions come from 4")


def test_the_interval_that_decides_is_the_paired_one_on_the_difference_as_graded(tmp_path):
    found = judged(tmp_path, 20, "graded")
    names = [each.name for each in interval_rows.rows(found) if each.decides]
    assert names == ["Paired: this one decides"]
    assert "corrected" not in interval.title(found) + interval.lead(found)
    assert "as graded" not in decision.standing(found)
