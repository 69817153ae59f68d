"""Requests without questions: read whole, counted honestly, rolled up to within one per cent."""

import csv
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.cli import main
from lcexplore.errors import LogError, UsageError
from lcexplore.evidence.latency import quantile_with_failures
from lcexplore.evidence.pools import quantile_of
from lcexplore.ingest import import_files, import_requests
from lcexplore.model import CacheState, ComparisonInfo, Role
from lcexplore.report import source
from lcexplore.report.review import review
from lcexplore.stats import quantile
from lcexplore.store import Store, read_traffic, requests, stage
from tests.store import logs

HIT, MISS, UNKNOWN = CacheState.HIT, CacheState.MISS, CacheState.UNKNOWN
INFO = ComparisonInfo(name="c", baseline="rag", candidate="long")
USAGE = {"input_uncached": 800, "cache_read": 148_000, "cache_write": 0, "output": 300}


def request(arm="long", latency=4.0, **more):
    return {"arm": arm, "latency_s": latency, **more}


def load(folder, rows, *, name="requests.jsonl", **how):
    store = Store(folder / "s.duckdb")
    path = logs.write(folder / name, rows)
    (account,) = import_requests(store, [path], comparison="c", **how)
    return store, account


def write_csv(path, rows):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_a_request_log_needs_no_questions_and_feeds_latency_by_cache_state(tmp_path):
    rows = [request(usage=USAGE, status=200, ttft_s=0.5) for _ in range(3)]
    rows += [request("rag", 1.0, usage={**USAGE, "cache_read": 0}), request(cache="unknown")]
    store, account = load(tmp_path, rows)
    assert logs.adds_up(account)
    assert account.arms == {"long": 4, "rag": 1}
    found = store.request_traffic(INFO).timings
    long = found[Role.CANDIDATE]
    assert {state: pool.n for state, pool in long.end_to_end.items()} == {
        HIT: 3,
        MISS: 0,
        UNKNOWN: 1,
    }
    assert (long.n_planned, long.hits, long.misses) == (4, 3, 0)
    assert long.first_token[HIT].values.tolist() == [0.5]
    assert (found[Role.BASELINE].hits, found[Role.BASELINE].misses) == (0, 1)


def test_requests_and_the_evals_answers_are_never_mixed(tmp_path):
    store, _ = load(tmp_path, [request(latency=9.0), request("rag", 9.0)])
    answers = [logs.row(arm=arm, latency_s=1.0) for arm in ("long", "rag")]
    import_files(store, [logs.write(tmp_path / "eval.jsonl", answers)], comparison="c")
    info = store.info("c", baseline="rag")
    eval_pool = store.inputs(info).timings[Role.CANDIDATE].end_to_end[UNKNOWN]
    own = store.request_traffic(info).timings[Role.CANDIDATE].end_to_end[UNKNOWN]
    assert (eval_pool.values.tolist(), own.values.tolist()) == ([1.0], [9.0])


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (200, None),
        ("201", None),
        ("OK", None),
        ("", None),
        (None, None),
        (504, "timeout"),
        ("Timed out", "timeout"),
        (429, "rate_limited"),
        (500, "http_500"),
        ("overloaded", "overloaded"),
    ],
)
def test_a_status_says_whether_a_request_failed(tmp_path, status, kind):
    store, account = load(tmp_path, [request(status=status)])
    assert account.not_measured == ({kind: 1} if kind else {})
    found = store.table("requests").error_kind[0]
    assert found == kind if kind else found is None or found != found


def test_a_timeout_is_a_latency_of_at_least_the_time_it_took(tmp_path):
    rows = [request(latency=1.0)] * 9 + [request(latency=60.0, status=504)]
    store, _ = load(tmp_path, rows)
    arm = store.request_traffic(INFO).timings[Role.CANDIDATE]
    assert arm.end_to_end[UNKNOWN].n == 9
    assert (arm.n_failed, arm.failed_after.values.tolist()) == (1, [60.0])
    assert quantile_with_failures(arm, 0.95) == float("inf")


