"""Establishes what test cases of DeepEval say in both of its forms, and when a metric failed."""

import json

import pytest

from lcexplore.errors import ChoiceNeeded
from lcexplore.importers import deepeval, identify
from lcexplore.log import ReadOptions
from tests.importers.reading import ALL, DATA, records, rows, verdicts

RUN = DATA / "deepeval" / "test_run_long.json"
RESULT = DATA / "deepeval" / "evaluation_result_rag.json"
JUDGE = "Correctness [GEval]"


def case(**changes):
    metric = {"name": "Judge", "threshold": 0.7, "success": True, "score": 0.75, "reason": "same",
              "evaluationModel": "judge-1"}  # fmt: skip
    return {
        "name": "q1", "input": "Which pier?", "actualOutput": "pier nine", "expectedOutput": "nine",
        "completionTime": 1.25, "tokenCost": 0.002, "runDuration": 9.0, "success": True,
        "metricsData": [metric], "metadata": {"stratum": "lookup", "arm": "long"}, **changes,
    }  # fmt: skip


def write(folder, *cases, **around):
    path = folder / "run.json"
    path.write_text(json.dumps({"testCases": list(cases), **around}), encoding="utf-8")
    return path


def test_every_field_comes_from_its_own_place(tmp_path):
    path = write(tmp_path, case(), identifier="run-1", hyperparameters={"model": "m-1"})
    (record,) = records(deepeval, path, arm=None)
    assert record == {
        "arm": "long",
        "question": "q1",
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "latency_s": 1.25,  # not runDuration, which is the metrics' own time
        "cost_usd": 0.002,
        "gradings": [{"grader": "Judge", "verdict": True, "quote": "same"}],
        "stratum": "lookup",
        "epoch": 1,
    }
    assert deepeval.read(path, ReadOptions(arm="a")).manifest == {
        "model": "m-1",
        "run_id": "run-1",
        "grader_thresholds": "Judge: 0.7",
        "grader_models": "Judge: judge-1",
    }


@pytest.mark.parametrize(
    ("path", "contains", "judge", "timed"),
    [
        (RUN, {True: 15, False: 5}, {True: 15, False: 4, "grader_failed": 1}, 20),
        (RESULT, {True: 14, False: 6}, {True: 14, False: 5, "grader_failed": 1}, 0),
    ],
    ids=["run", "result"],
)
def test_real_files_add_up(path, contains, judge, timed):
    assert identify(path) is deepeval
    found = records(deepeval, path, arm=None, mapping=ALL)
    assert len({each["question"] for each in found}) == len(found) == 20
    assert verdicts(found, "Contains") == contains
    assert verdicts(found, JUDGE) == judge
    assert sum("latency_s" in each for each in found) == timed
    assert {each["arm"] for each in found} == {"long" if path is RUN else "rag"}


def test_several_metrics_are_asked_for_with_what_all_of_them_say():
    with pytest.raises(ChoiceNeeded) as caught:
        rows(deepeval, RUN, arm=None)
    assert set(caught.value.choices) == {"Contains", JUDGE, "success", "all"}


def test_whether_all_metrics_passed_may_be_asked_for():
    # 13 of 20 passed; one of the others failed only because its judge did.
    found = records(deepeval, RESULT, mapping={"verdict": "success"})
    assert verdicts(found, "success") == {True: 13, False: 6, "grader_failed": 1}


def test_a_metric_called_success_is_a_choice_beside_the_verdict_over_all_metrics(tmp_path):
    metrics = [{"name": "success", "success": True}, {"name": "all", "success": False}]
    path = write(tmp_path, case(metricsData=metrics, success=False))
    with pytest.raises(ChoiceNeeded) as caught:
        rows(deepeval, path)
    assert set(caught.value.choices) == {"success", "all", "every metric", "every grader"}
    for name, said in (("success", {True: 1}), ("all", {False: 1}), ("every metric", {False: 1})):
        found = records(deepeval, path, mapping={"verdict": name})
        assert verdicts(found, name) == said
        assert len(found[0]["gradings"]) == 1
    assert len(records(deepeval, path, mapping={"verdict": "every grader"})[0]["gradings"]) == 2


def test_the_word_that_another_file_needs_is_understood_in_every_file(tmp_path):
    path = write(tmp_path, case(success=False))
    found = records(deepeval, path, mapping={"verdict": "every metric"})
    assert verdicts(found, "every metric") == {False: 1}
    assert verdicts(records(deepeval, path, mapping={"verdict": "every grader"}), "Judge") == {
        True: 1
    }


def test_a_threshold_of_the_users_is_applied_to_the_score():
    found = records(deepeval, RESULT, mapping={"verdict": JUDGE}, correct_at=0.1)
    assert verdicts(found, JUDGE) == {1.0: 14, 0.2: 5, "grader_failed": 1}


def test_names_that_are_numbers_or_repeat_name_no_question(tmp_path):
    for names in (("test_case_0", "q2"), ("q1", "q1")):
        first, second = (case(name=name) for name in names)
        found = records(deepeval, write(tmp_path, first, {**second, "input": "Which quay?"}))
        assert all(each["question"].startswith("sha256:") for each in found)
        assert len({each["question"] for each in found}) == 2


def test_a_case_that_says_the_same_is_the_same_answer_and_another_one_a_repetition(tmp_path):
    path = write(tmp_path, case(), case(), case(actualOutput="pier ten"))
    assert [each["epoch"] for each in records(deepeval, path)] == [1, 1, 2]
    note = "the n-th row of a question is read as repetition n: 1 later row"
    assert note in deepeval.read(path, ReadOptions(arm="a")).notes


def test_the_arm_may_be_the_runs_own_name_where_no_case_says_it(tmp_path):
    bare = case(metadata=None)
    path = write(tmp_path, bare, identifier="run-1")
    assert deepeval.read(path, ReadOptions()).manifest["arm"] == "run-1"
    path = write(tmp_path, bare, identifier="run-1", hyperparameters={"arm": "long", "k": 8})
    assert deepeval.read(path, ReadOptions()).manifest["arm"] == "long"
    path = write(tmp_path, bare, identifier="run-1", hyperparameters={"k": 8})
    with pytest.raises(ChoiceNeeded, match=r"hyperparameters\.k"):
        rows(deepeval, path, arm=None)
    options = ReadOptions(mapping={"arm": "hyperparameters.k"})
    assert deepeval.read(path, options).manifest["arm"] == "8"


def test_the_older_form_with_another_layer_is_read(tmp_path):
    path = tmp_path / "latest.json"
    text = json.dumps({"indicatorId": None, "testRunData": {"testCases": [case()]}})
    path.write_text(text, encoding="utf-8")
    assert identify(path) is deepeval
    assert records(deepeval, path)[0]["question"] == "q1"


def test_counts_of_all_files_are_right(shared_cases):
    folder = shared_cases / "logs"
    expected = json.loads((folder / "expected.json").read_text())
    names = [name for name in expected if "/deepeval/" in name]
    assert len(names) == 2
    for name in names:
        told, found = expected[name], records(deepeval, folder / name, mapping=ALL)
        assert len(found) == told["rows"]
        assert verdicts(found, JUDGE)[True] == told["geval_true"]
        assert verdicts(found, JUDGE)["grader_failed"] == told["judge_error"]
        overall = records(deepeval, folder / name, mapping={"verdict": "success"})
        assert verdicts(overall, "success")[True] == told["success"]
