"""When a scenario meets a bar: from enough timings, within the tolerance, failures kept."""

from dataclasses import replace

import pytest

from lcexplore.model import Outcome, Status
from lcexplore.report import scenario
from lcexplore.report.named import Named
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import compared, hits_needed, whatif
from lcexplore.ui import hits
from tests.report.requested import first, of_log, read, requests, shown
from tests.report.spoken import said


@pytest.mark.parametrize("n", [(1, 1), (3, 997), (60, 940)])
def test_a_scenario_rests_on_as_many_timings_as_the_rule_wants(v3, n):
    review = of_log(v3, requests(*n))
    now = first(review, 0.97)
    assert now.status is Status.NOT_MEASURED
    assert read(review, 0.97).outcome is Outcome.ITERATE
    few = "2 timings" if sum(n) < 72 else f"it rests on {n[0]} hits"
    assert few in said(now.reason)
    lead = said(whatif.hits_lead(review, 0.97))
    assert "leaves the p95 bar not measured" in lead
    assert few in lead
    assert (
        said(hits_needed.hits_title(review)) == "Not measured: which hit rate brings p95 to 2.0 s"
    )
    assert few in said(hits_needed.inverse(review))


def test_70_hits_are_enough_for_97_per_cent_of_72_and_69_are_not(v3):
    # 0.97 x 72 = 69.84
    assert first(of_log(v3, requests(70, 930)), 0.97).status is Status.MET
    assert said(first(of_log(v3, requests(69, 931)), 0.97).reason) == (
        "it rests on 69 hits, and a latency clause needs 72 timings, 70 hits among them at "
        "a hit rate of 97.0 %"
    )
    # 0.03 x 72 = 2.16
    assert said(first(of_log(v3, requests(998, 2)), 0.97).reason) == (
        "it rests on 2 misses, and a latency clause needs 72 timings, 3 misses among them "
        "at a hit rate of 97.0 %"
    )


def test_20_timings_of_an_eval_are_too_few_in_a_scenario_too(v3):
    review = shown(v3, requests(18, 2))
    assert said(whatif.hits_lead(review, 0.97)) == (
        "Scenario: a hit rate of 97 % meets the hit-rate bar and leaves the p95 bar not measured: "
        "20 timings of long-context: a latency clause needs 72."
    )
    assert first(review, 0.97).status is Status.NOT_MEASURED


def test_without_a_rule_a_mixture_of_few_timings_says_so(v3):
    review = replace(shown(v3, requests(3, 997)), decision=None, record=None)
    assert "would give a p95 of 1.0 s, but it rests on 3 hits" in said(
        whatif.hits_lead(review, 0.97)
    )


def test_the_figure_names_the_hits_and_misses_that_it_is_made_of(v3):
    review = shown(v3, requests(3, 997))
    assert said(whatif.hits_small(review)).startswith(
        "Scenario: the recorded 3 hits and 997 misses mixed anew"
    )
    assert "There is no band" in whatif.hits_small(review, band=False)
    assert said(whatif.resting_on(review)) == "3 hits, 997 misses"


def test_more_failures_than_tolerated_leave_a_scenario_not_measured(v3):
    # 20 of 900 hits and 20 of 100 misses failed: where all hit, 20 / 900 = 2.2 % would
    rows = requests(900, 100, failed_hits=20, failed_misses=20)
    review = of_log(v3, rows)
    now = first(review, 1.0)
    assert now.status is Status.NOT_MEASURED
    assert said(now.reason) == (
        "22 of 1,000 requests of long-context would have no timing: 2.2 %, over the 2.0 % tolerated"
    )
    assert first(of_log(v3, rows, missing_tolerance=0.03), 1.0).status is Status.MET


def test_cache_states_that_nobody_knows_leave_the_hit_rate_not_measured(v3):
    review = of_log(v3, requests(550, 50, unknown=400))
    _, rate = read(review, 0.97).readings
    assert rate.status is Status.NOT_MEASURED
    assert "40.0 %, over the 2.0 % tolerated" in said(rate.reason)
    assert said(whatif.hits_lead(review, 0.97)).startswith(
        "Scenario: a hit rate of 97 % meets the p95 bar and leaves the hit-rate bar not measured: "
        "400 of 1,000 requests of long-context have no cache state"
    )


def test_hits_that_fail_keep_failing_where_more_requests_hit(v3):
    # 40 of 100 hits failed and no miss did: where all hit, 400 of 1,000 would have no timing
    review = of_log(v3, requests(1000, 9000, failed_hits=400), missing_tolerance=0.9)
    assert first(review, 0.97).status is not Status.MET
    assert said(hits_needed.hits_title(review)) == (
        "No hit rate brings p95 to 2.0 s: with every request a hit 4,000 requests would have no "
        "timing"
    )
    assert said(hits_needed.failing(review)) == (
        "A miss that becomes a hit is taken to go without a timing as often as today's hits: 400 "
        "of 1,000 hits and 0 of 9,000 misses have none."
    )


def test_misses_that_fail_become_fewer_where_more_requests_hit(v3):
    # 80 of 200 misses failed: at 97 % 0.03 x 0.4 = 1.2 % of all would
    review = of_log(v3, requests(800, 200, failed_misses=80))
    assert said(whatif.hits_lead(review, 0.97)) == (
        "Scenario: a hit rate of 97 % meets both the hit-rate bar and the p95 bar: p95 would be "
        "1.0 s against the agreed 2.0 s."
    )
    assert said(hits_needed.hits_title(review)) == "A hit rate of 95.0 % brings p95 to 2.0 s"
    assert first(review, 0.95).status is Status.MET
    assert first(review, 0.949).status is not Status.MET


