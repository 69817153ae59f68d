"""What the What-if page says: scenarios, never forecasts, and the record as it was."""

from dataclasses import replace

import numpy as np
import pytest

from lcexplore.decision import hits
from lcexplore.evidence import latency
from lcexplore.evidence.inputs import Timings
from lcexplore.model import CacheState, Role
from lcexplore.report import enlarged, mixture, scenario
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import hits_needed, more_questions, together, way, whatif
from lcexplore.report.sentences.cells import plain
from tests.report.shaped import clause, with_untimed
from tests.report.spoken import said


def test_a_hit_rate_comes_with_its_own_p95_and_then_with_that_of_hits_alone(v3):
    lead = said(whatif.hits_lead(v3, 0.97))
    assert lead == (
        "Scenario: a hit rate of 97 % meets the hit-rate bar but not the p95 bar: p95 would be "
        "6.9 s against the agreed 5.0 s, and 6.2 s even if all 1,640 requests hit."
    )
    assert len(lead.split()) <= 35
    assert said(whatif.hits_lead(v3, 1.0)).endswith("p95 would be 6.2 s against the agreed 5.0 s.")


def test_no_hit_rate_reaches_the_bar(v3):
    assert said(hits_needed.inverse(v3)) == "p95 of at most 5.0 s: no hit rate reaches it."
    assert "with every request a hit it is 6.2 s" in said(hits_needed.hits_title(v3))


@pytest.mark.parametrize(
    ("hits", "misses", "inverse", "title"),
    [
        ([1.0] * 100, [3.0] * 100, "p95 stays under 5.0 s at any hit rate.", None),
        ([1.0] * 100, [5.0] * 100, "p95 stays at most 5.0 s at any hit rate.", None),
        # with one in twenty requests a hit, 0.95 of them are misses
        ([6.0] * 100, [3.0] * 100,
         "p95 of at most 5.0 s: a hit rate of at most 5.0 % keeps to it; "
         "hits are slower than misses here.",
         "p95 keeps to 5.0 s at a hit rate of at most 5.0 %: hits are slower than misses here"),
        # 19 of 20 hits are within the bar and no miss is: p95 is within it at 100 % alone
        ([1.0] * 95 + [9.0] * 5, [9.0] * 100,
         "p95 of at most 5.0 s: only a hit rate of 100 % reaches it.",
         "Only a hit rate of 100 % brings p95 to 5.0 s"),
        # (0.95 - 0.1) / (1 - 0.1) = 0.9444..., which 94.4 % would not reach
        ([1.0] * 100, [1.0] * 10 + [9.0] * 90,
         "p95 of at most 5.0 s: a hit rate of 94.5 % reaches it.",
         "A hit rate of 94.5 % brings p95 to 5.0 s"),
    ],
)  # fmt: skip
def test_every_kind_of_answer_to_which_hit_rate_reaches_the_bar(v3, hits, misses, inverse, title):
    shown = with_untimed(v3, hits, misses, 0)
    assert said(hits_needed.inverse(shown)) == inverse
    assert said(hits_needed.hits_title(shown)) == (title or inverse.removesuffix("."))


def test_a_needed_hit_rate_is_never_rounded_to_all_requests():
    assert said(hits.at_least(0.9996)) == "99.96 %"
    assert said(hits.at_least(0.95)) == "95.0 %"
    # 697 hits of 2 s, 3 of 9 s, 100 misses of 20 s: 0.95 / (697 / 700) = 0.954089...
    assert said(hits.at_least(0.954089)) == "95.5 %"
    assert said(hits.at_most(0.0599)) == "5.9 %"
    assert said(hits.at_most(0.0001)) == "0.01 %"


