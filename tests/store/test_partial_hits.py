"""Hits are kept apart by the cached share of their input, and add up to the hits of the rule."""

import duckdb
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.evidence.latency import analyse
from lcexplore.evidence.pools import apart, pool
from lcexplore.ingest import import_files, import_requests
from lcexplore.model import CachePart, CacheState, ComparisonInfo, Role
from lcexplore.store import Store, read_traffic, schema
from tests.store import logs

INFO = ComparisonInfo(name="c", baseline="old", candidate="new")
FULL, PARTIAL, UNTOLD = CachePart.AT_LEAST_HALF, CachePart.PARTIAL, CachePart.UNTOLD
# 100 input tokens: half of them from the cache is not partial, one less is.
AT_HALF = {"input_uncached": 50, "cache_read": 50, "cache_write": 0}
BELOW = {"input_uncached": 30, "cache_read": 49, "cache_write": 21}
MISS = {"input_uncached": 100, "cache_read": 0, "cache_write": 0}
OF_READS = {"cache_read": 49}  # a hit: of how large an input is not said


def each(usage, latencies, **more):
    return [{"usage": usage, "latency_s": value, "ttft_s": value / 10, **more}
            for value in latencies]  # fmt: skip


def of_answers(folder, rows):
    answers = [logs.row(f"q{place}", **row) for place, row in enumerate(rows)]
    path = logs.write(folder / "eval.jsonl", [*answers, logs.row(arm="old")])
    store = Store(folder / "s.duckdb")
    import_files(store, [path], comparison="c")
    return store.inputs(store.info("c", baseline="old")).timings[Role.CANDIDATE]


def of_requests(folder, rows):
    path = logs.write(folder / "requests.jsonl", [{"arm": "new", **row} for row in rows])
    store = Store(folder / "s.duckdb")
    import_requests(store, [path], comparison="c")
    return store.request_traffic(INFO).timings[Role.CANDIDATE]


BOTH = pytest.mark.parametrize("read", [of_answers, of_requests])


def counted(timings):
    return {part: each.n for part, each in timings.items() if each.n}


# By hand: of 20 values the 95 % quantile is the 19th, the median the 10th.
@BOTH
def test_partial_hits_have_quantiles_of_their_own_end_to_end_and_to_the_first_token(tmp_path, read):
    rows = [*each(AT_HALF, range(1, 21)), *each(BELOW, range(101, 121)), *each(MISS, [500.0])]
    arm = read(tmp_path, rows)
    found = analyse({Role.CANDIDATE: arm})
    whole, first = found.arms[Role.CANDIDATE], found.first_token[Role.CANDIDATE]
    assert {part: (q.n, q.p50, q.p95) for part, q in whole.by_part.items() if q.n} == {
        FULL: (20, 10, 19),
        PARTIAL: (20, 110, 119),
        CachePart.MISS: (1, 500, 500),
    }
    assert (first.by_part[FULL].p95, first.by_part[PARTIAL].p95) == (1.9, 11.9)
    # All hits together stay what the hit rate, the mixture and the clauses read.
    assert (whole.by_state[CacheState.HIT].p95, whole.hits, whole.partial_hits) == (118, 40, 20)


@BOTH
def test_where_no_hit_is_partial_hits_are_one_part(tmp_path, read):
    arm = read(tmp_path, [*each(AT_HALF, [1.0]), *each(OF_READS, [2.0]), *each(MISS, [3.0])])
    assert counted(apart(arm)) == {CachePart.HIT: 2, CachePart.MISS: 1}
    assert arm.hits_end_to_end == {}


@BOTH
def test_a_hit_whose_share_is_not_reported_is_neither_partial_nor_at_least_half(tmp_path, read):
    rows = [*each(AT_HALF, [1.0]), *each(BELOW, [2.0]), *each(OF_READS, [3.0, 3.0])]
    arm = read(tmp_path, [*rows, *each(None, [4.0], cache="hit"), *each(None, [5.0])])
    assert counted(apart(arm)) == {FULL: 1, PARTIAL: 1, UNTOLD: 3, CachePart.UNKNOWN: 1}
    assert (arm.hits, arm.partial_hits, arm.n_unknown) == (5, 1, 1)


