"""Establishes what a table of Ragas says, and what only the user can say of it."""

import json
import math

import pytest

from lcexplore.errors import ChoiceNeeded, LogError, UsageError
from lcexplore.importers import identify, ragas
from lcexplore.ingest import import_files
from lcexplore.log import ReadOptions
from lcexplore.store import Store
from tests.importers.reading import DATA, records, rows, verdicts, write_lines

FILES = [DATA / "ragas" / name for name in
         ("evaluate_rag.csv", "evaluate_rag_with_index.csv", "evaluate_rag.json")]  # fmt: skip
ROW = {"user_input": "Which pier?", "retrieved_contexts": ["a"], "response": "pier nine",
       "reference": "nine", "correctness": 0.8}  # fmt: skip


def test_every_field_comes_from_its_own_place(tmp_path):
    (record,) = records(ragas, write_lines(tmp_path, ROW))
    assert record.pop("question").startswith("sha256:")
    assert record == {
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "gradings": [{"grader": "correctness", "verdict": 0.8}],
        "epoch": 1,
    }


def test_the_older_column_names_are_read(tmp_path):
    old = {"question": "Which pier?", "answer": "pier nine", "contexts": "['a']",
           "ground_truth": "nine", "correctness": 0.8}  # fmt: skip
    path = tmp_path / "old.csv"
    text = f"\ufeff{','.join(old)}\n{','.join(map(str, old.values()))}\n"
    path.write_text(text, encoding="utf-8")
    assert identify(path) is ragas
    (record,) = records(ragas, path)
    assert record["answer"] == "pier nine"
    assert record["question"] == records(ragas, write_lines(tmp_path, ROW))[0]["question"]


REPEATED = "the n-th row of a question is read as repetition n: 1 later row"


def test_a_row_that_says_the_same_is_the_same_answer_and_another_one_a_repetition(tmp_path):
    lines = [ROW, ROW, {**ROW, "response": "pier ten"}]
    path = write_lines(tmp_path, *lines)
    assert [each["epoch"] for each in records(ragas, path)] == [1, 1, 2]
    assert REPEATED in ragas.read(path, ReadOptions(arm="a")).notes
    once = write_lines(tmp_path, ROW, ROW, name="once.jsonl")
    assert not any("repetition" in note for note in ragas.read(once, ReadOptions(arm="a")).notes)


def test_a_number_of_the_row_does_not_make_it_another(tmp_path):
    path = tmp_path / "index.csv"
    path.write_text(
        ",user_input,retrieved_contexts,response,reference,acc\n0,Q,[],a,r,1.0\n1,Q,[],a,r,1.0\n",
        encoding="utf-8",
    )
    assert [each["epoch"] for each in records(ragas, path)] == [1, 1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_table_says_the_same_in_every_form(path):
    # 20 rows; the string is present in 14, the judge failed on one.
    assert identify(path) is ragas
    present = records(ragas, path, mapping={"verdict": "string_present"})
    assert len({each["question"] for each in present}) == len(present) == 20
    assert sum(float(each["gradings"][0]["verdict"]) for each in present) == 14
    judged = records(ragas, path, mapping={"verdict": "answer_correctness"})
    assert verdicts(judged, "answer_correctness")["grader_failed"] == 1


def test_several_metrics_are_a_choice():
    with pytest.raises(ChoiceNeeded) as refusal:
        rows(ragas, FILES[1])
    assert refusal.value.choices == {"string_present": "1.0", "answer_correctness": "1.0"}
    with pytest.raises(UsageError, match="there are string_present, answer_correctness"):
        rows(ragas, FILES[0], mapping={"verdict": "reference"})


def test_a_score_between_stops_the_import_until_the_threshold_is_named(tmp_path):
    how = {"comparison": "c", "arm": "rag", "mapping": {"verdict": "answer_correctness"}}
    store = Store(tmp_path / "s.duckdb")
    with pytest.raises(LogError, match=r"'0\.35' \(6\).*--correct-at"):
        import_files(store, [FILES[0]], **how)
    (told,) = import_files(Store(tmp_path / "t.duckdb"), [FILES[0]], correct_at=0.5, **how)
    assert told.not_measured == {"grader_failed": 1}


@pytest.mark.parametrize("score", [None, math.nan, ""])
def test_a_blank_score_is_a_judge_that_failed(tmp_path, score):
    path = write_lines(tmp_path, ROW, {**ROW, "user_input": "Which quay?", "correctness": score})
    assert verdicts(records(ragas, path), "correctness") == {0.8: 1, "grader_failed": 1}


def test_a_table_without_scores_is_refused(tmp_path):
    bare = {key: value for key, value in ROW.items() if key != "correctness"}
    with pytest.raises(LogError, match="wanted a column of scores"):
        ragas.read(write_lines(tmp_path, bare), ReadOptions(arm="a"))


def test_counts_of_all_files_are_right(shared_cases):
    folder = shared_cases / "logs"
    expected = json.loads((folder / "expected.json").read_text())
    names = [name for name in expected if "/ragas/" in name]
    assert len(names) == 2
    for name in names:
        told = expected[name]
        for path in sorted((folder / name).parent.glob(f"{(folder / name).stem}*")):
            present = records(ragas, path, mapping={"verdict": "string_present"})
            assert len(present) == told["rows"]
            right = sum(float(each["gradings"][0]["verdict"]) for each in present)
            assert right == told["string_present"]
            judged = records(ragas, path, mapping={"verdict": "answer_correctness"})
            assert verdicts(judged, "answer_correctness")["grader_failed"] == told["nan"]
