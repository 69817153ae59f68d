"""A failure does not calibrate a grader either: not by hiding where people contradict it."""

import json
from dataclasses import replace
from itertools import product

import pytest

from lcexplore import ingest
from lcexplore.decision.calibrated import calibrated
from lcexplore.evidence.grading import Agreement
from lcexplore.model import Interval, Outcome, Role, Status
from lcexplore.report.review import review
from lcexplore.report.sentences import decision as sentences
from lcexplore.store import Store
from tests.decision.cases import Runs, evidence, grading, inputs, record, single_answers

ARMS = ("retrieval", "long-context")
RECORD = """\
comparison: test
arms: [retrieval, long-context]
calibration: required
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -30 pts"
"""
QUESTIONS, LABELLED, AGREED = 200, 10, 2


def verdict(question):
    return "incorrect" if question % 4 == 0 else "correct"


def log(arm, failed):
    """One arm's rows; some questions failed."""
    rows = [{"lcexplore": 1, "manifest": {"arm": arm, "baseline": ARMS[0]}}]
    for question in range(QUESTIONS):
        row = {"question": f"q{question:03}"}
        graded = {"grader": "judge", "rubric": "v1", "verdict": verdict(question)}
        graded |= {"graded_at": "2099-04-20T11:00:00Z"}
        row |= {"error": "timeout"} if question in failed else {"gradings": [graded]}
        rows.append(row)
    return "\n".join(map(json.dumps, rows))


def labels():
    """People agree with the grader on the first questions only, on 4 of 20 answers."""
    other = {"correct": "incorrect", "incorrect": "correct"}
    rows = ["question,arm,epoch,labeller,verdict"]
    for question, arm in product(range(LABELLED), ARMS):
        said = verdict(question)
        rows.append(f"q{question:03},{arm},1,ann,{said if question < AGREED else other[said]}")
    return "\n".join(rows)


def decided(folder, failed):
    store = Store(folder / "store.duckdb")
    store.commit_record("test", RECORD)
    paths = [folder / f"{arm}.jsonl" for arm in ARMS]
    for arm, path in zip(ARMS, paths, strict=True):
        path.write_text(log(arm, failed if arm == ARMS[1] else ()))
    ingest.import_files(store, paths, comparison="test")
    (folder / "labels.csv").write_text(labels())
    ingest.import_labels(store, folder / "labels.csv", comparison="test")
    return review(store, "test")


@pytest.mark.parametrize("failed", [(), (2,), (2, 3), (2, 3, 4)])
def test_no_failure_among_the_labelled_answers_creates_a_switch(tmp_path, failed):
    found = decided(tmp_path, failed).decision
    said = {each.id: each.status for each in found.preconditions}
    assert found.outcome is Outcome.ITERATE
    assert said["calibrated"] is not Status.MET
    assert [name for name, status in said.items() if status is Status.MET] == [
        "comparable",
        "measured",
        "committed_beforehand",
    ]


def test_a_grader_that_people_contradict_is_not_said_to_be_unchecked(tmp_path):
    said = sentences.lead(decided(tmp_path, ()))
    assert "people contradict the grader more often than they agree with it" in said


@pytest.mark.parametrize("agree", range(11))
@pytest.mark.parametrize("ungraded", range(4))
def test_a_lost_verdict_counts_as_it_would_have_at_its_worst(agree, ungraded):
    n = 10
    runs = single_answers(both=n, labelled=frozenset())
    keys = sorted(key for key in runs.answers if key[0] is Role.CANDIDATE)[:ungraded]
    counted = inputs(replace(runs, labelled=frozenset(keys)))
    lost = inputs(_silenced(replace(runs, labelled=frozenset(keys)), keys))
    rule = record(["correctness_delta_lower_ci: >= -30 pts"], calibration="required")
    share = Agreement(agree=agree, n=n, share=agree / n, interval=Interval(0, 1))
    known, gone = (
        calibrated(rule, evidence(each, grading=grading(grader_agrees=share))).status
        for each in (counted, lost)
    )
    assert gone in (known, Status.NOT_MEASURED)
    # Exact bounds: more than one half of 10 takes 9, of 11 takes 9, of 12 takes 10, of 13 too.
    assert (gone is Status.MET) == (agree >= {0: 9, 1: 9, 2: 10, 3: 10}[ungraded])
    assert (gone is Status.FAILED) == (agree <= {0: 1, 1: 1, 2: 0, 3: 0}[ungraded])


def _silenced(runs: Runs, keys):
    blank = {key: replace(runs.answers[key], correct=None, failed=True) for key in keys}
    return replace(runs, answers={**runs.answers, **blank})
