"""What a mapping converts as it reads: milliseconds, whole inputs, and a cache nobody used."""

import json

import pytest

from tests.importers.test_flat import imported

MILLISECONDS = [{"q": "a", "ok": True, "ms": 2500, "first": 400}, {"q": "b", "ok": True, "ms": -3}]


def lines(rows):
    return "".join(json.dumps(each) + "\n" for each in rows)


def test_a_mapping_reads_milliseconds_as_seconds_and_refuses_them_as_written(tmp_path):
    mapping = {"question": "q", "verdict": "ok", "latency_ms": "ms", "ttft_ms": "first"}
    store, account = imported(tmp_path, "x.jsonl", lines(MILLISECONDS), mapping=mapping, arm="new")
    stored = store.table("answers").set_index("question")
    assert (stored.latency_s["a"], stored.ttft_s["a"]) == (2.5, 0.4)
    (refusal,) = account.refusals
    assert (refusal.field, refusal.value) == ("latency_ms", "-3")
    assert "(column 'ms')" in refusal.reason


# As OpenAI counts: 1,000 tokens of which 800 come from the cache, and no writes are told apart.
WHOLE = {"question": "q", "verdict": "ok", "usage.input_total": "u.all"}


def uncached(folder, rows, **more):
    how = {"mapping": WHOLE | {f"usage.{name}": way for name, way in more.items()}, "arm": "new"}
    return imported(folder, "x.jsonl", lines(rows), **how)


@pytest.mark.parametrize("name", ["x.jsonl", "x.csv"])
def test_the_cached_tokens_are_taken_out_of_a_whole_input(tmp_path, name):
    row = {"q": "a", "ok": 1, "all": 1000, "read": 800}
    text = lines([row]) if name == "x.jsonl" else "q,ok,all,read\na,1,1000,800\n"
    mapping = {"question": "q", "verdict": "ok", "usage.input_total": "all"}
    mapping |= {"usage.cache_read": "read", "usage.cache_write": "0"}
    store, _ = imported(tmp_path, name, text, mapping=mapping, arm="new")
    (found,) = store.table("answers").itertuples()
    assert (found.input_uncached, found.cache_read, found.cache_write) == (200, 800, 0)


def test_a_whole_input_whose_cached_tokens_are_unknown_leaves_the_rest_unknown(tmp_path):
    rows = [{"q": "a", "ok": 1, "u": {"all": 1000, "read": 800}}]
    store, _ = uncached(tmp_path, rows, cache_read="u.read")
    assert store.table("answers").input_uncached.isna().all()


def test_a_whole_input_below_its_cached_tokens_is_refused_as_written(tmp_path):
    rows = [{"q": "a", "ok": 1, "u": {"all": 700, "read": 800}}]
    store, account = uncached(tmp_path, rows, cache_read="u.read", cache_write="0")
    assert store.table("answers").input_uncached.isna().all()
    (refusal,) = account.refusals
    assert (refusal.field, refusal.value) == ("usage.input_total", "700")
    assert "less than the cached tokens" in refusal.reason


def test_a_cache_said_to_be_unused_is_so_only_where_tokens_are_reported(tmp_path):
    rows = [{"q": "a", "ok": 1, "u": {"all": 9}}, {"q": "b", "ok": 1, "u": None}]
    store, _ = uncached(tmp_path, rows, cache_read="0", cache_write="0")
    stored = store.table("answers").set_index("question")
    assert stored.cache.to_dict() == {"a": "miss", "b": "unknown"}
    assert stored.input_uncached["a"] == 9


def test_a_column_named_0_is_a_column(tmp_path):
    text = "q,ok,0\na,1,7\n"
    mapping = {"question": "q", "verdict": "ok", "usage.cache_write": "0"}
    store, _ = imported(tmp_path, "x.csv", text, mapping=mapping, arm="new")
    assert store.table("answers").cache_write.tolist() == [7]


def test_columns_that_a_mapping_leaves_unread_are_named(tmp_path):
    rows = [{"q": "a", "ok": True, "is_correct": True, "u": {"x": 1}}]
    mapping = {"question": "q", "usage.output": "u.x"}
    _, account = imported(tmp_path, "x.jsonl", lines(rows), mapping=mapping, arm="new")
    assert "columns that are not read: ok, is_correct" in account.notes


def test_columns_that_are_not_read_are_counted_where_they_are_too_many_to_name(tmp_path):
    extra = [f"c{n}" for n in range(25)]
    text = ",".join(["q", "arm", "verdict", *extra]) + "\nq1,a,1" + ",x" * 25 + "\n"
    _, account = imported(tmp_path, "wide.csv", text, mapping={"question": "q"})
    (note,) = [each for each in account.notes if "that are not read" in each]
    assert note.endswith("c18, c19 and 5 more")
