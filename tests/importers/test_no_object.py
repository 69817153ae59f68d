"""Where parts of a field are read, a value that has no parts is named: nothing is lost unsaid."""

import pytest

from lcexplore.ingest import import_files, import_requests
from lcexplore.store import Store
from tests.store import logs

WRONG = ["x", [1], 3, True]
USED = {"output": 7}


def taken(folder, kind, rows, **how):
    store = Store(str(folder / "s.duckdb"))
    path = logs.write(folder / "log.jsonl", rows)
    (account,) = kind(store, [path], comparison="c", arm="a", **how)
    return store, account


@pytest.mark.parametrize("wrong", WRONG)
def test_usage_of_a_request_that_is_no_object_is_named_and_its_row_kept(tmp_path, wrong):
    rows = [{"latency_s": 1, "usage": each} for each in (USED, wrong, None, USED)]
    store, account = taken(tmp_path, import_requests, rows)
    assert [(each.line, each.field, each.reason) for each in account.refusals] == [
        (2, "usage", "not an object")
    ]
    assert account.rows_kept == 4
    assert store.table("requests")["output"].dropna().tolist() == [7, 7]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_mapped_column_whose_parts_are_read_is_named_where_it_has_none(tmp_path, wrong):
    rows = [{"id": f"q{n}", "u": each} for n, each in enumerate((USED, wrong, None, USED))]
    how = {"mapping": {"question": "id", "usage.output": "u.output"}}
    store, account = taken(tmp_path, import_files, rows, **how)
    assert [(each.line, each.field) for each in account.refusals] == [(2, "u")]
    assert store.table("answers")["output"].dropna().tolist() == [7, 7]


def test_a_field_that_is_read_whole_may_be_text_or_an_object(tmp_path):
    errors = [{"kind": "timeout"}, "boom", None]
    rows = [{"latency_s": 1, "error": each} for each in errors]
    _, account = taken(tmp_path, import_requests, rows)
    assert (account.refusals, account.not_measured) == ((), {"error": 1, "timeout": 1})
