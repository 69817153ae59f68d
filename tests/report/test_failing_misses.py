"""Failures that cluster in one cache state: Latency is of the timed, What if of all requests."""

from dataclasses import replace

import numpy as np
import pytest

from lcexplore import ingest
from lcexplore.decision.quantities import KNOWN
from lcexplore.model import Role
from lcexplore.report import mixture, scenario, source
from lcexplore.report.figures import latency as latency_figures
from lcexplore.report.review import review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import (
    compared,
    four_numbers,
    hits_needed,
    latency,
    timed,
    waits,
    whatif,
)
from lcexplore.store import Store
from lcexplore.ui import hits
from tests.report import shaped
from tests.report.spoken import said
from tests.store import logs

# Of new's 1,000 requests 100 miss, and 70 of those time out: 930 are timed, 30 of them misses.
N, MISSES, GAVE_UP = 1000, 100, 70
TIMED, TIMED_MISSES = N - GAVE_UP, MISSES - GAVE_UP


def requests(*, gave_up=GAVE_UP, longest=None):
    """New misses one request in ten, eight seconds slower; the first misses time out."""
    for number in range(N):
        at = {"started_at": 1_777_000_000 + 60 * number, "model": "m", "status": 200}
        yield {**at, "arm": "old", "cache": "miss", "latency_s": 1 + number / N, "ttft_s": 0.2}
        miss = number % 10 == 0
        seconds = 2 + number / N + 8 * miss
        row = {**at, "arm": "new", "cache": "miss" if miss else "hit", "ttft_s": 0.3}
        if miss and number < 10 * gave_up:
            row["status"], seconds = "timeout", 30.0
        yield {**row, "latency_s": seconds if longest is None else min(seconds, longest)}