def test_a_replay_is_left_out_and_counted(tmp_path):
    # faults D19: 40 rows of 8 to 12 s, 20 replays of a few milliseconds.
    rows = [request(latency=8 + number / 10) for number in range(40)]
    rows += [request(latency=0.004, replayed=True) for _ in range(20)]
    store, _ = load(tmp_path, rows)
    arm = store.request_traffic(INFO).timings[Role.CANDIDATE]
    assert (arm.n_replays, arm.end_to_end[UNKNOWN].n) == (20, 40)
    assert quantile_of(arm.end_to_end[UNKNOWN], 0.95) == 11.7


def test_a_blank_a_negative_and_a_word_are_unknown_and_named(tmp_path):
    # faults D23: a blank is not zero, a negative is named, milliseconds among seconds are flagged.
    rows = [request(latency=value) for value in ("", -1.2, "fast", 4200, *[4.2] * 20)]
    store, account = load(tmp_path, rows)
    assert [(each.line, each.field, each.value) for each in account.refusals] == [
        (2, "latency_s", "-1.2"),
        (3, "latency_s", "fast"),
    ]
    assert any("milliseconds among seconds" in note for note in account.notes)
    arm = store.request_traffic(INFO).timings[Role.CANDIDATE]
    assert (arm.n_planned, arm.end_to_end[UNKNOWN].n) == (24, 21)
    assert arm.end_to_end[UNKNOWN].values[0] == 4.2


def test_any_columns_are_read_by_mapping_and_milliseconds_by_name(tmp_path):
    path = write_csv(
        tmp_path / "gateway.csv",
        [
            [
                "ts",
                "design",
                "dur_ms",
                "first_ms",
                "code",
                "cached",
                "fresh",
                "stored",
                "llm",
                "said",
            ],
            [
                "2026-05-01T09:00:00Z",
                "long",
                "4200",
                "900",
                "200",
                "148000",
                "800",
                "0",
                "m1",
                "90",
            ],
            ["2026-05-01T09:00:01Z", "rag", "1200", "400", "503", "0", "5000", "0", "m1", "80"],
        ],
    )
    columns = {"time": "ts", "arm": "design", "latency_ms": "dur_ms", "ttft_ms": "first_ms"}
    columns |= {"status": "code", "usage.cache_read": "cached", "model": "llm"}
    columns |= {"usage.input_uncached": "fresh", "usage.cache_write": "stored"}
    columns |= {"usage.output": "said"}
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_requests(store, [path], comparison="c", mapping=columns)
    assert (account.rows_kept, account.notes) == (2, ())
    first, second = (each for _, each in store.table("requests").iterrows())
    assert (first.latency_s, first.ttft_s, first.cache, first.model) == (4.2, 0.9, "hit", "m1")
    assert (second.cache, second.error_kind) == ("miss", "http_503")
    assert store.request_traffic(INFO).first_at.isoformat() == "2026-05-01T09:00:00+00:00"


def test_parquet_and_packed_lines_hold_the_same_requests(tmp_path):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pa.table(
        {"arm": ["long"], "latency_s": [4.2], "usage.cache_read": [7], "status": [200]}
    )
    pq.write_table(table, tmp_path / "r.parquet")
    store, _ = load(tmp_path, [request(latency=4.2, usage={"cache_read": 7})], name="r.jsonl.gz")
    import_requests(store, [tmp_path / "r.parquet"], comparison="c")
    arm = store.request_traffic(INFO).timings[Role.CANDIDATE]
    assert (arm.end_to_end[HIT].values.tolist(), arm.end_to_end[HIT].n) == ([4.2], 2)


def test_a_field_that_shows_late_is_read_all_the_same(tmp_path):
    rows = [{"who": "long", "took": 1.0}] * 150 + [{"who": "long", "took": 9.0, "status": 504}]
    _, account = load(tmp_path, rows, mapping={"arm": "who", "latency_s": "took"})
    assert account.not_measured == {"timeout": 1}


