"""Establishes what rows of a LangSmith experiment say, and what a failure takes from them."""

import json

import pytest

from lcexplore.errors import ChoiceNeeded, UsageError
from lcexplore.importers import identify, langsmith
from lcexplore.log import ReadOptions
from tests.importers.reading import ALL, DATA, errors, records, rows, summed, verdicts, write_lines

ROWS = DATA / "langsmith" / "rows_long.jsonl"
TABLE = DATA / "langsmith" / "to_pandas_long.csv"
HEADER = ("inputs.question,outputs.answer,error,reference.answer,feedback.right,execution_time,"
          "example_id,id")  # fmt: skip


def row(**run):
    return {
        "run": {
            "id": "r1", "start_time": "2026-11-29T18:00:00Z", "end_time": "2026-11-29T18:00:02.5Z",
            "first_token_time": "2026-11-29T18:00:00.5Z", "inputs": {"question": "Which pier?"},
            "outputs": {"answer": "pier nine", "usage_metadata": {
                "input_tokens": 90, "output_tokens": 7, "total_tokens": 97,
                "input_token_details": {"cache_read": 50, "cache_creation": 30}}},
            "session_name": "exp-7", "error": None, **run,
        },
        "example": {"id": "e1", "outputs": {"answer": "nine"}, "metadata": {"stratum": "lookup"}},
        "evaluation_results": [{"key": "right", "score": 0, "comment": "no", "extra": None}],
    }  # fmt: skip


def test_every_field_comes_from_its_own_place(tmp_path):
    (record,) = records(langsmith, write_lines(tmp_path, row()), arm=None)
    assert record == {
        "arm": "exp-7",
        "question": "e1",
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "started_at": "2026-11-29T18:00:00Z",
        "latency_s": 2.5,
        "ttft_s": 0.5,
        "usage": {"input_uncached": 10, "cache_read": 50, "cache_write": 30, "output": 7},
        "gradings": [{"grader": "right", "verdict": 0, "quote": "no"}],
        "stratum": "lookup",
        "epoch": 1,
    }


@pytest.mark.parametrize("path", [ROWS, TABLE], ids=["rows", "table"])
def test_a_real_experiment_says_the_same_in_both_forms(path):
    # 32 runs of 16 examples; two failed and were scored False all the same, the evaluator failed
    # on two others.
    assert identify(path) is langsmith
    found = records(langsmith, path)
    assert (len(found), len({each["question"] for each in found})) == (32, 16)
    assert errors(found) == {"context_overflow": 2}
    right = {True: 24, False: 4} if path is ROWS else {"True": 24, "False": 4}
    assert verdicts(found, "correctness") == {**right, "error": 2, "grader_failed": 2}
    assert (summed(found, "cache_read"), summed(found, "cache_write")) == (1_158_000, 1_144_000)
    assert {each["epoch"] for each in found} == {1, 2}


def test_the_traceback_of_a_failure_is_not_read_for_its_kind(tmp_path):
    told = ("ValueError('no such tool')\n\nTraceback (most recent call last):\n"
            '  File "x.py", line 1, in _run_with_timeout\nValueError: no such tool\n')  # fmt: skip
    (record,) = records(langsmith, write_lines(tmp_path, row(error=told)))
    assert record["error"] == {"kind": "error", "message": "ValueError('no such tool')"}


def test_the_same_run_twice_has_the_same_number_and_another_run_the_next(tmp_path):
    path = write_lines(tmp_path, row(), row(), row(id="r2"))
    assert [each["epoch"] for each in records(langsmith, path)] == [1, 1, 2]


def test_an_evaluator_without_a_score_has_not_graded(tmp_path):
    declined = row()
    declined["evaluation_results"] = [
        {"key": "right", "score": None, "value": None},
        {"key": "style", "score": None, "value": "good"},
        {"key": "judge", "score": 1, "extra": {"error": True}},
    ]
    (record,) = records(langsmith, write_lines(tmp_path, declined), mapping=ALL)
    assert record["gradings"] == [
        {"grader": "right", "reason": "ungraded"},
        {"grader": "style", "verdict": "good"},
        {"grader": "judge", "reason": "grader_failed"},
    ]


def test_one_evaluator_may_be_chosen_and_an_unknown_one_is_named(tmp_path):
    both = row()
    both["evaluation_results"].append({"key": "style", "score": 1})
    path = write_lines(tmp_path, both)
    with pytest.raises(ChoiceNeeded, match=r"right \(0\); style \(1\); all \("):
        rows(langsmith, path)
    assert (
        "2 graders: right, style" in langsmith.read(path, ReadOptions(arm="a", mapping=ALL)).notes
    )
    (record,) = records(langsmith, path, mapping={"verdict": "style"})
    assert [each["grader"] for each in record["gradings"]] == ["style"]
    with pytest.raises(UsageError, match="there are right, style"):
        rows(langsmith, path, mapping={"verdict": "wrong"})


def test_an_evaluator_may_be_named_by_its_column():
    found = records(langsmith, TABLE, mapping={"verdict": "feedback.correctness"})
    assert verdicts(found, "correctness")["True"] == 24


def test_a_row_of_the_table_with_other_cells_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(f"{HEADER}\nWhich?,nine,,nine,,0.5,e1,r1\nWhich?,nine\n", encoding="utf-8")
    kept, refused = rows(langsmith, path)
    assert kept.record["gradings"] == [{"grader": "right", "reason": "grader_failed"}]
    assert (refused.line, refused.refusals[0].reason) == (3, "2 cells where the header has 8")


def test_counts_of_all_files_are_right(shared_cases):
    folder = shared_cases / "logs"
    expected = json.loads((folder / "expected.json").read_text())
    names = [name for name in expected if "/langsmith/" in name]
    assert len(names) == 2
    for name in names:
        told, found = expected[name], records(langsmith, folder / name)
        said = verdicts(found, "correctness")
        assert len(found) == told["rows"]
        assert said["error"] == told["errors"] == told["false_that_are_errors"]
        assert said["grader_failed"] == told["judge_errors"]
        assert said[True] == told["score_true"]
        assert said[False] == told["score_false"] - told["false_that_are_errors"]
