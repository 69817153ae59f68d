"""Establishes that events of an oaieval record become one answer a sample, its grader apart."""

import json

import pytest

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import identify, openai_evals
from lcexplore.log import ReadOptions
from tests.importers.reading import DATA, records, rows, summed, verdicts, write_lines

LOG = DATA / "openai_evals" / "match_long.jsonl"
SPEC = {"spec": {"completion_fns": ["fn-1"], "eval_name": "e.dev.v1", "run_id": "r1",
                 "split": "dev", "created_at": "2026-11-29 17:48:18.828660",
                 "run_config": {"seed": 5, "command": "oaieval --secret x"}}}  # fmt: skip


def event(number, kind, data, name="s.1", at="2026-11-29 17:48:19+00:00"):
    return {"run_id": "r1", "event_id": number, "sample_id": name, "type": kind,
            "data": data, "created_at": at}  # fmt: skip


def sampling(number, text, **more):
    asked = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Which pier?"}]
    return event(number, "sampling", {"prompt": asked, "sampled": [text], **more})


def test_every_field_comes_from_its_own_place(tmp_path):
    usage = {"prompt_tokens": 90, "completion_tokens": 7, "total_tokens": 97,
             "prompt_tokens_details": {"cached_tokens": 64}}  # fmt: skip
    path = write_lines(
        tmp_path,
        SPEC,
        sampling(0, "pier nine", model="m-1", usage=usage),
        event(1, "match", {"correct": True, "expected": "nine", "picked": "nine"}),
    )
    (row,) = rows(openai_evals, path)
    assert (row.line, row.locator) == (2, "sample s.1")
    assert row.record == {
        "question": "s.1",
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "model": "m-1",
        "usage": {"input_uncached": 26, "cache_read": 64, "cache_write": 0, "output": 7},
        "gradings": [
            {"grader": "match", "verdict": True, "graded_at": "2026-11-29 17:48:19+00:00"}
        ],
    }
    manifest = openai_evals.read(path, ReadOptions(arm="a")).manifest
    assert (manifest["seed"], manifest["run_id"]) == (5, "r1")
    assert "secret" not in str(manifest)


def test_a_real_record_adds_up():
    # 24 samples, 18 of them correct, and no final report.
    assert identify(LOG) is openai_evals
    log = openai_evals.read(LOG, ReadOptions(arm="long"))
    found = [row.record for row in log.records]
    assert len(found) == 24
    assert verdicts(found, "match") == {True: 18, False: 6}
    assert summed(found, "cache_read") == 1_354_000
    assert any("no final report" in note for note in log.notes)


def test_the_answer_is_the_first_sampling_and_not_the_graders(tmp_path):
    path = write_lines(
        tmp_path,
        SPEC,
        {"final_report": {"score": 1}},
        sampling(2, "The answer is right. C", model="judge"),
        sampling(1, "pier nine", model="m-1"),
        event(3, "metrics", {"choice": "C", "score": 1.0}),
    )
    (record,) = records(openai_evals, path)
    assert (record["answer"], record["model"]) == ("pier nine", "m-1")
    assert verdicts([record], "metrics.score") == {1.0: 1}


def test_an_error_of_a_sample_wins_over_its_match(tmp_path):
    failed = event(1, "error", {"type": "APIError", "error": "request timed out"})
    match = event(2, "match", {"correct": False})
    (record,) = records(openai_evals, write_lines(tmp_path, SPEC, failed, match))
    assert record["error"]["kind"] == "timeout"


def test_the_arm_is_asked_for_where_it_may_be_the_function_or_the_eval():
    with pytest.raises(ChoiceNeeded) as refusal:
        rows(openai_evals, LOG, arm=None)
    assert refusal.value.choices["completion_fns"] == "mock-long"
    options = ReadOptions(mapping={"arm": "completion_fns"})
    assert openai_evals.read(LOG, options).manifest["arm"] == "mock-long"


def test_a_long_prompt_is_no_question_text(tmp_path):
    long = sampling(0, "x")
    long["data"]["prompt"][1]["content"] = "passage " * 500
    (record,) = records(openai_evals, write_lines(tmp_path, SPEC, long))
    assert "question_text" not in record
    assert "gradings" not in record


def test_a_line_that_is_no_event_is_refused_and_the_others_are_kept(tmp_path):
    path = write_lines(tmp_path, SPEC, sampling(0, "x"), {"type": "match"})
    path.write_bytes(path.read_bytes() + b'{"run_id": \n')
    found = rows(openai_evals, path)
    assert [row.record is None for row in found] == [False, True, True]
    assert [row.line for row in found] == [2, 3, 4]


def test_a_run_that_broke_off_before_its_first_sample_is_refused(tmp_path):
    with pytest.raises(LogError, match="wanted events of samples"):
        openai_evals.read(write_lines(tmp_path, SPEC), ReadOptions(arm="a"))


@pytest.mark.parametrize("name", ["match_rag", "match_long"])
def test_counts_of_all_files_are_right(shared_cases, name):
    folder = shared_cases / "logs"
    key = f"generated/openai_evals/{name}.jsonl"
    expected = json.loads((folder / "expected.json").read_text())[key]
    found = records(openai_evals, folder / key)
    assert len(found) == expected["samples"]
    assert verdicts(found, "match")[True] == expected["correct"]