def test_fewer_hits_do_better_where_hits_fail_and_the_reason_is_said(v3):
    # within 10 s lie all but the failed: 1 - 0.4 x 0.125 = 0.95
    rows = requests(1000, 9000, failed_hits=400)
    review = of_log(v3, rows, "p95_end_to_end: <= 10 s", missing_tolerance=0.9)
    assert said(hits_needed.hits_title(review)) == (
        "p95 keeps to 10.0 s at a hit rate of at most 12.5 %: hits fail more often here"
    )


def test_a_bar_within_the_error_of_a_bin_is_too_close_to_tell(v3):
    rows = requests(9000, 1000, fast=1.99725)  # where a bin from 1.988 to 2.0065 s is read
    now = first(of_log(v3, rows, within=0.005), 0.97)
    assert now.status is Status.NOT_MEASURED
    assert said(now.reason) == (
        "the requests are read within 1 %, and the bar of 2.0 s lies inside"
    )
    review = of_log(v3, rows, within=0.005)
    assert (
        said(hits_needed.hits_title(review)) == "Not measured: which hit rate brings p95 to 2.0 s"
    )
    assert said(now.reason) in said(hits_needed.inverse(review))
    assert first(of_log(v3, rows), 0.97).status is Status.MET
    above = requests(9000, 1000, fast=2.003)
    assert first(of_log(v3, above, within=0.005), 0.97).status is Status.NOT_MEASURED
    assert first(of_log(v3, above), 0.97).status is Status.FAILED
    clear = requests(9000, 1000, fast=1.98)
    assert first(of_log(v3, clear, within=0.005), 0.97).status is Status.MET


def test_what_only_the_evals_own_failures_left_open_is_read_anew_at_another_rate(v3):
    # 15 of 1,000 misses failed; at 94.5 % they decide, at 99 % they do not
    review = shown(v3, requests(940, 60, failed_misses=15), "p95_end_to_end: <= 2.0 s")
    recorded = review.decision.readings[0]
    assert (recorded.status, recorded.against) == (Status.NOT_MEASURED, 8.0)
    assert first(review, 0.94).status is Status.NOT_MEASURED
    assert first(review, 0.99).status is Status.MET


def test_what_the_rule_could_not_measure_no_scenario_of_the_same_answers_does(v3):
    # 40 of 200 misses failed: 4 % of all, over the 2 % tolerated, though none would if all hit
    review = shown(v3, requests(800, 200, failed_misses=40))
    why = "40 of 1,000 answers of long-context have no timing: 4.0 %, over the 2.0 % tolerated"
    assert said(review.decision.readings[0].reason) == why
    assert first(review, 1.0) is review.decision.readings[0]
    assert said(whatif.hits_lead(review, 1.0)) == (
        f"Scenario: a hit rate of 100 % meets the hit-rate bar and leaves the p95 bar not "
        f"measured: {why}."
    )
    assert said(hits_needed.inverse(review)) == (
        f"Which hit rate brings p95 to at most 2.0 s is not measured: {why}."
    )


def test_a_logs_hit_rate_is_not_held_against_a_multiple_of_what_the_evals_baseline_hit(v3):
    review = of_log(v3, requests(900, 100))
    reading = review.decision.readings[1]
    multiple = replace(reading.clause.bar, value=0.5, arm="retrieval")
    reading = replace(reading, clause=replace(reading.clause, bar=multiple), bar=0.4)
    now = scenario.stands(review, reading, Scenario(hit_rate=0.97))
    assert now.status is Status.NOT_MEASURED
    assert "how often one arm hits is not held against the other" in now.reason


def test_a_figure_fills_the_corner_of_both_bars_only_where_it_is_measured(v3):
    assert hits._board(of_log(v3, requests(900, 100))).agreed.told
    for rows in (requests(3, 997), requests(550, 50, unknown=400)):
        assert not hits._board(of_log(v3, rows)).agreed.told


def test_a_named_scenario_says_that_its_p95_is_of_too_few_timings(v3):
    warm = Named(name="warm", scenario=Scenario(hit_rate=0.97))
    _, few = compared.rows(of_log(v3, requests(3, 997)), (warm,))
    assert said(few[2]) == "1.0 s, of too few timings"
    _, enough = compared.rows(of_log(v3, requests(300, 700)), (warm,))
    assert said(enough[2]) == "1.0 s"


def test_a_band_is_spoken_of_where_there_is_one(v3):
    rows = [(state, seconds and seconds + at / 1000, failed)
            for at, (state, seconds, failed) in enumerate(requests(900, 100))]  # fmt: skip
    flat, spread = (hits._board(of_log(v3, each)) for each in (requests(1, 1), rows))
    assert (list(flat.line.low), "There is no band" in flat.small) == ([], True)
    assert len(spread.line.low) == 201
    assert "The band is the curve's 95 % interval" in spread.small


def test_a_p95_just_above_its_bar_does_not_print_like_it(v3):
    review = of_log(v3, requests(900, 100, fast=2.04))
    assert "p95 would be 2.04 s against the agreed 2.0 s" in said(whatif.hits_lead(review, 0.97))
    assert said(hits_needed.hits_title(review)) == (
        "No hit rate brings p95 to 2.0 s: with every request a hit it is 2.04 s"
    )
