"""A file of requests that is read a second way is never counted twice without a word."""

import pytest

from lcexplore.errors import LogError
from lcexplore.ingest import import_requests
from lcexplore.model import Role
from lcexplore.store import Store
from tests.store.test_requests import INFO, write_csv

HEADER = ["arm", "dur", "other", "status"]


def log(folder, n=3):
    return write_csv(folder / "r.csv", [HEADER, *([["long", 4200, 9, 200]] * n)])


def read(store, path, *, arm=None, **columns):
    (account,) = import_requests(store, [path], comparison="c", arm=arm, mapping=columns)
    return account


def n_requests(store):
    return store.request_traffic(INFO).timings[Role.CANDIDATE].n_planned


def test_a_second_reading_of_a_file_is_refused_with_the_import_to_take_back(tmp_path):
    store, path = Store(tmp_path / "s.duckdb"), log(tmp_path)
    read(store, path, latency_s="dur")
    with pytest.raises(LogError) as caught:
        read(store, path, latency_ms="dur")
    said = str(caught.value)
    assert "the file of import 1, read there with --map latency_s=dur" in said
    assert "3 rows of arm 'long' would be counted twice" in said
    assert "'lcexplore forget 1'" in said
    assert n_requests(store) == 3


def test_once_the_first_reading_is_taken_back_the_second_is_read(tmp_path):
    store, path = Store(tmp_path / "s.duckdb"), log(tmp_path)
    store.forget(read(store, path, latency_s="dur").import_id)
    assert read(store, path, latency_ms="dur").rows_kept == 3
    assert n_requests(store) == 3


def test_one_file_may_serve_two_arms_from_two_columns_and_a_second_comparison(tmp_path):
    store, path = Store(tmp_path / "s.duckdb"), log(tmp_path)
    read(store, path, arm="long", latency_ms="dur")
    assert read(store, path, arm="rag", latency_ms="other").arms == {"rag": 3}
    (account,) = import_requests(store, [path], comparison="d", mapping={"latency_s": "dur"})
    assert account.rows_kept == 3
    with pytest.raises(LogError, match="import 2, read there with --map latency_ms=other"):
        read(store, path, arm="rag", latency_ms="dur")


def test_a_reading_that_adds_no_request_changes_nothing(tmp_path):
    rows = [["arm", "started_at", "latency_s", "dur"]]
    rows += [["long", f"2026-05-01T0{hour}:00:00Z", 1.5, 1.5] for hour in range(3)]
    store, path = Store(tmp_path / "s.duckdb"), write_csv(tmp_path / "r.csv", rows)
    read(store, path)
    again = read(store, path, latency_s="dur")
    assert (again.rows_kept, again.duplicates) == (0, 3)
    assert n_requests(store) == 3


def test_the_same_columns_for_an_arm_of_another_name_are_asked_about(tmp_path):
    store, path = Store(tmp_path / "s.duckdb"), log(tmp_path)
    assert not read(store, path, arm="lnog", latency_ms="dur").notes[1:]
    account = read(store, path, arm="long", latency_ms="dur")
    assert any("import 1 read the same columns" in each for each in account.notes)
    assert any("for 'lnog': was it chosen twice?" in each for each in account.notes)
    other = read(store, path, arm="rag", latency_ms="other")
    assert not any("chosen twice" in each for each in other.notes)
