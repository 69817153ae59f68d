"""What is said of latencies read from bins, of failures, and of a log without a time or an arm."""

from dataclasses import replace

import pytest

from lcexplore.ingest import import_files, import_requests
from lcexplore.model import Role
from lcexplore.report import lone, source
from lcexplore.report.review import review
from lcexplore.report.sentences import four_numbers, latency, latency_care, read_within, waits
from lcexplore.store import Store
from tests.report.apart import MISS, sent
from tests.report.sentences.test_latency_tail import shown_with
from tests.report.spoken import said
from tests.store import logs
from tests.ui.reviews import timings

HIT = {"input_uncached": 10, "cache_read": 90, "cache_write": 0}


def binned(shown, within=0.005):
    return replace(shown, traffic=replace(shown.traffic, within=within))


@pytest.mark.parametrize(
    ("baseline", "candidate", "words"),
    [
        # bins of 1 %: either end is known to 0.5 %
        (2.015, 2.006, ("about the same as retrieval (read within 1 %)",)),
        (2.006, 2.015, ("about the same as retrieval (read within 1 %)",)),
        (2.0, 2.0, ("about the same as retrieval (read within 1 %)",)),
        (2.0, 2.3, ("1.1 × retrieval", "0.3 s longer")),  # known to 0.02 s
        (0.200, 0.2345, ("1.2 × retrieval", "0.03 s longer")),  # to 0.002 s
        (30.0, 20.4, ("0.7 × retrieval", "10 s shorter")),  # to 0.25 s
        (1.0, 23.44, ("23 × retrieval", "22 s longer")),
    ],
)
def test_a_difference_that_the_bins_do_not_hold_is_not_written(v3, baseline, candidate, words):
    assert tuple(map(said, read_within.gap(binned(v3), baseline, candidate))) == words


def test_read_every_one_a_difference_is_written_as_it_is(v3):
    assert tuple(map(said, read_within.gap(v3, 2.0060, 2.0064))) == (
        "1.0 × retrieval",
        "under 0.0005 s longer",
    )


def test_the_gap_of_both_pages_follows_what_was_read(v3):
    line = said(latency.gap(binned(v3)))
    assert line.endswith(": 4.0 × retrieval, 8.7 s longer.")
    small = binned(v3, within=0.3)
    assert said(latency.gap(small)).endswith(": 4 × retrieval, 10 s longer.")
    assert said(four_numbers.waiting(small)[1].text) == "4 × retrieval"


def test_failures_that_gave_up_at_once_bound_nothing(v3):
    # 95 of 100 answered take 1 to 95 s: with 5 failures of 0.1 s the 95th of 100 is 90 s
    gave_up = timings([0.1] * 5)
    shown = shown_with(v3, ([float(n) for n in range(1, 96)], []), n_failed=5, failed_after=gave_up)
    (line,) = waits.bounds(shown)
    assert said(line) == (
        "long-context's p95 of 91.0 s is that of the survivors: 5 failures, given up sooner than "
        "that, are not in it."
    )


def of_log_beside_eval(folder, rows):
    """The review of a log of one arm beside an eval of two."""
    store = Store(folder / "s.duckdb")
    answers = [
        logs.row(f"q{at}", arm=arm, latency_s=1.0) for at in range(4) for arm in ("old", "new")
    ]
    import_files(store, [logs.write(folder / "e.jsonl", answers)], comparison="c", baseline="old")
    import_requests(store, [logs.write(folder / "r.jsonl", rows)], comparison="c")
    return source.on(review(store, "c"), source.SOURCES[1])


def test_of_a_log_of_one_arm_nothing_is_said_of_both(tmp_path):
    shown = of_log_beside_eval(tmp_path, sent([1.0] * 20, HIT))
    assert latency_care.failures(shown)[0].startswith(
        "No request failed, timed out or was replayed in new"
    )


def alone(folder, rows):
    store = Store(folder / "s.duckdb")
    import_requests(store, [logs.write(folder / "r.jsonl", rows)], comparison="c")
    return source.on(lone.lone(store, "c"), source.SOURCES[1])


def test_where_only_first_tokens_are_timed_that_is_what_is_missing(tmp_path):
    rows = [
        {"arm": "new", "usage": HIT if at % 5 else MISS, "ttft_s": 1.0, "started_at": _at(at)}
        for at in range(60)
    ]
    shown = alone(tmp_path, rows)
    assert latency.lead(shown) == ("New's p95 is not measured: no end-to-end time is in the log.")
    assert waits.rule(shown) == ""
    assert "0 timed" not in " ".join(waits.lines(shown))
    assert waits.load_term(shown, waits.load(shown)) == (
        "Latency over time is not measured: no request has an end-to-end time."
    )


def _at(minute):
    return f"2026-03-01T{minute // 60:02d}:{minute % 60:02d}:00Z"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"error": "timeout"}, "all 20 requests failed or timed out"),
        ({"replayed": True}, "all 20 requests are replays"),
    ],
)
def test_where_every_request_failed_or_was_replayed_no_log_is_said_to_lack_times(
    tmp_path, more, why
):
    shown = alone(tmp_path, sent([1.0] * 20, HIT, **more))
    assert latency.lead(shown) == f"New's p95 is not measured: {why}."
    assert latency.lead(shown, first_token=True).endswith(f"is not measured: {why}.")
    assert four_numbers.levels(shown, Role.CANDIDATE)[3].small == (why,)


def test_the_load_table_says_the_year(tmp_path):
    rows = [
        {**each, "started_at": f"2025-0{1 + at // 30}-01T{at % 24:02d}:00:00Z"}
        for at, each in enumerate(sent([1.0] * 90, HIT))
    ]
    shown = alone(tmp_path, rows)
    _, *windows = waits.windows_twin(shown, waits.load(shown))
    assert windows[0][0].startswith("2024-12-26 ")  # weeks


def test_hits_just_over_the_bar_are_not_written_like_it(v3):
    shown = shown_with(v3, ([5.04] * 100, [9.0] * 10))
    assert "p95 would be 5.04 s against the agreed 5.00 s." in " ".join(
        said(each) for each in latency_care.warnings(shown)
    )