def test_answers_without_a_timing_are_the_slowest_in_every_sentence(v3):
    # as hits the 15 untimed are 15 / 825 of these: 0.95 / (1 - 0.95 x 15 / 825) = 0.96670
    shown = with_untimed(v3, [2.0] * 825, [6.0] * 160, 15)
    assert said(hits_needed.inverse(shown)) == (
        "p95 of at most 5.0 s with answers without a timing as the slowest: "
        "a hit rate of 96.7 % reaches it."
    )
    assert said(hits_needed.hits_title(shown)) == "A hit rate of 96.7 % brings p95 to 5.0 s"
    # as misses, the 17 whose cache state nobody would know leave 0.955 x 0.983 = 93.9 % of hits
    assert said(whatif.hits_lead(shown, 0.955)) == (
        "Scenario: a hit rate of 95.5 % does not meet the p95 bar and leaves the hit-rate bar not "
        "measured: the requests that failed, or whose cache state is unknown, could turn it."
    )
    assert said(whatif.hits_lead(clause(shown, "p95_end_to_end", "<=", 5.0), 0.955)) == (
        "Scenario: a hit rate of 95.5 % does not meet the p95 bar: p95 would be 2.0 s, and 6.0 s "
        "with the 17 answers then without a timing as the slowest, against the agreed 5.0 s."
    )
    assert "does not meet the p95 bar" in whatif.hits_lead(shown, 0.966)
    assert "meets both the hit-rate bar and the p95 bar" in whatif.hits_lead(shown, 0.968)
    many = with_untimed(v3, [2.0] * 825, [6.0] * 100, 75)
    assert said(hits_needed.hits_title(many)) == (
        "No hit rate brings p95 to 5.0 s: with every request a hit 83 answers would have no timing"
    )
    # as hits 75 x 925 / 825 = 84.1 for each 925, which are 83.3 of 1,000
    assert said(whatif.hits_lead(many, 1.0)) == (
        "Scenario: a hit rate of 100 % leaves both bars not measured: "
        "83 of 1,000 answers of long-context would have no timing: 8.3 %, over the 2.0 % tolerated."
    )


def of_log(shown, n_replays):
    """The review as of a request log in which so many of the untimed are replays."""
    inputs = shown.evidence.inputs
    arm = inputs.timings[Role.CANDIDATE]
    arm = replace(arm, n_failed=arm.n_failed - n_replays, n_replays=n_replays)
    every = {**inputs.timings, Role.CANDIDATE: arm}
    evidence = replace(
        shown.evidence, inputs=replace(inputs, timings=every), latency=latency.analyse(every)
    )
    return replace(shown, evidence=evidence, source="requests")


def test_hits_that_are_too_slow_alone_are_the_reason_and_not_what_has_no_timing(v3):
    # 94 of 1,476 without a timing: 66 failed and 28 are replays, as in the log of a gateway
    shown = with_untimed(v3, [7.3] * 1242, [20.0] * 140, 94)
    for each, what in ((shown, "answers"), (of_log(shown, 28), "requests")):
        assert said(hits_needed.hits_title(each)) == (
            "No hit rate brings p95 to 5.0 s: with every request a hit it is 7.3 s"
        )
        assert said(hits_needed.inverse(each)) == (
            f"p95 of at most 5.0 s with {what} without a timing as the slowest: "
            "no hit rate reaches it."
        )


def test_a_replay_in_a_request_log_is_no_request_that_has_no_timing(v3):
    # the 15 untimed of 985, as hits, ask for 0.95 / (1 - 0.95 x 15 / 810) = 0.96701; with the 15
    # replays it would be 0.95 / (1 - 0.95 x 30 / 810) = 0.98464.
    shown = of_log(with_untimed(v3, [2.0] * 810, [6.0] * 160, 30), 15)
    found = hits.asked(shown.evidence, of_eval=False)
    assert found.untimed(found.hit_rate) == 15
    assert said(hits_needed.inverse(shown)) == (
        "p95 of at most 5.0 s with requests without a timing as the slowest: "
        "a hit rate of 96.8 % reaches it."
    )
    assert "meets both the hit-rate bar and the p95 bar" in whatif.hits_lead(shown, 0.968)
    too_many = of_log(with_untimed(v3, [2.0] * 825, [6.0] * 100, 75), 0)
    assert said(hits_needed.hits_title(too_many)) == (
        "No hit rate brings p95 to 5.0 s: with every request a hit 83 requests would have no timing"
    )


