"""Establishes what results of a Braintrust evaluation say: scores, trials and failures."""

import json

import pytest

from lcexplore.errors import ChoiceNeeded, UsageError
from lcexplore.importers import braintrust, identify
from lcexplore.log import ReadOptions
from tests.importers.reading import ALL, DATA, errors, records, rows, verdicts, write_lines

LOG = DATA / "braintrust" / "eval_results_long.jsonl"


def case(**changes):
    return {
        "input": "Which pier?", "output": "pier nine", "expected": "nine", "tags": ["t"],
        "metadata": {"question_id": "q1", "stratum": "lookup", "arm": "long"},
        "scores": {"exact": 1.0}, "error": None, **changes,
    }  # fmt: skip


def test_every_field_comes_from_its_own_place(tmp_path):
    metrics = {"start": 1796145405.5, "end": 1796145415.0, "prompt_tokens": 90,
               "completion_tokens": 7, "prompt_cached_tokens": 50, "tokens": 97,
               "prompt_cache_creation_tokens": 30, "time_to_first_token": 0.75,
               "estimated_cost": 0.002}  # fmt: skip
    (record,) = records(braintrust, write_lines(tmp_path, case(metrics=metrics)), arm=None)
    assert record == {
        "arm": "long",
        "question": "q1",
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "started_at": 1796145405.5,
        "ttft_s": 0.75,
        "cost_usd": 0.002,
        "usage": {"input_uncached": 10, "cache_read": 50, "cache_write": 30, "output": 7},
        "gradings": [{"grader": "exact", "verdict": 1.0}],
        "stratum": "lookup",
        "epoch": 1,
    }  # and no latency: the times of a row span its scorers


def test_a_real_evaluation_adds_up():
    # 32 trials of 16 questions; two failed, a scorer declined on two others.
    assert identify(LOG) is braintrust
    found = records(braintrust, LOG, arm=None, mapping=ALL)
    assert (len(found), len({each["question"] for each in found})) == (32, 16)
    assert {each["arm"] for each in found} == {"long"}
    assert errors(found) == {"context_overflow": 2}
    assert verdicts(found, "exact") == {1.0: 24, 0.0: 6}
    assert verdicts(found, "judge") == {1: 24, 0.25: 4, "ungraded": 2}


def test_a_scorer_that_raised_has_failed_and_one_that_declined_has_not_graded(tmp_path):
    told = case(scores={"judge": None}, metadata={"scorer_errors": {"exact": "Traceback"}})
    (record,) = records(braintrust, write_lines(tmp_path, told), mapping=ALL)
    assert record["gradings"] == [
        {"grader": "judge", "reason": "ungraded"},
        {"grader": "exact", "reason": "grader_failed"},
    ]


def test_an_arm_whose_every_task_failed_is_read_with_the_verdict_of_the_other(tmp_path):
    path = write_lines(tmp_path, case(scores={}, error="timeout"))
    (record,) = records(braintrust, path, arm=None, mapping={"verdict": "judge"})
    assert errors([record]) == {"timeout": 1}
    notes = braintrust.read(path, ReadOptions(mapping={"verdict": "judge"})).notes
    assert "verdict from judge, which judged nothing in this file" in notes
    with pytest.raises(UsageError, match="no evaluator is called 'judge'"):
        records(braintrust, write_lines(tmp_path, case()), mapping={"verdict": "judge"})


def test_a_scorer_called_all_is_a_choice_and_every_grader_says_the_other(tmp_path):
    path = write_lines(tmp_path, case(scores={"all": 1, "judge": 0}))
    with pytest.raises(ChoiceNeeded, match=r"all \(1\); judge \(0\); every grader \(every one"):
        rows(braintrust, path)
    for name, graders in (("all", ["all"]), ("every grader", ["all", "judge"])):
        (record,) = records(braintrust, path, mapping={"verdict": name})
        assert [each["grader"] for each in record["gradings"]] == graders


def test_arms_that_the_user_overrules_are_named(tmp_path):
    other = case(metadata={"question_id": "q1", "arm": "rag"})
    path = write_lines(tmp_path, case(), other)
    said = "every row is of arm 'one', though metadata.arm says long, rag"
    assert said in braintrust.read(path, ReadOptions(arm="one")).notes
    alone = braintrust.read(write_lines(tmp_path, case()), ReadOptions(arm="long"))
    assert not any("though" in note for note in alone.notes)


def test_without_an_id_the_text_of_the_input_is_the_key(tmp_path):
    path = write_lines(
        tmp_path,
        case(metadata={}),
        case(metadata={}, input=" Which   pier? "),
        case(metadata={}, input={"a": 1}),
    )
    found = records(braintrust, path)
    assert found[0]["question"] == found[1]["question"] != found[2]["question"]
    assert [each["epoch"] for each in found] == [1, 2, 1]


def test_a_step_inside_of_an_answer_is_no_answer(tmp_path):
    path = write_lines(tmp_path, case(), case(span_parents=["s0"]))
    kept, refused = rows(braintrust, path)
    assert kept.record is not None
    assert refused.refusals[0].reason == "a step inside of an answer, not an answer"


def test_counts_of_all_files_are_right(shared_cases):
    folder = shared_cases / "logs"
    expected = json.loads((folder / "expected.json").read_text())
    names = [name for name in expected if "/braintrust/" in name]
    assert len(names) == 2
    for name in names:
        told, found = expected[name], records(braintrust, folder / name, mapping=ALL)
        assert len(found) == told["rows"]
        assert len({each["question"] for each in found}) == told["questions"]
        assert sum(errors(found).values()) == told["errors"]
        assert verdicts(found, "exact")[1.0] == told["exact_1"]
        assert verdicts(found, "judge")["ungraded"] == told["judge_null"]
