"""A look at a file before it is imported: its format, its first rows, what has to be chosen."""

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import ReadOptions
from lcexplore.importers.look import MOST_TEXT, ROWS, look, raw

DATA = Path(__file__).parent / "data"
RECORD = {
    "question": "q1", "arm": "old", "answer": "x" * 500, "usage": {"cache_read": 0},
    "gradings": [{"grader": "judge", "rubric": "v4", "verdict": "correct"}],
}  # fmt: skip


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_csv_shows_its_rows_cut_to_fit_and_at_most_ten(tmp_path):
    rows = "\n".join(f"q{place},{'x' * 500}" for place in range(50))
    table = raw(written(tmp_path, "a.csv", f"id,answer\n{rows}\n"))
    assert table.header == ("id", "answer")
    assert len(table.rows) == ROWS
    assert len(table.rows[0][1]) == MOST_TEXT + 1


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_json_lines_show_what_has_to_be_confirmed_first_and_no_manifest(tmp_path, name):
    lines = [{"lcexplore": 1, "manifest": {"arm": "old"}}, *[RECORD] * 20]
    content = "".join(f"{json.dumps(each)}\n" for each in lines).encode()
    found = look(
        written(tmp_path, name, gzip.compress(content) if name.endswith("gz") else content),
        ReadOptions(),
    )
    assert (found.format, found.as_read) == ("native", False)
    assert found.table.header == ("question", "arm", "gradings", "answer", "usage.cache_read")
    assert len(found.table.rows) == ROWS
    assert found.table.rows[0][2] == "correct (judge v4)"
    assert found.table.rows[0][4] == "0"


def test_parquet_shows_its_first_rows(tmp_path):
    path = tmp_path / "a.parquet"
    columns = {"question": [f"q{i}" for i in range(30)], "verdict": [True, None, False] * 10}
    pyarrow.parquet.write_table(pa.table(columns), path)
    found = look(path, ReadOptions())
    assert (found.format, len(found.table.rows)) == ("flat", ROWS)
    assert [row[1] for row in found.table.rows[:3]] == ["true", "", "false"]


def test_a_broken_parquet_is_an_error_in_words(tmp_path):
    with pytest.raises(LogError, match="wanted a Parquet file"):
        raw(written(tmp_path, "a.parquet", b"PAR1 and nothing"))


def test_records_are_shown_as_they_are_read():
    found = look(DATA / "promptfoo" / "b_prompts_as_arms_run1.csv", ReadOptions())
    assert (found.format, found.as_read) == ("promptfoo", True)
    assert found.table.header[:3] == ("question", "arm", "epoch")
    assert any("arm from" in each for each in found.notes)


def test_a_file_that_can_be_read_in_two_ways_asks_for_one_of_them():
    path = DATA / "ragas" / "evaluate_rag.csv"
    with pytest.raises(ChoiceNeeded) as caught:
        look(path, ReadOptions())
    assert caught.value.field == "verdict"
    way = next(iter(caught.value.choices))
    assert look(path, ReadOptions(mapping={"verdict": way})).table.rows


def test_a_table_that_nobody_recognises_still_shows_its_rows(tmp_path):
    path = written(tmp_path, "a.csv", "id,system,ok\n1,old,1\n")
    with pytest.raises(LogError):
        look(path, ReadOptions())
    assert raw(path).rows == (("1", "old", "1"),)
    assert raw(written(tmp_path, "a.bin", b"x")).header == ()