def test_a_bar_that_must_be_stayed_under_is_not_met_by_reaching_it(v3):
    shown = clause(v3, "p95_end_to_end", "<", 5.0)
    shown = with_untimed(shown, [2.0] * 900, [5.0] * 100, 0)
    assert said(hits_needed.inverse(shown)) == "p95 under 5.0 s: a hit rate of 95.0 % reaches it."
    assert "does not meet the p95 bar" in whatif.hits_lead(shown, 0.9)
    shown = clause(shown, "p95_end_to_end", ">", 5.0)
    assert hits_needed.inverse(shown) == ""


def test_a_low_hit_rate_meets_neither_bar(v3):
    assert "meets neither the hit-rate bar nor the p95 bar" in whatif.hits_lead(v3, 0.5)


def test_without_a_record_the_scenario_is_compared_with_what_was_measured(pilot):
    lead = said(whatif.hits_lead(pilot, 0.97))
    assert lead == (
        "Not licensed: the arms ran in separate hours; as measured, in this scenario a hit rate of "
        "97 % would give a p95 of 6.9 s; measured were 90.4 % and 11.1 s."
    )


def test_what_cannot_be_mixed_says_why(v3):
    swapped = replace(v3.info, baseline="long-context", candidate="retrieval")
    inputs = v3.evidence.inputs
    timings = dict(zip(inputs.timings, reversed(inputs.timings.values()), strict=True))
    found = v3.evidence.latency
    arms = dict(zip(found.arms, reversed(found.arms.values()), strict=True))
    evidence = replace(v3.evidence, inputs=replace(inputs, timings=timings),
                       latency=replace(found, arms=arms))  # fmt: skip
    shown = replace(v3, info=swapped, evidence=evidence)
    assert whatif.cannot_mix(shown) == (
        "Retrieval's hits and misses cannot be mixed: no hit was recorded."
    )
    assert whatif.hits_lead(shown, 0.97).startswith("No scenario: retrieval's hits and misses")


def with_unknown(review, n):
    """The review with so many requests of 30 s more whose cache state nobody knows."""
    inputs = review.evidence.inputs
    arm = inputs.timings[Role.CANDIDATE]
    unknown = Timings(values=np.array([30.0]), counts=np.array([n]))
    pools = {**arm.end_to_end, CacheState.UNKNOWN: unknown}
    timed = replace(arm, end_to_end=pools, n_planned=arm.n_planned + n)
    timings = {**inputs.timings, Role.CANDIDATE: timed}
    evidence = replace(
        review.evidence, inputs=replace(inputs, timings=timings), latency=latency.analyse(timings)
    )
    return replace(review, evidence=evidence)


def test_requests_of_unknown_cache_state_are_said_to_stay_as_they_are(v3):
    assert hits_needed.held(v3) == ""
    shown = with_unknown(v3, 60)
    assert said(hits_needed.held(shown)) == (
        "60 requests of unknown cache state stay as measured, whatever the hit rate."
    )
    arm = shown.evidence.latency.arms[Role.CANDIDATE]
    assert mixture.quantile_at(shown, arm.hit_rate) == arm.all.p95
    assert said(whatif.hits_lead(shown, 0.97)).endswith(
        "does not meet the p95 bar and leaves the hit-rate bar not measured: 60 of 1,700 requests "
        "of long-context have no cache state: 3.5 %, over the 2.0 % tolerated."
    )
    assert "even if all 1,640 requests of known cache state hit" in said(
        whatif.hits_lead(with_unknown(v3, 30), 0.97)
    )


def test_where_most_requests_are_of_unknown_cache_state_there_is_no_scenario(v3):
    assert said(whatif.hits_lead(with_unknown(v3, 1700), 0.97)) == (
        "No scenario: long-context's hits and misses cannot be mixed: the cache state of 1,700 "
        "of 3,340 requests is unknown."
    )


def test_820_questions_clear_the_margin_about_4_times_in_10(v3):
    assert said(more_questions.lead(v3, Scenario())) == (
        "Scenario: if the true difference is +3.1 points, 820 questions clear the agreed +1.0 "
        "about 4 times in 10; about 2,160 would clear it 8 times in 10."
    )


