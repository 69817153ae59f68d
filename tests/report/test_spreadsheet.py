"""A table that leaves comes back as it was; as a CSV without formulas, as Parquet whole."""

import csv
import io

import pandas as pd

from lcexplore.report import spreadsheet
from lcexplore.store import TABLES, schema


def csv_rows(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_every_table_of_the_schema_can_leave():
    assert sorted(TABLES) == sorted(schema.tables())


def test_a_table_comes_back_from_parquet_as_it_was():
    frame = pd.DataFrame({"question": ["007", "=1+1"], "latency_s": [1.25, None]})
    back = pd.read_parquet(io.BytesIO(spreadsheet.parquet(frame)))
    pd.testing.assert_frame_equal(back, frame)


def test_what_is_unknown_is_blank_in_a_csv_and_no_cell_is_a_formula():
    frame = pd.DataFrame(
        {
            "question": ["=1+1", None],
            "cost": [1.5, None],
            "n": pd.array([None, 2], dtype="Int64"),
            "at": [pd.NaT, pd.Timestamp("2026-04-20 09:00")],
        }
    )
    written = spreadsheet.table_csv(frame).decode("utf-8-sig").splitlines()
    assert written == ["question,cost,n,at", "'=1+1,1.5,,", ",,2,2026-04-20 09:00:00"]


def test_every_table_of_a_store_can_leave_as_csv_and_parquet(demo_store):
    for name in TABLES:
        table = demo_store.table(name)
        assert len(csv_rows(spreadsheet.table_csv(table))) == len(table) + 1, name
        back = pd.read_parquet(io.BytesIO(spreadsheet.parquet(table)))
        assert list(back.columns) == list(table.columns)
        assert len(back) == len(table)
