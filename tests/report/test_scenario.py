"""Scenarios: the rule read with assumed values, the record untouched, failures still against."""

from dataclasses import replace
from math import inf

import pytest

from lcexplore.model import CacheState, Outcome, Role, Status
from lcexplore.report import mixture, sample, scenario, source
from lcexplore.report.sample import Scenario
from tests.report.shaped import clause, relaxed, with_untimed
from tests.ui import reviews

C = Role.CANDIDATE


def status(read):
    return {each.clause.quantity: each.status for each in read.readings}


def test_an_empty_scenario_is_the_record(v3):
    read = scenario.reread(v3, Scenario())
    assert read.readings == v3.decision.readings
    assert (read.outcome, read.touched) == (v3.decision.outcome, frozenset())


def test_more_hits_move_p95_and_the_hit_rate_and_nothing_else(v3):
    read = scenario.reread(v3, Scenario(hit_rate=0.97))
    assert read.touched == {"p95_end_to_end", "measured_cache_hit_rate"}
    assert status(read)["measured_cache_hit_rate"] is Status.MET
    assert status(read)["p95_end_to_end"] is Status.FAILED


def test_the_recorded_decision_is_left_as_it_is(v3):
    before = v3.decision
    scenario.reread(v3, Scenario(hit_rate=1.0, n=5000, easy=100))
    assert v3.decision is before
    assert v3.decision.outcome is Outcome.ITERATE


def test_what_was_not_measured_stays_not_measured(v3):
    read = scenario.reread(v3, Scenario(hit_rate=1.0, n=9000))
    assert status(read)["cost_per_1k_queries"] is Status.NOT_MEASURED
    assert read.outcome is Outcome.ITERATE


def test_without_a_decision_there_is_nothing_to_read():
    assert scenario.reread(reviews.pilot(), Scenario(hit_rate=0.97)) is None


def test_a_scenario_can_say_switch_when_everything_else_is_met(v3):
    shown = relaxed(v3, p95=6.5)
    assert scenario.reread(shown, Scenario(hit_rate=1.0)).outcome is Outcome.SWITCH
    assert scenario.reread(shown, Scenario(hit_rate=0.5)).outcome is Outcome.ITERATE


def test_an_open_precondition_keeps_a_scenario_from_switching(v3):
    shown = relaxed(v3, p95=6.5)
    first, *rest = shown.decision.preconditions
    decision = replace(
        shown.decision, preconditions=(replace(first, status=Status.NOT_MEASURED), *rest)
    )
    read = scenario.reread(replace(shown, decision=decision), Scenario(hit_rate=1.0))
    assert read.outcome is Outcome.ITERATE


def test_failed_requests_rank_slower_in_a_scenario_too(v3):
    shown = relaxed(v3, p95=6.5)
    shown = with_untimed(shown, [2.0] * 825, [9.0] * 160, 15)
    assert scenario.reread(shown, Scenario(hit_rate=0.98)).outcome is Outcome.SWITCH
    read = scenario.reread(shown, Scenario(hit_rate=0.955))
    assert status(read)["p95_end_to_end"] is Status.NOT_MEASURED
    assert read.outcome is Outcome.ITERATE


# 985 timed, hits 2 s and misses 6 s. With the 15 as the slowest p95 of 1,000 is that of the
# share 0.95 / 0.985 = 0.9645 of the timed; as the fastest, of 0.935 / 0.985 = 0.9492. As hits they
# are 15 / 825 of these: 0.95 / (1 - 0.95 x 15 / 825) = 0.9667, and 0.95 / (1 + 0.05 x 15 / 825) =
# 0.9491.
@pytest.mark.parametrize(
    ("rule", "operator", "rate", "found"),
    [
        ("switch_if", "<=", 0.94, Status.FAILED),
        ("switch_if", "<=", 0.955, Status.NOT_MEASURED),
        ("switch_if", "<=", 0.966, Status.NOT_MEASURED),
        ("switch_if", "<=", 0.967, Status.MET),
        ("reject_if", ">", 0.94, Status.MET),
        ("reject_if", ">", 0.9495, Status.NOT_MEASURED),
        ("reject_if", ">", 0.955, Status.NOT_MEASURED),
        ("reject_if", ">", 0.966, Status.NOT_MEASURED),
        ("reject_if", ">", 0.967, Status.FAILED),
    ],
)
def test_a_scenario_reads_unmeasured_answers_as_the_rule_does(v3, rule, operator, rate, found):
    shown = with_untimed(v3, [2.0] * 825, [6.0] * 160, 15)
    shown = clause(shown, "p95_end_to_end", operator, 5.0, rule)
    (read,) = scenario.reread(shown, Scenario(hit_rate=rate)).readings
    assert read.status is found


