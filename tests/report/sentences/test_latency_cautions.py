"""The cautions beside the latency figures: the gravest first, none lost, the rest in a box."""

import pytest

from lcexplore.report.sentences import latency_care, latency_cautions, waits
from lcexplore.report.sentences.latency_care import Gravity
from tests.report import apart
from tests.report.apart import BELOW, MISS, sent
from tests.report.requested import of_log, requests
from tests.report.spoken import said

BOTH = pytest.mark.parametrize("first_token", [False, True])


def troubled(v3):
    return of_log(v3, requests(900, 100, failed_misses=15, unknown=30, fast=2.5))


def every(review, *, first_token):
    """All that is said, by the functions that say it."""
    return [
        *latency_care.failures(review, first_token=first_token),
        *latency_care.warnings(review, first_token=first_token),
        *waits.lines(review, first_token=first_token),
        *waits.looks_wrong(review, first_token=first_token),
    ]


@BOTH
def test_no_caution_is_lost_and_none_is_said_twice(v3, first_token):
    for review in (v3, troubled(v3)):
        found = latency_cautions.ranked(review, first_token=first_token)
        lines = [each for _, each in found]
        assert sorted(lines) == sorted(set(every(review, first_token=first_token)))
        seen, more = latency_cautions.split(found)
        assert [*seen, *more] == lines


def test_what_may_be_wrong_stands_before_what_is_left_out_and_before_what_explains(tmp_path):
    rows = [*sent([1.0] * 200, BELOW), *sent([9.0] * 30, MISS), *sent([0.0] * 3, MISS)]
    old = sent([1.0] * 30, arm="old")
    shown = apart.of_requests(tmp_path, [*old, *rows, *failed(4)])
    lines = [said(each) for _, each in latency_cautions.ranked(shown)]
    assert lines[0].startswith("new: 3 of 233 end-to-end times are 0 s")
    assert lines[1].startswith("new: 4 of 237 requests failed or timed out")
    assert "that of the survivors" in lines[2]
    partial = next(at for at, each in enumerate(lines) if "(partial)" in each)
    assert partial < next(at for at, each in enumerate(lines) if each.startswith("p95 leaves 1"))


def failed(n):
    return [{**each, "status": 504} for each in sent([60.0] * n, MISS)]


def test_the_worked_example_shows_what_the_bar_is_up_against_first(v3):
    found = latency_cautions.ranked(v3)
    lines = [said(each) for _, each in found]
    assert lines[0] == (
        "Hits are themselves slow; with hits alone p95 would be 6.2 s against the agreed 5.0 s."
    )
    assert lines[1].startswith("Even if every request hit, p95 would be 2.1 ×")
    assert lines[2].startswith("No request failed")
    seen, more = latency_cautions.split(found)
    assert (len(seen), more) == (len(lines), [])


def test_a_box_is_named_by_how_many_things_it_holds():
    assert latency_cautions.box_name(["one", "two", "three"]) == "3 more things to know"


@pytest.mark.parametrize(("n", "boxed"), [(0, 0), (6, 0), (8, 0), (9, 3), (14, 8)])
def test_a_box_holds_more_than_two_sentences(n, boxed):
    lines = [str(each) for each in range(n)]
    seen, more = latency_cautions.split([(Gravity.TOLD, each) for each in lines])
    assert ([*seen, *more], len(more)) == (lines, boxed)


def test_what_has_no_time_is_never_in_the_box_however_much_of_it_there_is():
    grave = [(Gravity.WRONG, "a zero"), *((Gravity.LEFT_OUT, f"lost {n}") for n in range(7))]
    seen, more = latency_cautions.split([*grave, *((Gravity.TOLD, f"told {n}") for n in range(3))])
    assert seen == [each for _, each in grave]
    assert more == ["told 0", "told 1", "told 2"]
