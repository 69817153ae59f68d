"""A class of tokens that no row of an arm reports is named when its log is imported."""

import pytest

from lcexplore.ingest import import_files, import_requests
from lcexplore.model import Role
from lcexplore.store import Store
from tests.store import logs

WHOLE = {"input_uncached": 100, "cache_read": 50, "cache_write": 0, "output": 10}


def rows(arm, **changed):
    usage = {name: n for name, n in (WHOLE | changed).items() if n is not None}
    return [logs.row(f"q{n}", arm, latency_s=1.0, usage=usage) for n in range(3)]


def told(folder, kind, given):
    store = Store(str(folder / "s.duckdb"))
    path = logs.write(folder / f"{kind.__name__}.jsonl", given)
    (account,) = kind(store, [path], comparison="c", baseline="old")
    return store, [each for each in account.notes if "usage" in each]


@pytest.mark.parametrize("kind", [import_files, import_requests])
def test_the_class_that_is_missing_is_named_for_answers_and_for_requests_alike(tmp_path, kind):
    _, notes = told(tmp_path, kind, [*rows("old", cache_write=None), *rows("new", output=None)])
    assert notes == [
        "no row of arm 'new' reports usage.output: cost by a price sheet is not measured",
        "no row of arm 'old' reports usage.cache_write: effective input tokens and cost by a price "
        "sheet are not measured; log 0 where there were none",
    ]


@pytest.mark.parametrize("kind", [import_files, import_requests])
def test_a_zero_is_a_report_and_one_row_is_enough(tmp_path, kind):
    one, *rest = rows("old", cache_write=None)
    one["usage"]["cache_write"] = 0
    assert told(tmp_path, kind, [one, *rest])[1] == []


def test_an_arm_without_any_tokens_is_told_only_beside_one_that_has_them(tmp_path):
    _, notes = told(tmp_path, import_files, [*rows("old"), logs.row("q0", "new")])
    assert notes == ["usage is recorded for arm 'old' only"]


def test_requests_that_never_report_a_class_are_read_with_its_name(tmp_path):
    store, _ = told(tmp_path, import_requests, [*rows("old", cache_write=None), *rows("new")])
    found = store.request_traffic(store.info("c", baseline="old")).tokens
    assert found[Role.BASELINE].unreported == ("usage.cache_write",)
    assert found[Role.CANDIDATE].unreported == ()


@pytest.mark.parametrize("kind", [import_files, import_requests])
def test_replays_are_told_and_what_failed_among_requests_is_no_failure(tmp_path, kind):
    given = [logs.row("q0", "old", latency_s=1.0), logs.row("q1", "old", replayed=True)]
    given.append(logs.row("q2", "old", replayed=True, error={"kind": "timeout"}))
    store = Store(str(tmp_path / "s.duckdb"))
    path = logs.write(tmp_path / "log.jsonl", given)
    (account,) = kind(store, [path], comparison="c")
    (note,) = [each for each in account.notes if "replay" in each]
    assert note == (
        "2 rows are replays of a stored response: left out of latency, cache states, tokens and "
        "cost; 1 of them failed"
    )
    answers_alone = {"timeout": 1} if kind is import_files else {}
    assert account.not_measured == answers_alone