# Of 49 read and 50 more in one other class, the third can only make the share smaller still.
@BOTH
def test_two_classes_of_tokens_tell_that_less_than_half_was_cached_and_never_that_half_was(
    tmp_path, read
):
    below = [{"cache_read": 49, "input_uncached": 50}, {"cache_read": 49, "cache_write": 50}]
    untold = [{"cache_read": 50, "input_uncached": 50}, {"cache_read": 900, "cache_write": 0}]
    rows = [row for usage in (*below, *untold) for row in each(usage, [1.0])]
    arm = read(tmp_path, [*rows, *each(AT_HALF, [2.0])])
    assert counted(apart(arm)) == {FULL: 1, PARTIAL: 2, UNTOLD: 2}
    assert (arm.hits, arm.partial_hits) == (5, 2)


@BOTH
def test_failures_and_replays_are_in_no_part_and_counted(tmp_path, read):
    rows = [*each(BELOW, [1.0]), *each(BELOW, [60.0], error="timeout")]
    rows += [*each(BELOW, [0.001], replayed=True), *each(BELOW, [0.002], error="x", replayed=True)]
    arm = read(tmp_path, [*rows, {"usage": BELOW}])
    assert counted(apart(arm)) == {PARTIAL: 1}
    failed = 1 if read is of_requests else 2  # a replay asked for nothing, and is a planned answer
    assert (arm.n_replays, arm.n_failed, arm.partial_hits) == (2, failed, 3)
    assert arm.n_answered == 2  # one of them without a time


USAGES = st.sampled_from([AT_HALF, BELOW, OF_READS, MISS, {}])
LATENCY = st.one_of(st.sampled_from([1.0, 1.001, 1.004, 5.0]), st.floats(0.0001, 120.0))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(USAGES, LATENCY), min_size=1, max_size=40), st.booleans())
def test_the_parts_of_the_hits_add_up_to_the_hits(tmp_path_factory, sent, exact):
    rows = [row for usage, latency in sent for row in each(usage, [latency])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_traffic, "EXACT_UP_TO", 20_000 if exact else 0)
        arm = of_requests(tmp_path_factory.mktemp("parts"), rows)
    for first_token, every in ((False, arm.end_to_end), (True, arm.first_token)):
        hits = [pool for part, pool in apart(arm, first_token=first_token).items()
                if part not in (CachePart.MISS, CachePart.UNKNOWN)]  # fmt: skip
        together, whole = pool(hits), every[CacheState.HIT]
        assert np.unique(together.values).tolist() == whole.values.tolist()
        assert np.repeat(together.values, together.counts).tolist() == (
            np.repeat(whole.values, whole.counts).tolist()
        )
    assert counted(apart(arm)).get(PARTIAL, 0) == sum(usage == BELOW for usage, _ in sent)


KEYS = ("import_id", "comparison", "arm", "model")
STATES = ("cache", "n_failed_replays")


def as_it_was_written_before(store):
    """Take from the file what the version before did not count."""
    with duckdb.connect(str(store.path)) as connection:
        for column in ("n_partial", "n_untold"):
            connection.execute(f"ALTER TABLE request_bins DROP COLUMN {column}")
        counts = ", ".join(f"sum({name}) AS {name}" for name in schema.tables()["request_totals"]
                           if name not in (*KEYS, "first_at", "last_at", *STATES))  # fmt: skip
        connection.execute(
            f"CREATE OR REPLACE TABLE request_totals AS SELECT {', '.join(KEYS)}, {counts}, "
            "min(first_at) AS first_at, max(last_at) AS last_at FROM request_totals GROUP BY ALL"
        )


