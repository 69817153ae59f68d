"""Gradings in a cell of a table are read, or named where they are none; one costs no other."""

import json

import pyarrow as pa
import pyarrow.parquet
import pytest

from lcexplore.errors import LogError
from lcexplore.ingest import import_files
from lcexplore.store import Store
from tests.store import logs

GOOD = json.dumps([{"grader": "g", "verdict": "correct"}])


def taken(path, **how):
    store = Store(str(path.parent / "s.duckdb"))
    (account,) = import_files(store, [path], comparison="c", arm="a", **how)
    return store, account


def csv(folder, cells):
    quoted = [each.replace('"', '""') for each in cells]
    rows = "".join(f'q{place},"{each}"\n' for place, each in enumerate(quoted))
    path = folder / "log.csv"
    path.write_text(f"question,gradings\n{rows}")
    return path


@pytest.mark.parametrize(
    "bad", ['{"grader": "g"}', "[{'grader': 'g'}]", "3", "[1]", '[{"verdict": 1, "verdict": 0}]']
)
def test_a_cell_that_holds_no_gradings_is_named_and_the_others_are_read(tmp_path, bad):
    store, account = taken(csv(tmp_path, [GOOD, bad, "", "null"]))
    assert store.table("gradings")["verdict"].tolist() == ["correct"]
    assert [(each.line, each.field) for each in account.refusals] == [(3, "gradings")]
    assert account.not_measured == {"ungraded": 3}


def test_a_row_that_is_broken_otherwise_costs_no_gradings(tmp_path):
    path = csv(tmp_path, [GOOD, GOOD])
    path.write_text(path.read_text() + "q9,x,y\n")
    store, account = taken(path)
    assert store.table("gradings")["verdict"].tolist() == ["correct", "correct"]
    assert account.rows_refused == 1


def parquet(folder, gradings):
    path = folder / "log.parquet"
    pyarrow.parquet.write_table(pa.table({"question": ["q1"], "gradings": gradings}), path)
    return path


@pytest.mark.parametrize("gradings", [[json.loads(GOOD)], [GOOD]])
def test_a_list_in_a_parquet_is_read_as_such_or_as_text(tmp_path, gradings):
    store, _ = taken(parquet(tmp_path, gradings))
    assert store.table("gradings")["verdict"].tolist() == ["correct"]


@pytest.mark.parametrize("gradings", [[{"grader": "g", "verdict": 1}], ["[{'x'"]])
def test_what_is_no_list_in_a_parquet_is_an_error_that_shows_it(tmp_path, gradings):
    with pytest.raises(LogError, match="gradings is not a list of objects: "):
        taken(parquet(tmp_path, gradings))


def test_gradings_as_text_are_read_in_json_lines_too(tmp_path):
    rows = [{"question": "q1", "gradings": GOOD, "latency_s": 1}, logs.row("q2", verdict=0)]
    store, _ = taken(logs.write(tmp_path / "log.jsonl", rows))
    assert sorted(store.table("gradings")["verdict"]) == ["correct", "incorrect"]


def test_mapped_gradings_that_are_no_objects_are_an_error_that_shows_them(tmp_path):
    path = logs.write(tmp_path / "log.jsonl", [{"id": "q1", "judges": [1]}])
    with pytest.raises(LogError, match=r"not a list of objects: \[1\]"):
        taken(path, mapping={"question": "id", "gradings": "judges"})