@pytest.mark.parametrize("tenths", [89, 290, 570, 581, 901, 953])
def test_a_hit_rate_reaches_the_bar_that_is_written_like_it(v3, tenths):
    bar = float(f"{tenths / 10}") * 0.01  # 90.1 / 100 and 90.1 x 0.01 are not one float
    shown = clause(v3, "measured_cache_hit_rate", ">=", bar)
    (read,) = scenario.reread(shown, Scenario(hit_rate=tenths / 10 / 100)).readings
    assert read.status is Status.MET


def test_so_many_failures_that_p95_has_no_value_are_infinitely_slow(v3):
    shown = with_untimed(v3, [2.0] * 825, [6.0] * 100, 925)
    quantity = scenario.look_up("p95_end_to_end")
    values = scenario.assumed(shown, quantity, Scenario(hit_rate=1.0))
    assert values.high == inf


def test_more_questions_move_the_lower_end_towards_the_difference(v3):
    ends = [sample.interval(v3, Scenario(n=n)) for n in (820, 1640, 3280)]
    assert ends[0] == v3.evidence.correctness.interval
    assert ends[0].low < ends[1].low < ends[2].low < v3.evidence.correctness.difference
    assert ends[0].high > ends[1].high > ends[2].high


def test_enough_questions_meet_the_correctness_clause(v3):
    read = scenario.reread(v3, Scenario(n=3000))
    assert status(read)["correctness_delta_lower_ci"] is Status.MET
    assert status(read)["p95_end_to_end"] is Status.FAILED


def test_a_clause_corrected_by_labels_is_not_read_on_more_questions(v3):
    record = replace(v3.record, correctness_basis="calibrated")
    read = scenario.reread(replace(v3, record=record), Scenario(n=3000))
    assert read.readings == v3.decision.readings


def test_easy_questions_shrink_the_difference_and_never_its_direction(v3):
    base = sample.plan(v3)
    diluted = sample.under(base, Scenario(easy=820))
    assert diluted.difference == pytest.approx(base.difference / 2)
    assert diluted.n == 1640


def test_a_half_width_that_matches_the_recorded_interval(v3):
    # design.md: 820 questions, +0.71 to +5.56: 2.4 points to either side
    width = sample.half_width(sample.plan(v3), level=0.95)
    assert width == pytest.approx(0.0243, abs=0.0005)


def test_the_mixture_at_the_measured_rate_is_what_was_measured(v3):
    arm = v3.evidence.latency.arms[C]
    assert mixture.quantile_at(v3, arm.hit_rate) == pytest.approx(arm.all.p95)
    assert mixture.quantile_at(v3, 1.0) == arm.by_state[CacheState.HIT].p95
    assert mixture.quantile_at(v3, 0.0) == arm.by_state[CacheState.MISS].p95


def test_the_97_per_cent_mixture_is_a_figure_of_the_hits(v3):
    assert 6.5 <= mixture.quantile_at(v3, 0.97) <= 7.5  # the worked example's range


def test_effective_tokens_at_the_measured_rate_are_what_was_measured(v3):
    arm = v3.evidence.latency.arms[C]
    measured = v3.evidence.cost[C].effective_mean
    assert source.tokens_at(v3, arm.hit_rate) == pytest.approx(measured)


def test_tokens_without_multipliers_are_not_measured(v3):
    tokens = replace(v3.evidence.inputs.tokens[C], read_multiplier=None)
    inputs = replace(v3.evidence.inputs, tokens={C: tokens})
    shown = replace(v3, evidence=replace(v3.evidence, inputs=inputs))
    assert source.tokens_at(shown, 0.97) is None


def test_the_band_holds_the_curve_and_is_the_same_every_time(v3):
    found = mixture.asked(v3)
    low, high = mixture.band(found, p=0.95)
    again, _ = mixture.band(found, p=0.95)
    middle = mixture.curve(found, p=0.95)
    assert (low == again).all()
    assert ((low <= middle + 1e-9) & (middle <= high + 1e-9)).mean() > 0.95
