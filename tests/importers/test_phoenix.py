"""Establishes what runs of a Phoenix experiment say, and that annotated failures stay failures."""

import json

import pytest

from lcexplore.importers import identify, phoenix
from lcexplore.log import ReadOptions
from tests.importers.reading import ALL, DATA, errors, records, verdicts

LOG = DATA / "phoenix" / "experiment_long.json"


def run(*annotations, **changes):
    return {
        "example_id": "RXg6MQ==", "repetition_number": 3, "input": {"question": "Which pier?"},
        "reference_output": {"answer": "nine"}, "output": "pier nine", "error": None,
        "latency_ms": 1250.5, "start_time": "2026-11-29T18:00:00+00:00",
        "end_time": "2026-11-29T18:00:01+00:00", "prompt_token_count": 90,
        "completion_token_count": 7, "annotations": list(annotations), **changes,
    }  # fmt: skip


def write(folder, *runs):
    path = folder / "experiment.json"
    path.write_text(json.dumps(runs), encoding="utf-8")
    return path


def test_every_field_comes_from_its_own_place(tmp_path):
    made = {"name": "right", "label": None, "score": 1.0, "error": None, "explanation": "same",
            "end_time": "2026-11-29T18:01:00+00:00"}  # fmt: skip
    (record,) = records(phoenix, write(tmp_path, run(made)))
    assert record == {
        "question": "RXg6MQ==",
        "epoch": 3,
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "latency_s": 1.2505,
        "started_at": "2026-11-29T18:00:00+00:00",
        "usage": {"output": 7},  # how much of the prompt was cached is not known
        "gradings": [
            {
                "grader": "right",
                "verdict": 1.0,
                "quote": "same",
                "graded_at": "2026-11-29T18:01:00+00:00",
            }
        ],
    }


def test_a_real_experiment_adds_up():
    # 32 runs of 16 examples, 24 right; two failed and were annotated all the same.
    assert identify(LOG) is phoenix
    found = records(phoenix, LOG, mapping=ALL)
    assert (len(found), len({each["question"] for each in found})) == (32, 16)
    assert errors(found) == {"context_overflow": 2}
    assert verdicts(found, "correct") == {1.0: 24, 0.0: 6, "error": 2}
    assert verdicts(found, "label") == {
        "correct": 24, "incorrect": 4, "grader_failed": 2, "error": 2}  # fmt: skip


@pytest.mark.parametrize(
    ("label", "score", "options", "verdict"),
    [
        ("correct", 0.4, {}, "correct"),
        ("correct", 0.4, {"correct_at": 0.5}, 0.4),
        ("good", 1.0, {}, 1.0),
        ("good", None, {}, "good"),
    ],
)
def test_of_a_label_and_a_score_the_one_that_says_pass_or_fail_is_read(
    tmp_path, label, score, options, verdict
):
    path = write(tmp_path, run({"name": "right", "label": label, "score": score}))
    (record,) = records(phoenix, path, **options)
    assert record["gradings"] == [{"grader": "right", "verdict": verdict}]


def test_the_key_holds_on_one_server_only_and_another_may_be_mapped(tmp_path):
    path = write(tmp_path, run())
    notes = phoenix.read(path, ReadOptions(arm="a")).notes
    assert any("holds within one server" in note for note in notes)
    (record,) = records(phoenix, path, mapping={"question": "input.question"})
    assert record["question"] == "Which pier?"


def test_counts_of_all_files_are_right(shared_cases):
    folder = shared_cases / "logs"
    expected = json.loads((folder / "expected.json").read_text())
    names = [name for name in expected if "/phoenix/" in name]
    assert len(names) == 2
    for name in names:
        told, found = expected[name], records(phoenix, folder / name, mapping=ALL)
        said = [verdicts(found, grader) for grader in ("correct", "label")]
        assert len(found) == told["rows"]
        assert len({each["question"] for each in found}) == told["examples"]
        assert said[0][1.0] == told["correct"]
        assert sum(errors(found).values()) == told["errors"] == told["scored_although_error"]
        assert sum(each["grader_failed"] for each in said) == told["annotation_errors"]
