"""Establishes what traces of MLflow say in each of their forms, and which scorer failed."""

import json

import pytest

from lcexplore.importers import identify, mlflow
from lcexplore.log import ReadOptions
from tests.importers.reading import ALL, DATA, errors, records, rows, summed, verdicts, write_lines

TRACES = DATA / "mlflow" / "traces_long.jsonl"
TABLES = [DATA / "mlflow" / name for name in ("search_traces_long.json", "result_df_long.csv")]


def assessment(name, value=None, *, error=None, digest="d1", source="CODE", **more):
    feedback = {"value": value, **({"error": {"error_message": error}} if error else {})}
    return {
        "assessment_name": name, "feedback": feedback,
        "source": {"source_type": source, "source_id": f"{name}-1"}, "valid": True,
        "metadata": {"mlflow.assessment.scorerDigest": digest}, **more,
    }  # fmt: skip


def trace(*assessments, **info):
    counts = {"input_tokens": 90, "output_tokens": 7, "total_tokens": 97,
              "cache_read_input_tokens": 50, "cache_creation_input_tokens": 30}  # fmt: skip
    span = {"parent_span_id": None, "status": {"code": "STATUS_CODE_OK", "message": ""},
            "attributes": {"mlflow.spanInputs": '{"question": "Which pier?"}',
                           "mlflow.spanOutputs": '"pier nine"'}}  # fmt: skip
    return {
        "info": {
            "trace_id": "t1", "request_time": "2026-11-29T17:53:00.375Z", "state": "OK",
            "execution_duration_ms": 1250, "tags": {"question_id": "q1", "stratum": "lookup"},
            "trace_metadata": {"mlflow.trace.tokenUsage": json.dumps(counts),
                               "mlflow.sourceRun": "run-1"},
            "assessments": list(assessments), **info,
        },
        "data": {"spans": [span]},
    }  # fmt: skip


def test_every_field_comes_from_its_own_place(tmp_path):
    expected = {"assessment_name": "expected_response", "expectation": {"value": "nine"}}
    judged = assessment("right", True, rationale="same", create_time="2026-11-29T18:00:00Z")
    path = write_lines(tmp_path, trace(judged, expected))
    (record,) = records(mlflow, path)
    assert record == {
        "question": "q1",
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "started_at": "2026-11-29T17:53:00.375Z",
        "latency_s": 1.25,
        "usage": {"input_uncached": 10, "cache_read": 50, "cache_write": 30, "output": 7},
        "gradings": [
            {
                "grader": "right",
                "verdict": True,
                "quote": "same",
                "graded_at": "2026-11-29T18:00:00Z",
            }
        ],
        "stratum": "lookup",
        "epoch": 1,
    }
    assert mlflow.read(path, ReadOptions(arm="a")).manifest == {"run_id": "run-1"}


def test_real_traces_add_up():
    # 16 traces, one of them failed; 12 right, and scorers failed on two.
    assert identify(TRACES) is mlflow
    found = records(mlflow, TRACES, mapping=ALL)
    assert len({each["question"] for each in found}) == len(found) == 16
    assert errors(found) == {"context_overflow": 1}
    assert verdicts(found, "correct") == {True: 12, False: 3, "error": 1}
    assert verdicts(found, "correctness") == {
        "correct": 12, "incorrect": 2, "grader_failed": 1, "error": 1}  # fmt: skip
    assert (summed(found, "cache_read"), summed(found, "cache_write")) == (579_000, 822_000)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_a_table_says_of_each_trace_what_the_trace_says(path):
    assert identify(path) is mlflow
    whole = {each["question"]: each for each in records(mlflow, TRACES, mapping=ALL)}
    found = records(mlflow, path, mapping=ALL)
    assert len(found) == 8
    for each in found:
        same = whole[each["question"]]
        each["gradings"].sort(key=lambda made: made["grader"])
        same["gradings"].sort(key=lambda made: made["grader"])
        assert each == same


def test_a_scorer_and_a_field_may_be_named_by_their_columns():
    mapping = {"verdict": "correct/value", "question": "trace_id"}
    found = records(mlflow, TABLES[1], mapping=mapping)
    assert {graded["grader"] for each in found for graded in each["gradings"]} == {"correct"}
    assert all(each["question"].startswith("tr-") for each in found)


def test_a_scorer_that_failed_is_known_by_its_digest(tmp_path):
    path = write_lines(
        tmp_path,
        trace(assessment("correctness", "yes", digest="d9", source="LLM_JUDGE")),
        trace(assessment("judge", error="timed out", digest="d9"), trace_id="t2"),
    )
    log = mlflow.read(path, ReadOptions(arm="a"))
    assert log.manifest["grader_models"] == "correctness: correctness-1"
    found = [row.record for row in log.records]
    assert verdicts(found, "correctness") == {"correct": 1, "grader_failed": 1}


def test_words_of_a_judge_are_left_as_they_are_where_the_user_says_how_to_read_them(tmp_path):
    path = write_lines(tmp_path, trace(assessment("safe", "yes")))
    assert verdicts(records(mlflow, path), "safe") == {"correct": 1}
    assert verdicts(records(mlflow, path, correct=("no",)), "safe") == {"yes": 1}


def test_what_people_said_is_not_a_scorers_and_what_was_withdrawn_does_not_count(tmp_path):
    told = trace(assessment("right", True, source="HUMAN"), assessment("old", True, valid=False))
    (record,) = records(mlflow, write_lines(tmp_path, told))
    assert [each["grader"] for each in record["gradings"]] == ["right (human)"]


def test_counts_whose_basis_nothing_tells_are_refused_and_not_guessed(tmp_path):
    counts = {"input_tokens": 90, "output_tokens": 7, "cache_read_input_tokens": 50}
    told = trace(trace_metadata={"mlflow.trace.tokenUsage": json.dumps(counts)})
    (row,) = rows(mlflow, write_lines(tmp_path, told))
    assert row.record["usage"] == {"cache_read": 50, "output": 7}
    assert row.refusals[0].field == "usage.input_uncached"


def test_a_row_whose_trace_cannot_be_read_is_refused(tmp_path):
    path = tmp_path / "table.json"
    text = json.dumps([{"trace_id": "t1", "trace": "{", "state": "OK"}])
    path.write_text(text, encoding="utf-8")
    (row,) = rows(mlflow, path)
    assert (row.record, row.refusals[0].reason) == (None, "not a trace in JSON")


def test_counts_of_all_files_are_right(shared_cases):
    folder = shared_cases / "logs"
    expected = json.loads((folder / "expected.json").read_text())
    names = [name for name in expected if "/mlflow/" in name]
    assert len(names) == 2
    for name in names:
        told, found = expected[name], records(mlflow, folder / name, mapping=ALL)
        assert len(found) == told["rows"]
        assert sum(errors(found).values()) == told["state"].get("ERROR", 0)
        assert verdicts(found, "correct")[True] == told["correct_true"]
        # The expected count is of traces: of one that failed, the scorers failed as well.
        failed = verdicts(found, "correct") + verdicts(found, "correctness")
        both = told["state"].get("ERROR", 0)
        assert failed["grader_failed"] + both == told["assessment_errors"]
