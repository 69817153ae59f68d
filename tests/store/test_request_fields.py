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


# 2026-05-01 09:00 UTC in milliseconds; in seconds it is read.
def test_a_time_in_milliseconds_is_refused_with_what_to_write(tmp_path):
    found = refused(tmp_path, "time", "1777626000000")
    assert found.value == "1777626000000"
    assert "2026-05-01T09:00:00Z, or in seconds since 1970" in found.reason