def logged(folder, **changes):
    store = Store(folder / "s.duckdb")
    rows = logs.write(folder / "r.jsonl", requests(**changes))
    ingest.import_requests(store, [rows], comparison="t")
    return source.on(review(store, "t", baseline="old"), source.SOURCES[1])


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    return logged(tmp_path_factory.mktemp("failing"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return logged(tmp_path_factory.mktemp("whole"), gave_up=0)


def candidate(shown):
    return shown.evidence.latency.arms[Role.CANDIDATE]


def test_what_sets_p95_counts_the_misses_that_p95_is_read_from(failing):
    # 930 / 30 = 31; the rate over all requests, which the clause is on, stays 900 of 1,000
    lead = said(latency.lead(failing))
    assert "1 timed request in 31 misses (30 of 930) and p95 leaves room for 1 in 20" in lead
    assert candidate(failing).hit_rate == 0.9
    assert "900 of 1,000 requests" in str(four_numbers.hits(failing)[3])


def test_the_rule_in_words_says_what_failed_requests_hide(failing, whole):
    assert said(waits.rule(failing)).endswith(
        "Failed requests have no time here: of the 930 timed ones 30 missed, 3.2 %."
    )
    assert "1 timed request in 20 above it" in waits.rule(failing)
    assert said(waits.rule(whole)).endswith("Here 10.0 % do, 100 of 1,000 requests.")


def test_at_the_measured_rate_the_mixture_is_the_measured_p95(failing, whole):
    for shown in (failing, whole):
        board, p95 = hits._board(shown), candidate(shown).all.p95
        at = mixture.quantile_at(shown, board.measured.percent / 100)
        assert at == board.measured.seconds == p95
        (row,) = [each for each in whatif.hits_twin(shown, 0.97) if "measured" in each[0]]
        assert said(row[2]) == said(f"{p95:.1f} s")
        assert board.measured.percent == pytest.approx(90)


def test_what_a_converted_miss_is_taken_to_do_is_said(failing, whole):
    assert [said(each) for each in hits._board(failing).said if "taken to go" in each] == [
        "A miss that becomes a hit is taken to go without a timing as often as today's hits: 0 of "
        "900 hits and 70 of 100 misses have none."
    ]
    assert hits_needed.failing(whole) == timed.without_time(whole) == ""


def test_where_all_misses_failed_no_timed_request_misses(tmp_path):
    lost = logged(tmp_path, gave_up=MISSES)
    assert "None of new's 100 misses has a time: p95 is " in latency.lead(lost).replace("\xa0", " ")
    assert latency.lead(lost).endswith(", that of its 900 hits alone.")
    assert waits.rule(lost).endswith("of the 900 timed ones none missed.")


def test_who_waits_longer_than_p95_is_a_timed_request_and_failures_stand_beside(failing, whole):
    beside = "(70 of new's 1,000 requests failed or timed out)"
    assert said(four_numbers.waiting(failing)[-1]) == (
        f"1 timed request in 20 waits longer than this {beside}"
    )
    assert latency.gap(failing).startswith(
        f"1 timed request in 20 waits longer than p95 {beside}: "
    )
    assert four_numbers.waiting(whole)[-1] == "1 request in 20 waits longer than this"
    assert latency.gap(whole).startswith("1 request in 20 waits longer than p95: ")
    # by numpy: more than nobody, and no more than a twentieth, takes longer than p95
    seconds = np.array([row["latency_s"] for row in requests(gave_up=0) if row["arm"] == "new"])
    assert 0 < np.mean(seconds > candidate(whole).all.p95) <= 0.05


@pytest.mark.parametrize("first_token", [False, True])
def test_nobody_is_said_to_wait_longer_than_the_longest(tmp_path, first_token):
    tied = logged(tmp_path, gave_up=0, longest=2.5)
    assert candidate(tied).all.p95 == 2.5
    assert four_numbers.waiting(tied)[-1] == "At least 95 in 100 requests wait no longer than this"
    assert "waits longer" not in latency.gap(tied, first_token=first_token)


def test_the_what_if_lead_is_of_all_requests(failing, whole):
    # at 0.97 of all, 0.03 x 0.7 have no timing: p95 of the timed leaves out 0.05 x 0.979, and the
    # timed misses, 0.03 x 0.3, are its slowest
    seconds = np.sort([row["latency_s"] for row in requests(gave_up=0) if row["arm"] == "new"])
    fast, slow = seconds[:900], seconds[900:][-30:]
    at = mixture.quantile_at(failing, 0.97)
    within = 0.97 * np.mean(fast <= at) + 0.03 * 0.3 * np.mean(slow <= at)
    before = 0.97 * np.mean(fast < at) + 0.03 * 0.3 * np.mean(slow < at)
    assert before < 0.95 * 0.979 <= within + 1e-12
    p95 = said(f"{candidate(failing).all.p95:.1f} s")
    assert said(whatif.hits_lead(failing, 0.97)) == (
        f"Scenario: a hit rate of 97 % would give a p95 of {at:.1f} s; measured were 90 % and "
        f"{p95}."
    )
    assert "measured were 90 % and" in said(whatif.hits_lead(whole, 0.97))


def test_an_agreed_hit_rate_is_read_in_a_scenario_on_all_requests(failing):
    hit_rate = scenario.assumed(failing, KNOWN["measured_cache_hit_rate"], Scenario(hit_rate=0.97))
    # none of the hits failed; 70 of 100 misses did, which may have been hits
    assert (hit_rate.observed, hit_rate.low) == (0.97, pytest.approx(0.97))
    assert hit_rate.high == pytest.approx(0.97 + 0.03 * 0.7)


def test_as_measured_the_rate_in_the_table_of_scenarios_is_that_of_all(failing, whole):
    assert (
        said(compared.rows(failing, ())[0][1]) == said(compared.rows(whole, ())[0][1]) == "90.0 %"
    )


@pytest.mark.parametrize("first_token", [False, True])
def test_the_region_of_the_misses_is_that_of_those_with_a_timing(failing, whole, first_token):
    found = latency_figures.misses(failing, first_token=first_token)
    assert (found.count, found.share) == (TIMED_MISSES, TIMED_MISSES / TIMED)
    found = latency_figures.misses(whole, first_token=first_token)
    assert (found.count, found.share) == (MISSES, MISSES / N)


def test_misses_without_any_timing_are_the_reason_why_nothing_is_mixed(tmp_path):
    lost = logged(tmp_path, gave_up=MISSES)
    assert whatif.cannot_mix(lost) == (
        "New's hits and misses cannot be mixed: no miss has a timing."
    )


def test_interleaving_licenses_nothing_in_a_request_log(failing, v3):
    term = waits.load_term(failing, waits.load(failing))
    assert "would have moved by" in term
    assert waits.LEVELS not in term
    assert waits.LEVELS in waits.load_term(v3, waits.load(v3))


def test_the_hit_rate_that_reaches_an_agreed_p95_is_of_all_requests(v3):
    # of 100 misses 20 failed; no hit did, so 95 of 100 requests must hit
    shown = shaped.with_untimed(v3, [2.0] * 900, [8.0] * 80, 20)
    arm = shown.evidence.inputs.timings[Role.CANDIDATE]
    every = {**shown.evidence.inputs.timings, Role.CANDIDATE: replace(arm, misses=100)}
    inputs = replace(shown.evidence.inputs, timings=every)
    shown = replace(shown, evidence=replace(shown.evidence, inputs=inputs))
    assert said(hits_needed.inverse(shown)) == (
        "p95 of at most 5.0 s with answers without a timing as the slowest: a hit rate of 95.0 % "
        "reaches it."
    )


def test_tokens_in_a_scenario_are_those_of_all_requests(failing, whole, monkeypatch):
    # mean tokens of 1,000 - 900 x hit rate: as measured, at 0.9 of all, 190
    monkeypatch.setattr(
        source.states, "effective_tokens", lambda parts, arm, rate: 1e3 - 900 * rate
    )
    assert source.tokens_at(failing, 0.9) == pytest.approx(190)
    assert source.tokens_at(whole, 0.9) == pytest.approx(190)