def test_the_truths_lie_a_point_below_and_above(v3):
    curves = enlarged.curves(v3, Scenario())
    assert [round(100 * each.truth, 1) for each in curves] == [2.0, 3.1, 4.0]
    assert [each.observed for each in curves] == [False, True, False]


def test_a_truth_that_cannot_be_is_left_out():
    assert enlarged.truths(0.031, 0.035) == (0.02, 0.031)


def test_without_a_margin_half_widths_are_drawn(pilot):
    (curve,) = enlarged.curves(pilot, Scenario())
    assert curve.values[0] > curve.values[-1] > 0
    assert "to either side" in more_questions.lead(pilot, Scenario())


def test_more_questions_do_not_mend_a_confound(pilot, v3):
    assert more_questions.lead(pilot, Scenario()).startswith(
        "Confounded by the model: as measured, in this scenario "
    )
    assert more_questions.offset(pilot) == (
        "More questions would only estimate this offset more precisely."
    )
    assert more_questions.offset(v3) == ""


def test_a_margin_at_the_difference_is_cleared_by_no_number(v3):
    lead = more_questions.lead(v3, Scenario(easy=2000))
    assert "no number would clear it 8 times in 10" in lead


def test_the_twin_says_what_writing_the_questions_takes(v3):
    header, *rows = more_questions.twin(v3, Scenario(), pace=118)
    days = {row[0]: row[3] for row in rows}
    assert header[3] == "Person-days to write more"
    assert days["820"] == "0"
    assert days["2,000"] == "10"  # (2,000 - 820) / 118
    assert said(more_questions.days(118)) == "Person-days: at 118 questions a day."


def test_no_day_of_writing_is_counted_before_somebody_says_the_pace(v3):
    assert {len(row) for row in more_questions.twin(v3, Scenario())} == {3}
    assert more_questions.days(more_questions.PACE_UNKNOWN) == ""
    assert way.days(v3, Scenario(n=2000), more_questions.PACE_UNKNOWN) == ""


def test_the_strip_names_both_outcomes(v3, pilot):
    read = scenario.reread(v3, Scenario(hit_rate=0.97))
    assert whatif.strip(v3, read) == ("Recorded: iterate", "Scenario: iterate")
    assert whatif.strip(pilot, None)[0] == "Recorded: no rule was agreed"


def test_both_together(v3):
    made = Scenario(hit_rate=0.97, n=2160)
    read = scenario.reread(v3, made)
    assert said(together.both_lead(v3, read, 0.97, 2160)) == (
        "Scenario: with a hit rate of 97 % and 2,160 questions, 2 of the 4 agreed conditions are "
        "met and the rule would still say iterate."
    )


def test_one_condition_is_met_and_two_are(v3):
    read = scenario.reread(v3, Scenario(hit_rate=0.97))
    lead = said(together.both_lead(v3, read, 0.97, 820))
    assert "1 of the 4 agreed conditions is met" in lead


def test_the_rule_stands_agreed_recorded_and_assumed(v3):
    read = scenario.reread(v3, Scenario(hit_rate=0.97))
    table = [[said(plain(cell)) for cell in row] for row in together.rule_table(v3, read)]
    n = "1,640 requests"
    assert table[1] == [
        "p95", "at most 5.0 s", f"✕ failed; 11.6 s; {n}", f"✕ failed; 6.9 s; {n}",
    ]  # fmt: skip
    assert table[2][3] == "as recorded"
    assert table[3] == [
        "Cache hit rate", "at least 95 %", f"✕ failed; 88.4 %; {n}", f"✓ met; 97.0 %; {n}",
    ]  # fmt: skip


def test_every_lead_keeps_to_35_words_and_says_scenario(v3):
    leads = [whatif.hits_lead(v3, rate) for rate in (0.5, 0.97, 1.0)]
    leads.append(more_questions.lead(v3, Scenario()))
    assert all(lead.startswith("Scenario: ") for lead in leads)
    assert max(len(lead.split()) for lead in leads) <= 35
