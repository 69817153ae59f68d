"""Who chooses what is asked by what came out is not licensed to switch."""

import json

import pytest

from lcexplore import ingest
from lcexplore.model import Outcome, Status
from lcexplore.report.review import review
from lcexplore.report.sentences import sized, validity
from lcexplore.store import Store

ARMS = ("retrieval", "long-context")
RECORD = """\
comparison: test
arms: [retrieval, long-context]
calibration: not_required
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -2 pts"
"""
N, BETTER, WORSE = 400, 30, 30  # questions, and those that one arm alone gets right
SIZED = {"eval_set_size": N, "epochs": 1}


def right(arm, question, *, worse=WORSE):
    """Whether an arm gets a question right: each alone the next ones, both all the others."""
    alone = {"long-context": question < BETTER, "retrieval": BETTER <= question < BETTER + worse}
    return question >= BETTER + worse or alone[arm]


def row(arm, question, *, correct, epoch=1, **more):
    graded = {"grader": "judge", "rubric": "v1", "verdict": correct, "graded_at": "2999-01-01"}
    named = {"question": f"q{question:04}", "arm": arm, "epoch": epoch}
    return {**named, "answer": f"{arm} {epoch}", "gradings": [graded], **more}


def once(arm, *, n=N, worse=WORSE):
    return [row(arm, each, correct=right(arm, each, worse=worse)) for each in range(n)]


def run(folder, *files, record=RECORD):
    """What is decided on several files, each with its manifest's fields and its rows."""
    store = Store(folder / "store.duckdb")
    store.commit_record("test", record)
    for number, (fields, rows) in enumerate(files):
        path = folder / f"{number}.jsonl"
        arm = rows[0]["arm"]
        first = {"lcexplore": 1, "manifest": {"arm": arm, **fields}}
        path.write_text("\n".join(map(json.dumps, [first, *rows])))
        ingest.import_files(store, [path], comparison="test", baseline=ARMS[0])
    return review(store, "test")


def both(folder, rows, fields=SIZED, **how):
    return run(folder, *((fields, rows(arm)) for arm in ARMS), **how)


def precondition(found, name="comparable"):
    return next(each for each in found.decision.preconditions if each.id == name)


def told(found, name):
    return next((e.message for e in found.evidence.validity.findings if e.id == name), "")


def losing(arm, *, epochs=(2, 3, 4, 5)):
    """The questions that the candidate alone gets wrong, asked again in both arms: all right."""
    worse = range(BETTER, BETTER + WORSE)
    return [row(arm, each, correct=True, epoch=e) for each in worse for e in epochs]


@pytest.mark.parametrize("fields", [SIZED, {}])
def test_asking_the_lost_questions_of_both_arms_again_is_a_confound(tmp_path, fields):
    assert both(tmp_path, once, fields).decision.outcome is Outcome.ITERATE
    (tmp_path / "again").mkdir()
    found = both(tmp_path / "again", lambda arm: [*once(arm), *losing(arm)], fields)
    assert found.evidence.correctness.interval.low > -0.02
    assert (precondition(found).status, found.decision.outcome) == (Status.FAILED, Outcome.ITERATE)
    assert found.decision.readings[0].status is Status.NOT_MEASURED
    said = "of 400 questions 370 have 1 answer, 30 have 5 answers in each arm"
    assert said in told(found, "asked_unevenly")
    assert "not every question was asked as planned" in validity.lead(found)
    assert "up to 5 answers per question" in sized.line(found)


def test_more_answers_to_every_question_than_the_manifests_plan_are_a_confound(tmp_path):
    def twice(arm):
        return [{**each, "epoch": epoch} for each in once(arm, worse=5) for epoch in (1, 2)]

    found = both(tmp_path, twice)
    assert precondition(found).status is Status.FAILED
    assert "where 1 answer a question was planned" in told(found, "asked_unevenly")


@pytest.mark.parametrize("fields", [{"eval_set_size": N, "epochs": 3}, {"eval_set_size": N}, {}])
def test_single_epochs_that_are_missing_are_missing_answers_and_license_as_before(tmp_path, fields):
    def thrice(arm):
        rows = [{**each, "epoch": e} for each in once(arm, worse=5) for e in (1, 2, 3)]
        return [each for each in rows if (each["question"], each["epoch"]) != ("q0300", 3)]

    found = both(tmp_path, thrice, fields)
    assert not told(found, "asked_unevenly")
    assert found.decision.outcome is Outcome.SWITCH
