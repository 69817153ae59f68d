"""Which requests set p95, where states are unknown, hits are the slow ones, or all take as long."""

import numpy as np
import pytest

from lcexplore.model import Role
from lcexplore.report import mixture
from lcexplore.report.sentences import four_numbers, latency, latency_care, waits, whatif
from tests.report import apart
from tests.report.apart import AT_HALF, BELOW, MISS, sent
from tests.report.requested import of_log, requests
from tests.report.spoken import said

HIT = {"input_uncached": 10, "cache_read": 90, "cache_write": 0}
OLD = sent([1.0, 2.0] * 50, MISS, arm="old")


def read(tmp_path, *parts, old=OLD):
    tmp_path.mkdir(exist_ok=True)
    return apart.of_requests(tmp_path, [*old, *(each for part in parts for each in part)])


@pytest.mark.parametrize(
    ("known", "head", "did", "small"),
    [
        (HIT, "Cache hits set", "hit", "All 50 requests of known state hit; of 950 nobody knows"),
        (MISS, "No cache used", "miss", "50 of 50 requests miss"),
    ],
)
def test_no_state_sets_p95_where_nearly_all_states_are_unknown(tmp_path, known, head, did, small):
    # 50 of known state at about 1 s; the 950th of 1,000 is one of the 950 unknown of 9 s
    shown = read(tmp_path, sent(np.linspace(0.9, 1.1, 50), known), sent([9.0] * 950))
    lead = said(latency.lead(shown))
    assert head not in lead
    assert lead == (
        "What sets new's p95 is not measured: the cache state of 950 of 1,000 timed requests is "
        f"not known; p95 is 9.0 s, all 50 requests of known state {did}."
    )
    row = four_numbers.hits(shown)
    assert "the cache state of 950 is not known" in row[3].small
    assert said(row[4]).startswith(small)
    assert "the cache state of 950 of 1,000 timed requests is not known" in row[1].small[0]
    assert whatif.cannot_mix(shown).endswith("recorded, and of 950 requests it is not known.")


def test_few_of_unknown_state_leave_it_told_and_are_not_counted_as_known(tmp_path):
    shown = read(tmp_path, sent([1.0] * 990, HIT), sent([1.0] * 10))
    assert said(latency.lead(shown)) == (
        "Cache hits set new's p95: all 990 requests of known cache state hit, and p95 is 1.0 s."
    )


def test_the_cliff_and_what_if_mix_the_same_requests(tmp_path):
    # 900 hits, 100 misses and 1,000 of unknown state, a fifth of them as slow as the misses
    rng = np.random.default_rng(3)
    hits, misses = rng.normal(1, 0.05, 900), rng.normal(10, 0.5, 100)
    unknown = [*rng.normal(1, 0.05, 800), *rng.normal(10, 0.5, 200)]
    shown = read(tmp_path, sent(hits, HIT), sent(misses, MISS), sent(unknown))
    weighted = [(each, 1 / 900) for each in hits] + [(each, 1 / 1000) for each in unknown]
    values, weights = map(np.array, zip(*sorted(weighted), strict=True))
    of_all = np.searchsorted(np.cumsum(weights) / 2, 0.95 - 1e-9)  # half hits, half unknown
    alone = float(values[of_all])
    assert mixture.quantile_at(shown, 1.0) == pytest.approx(alone, abs=1e-6)
    line = said(waits.cliff(shown))
    assert line.startswith("There is no cliff: as more requests hit, p95 falls bit by bit, from ")
    assert line.endswith(f"to {alone:.1f} s where all of known cache state do.")


def test_where_misses_fail_the_cliff_is_at_the_hit_rate_where_what_ifs_curve_falls(v3):
    # of 200 misses 100 failed: p95 of the timed leaves the misses where (1 - h) / 2 of them are a
    # twentieth of h + (1 - h) / 2, at h = 0.95 / 1.05; of the timed requests alone that is 95 %
    shown = of_log(v3, requests(800, 200, failed_misses=100))
    assert said(waits.cliff(shown)) == (
        "The cliff is at a hit rate of 90.5 % of all requests, timed or not: within one point of "
        "it p95 falls from 8.0 s to 1.0 s."
    )
    assert (mixture.quantile_at(shown, 0.9), mixture.quantile_at(shown, 0.91)) == (8.0, 1.0)