def test_a_line_that_is_no_json_is_refused_with_its_number_and_the_rest_is_kept(tmp_path):
    _, account = load(tmp_path, [json.dumps(request()), "{bad", json.dumps(request())])
    assert (account.rows_read, account.rows_kept, account.rows_refused) == (3, 2, 1)
    assert account.refusals[0].line == 2


def test_a_file_that_is_stored_is_not_read_again(tmp_path, monkeypatch):
    path = logs.write(tmp_path / "r.jsonl", [{"arm": "new", "latency_s": 1.0}])
    store, told = Store(tmp_path / "s.duckdb"), []
    import_requests(store, [path], comparison="c")
    monkeypatch.setattr(stage, "stage", lambda *_args, **_more: told.append("read"))
    (again,) = import_requests(store, [path], comparison="c", progress=told.append)
    assert again.already_imported
    assert "read" not in told
    assert "r.jsonl is in the store already" in told


def test_the_same_file_again_changes_nothing_and_forgetting_takes_its_bins_along(tmp_path):
    store, account = load(tmp_path, [request(), request("rag", 1.0)])
    _, again = load(tmp_path, [request(), request("rag", 1.0)])
    assert again.already_imported
    store.forget(account.import_id)
    assert store.request_traffic(INFO) is None
    assert store.table("request_bins").empty


def test_a_file_without_a_telling_column_is_an_error_that_says_what_to_map(tmp_path):
    path = write_csv(tmp_path / "x.csv", [["arm", "colour"], ["long", "red"]])
    with pytest.raises(LogError, match="--map latency_s=COLUMN"):
        import_requests(Store(tmp_path / "s.duckdb"), [path], comparison="c")
    with pytest.raises(UsageError, match="has no column 'dur'"):
        import_requests(
            Store(tmp_path / "s.duckdb"), [path], comparison="c", mapping={"latency_s": "dur"}
        )


def test_windows_follow_the_span_of_the_log():
    hour, day = 3600, 86_400
    assert requests.step_for(hour) == 300
    assert requests.step_for(16 * day) == 12 * hour
    assert requests.step_for(10_000 * day) == 364 * day


LATENCY = st.one_of(
    st.sampled_from([0.0, 0.001, 1.0, 5.0, 5.0000001, 30.0, 60.0]),
    st.floats(0.0001, 120.0),
    st.integers(1, 60_000).map(lambda ms: ms / 1000),
)


@settings(max_examples=12, deadline=None)
@given(st.lists(LATENCY, min_size=1, max_size=40), st.lists(LATENCY, min_size=1, max_size=40))
def test_bins_move_no_quantile_of_any_mixture_by_more_than_one_per_cent(
    tmp_path_factory, hits, misses
):
    rows = [request(latency=value, cache="hit") for value in hits]
    rows += [request(latency=value, cache="miss") for value in misses]
    folder = tmp_path_factory.mktemp("bins")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_traffic, "EXACT_UP_TO", 0)
        store, _ = load(folder, rows)
        found = store.request_traffic(INFO).timings[Role.CANDIDATE].end_to_end
    exact = [np.unique(np.array(each), return_counts=True) for each in (hits, misses)]
    for rate in (0.0, 0.3, 0.95, 1.0):
        for p in (0.5, 0.95, 0.99, 1.0):
            binned = quantile.mixture_quantile(
                *(found[HIT].values, found[HIT].counts),
                *(found[MISS].values, found[MISS].counts),
                hit_rate=rate,
                p=p,
            )
            true = quantile.mixture_quantile(*exact[0], *exact[1], hit_rate=rate, p=p)
            assert abs(binned - true) <= 0.01 * true


