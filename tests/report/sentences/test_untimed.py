"""Requests without a time, or without a cache state, are counted beside those that failed."""

import pytest

from lcexplore.evidence.latency import quantile_with_failures
from lcexplore.model import Role
from lcexplore.report.sentences import latency_care, untimed
from tests.report import apart
from tests.report.apart import sent
from tests.report.spoken import said

BOTH = pytest.mark.parametrize("read", [apart.of_answers, apart.of_requests])
OLD = sent([1.0, 2.0], apart.MISS, arm="old")
AFTER = "percentiles are of those timed, and a rule ranks the rest slower than any."


def lines(shown, **how):
    return [said(each) for each in untimed.lines(shown, **how)]


# Ten requests, one of which failed after a minute and one is a replay; of the other eight, three
# have no time. The failure's time is none of an answer, and takes no part in the count.
@BOTH
def test_requests_that_nobody_timed_are_counted_apart_from_failures_and_replays(tmp_path, read):
    rows = [*sent([1, 2, 3, 4, 5, None, None, None], apart.MISS), *sent([60], error="timeout")]
    shown = read(tmp_path, [*OLD, *rows, *sent([0.001], replayed=True)])
    assert lines(shown) == [
        "new: 3 of 8 requests that neither failed nor were replayed have no known end-to-end "
        f"time, 3 no known time to first token; {AFTER}"
    ]
    said_first = latency_care.failures(shown)
    asked = 9 if read is apart.of_requests else 10  # a replay is a planned answer, and nothing sent
    assert said(said_first[0]).startswith(f"new: 1 of {asked} requests failed or timed out after")
    assert said_first[1].startswith("new: 1 replay left out")


@BOTH
def test_the_rule_does_rank_them_slower_than_any(tmp_path, read):
    arm = read(tmp_path, [*OLD, *sent([1, 2, 3, None])]).evidence.inputs.timings[Role.CANDIDATE]
    assert quantile_with_failures(arm, 0.75) == 3
    assert quantile_with_failures(arm, 0.76) == float("inf")


@BOTH
def test_one_request_has_its_own_grammar_and_a_zero_is_said(tmp_path, read):
    shown = read(tmp_path, [*OLD, *sent([1, 2, None])])
    assert "1 of 3 requests that neither failed nor were replayed has no known" in lines(shown)[0]
    none = latency_care.failures(shown)[0]
    assert none == "No request failed, timed out or was replayed in either arm."
    (tmp_path / "whole").mkdir()
    whole = read(tmp_path / "whole", [*OLD, *sent([1, 2])])
    assert latency_care.failures(whole) == [
        "No request failed, timed out or was replayed in either arm, and every one has an "
        "end-to-end time."
    ]


@BOTH
def test_a_first_token_that_an_arm_never_reports_is_named_only_where_it_is_shown(tmp_path, read):
    new = [{**each, "ttft_s": None} for each in sent([1, 2])]
    shown = read(tmp_path, [*OLD, *new])
    assert lines(shown) == []
    assert lines(shown, first_token=True) == [
        "new: 2 of 2 requests that neither failed nor were replayed have no known time to first "
        "token."
    ]


def test_sixty_of_a_hundred_without_a_readable_time_are_said(tmp_path):
    # Every third latency is a word, a blank or a negative, as in exports of load tools.
    bad = ["fast", "", -1.2]
    rows = [each for place in range(100) for each in sent([1.0 if place % 5 < 2 else None])]
    for place, row in enumerate(rows):
        if row["latency_s"] is None:
            row["latency_s"] = bad[place % 3]
    shown = apart.of_requests(tmp_path, [*OLD, *rows])
    assert lines(shown)[0].startswith("new: 60 of 100 requests that neither failed")


@BOTH
def test_unknown_cache_states_are_counted_in_the_arm_that_has_them(tmp_path, read):
    rows = [*OLD, *sent([1, 2, 3], apart.MISS), *sent([4, None])]
    assert untimed.unknown_cache(read(tmp_path, rows)) == [
        "new: the cache state of 2 of 5 requests is not known; they count neither as hits nor as "
        "misses."
    ]


@BOTH
def test_a_baseline_without_any_cache_state_says_so(tmp_path, read):
    rows = [*sent([1, 2], arm="old"), *sent([1], apart.MISS)]
    assert untimed.unknown_cache(read(tmp_path, rows)) == [
        "old: the cache state is known of none of its 2 requests."
    ]
