"""A field of a request log that is refused is quoted as it is written, with what to write."""

import pytest

from lcexplore.ingest import import_requests
from lcexplore.store import Store
from tests.store.test_requests import write_csv


def refused(folder, name, value):
    path = write_csv(folder / "r.csv", [["arm", "status", name], ["long", "200", value]])
    (account,) = import_requests(Store(folder / "s.duckdb"), [path], comparison="c")
    (found,) = account.refusals
    return found


@pytest.mark.parametrize("name", ["latency_ms", "ttft_ms", "latency_s", "ttft_s"])
@pytest.mark.parametrize("value", ["-5", "NaN", "inf", "4.3s", "-5e3"])
def test_a_refused_time_is_quoted_in_the_unit_of_the_file(tmp_path, name, value):
    found = refused(tmp_path, name, value)
    assert (found.field, found.value) == (name, value)


def test_a_comma_before_three_digits_is_offered_both_readings(tmp_path):
    found = refused(tmp_path, "latency_ms", "4,321")
    assert (found.field, found.value) == ("latency_ms", "4,321")
    assert found.reason.endswith("write 4321 or 4.321")


# 2026-05-01 09:00:00.25 UTC.
@pytest.mark.parametrize(
    "written", ["1777626000.25", "1777626000250", "1777626000250000", "1777626000250000000"]
)
@pytest.mark.parametrize("name", ["time", "started_at"])
def test_a_time_since_1970_is_read_in_whichever_unit_its_size_tells(tmp_path, name, written):
    path = write_csv(tmp_path / "r.csv", [["arm", "status", name], ["long", "200", written]])
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_requests(store, [path], comparison="c")
    assert account.refusals == ()
    assert store.table("requests").started_at[0].isoformat() == "2026-05-01T09:00:00.250000"


# Dates without their marks, and what would be milliseconds before 2000 or after 2100.
@pytest.mark.parametrize(
    "written",
    ["202605010900", "20260501090000", "946684799999", "4102444800001", "5000", "-1777626000"],
)
def test_a_number_that_could_be_another_time_is_refused_with_what_to_write(tmp_path, written):
    found = refused(tmp_path, "time", written)
    assert (found.field, found.value) == ("time", written)
    assert "2026-05-01T09:00:00Z, or in seconds since 1970, or in ms" in found.reason


@pytest.mark.parametrize(
    ("field", "column", "value"),
    [
        ("time", "ts", "noon"),
        ("started_at", "it's {ts}", "noon"),
        ("latency_ms", "dur", "-1"),
        ("usage.output", "tokens", "1.5"),
    ],
)
def test_a_refused_field_names_the_column_it_was_read_from(tmp_path, field, column, value):
    path = write_csv(tmp_path / "r.csv", [["arm", "status", column], ["long", "200", value]])
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_requests(store, [path], comparison="c", mapping={field: column})
    (found,) = account.refusals
    assert (found.field, found.value) == (field, value)
    assert found.reason.endswith(f"(column {column!r})")
    assert store.rejects(1)[0].reason == found.reason