def test_there_is_nothing_said_of_a_cliff_where_what_if_refuses_to_mix(tmp_path):
    shown = read(tmp_path, sent([1.0] * 28, HIT), sent([9.0] * 2, MISS), sent([1.0] * 70))
    assert whatif.cannot_mix(shown)
    assert waits.cliff(shown) == ""


def test_hits_that_are_slower_than_misses_are_said_to_be(tmp_path):
    shown = read(tmp_path, sent([20.0] * 80, HIT), sent([8.0] * 20, MISS))
    assert said(latency.lead(shown)) == (
        "Cache hits set new's p95: the slowest requests are hits, not misses, so p95 is 20.0 s "
        "where misses alone would give 8.0 s."
    )
    assert latency.title(shown) == "p95 falls among the hits"
    assert "Hits are slower than misses: a miss is faster than a hit in 100 % of their pairs." in [
        said(each) for each in latency_care.warnings(shown)
    ]
    few = read(tmp_path / "few", sent([20.0] * 4, HIT), sent([8.0] * 96, MISS))
    assert said(latency.lead(few)) == (
        "Cache misses set new's p95: most requests miss (96 of 100), and hits are the slower ones: "
        "p95 is 8.0 s where hits alone (4 timings) would give 20.0 s."
    )


def test_partial_hits_that_set_p95_are_named_in_the_lead(tmp_path):
    hits = sent([1.0] * 70, AT_HALF), sent([20.0] * 10, BELOW)
    shown = read(tmp_path, *hits, sent([8.0] * 20, MISS))
    assert said(latency.lead(shown)) == (
        "Partial hits set new's p95: 10 of 80 hits had less than half of their input in the cache, "
        "and those are the slow ones among the hits, so p95 is 20.0 s where the other hits alone "
        "would give 1.0 s."
    )
    assert latency.title(shown) == "p95 falls among the partial hits"
    assert "partial hits set it" in latency.lead(shown, first_token=True)
    alone = read(tmp_path / "alone", *hits)
    assert said(latency.lead(alone)) == (
        "Partial hits set new's p95: 10 of 80 hits had less than half of their input in the cache; "
        "all 80 requests hit, and p95 is 20.0 s."
    )


def test_what_takes_as_long_neither_beats_nor_is_beaten(tmp_path):
    shown = read(tmp_path, sent([2.0] * 160, HIT), sent([2.0] * 40, MISS))
    assert said(latency.lead(shown)) == (
        "Hits and misses overlap where new's p95 lies: p95 is 2.0 s, 40 of 200 requests miss."
    )
    assert said(waits.apart(shown)) == (
        "In 0 % of all pairs of a miss and a hit the miss takes longer, and as long in 100 %; the "
        "misses' median is 1.0 × the hits'."
    )
    assert [said(each) for each in latency_care.warnings(shown)] == [
        "Hits and misses take equally long in 100 % of their pairs."
    ]


def test_where_one_in_so_many_is_far_off_the_count_is_said(tmp_path):
    shown = read(tmp_path, sent([1.0] * 40, HIT), sent([9.0] * 60, MISS))
    assert "60 in 100 requests miss and p95 leaves room" in latency.lead(shown)
    assert said(four_numbers.hits(shown)[4]) == "60 of 100 requests miss"


def test_timings_of_no_seconds_are_counted_and_their_median_has_no_multiple(tmp_path):
    shown = read(tmp_path, sent([0.0] * 80, HIT), sent([1.0] * 20, MISS))
    zeros = "new: 80 of 100 {} are 0 s, which no request takes: check the unit or the log."
    assert zeros.format("end-to-end times") in latency_care.warnings(shown)
    first = latency_care.warnings(shown, first_token=True)
    assert zeros.format("times to first token") in first
    assert said(waits.apart(shown)) == (
        "In 100 % of all pairs of a miss and a hit the miss takes longer; the hits' median is 0 s."
    )
    assert shown.evidence.latency.arms[Role.CANDIDATE].all.p50 == 0


def test_no_cliff_is_read_from_a_handful_of_hits_and_none_is_denied(tmp_path):
    few = read(tmp_path, sent([1.0] * 3, HIT), sent([9.0] * 97, MISS))
    assert waits.cliff(few) == ""
    many = read(tmp_path / "many", sent([1.0] * 60, HIT), sent([9.0] * 40, MISS))
    assert said(waits.cliff(many)) == (
        "The cliff is at a hit rate of 95 %: within one point of it p95 falls from 9.0 s to 1.0 s."
    )