def test_a_comparison_of_requests_alone_is_listed_and_has_arms(tmp_path):
    store, _ = load(tmp_path, [request(), request("rag", 1.0)], baseline="rag")
    (entry,) = store.comparisons()
    assert (entry.baseline, entry.candidate, entry.n_questions) == ("rag", "long", 0)
    assert {each.name: each.n_answers for each in entry.arms} == {"long": 0, "rag": 0}
    found = review(store, "c")
    assert source.usual(found) == "requests"
    shown = source.on(found, source.usual(found))
    assert shown.evidence.latency.arms[Role.CANDIDATE].all.p95 == 4.0
    assert found.evidence.latency.arms[Role.CANDIDATE].all.p95 is None


@pytest.mark.parametrize("option", [["--replace"], ["--correct", "yes"]])
def test_what_is_about_answers_is_refused_with_a_request_log(tmp_path, capsys, option):
    path = logs.write(tmp_path / "r.jsonl", [request()])
    command = ["import", "--requests", str(path), "--comparison", "c", *option]
    assert main([*command, "--store", str(tmp_path / "s.duckdb")]) == 2
    assert f"leave out {option[0]}" in capsys.readouterr().err


def hourly(hours, **more):
    return [request(started_at=f"2026-05-01T{hour:02d}:00:00Z", **more) for hour in hours]


def again(store, folder, rows, name="later.jsonl"):
    path = logs.write(folder / name, rows)
    return import_requests(store, [path], comparison="c")[0]


def test_where_two_files_overlap_the_rows_they_share_are_duplicates(tmp_path):
    more = {"usage": USAGE, "cost_usd": 0.0125, "status": "ok", "model": "m", "retries": 0}
    store, _ = load(tmp_path, hourly(range(10), **more))
    account = again(store, tmp_path, hourly(range(6, 14), **more))
    assert logs.adds_up(account)
    assert (account.rows_kept, account.duplicates, account.arms) == (4, 4, {"long": 4})
    assert any("equal a stored request of their arm in every field" in x for x in account.notes)
    assert store.request_traffic(INFO).timings[Role.CANDIDATE].n_planned == 14


@pytest.mark.parametrize("change", [{"latency": 4.5}, {"arm": "rag"}, {"ttft_s": 1.0}])
def test_a_row_that_differs_in_one_field_is_another_request(tmp_path, change):
    store, _ = load(tmp_path, hourly(range(3)))
    account = again(store, tmp_path, hourly(range(3), **change))
    assert (account.rows_kept, account.duplicates) == (3, 0)


def test_equal_rows_of_one_file_are_requests_of_their_own_and_counted_across_files(tmp_path):
    store, account = load(tmp_path, hourly([1, 1, 2]))
    assert (account.rows_kept, account.duplicates) == (3, 0)
    account = again(store, tmp_path, hourly([1, 1, 1]))
    assert (account.rows_kept, account.duplicates) == (1, 2)


def test_rows_without_a_time_have_no_key_and_the_account_says_so(tmp_path):
    store, first = load(tmp_path, [request(), request()])
    assert not any("no key" in each for each in first.notes)
    account = again(store, tmp_path, [request(), request(), request()])
    assert (account.rows_kept, account.duplicates) == (3, 0)
    assert any(each.startswith("requests have no key: 3 rows") for each in account.notes)


# A median above a minute is hardly one request's time.
@pytest.mark.parametrize(("latency", "asked"), [(3710.0, True), (59.0, False), (0.4, False)])
def test_latencies_that_look_like_milliseconds_are_asked_about(tmp_path, latency, asked):
    _, account = load(tmp_path, [request(latency=latency) for _ in range(5)])
    found = [note for note in account.notes if "milliseconds" in note]
    assert bool(found) == asked
    if asked:
        assert "'long' is about 3,710 s" in found[0]
        assert "--map latency_ms=COLUMN" in found[0]


def test_a_log_without_any_latency_says_so(tmp_path):
    bare = [{"arm": "long", "status": 200}]
    _, account = load(tmp_path, bare)
    assert any(note.startswith("no row has a latency") for note in account.notes)
    _, account = load(tmp_path, [*bare, request()], name="timed.jsonl")
    assert not any(note.startswith("no row has a latency") for note in account.notes)
