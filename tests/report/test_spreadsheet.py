"""A table that leaves as Parquet comes back as it was, formulas and missing values included."""

import io

import pandas as pd

from lcexplore.report import spreadsheet


def test_a_table_comes_back_from_parquet_as_it_was():
    frame = pd.DataFrame({"question": ["007", "=1+1"], "latency_s": [1.25, None]})
    back = pd.read_parquet(io.BytesIO(spreadsheet.parquet(frame)))
    pd.testing.assert_frame_equal(back, frame)


def test_every_table_of_a_store_can_leave_as_parquet(demo_store):
    for name in ("answers", "gradings", "labels", "rejects", "imports"):
        table = demo_store.table(name)
        back = pd.read_parquet(io.BytesIO(spreadsheet.parquet(table)))
        assert list(back.columns) == list(table.columns)
        assert len(back) == len(table)
