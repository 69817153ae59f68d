"""What is odd about a request log is said when it is imported, and nothing of it is repaired."""

import pytest

from lcexplore.ingest import import_requests
from lcexplore.model import Role
from lcexplore.report import source
from lcexplore.report.lone import lone
from lcexplore.report.sentences import latency_care, waits
from lcexplore.store import read_traffic
from tests.store import logs
from tests.store.test_requests import load, request


def dated(number, **more):
    more = {"latency": 1 + number / 1000, "started_at": 1_777_000_000 + 60 * number} | more
    return request(**more)


def again(store, folder, rows):
    path = logs.write(folder / "later.jsonl", rows)
    return import_requests(store, [path], comparison="c")[0]


def said(account, words):
    """The only note that holds these words."""
    (note,) = [each for each in account.notes if words in each]
    return note


def test_a_log_without_oddities_is_imported_without_a_word(tmp_path):
    rows = [dated(n, ttft_s=0.5, arm=arm) for n in range(10) for arm in ("long", "rag")]
    assert load(tmp_path, rows)[1].notes == ()


def test_a_first_token_after_the_last_asks_for_the_units(tmp_path):
    rows = [dated(n, ttft_s=3.0) for n in range(7)] + [dated(8, ttft_s=9.0, replayed=True)]
    note = said(load(tmp_path, rows)[1], "longer than latency_s")
    assert note.startswith("ttft_s of 7 rows is longer")


@pytest.mark.parametrize("apart", [False, True])
def test_arms_that_lie_hundreds_of_times_apart_ask_for_the_units(tmp_path, apart):
    fast = [request("rag", 0.1) for _ in range(9)]
    slow = [request("long", 40.0) for _ in range(9)]
    store, account = load(tmp_path, fast if apart else [*fast, *slow])
    if apart:
        assert account.notes == ()
        account = again(store, tmp_path, slow)
    assert said(account, "times apart").startswith("latencies of the arms lie more than 200")


def test_a_median_of_milliseconds_read_as_thousandths_asks_for_the_unit(tmp_path):
    _, account = load(tmp_path, [request(latency=0.004) for _ in range(9)])
    assert said(account, "in another unit?") == (
        "the median latency of arm 'long' is about 0.004 s; is that in seconds, or in another unit?"
    )


@pytest.mark.parametrize("exact", [True, False])
def test_milliseconds_read_as_seconds_are_asked_about_on_the_page_too(tmp_path, monkeypatch, exact):
    monkeypatch.setattr(read_traffic, "EXACT_UP_TO", 20_000 * exact)
    store, account = load(tmp_path, [request(latency=100.0 + 3 * n) for n in range(101)])
    assert "--map latency_ms=COLUMN" in said(
        account, "arm 'long' is about 250 s; are they millisec"
    )
    found = source.on(lone(store, "c"), "requests")
    unit = latency_care.unit_note(found, Role.CANDIDATE)
    assert unit.endswith("s; are they milliseconds?")
    assert f"long: {unit}" in latency_care.warnings(found)


def test_the_same_requests_with_a_field_more_are_said_to_be_stored_twice(tmp_path):
    store, _ = load(tmp_path, [dated(n) for n in range(20)])
    later = [dated(n, model="m") for n in range(15, 30)]
    account = again(store, tmp_path, [dated(0), *later])
    assert (account.rows_kept, account.duplicates) == (15, 1)
    assert said(account, "differ in other fields").startswith(
        "5 rows share arm, start time and latency with stored requests"
    )
    assert "'lcexplore forget 2'" in said(account, "differ in other fields")


def test_requests_of_the_same_second_are_no_export_of_the_same(tmp_path):
    store, _ = load(tmp_path, [dated(n) for n in range(20)])
    others = [dated(n, latency=2.0 + n / 1000) for n in range(20)]
    twice = [dated(n, arm="rag") for n in range(20)]
    assert again(store, tmp_path, [*others, *twice]).notes == ()


def test_a_time_of_1970_or_of_the_future_is_counted(tmp_path):
    odd = ["1970-01-01T00:00:00Z", "2098-12-31T00:00:00Z"]
    rows = [*(dated(n) for n in range(20)), *(dated(0, started_at=each) for each in odd)]
    assert said(load(tmp_path, rows)[1], "2 start times are before 2015 or in the future")


def test_one_odd_time_squeezes_no_window_and_is_counted_on_the_page(tmp_path):
    rows = [dated(n) for n in range(120)]
    store, _ = load(tmp_path, [*rows, dated(0, started_at="1970-01-01T00:00:00Z")])
    shown = source.on(lone(store, "c"), "requests")
    windows = source.traffic(shown).windows
    assert windows.step_s == 300  # two hours in windows of five minutes, as without it
    assert sum(pool.n for pools in windows.pools.values() for pool in pools) == 120
    assert (windows.far.n, windows.start_s.min() > 1_000_000_000) == (1, True)
    assert "(121, 1970-01-01 00:00 to 2026-04-24 05:05 UTC with 1 odd start time)" in (
        source.sentence(shown)
    )
    assert waits.odd_times(shown) == (
        "1 request is left out of load over time: its start time, of 1970-01-01, lies far from all "
        "others: check the clock or the log."
    )


@pytest.mark.parametrize(("arm", "told"), [("/v1/long", True), ("long", False)])
def test_arms_that_are_none_of_the_evals_are_named_with_what_to_do(tmp_path, arm, told):
    rows = [logs.row("q1", name) for name in ("long", "rag")]
    store, _ = logs.load(tmp_path, rows, comparison="c")
    notes = again(store, tmp_path, [dated(n, arm=arm) for n in range(3)]).notes
    assert any("its arms are 'long', 'rag'" in each for each in notes) is told


@pytest.mark.parametrize(("uncached", "asked"), [(1000, True), (200, False)])
def test_uncached_tokens_that_may_hold_the_cached_ones_are_asked_about(tmp_path, uncached, asked):
    usage = {"input_uncached": uncached, "cache_read": 800, "cache_write": 0, "output": 9}
    notes = load(tmp_path, [dated(n, usage=usage) for n in range(6)])[1].notes
    told = [each for each in notes if "hold the cached ones" in each]
    assert len(told) == asked
    assert all("6 requests of arm 'long'" in each for each in told)