@pytest.mark.parametrize("exact", [True, False])
def test_a_store_that_did_not_tell_partial_hits_is_read_as_if_it_had(tmp_path, monkeypatch, exact):
    monkeypatch.setattr(read_traffic, "EXACT_UP_TO", 20_000 if exact else 0)
    rows = [*each(AT_HALF, range(1, 21)), *each(BELOW, [7.0, 7.01, 60]), *each(OF_READS, [7.0])]
    new = of_requests(tmp_path, [*rows, *each(BELOW, [9.0], error="x")])
    store = Store(tmp_path / "s.duckdb")
    before = store.table("request_bins")
    as_it_was_written_before(store)
    old = store.request_traffic(INFO).timings[Role.CANDIDATE]
    assert counted(apart(old)) == counted(apart(new)) == {FULL: 20, PARTIAL: 3, UNTOLD: 1}
    for part, known in apart(new).items():
        assert apart(old)[part].values.tolist() == known.values.tolist()
    order = ["measure", "failed", "bin"]
    assert (
        store.table("request_bins").sort_values(order).to_dict("list")
        == before.sort_values(order).to_dict("list")
    )  # fmt: skip


def test_the_first_to_write_to_such_a_store_counts_them_in_the_file(tmp_path):
    of_requests(tmp_path, [*each(AT_HALF, [1.0]), *each(BELOW, [7.0])])
    store = Store(tmp_path / "s.duckdb")
    as_it_was_written_before(store)
    more = logs.write(tmp_path / "more.jsonl", [{"arm": "new", **x} for x in each(BELOW, [8.0])])
    import_requests(store, [more], comparison="c")
    with duckdb.connect(str(store.path), read_only=True) as connection:
        assert schema.columns(connection)["request_bins"] == schema.tables()["request_bins"]
    arm = store.request_traffic(INFO).timings[Role.CANDIDATE]
    assert arm.hits_end_to_end[PARTIAL].values.tolist() == [7.0, 8.0]


def test_a_store_of_that_version_without_partial_hits_opens_too(tmp_path):
    of_requests(tmp_path, [*each(AT_HALF, [1.0]), *each(MISS, [7.0])])
    store = Store(tmp_path / "s.duckdb")
    as_it_was_written_before(store)
    assert store.request_traffic(INFO).timings[Role.CANDIDATE].hits_end_to_end == {}


def test_what_each_cache_state_used_is_counted_in_a_store_that_did_not_tell(tmp_path):
    rows = [*each(AT_HALF, [1.0, 2.0], model="a"), *each(MISS, [3.0], model="b")]
    rows += [*each(BELOW, [1.0], replayed=True, model="c"), *each(OF_READS, [2.0], error="x")]
    of_requests(tmp_path, [*rows, *each(MISS, [0.1], error="x", replayed=True)])
    store = Store(tmp_path / "s.duckdb")
    new = store.request_traffic(INFO)
    as_it_was_written_before(store)
    old = store.request_traffic(INFO)
    assert (old.by_state, old.usage, old.tokens) == (new.by_state, new.usage, new.tokens)
    hits = new.by_state[Role.CANDIDATE][CacheState.HIT]
    assert (hits.n_reported, hits.uncached, hits.cache_read) == (2, 100, 100)
    assert {each.model: each.n for each in hits.models} == {"a": 2, None: 1}
    assert old.timings[Role.CANDIDATE].n_answered == new.timings[Role.CANDIDATE].n_answered == 3


def test_no_row_is_read_for_more_requests_than_are_read_one_by_one(tmp_path, monkeypatch):
    of_requests(tmp_path, [*each(AT_HALF, range(1, 21)), *each(MISS, [7.0])])
    store = Store(tmp_path / "s.duckdb")
    monkeypatch.setattr(read_traffic, "EXACT_UP_TO", 0)
    whole = store.request_traffic(INFO)
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("DELETE FROM requests")
    assert store.request_traffic(INFO).by_state == whole.by_state
    assert store.request_traffic(INFO).timings[Role.CANDIDATE].n_answered == 21
