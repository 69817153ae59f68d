"""Columns named twice, or alike but for case: numbered where nobody reads them, else refused."""

import re

import pyarrow as pa
import pyarrow.parquet
import pytest

from lcexplore.errors import LogError
from lcexplore.ingest import import_files, import_requests
from lcexplore.store import Store

MAPPED = {"question": "id", "verdict": "label"}


def load(path, **how):
    (account,) = import_files(Store(path.parent / "s"), [path], comparison="c", **how)
    return account


@pytest.mark.parametrize(
    ("header", "pair"),
    [
        ("question,arm,verdict,Verdict", "`verdict` and `Verdict`"),
        ("question,arm,Verdict,verdict", "`Verdict` and `verdict`"),
        ("question,arm,verdict,verdict", "`verdict` and `verdict`"),
    ],
)
def test_a_csv_column_that_is_read_may_not_have_a_twin(tmp_path, header, pair):
    path = tmp_path / "log.csv"
    path.write_text(f"{header}\nq1,new,correct,incorrect\n")
    with pytest.raises(LogError, match=re.escape(pair)):
        load(path)


def test_csv_columns_that_are_not_read_may_be_named_alike(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("question,arm,verdict,ok,OK,ok_7,ok\nq1,new,correct,1,2,3,4\n")
    account = load(path)
    assert account.rows_kept == 1
    assert "columns that are not read: ok, OK_5, ok_7, ok_7_7" in account.notes


@pytest.mark.parametrize("name", ["log.csv", "log.jsonl"])
def test_a_mapped_column_may_not_have_a_twin(tmp_path, name):
    path = tmp_path / name
    csv = "id,ID,label\n1,2,pass\n"
    path.write_text(csv if name == "log.csv" else '{"id": 1, "ID": 2, "label": "pass"}\n')
    with pytest.raises(LogError, match="`id` and `ID`"):
        load(path, mapping=MAPPED, arm="new")


@pytest.mark.parametrize(
    ("names", "pair"),
    [
        (["question", "arm", "Verdict", "verdict"], "`Verdict` and `verdict`"),
        (["question", "arm", "verdict", "verdict"], "`verdict` and `verdict`"),
    ],
)
def test_a_parquet_column_that_is_read_may_not_have_a_twin(tmp_path, names, pair):
    values = [pa.array([each]) for each in ("q1", "new", "correct", "incorrect")]
    pyarrow.parquet.write_table(pa.Table.from_arrays(values, names=names), tmp_path / "l.parquet")
    with pytest.raises(LogError, match=re.escape(pair)):
        load(tmp_path / "l.parquet")


def test_a_nested_parquet_column_that_is_read_may_not_have_a_twin(tmp_path):
    usage = pa.array([{"Output": 5, "output": 7}])
    table = pa.table({"question": ["q1"], "arm": ["new"], "verdict": ["correct"], "usage": usage})
    pyarrow.parquet.write_table(table, tmp_path / "l.parquet")
    with pytest.raises(LogError, match=re.escape("`usage.Output` and `usage.output`")):
        load(tmp_path / "l.parquet")


def test_a_column_of_requests_may_not_have_a_twin(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("arm,latency_ms,Latency_ms,status\na,100,200,200\n")
    with pytest.raises(LogError, match="`latency_ms` and `Latency_ms`"):
        import_requests(Store(tmp_path / "s"), [path], comparison="c")
