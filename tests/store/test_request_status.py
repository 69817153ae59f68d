"""What a status says is read as it is meant, and never silently as a good timing."""

import pytest

from lcexplore.ingest import import_requests
from lcexplore.model import CacheState, Role
from lcexplore.store import Store
from tests.store.test_requests import INFO, load, request, write_csv


def told(account):
    return [note for note in account.notes if note.startswith("status ")]


@pytest.mark.parametrize(
    "status",
    [
        *("200 OK", "HTTP 200", "HTTP/1.1 200 OK", "http_204", 200.0, "201 Created", 304, "100"),
        *("STATUS_CODE_OK", "StatusCode.UNSET", "UNSET", "finished", "end_turn", "Succeeded"),
    ],
)
def test_a_success_is_read_as_one_however_it_is_written(tmp_path, status):
    _, account = load(tmp_path, [request(status=status)])
    assert (account.not_measured, told(account)) == ({}, [])


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("504 Gateway Timeout", "timeout"),
        ("HTTP/2 408", "timeout"),
        ("HTTP 429 Too Many Requests", "rate_limited"),
        ("503 Service Unavailable", "http_503"),
        (599, "http_599"),
        ("STATUS_CODE_ERROR", "error"),
        ("DEADLINE_EXCEEDED", "timeout"),
        ("false", "false"),
    ],
)
def test_a_failure_is_read_with_its_kind_and_needs_no_note(tmp_path, status, kind):
    _, account = load(tmp_path, [request(status=status)])
    assert (account.not_measured, told(account)) == ({kind: 1}, [])


# What k6, Locust and curl write for no response; 0 is also the OK of gRPC, 4 its time-out.
@pytest.mark.parametrize("status", [0, -1, 4, "0", "000", "0.0", 99.9])
def test_a_number_below_100_is_a_failure_that_is_no_timeout_and_is_named(tmp_path, status):
    rows = [request(latency=1.0, status=200)] * 3 + [request(latency=30.0, status=status)] * 2
    store, account = load(tmp_path, rows)
    assert account.not_measured == {"no_http_status": 2}
    arm = store.request_traffic(INFO).timings[Role.CANDIDATE]
    assert arm.end_to_end[CacheState.UNKNOWN].values.tolist() == [1.0]
    assert arm.n_failed == 2
    (note,) = told(account)
    assert note.startswith(f"status '{status}' of 2 rows is no HTTP status")
    assert "not as time-outs" in note


@pytest.mark.parametrize(
    "status", ["cold", "1000", 200.5, "200 but timed out", "300 ms", "200ms", "2000 OK", "nan"]
)
def test_what_is_not_known_as_a_success_is_a_failure_and_is_named(tmp_path, status):
    _, account = load(tmp_path, [request(status=status)])
    assert sum(account.not_measured.values()) == 1
    (note,) = told(account)
    assert note.startswith(f"status '{status}' of 1 row is not known")


def test_a_status_beside_an_error_needs_no_note(tmp_path):
    _, account = load(tmp_path, [request(status=0, error="connection reset")])
    assert (account.not_measured, told(account)) == ({"error": 1}, [])


def test_of_many_unknown_statuses_ten_are_named_and_the_rest_are_counted(tmp_path):
    _, account = load(tmp_path, [request(status=f"word {n}") for n in range(12)])
    assert len(told(account)) == 10
    assert "2 more statuses are not known; they count as failures" in account.notes


def blank(account):
    return [note for note in account.notes if "no status" in note]


@pytest.mark.parametrize("empty", ["", " ", None, "null", "None"])
def test_rows_without_a_status_among_others_are_counted_and_said_to_be_successes(tmp_path, empty):
    rows = [request(status=200), request(status=500), request(status=empty), request()]
    rows.append(request(status=empty, error="connection reset"))
    _, account = load(tmp_path, rows)
    (note,) = blank(account)
    assert note.startswith("2 of 5 rows have no status and no error; they count as successes")
    assert account.not_measured == {"http_500": 1, "error": 1}


def test_a_column_of_statuses_that_are_all_blank_is_said_to_be_blank(tmp_path):
    path = write_csv(tmp_path / "r.csv", [["arm", "latency_s", "status"], ["long", "1", ""]])
    (account,) = import_requests(Store(tmp_path / "s.duckdb"), [path], comparison="c")
    assert blank(account)[0].startswith("1 of 1 row has no status and no error; it counts as a")


def test_a_log_that_has_no_statuses_at_all_is_told_nothing_of_them(tmp_path):
    _, account = load(tmp_path, [request(), request()])
    assert blank(account) == []
