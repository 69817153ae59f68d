"""What the Latency page says: which cache state sets p95, and when nothing can be said."""

from dataclasses import replace

import pytest

from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import CacheState, Role
from lcexplore.report.sentences import four_numbers, latency, latency_care, latency_split
from tests.report.spoken import said

B, C = Role.BASELINE, Role.CANDIDATE


def arm(shown, **changes):
    """The review with the candidate's latency changed."""
    found = shown.evidence.latency
    arms = {**found.arms, C: replace(found.arms[C], **changes)}
    evidence = replace(shown.evidence, latency=replace(found, arms=arms))
    return replace(shown, evidence=evidence)


def parts(shown, **changes):
    found = shown.evidence.latency
    split = {**found.decomposition, C: replace(found.decomposition[C], **changes)}
    evidence = replace(shown.evidence, latency=replace(found, decomposition=split))
    return replace(shown, evidence=evidence)


def test_the_lead_of_the_worked_example(v3):
    assert said(latency.lead(v3)) == (
        "Cache misses set long-context's p95: 1 request in 9 misses (190 of 1,640) and p95 leaves "
        "room for only 1 in 20, so p95 is 11.6 s where hits alone would give 6.2 s."
    )


def test_seconds_that_look_like_milliseconds_are_asked_about_beside_the_figures(v3):
    asks = "the median latency is 4,210 s; are they milliseconds?"
    pools = v3.evidence.inputs.timings
    inputs = replace(v3.evidence.inputs, timings={**pools, C: replace(pools[C], longest_unit=asks)})
    odd = replace(v3, evidence=replace(v3.evidence, inputs=inputs))
    assert f"long-context: {asks}" in latency_care.warnings(odd)
    assert asks in four_numbers.waiting(odd)[3].small
    assert asks not in four_numbers.waiting(odd)[2].small


def test_a_blocked_run_is_not_licensed(pilot):
    assert latency.lead(pilot).startswith("Not licensed: the arms ran in separate hours; ")
    assert "not licensed" in latency_care.order_line(pilot)


def test_an_interleaved_run_licenses_the_difference_and_no_forecast(v3):
    line = latency_care.order_line(v3)
    assert "interleaved: the difference is licensed, the seconds are not a forecast" in line


def test_unrecorded_cache_states_are_not_measured(v3):
    blind = arm(v3, hits=0, misses=0, n_cache_known=0, hit_rate=None)
    assert "what sets long-context's p95 is not measured: cache state is not in the log" in (
        latency.lead(blind)[:1].lower() + latency.lead(blind)[1:]
    )
    assert latency.NO_STATE in latency.small(blind)
    assert not latency.states_known(blind)


def test_where_every_request_hit_nothing_is_said_to_be_missing_from_the_log(v3):
    shown = arm(v3, hits=1640, misses=0)
    assert latency.small(shown).endswith(
        "No strip of misses: every request of known cache state hit."
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hits": 0, "misses": 1640}, "No cache used by long-context: all 1,640 requests miss"),
        ({"hits": 1640, "misses": 0}, "Cache hits set long-context's p95: all 1,640 requests hit"),
    ],
)
def test_one_state_alone_has_its_own_sentence(v3, changes, words):
    assert latency.lead(arm(v3, **changes)).startswith(words)


def test_overlapping_parts_set_nothing(v3):
    assert "hits and misses overlap" in latency.lead(parts(v3, set_by=None)).lower()


def test_hits_can_set_p95(v3):
    shown = parts(v3, set_by=CacheState.HIT, quantile_of_hits=0.979)
    assert latency.lead(shown).startswith("Cache hits set long-context's p95:")
    assert latency.title(shown) == "p95 falls among the hits"


def test_p95_falls_among_the_misses(v3):
    assert latency.title(v3) == "p95 falls among the misses"


def test_states_that_nobody_knows_are_not_said_to_overlap(v3):
    quantiles = replace(v3.evidence.latency.arms[C].all, n=1700)
    shown = parts(arm(v3, all=quantiles), set_by=None)
    assert said(latency.lead(shown)) == (
        "What sets long-context's p95 is not measured: the cache state of 60 of 1,700 timed "
        "requests is not known; p95 is 11.6 s, 190 of 1,640 requests of known state miss."
    )


def test_the_split_title_names_both_parts(v3):
    assert said(latency_split.split_title(v3)) == "Hits alone give 6.2 s; misses reach 21.3 s"


def test_the_twin_has_every_pool_with_its_interval(v3):
    header, *rows = latency_split.twin(v3)
    assert [row[0] for row in rows] == [
        "retrieval, all 1,640",
        "long-context, all 1,640",
        "long-context, 1,450 hits",
        "long-context, 190 misses",
    ]
    named = [said(each) for each in header]
    assert named[:2] == ["Requests", "n"]
    assert named[2::2] == ["p50", "p90", "p95", "p99"]
    assert named[3::2] == [f"{name}, 95 % interval" for name in named[2::2]]
    assert said(rows[0][7]).endswith(" s")


def test_the_ratio_stands_beside_the_seconds(v3):
    assert said(latency.gap(v3)).endswith("4.0 × retrieval, 8.7 s longer.")


def test_first_token_has_its_own_lead(v3):
    assert said(latency.lead(v3, first_token=True)) == (
        "Long-context's first token comes within 8.6 s 19 times in 20 (1,640 requests); cache "
        "misses set it, and hits alone would give 1.9 s."
    )


def test_first_tokens_that_nobody_recorded_are_not_measured(v3):
    found = replace(v3.evidence.latency, first_token={B: None, C: None})
    shown = replace(v3, evidence=replace(v3.evidence, latency=found))
    assert "not measured: it is not in the log" in latency.lead(shown, first_token=True)
    assert latency_split.parts(shown, first_token=True) == []


def test_the_bar_is_the_records(v3, pilot):
    assert latency.bar(v3) == 5.0
    assert latency.bar(v3, first_token=True) is None
    assert latency.bar(pilot) is None


def test_failures_and_replays_are_counted(v3):
    found = arm(v3, n_failed=3, n_replays=7)
    lines = latency_care.failures(found)
    assert lines[0].startswith("long-context: 3 of 1,640 requests failed or timed out")
    assert lines[1] == "long-context: 7 replays left out; the eval tool served them."
    logged = latency_care.failures(replace(found, source=REQUESTS))
    assert logged[1] == "long-context: 7 replays left out; a store served them."


def test_a_true_zero_of_failures_is_said(v3):
    assert latency_care.failures(v3) == [
        "No request failed, timed out or was replayed in either arm, and every one has an "
        "end-to-end time."
    ]


def test_small_pools_and_partial_hits_are_warned_of(v3):
    few = replace(v3.evidence.latency.arms[C].all, n=40)
    lines = latency_care.warnings(arm(v3, all=few, partial_hits=12))
    assert "p95 has no upper end at this size (40 timings)" in lines[0]
    assert "12 of 1,450 hits had less than half" in lines[1]


def test_slow_hits_are_warned_of(v3):
    assert said(latency_care.warnings(v3)[-1]).endswith("6.2 s against the agreed 5.0 s.")


def test_every_lead_keeps_to_a_sentence(v3, pilot):
    for shown in (v3, pilot):
        assert latency.lead(shown).count(". ") == 0
