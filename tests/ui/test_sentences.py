"""What the Decision, Validity and Interval pages say of the worked example, word for word."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from lcexplore.decision.evaluate import Precondition
from lcexplore.decision.preconditions import comparable
from lcexplore.decision.rule import MARGIN
from lcexplore.evidence.inputs import WindowCount
from lcexplore.evidence.moved import InputRow
from lcexplore.evidence.rubrics import RubricAttribution
from lcexplore.evidence.validity import Validity
from lcexplore.model import Interval, Outcome, RecordTimes, Role, Status
from lcexplore.report.sentences import (
    clauses,
    columns,
    common,
    decision,
    flip,
    four_numbers,
    interval,
    interval_rows,
    next_steps,
    rubrics,
    trade,
    validity,
)
from lcexplore.report.sentences.cells import plain
from lcexplore.words import NBSP, many
from tests.ui import reviews

# Expected sentences: the worked example as its pages must show it.


def said(text):
    return text.replace(NBSP, " ")


@pytest.fixture
def v3():
    return reviews.v3()


@pytest.fixture
def pilot():
    return reviews.pilot()


def rows(table):
    return [said(" | ".join(plain(cell) for cell in row)) for row in table]


def correctness(review, **changes):
    found = replace(review.evidence.correctness, **changes)
    return replace(review, evidence=replace(review.evidence, correctness=found))


def test_the_decision_leads_with_what_failed_and_what_was_not_measured(v3):
    assert said(decision.lead(v3)) == (
        "Do not switch yet: long-context is 3.1 points ahead on 820 questions, but three of the "
        "four agreed conditions failed and the fourth, cost, was not measured."
    )


def test_the_outcome_line_has_the_records_word_and_who_says_when_it_was_agreed(v3):
    line = decision.outcome_line(v3)
    assert line == (
        "Outcome under the agreed rule: iterate. Agreed 20 April 2026, as the record claims."
    )


def test_a_rule_after_the_results_is_called_exploratory_wherever_the_outcome_is_named(v3):
    late = replace(v3, decision=reviews.decided(post_hoc=True))
    assert decision.lead(late).startswith("Do not switch yet (exploratory): ")
    assert "iterate (exploratory). Agreed" in decision.outcome_line(late)
    banner = common.banners(late)[0]
    assert banner.word == "Exploratory"
    assert banner.remedy == "Freeze the next rule before anything is graded."
    graded, stored = datetime(2026, 4, 20, 9, tzinfo=UTC), datetime(2026, 4, 21, 8, tzinfo=UTC)
    times = RecordTimes(claimed_at=None, recorded_at=stored, first_grading_at=graded)
    late = replace(v3, decision=replace(late.decision, times=times))
    assert common.banners(late)[0].text == (
        "The decision record, stored here 2026-04-21 08:00 UTC, came after the first grading "
        "(first graded 2026-04-20 09:00 UTC): not agreed beforehand."
    )


def test_questions_that_nobody_measured_are_counted_wherever_the_others_are(v3):
    partly = correctness(v3, n_questions=58, n_eval_set=150)
    assert "ahead on 58 of the 150 questions" in decision.lead(partly)
    assert "the interval on 58 of the 150 questions runs" in interval.lead(partly)
    line = common.context_line(partly)
    assert "150 questions, 2 answers per question and arm, compared on 58 of the 150" in line
    assert "compared on" not in common.context_line(v3)


def test_a_probe_says_its_windows_and_repeats_and_not_two_answers(v3):
    cells = tuple(
        WindowCount(version="a", depth=depth, fill=fill, distractor="none", correct=1, measured=2)
        for depth in (0.1, 0.5, 0.9)
        for fill in (0.05, 0.5)
    )
    tally = v3.evidence.inputs.tally
    counted = replace(tally.candidate, planned=np.full(820, 12))
    tally = replace(tally, candidate=counted, baseline=counted)
    inputs = replace(v3.evidence.inputs, window=cells, tally=tally)
    probe = replace(v3, evidence=replace(v3.evidence, inputs=inputs))
    line = common.context_line(probe)
    assert "820 questions, 6 windows × 2 repeats per question and arm" in line


def test_a_log_that_names_no_grader_is_said_so_once(v3):
    shown = replace(v3, info=replace(v3.info, grader="unspecified", rubric="unspecified"))
    assert "; an unnamed grader and rubric." in common.context_line(shown)


def test_values_that_are_neither_pass_nor_fail_are_named_beside_their_number(v3):
    arms = v3.evidence.correctness.arms
    arms = {
        **arms,
        Role.CANDIDATE: replace(arms[Role.CANDIDATE], not_measured={"not_pass_fail": 92}),
    }
    shown = correctness(v3, arms=arms)
    inputs = replace(shown.evidence.inputs, unread={Role.CANDIDATE: {"Refusal": 90}})
    shown = replace(shown, evidence=replace(shown.evidence, inputs=inputs))
    (row,) = rows(validity.missing(shown))
    assert "logged as 'Refusal' 90, others 2" in row


@pytest.mark.parametrize("role", list(Role))
def test_no_wait_is_said_of_a_p95_that_is_not_measured(v3, role):
    latency = v3.evidence.latency
    empty = replace(latency.arms[role].all, n=0, p95=None, p95_interval=None)
    arms = {**latency.arms, role: replace(latency.arms[role], all=empty)}
    shown = replace(v3, evidence=replace(v3.evidence, latency=replace(latency, arms=arms)))
    (row,) = rows([four_numbers.waiting(shown)])
    assert "than this" not in row
    assert row.endswith(f"{v3.info.arm(role)}'s wait is not measured")


def test_without_a_record_there_is_no_decision(pilot, v3):
    open_question = replace(v3, decision=None, record=None)
    assert said(decision.lead(open_question)) == (
        "No rule was agreed beforehand, so there is no decision: long-context is 3.1 points ahead "
        "on 820 questions."
    )
    assert decision.lead(pilot).startswith("Confounded by the model: as measured, long-context")


@pytest.mark.parametrize(
    ("statuses", "lead"),
    [
        ("mmmm", "Switch: long-context is 3.1 points ahead on 820 questions, and all four agreed "
                 "conditions are met."),
        ("fmmm", "one of the four agreed conditions failed."),
        ("ffff", "all four agreed conditions failed."),
        ("ff", "both agreed conditions failed."),
        ("mmnm", "one of the four agreed conditions, cost, was not measured."),
        ("n", "but the agreed condition, correctness, was not measured."),
        ("nn", "but both agreed conditions, correctness and p95, were not measured."),
        ("fmnn", "one of the four agreed conditions failed and two, cost and cache hit rate, were "
                 "not measured."),
    ],
)  # fmt: skip
def test_the_lead_counts_failed_and_unmeasured_conditions(v3, statuses, lead):
    words = {"m": Status.MET, "f": Status.FAILED, "n": Status.NOT_MEASURED}
    pairs = zip(reviews.READINGS, statuses, strict=False)
    readings = tuple(replace(each, status=words[letter]) for each, letter in pairs)
    outcome = Outcome.SWITCH if statuses == "mmmm" else Outcome.ITERATE
    decided = replace(v3, decision=reviews.decided(readings, outcome=outcome))
    assert said(decision.lead(decided)).endswith(lead)


def test_the_lead_names_the_open_precondition_when_every_condition_is_met(v3):
    readings = tuple(replace(each, status=Status.MET) for each in reviews.READINGS[:4])
    claim = Precondition(id="committed_beforehand", status=Status.NOT_MEASURED, message="claimed")
    decided = reviews.decided(readings, preconditions=(claim,))
    assert said(decision.lead(replace(v3, decision=decided))).endswith(
        "all four agreed conditions are met, but the rule was not recorded here beforehand."
    )


def test_the_four_numbers_stand_gap_first_each_with_its_n(v3):
    correct, tokens, hits, waiting = rows(four_numbers.rows(v3))
    assert correct == (
        "Correct answers | +3.1 points; 95 % interval +0.7 to +5.6; 820 questions | "
        "71.2 %; 1,168 of 1,640 answers | 74.3 %; 1,219 of 1,640 answers | "
        "About 31 more correct in 1,000; between 7 and 56"
    )
    assert tokens.startswith("Effective input tokens | 6.9 × retrieval; 1,640 requests per arm | ")
    assert tokens.endswith(
        "| Nearly seven times the tokens that are billed for; no price, so no cost"
    )
    assert "| no cache used by retrieval | 0 of 1,640 requests | 88.4 %; 1,450 of 1,640" in hits
    assert hits.endswith("interval 86.8 to 89.9 % | 190 of 1,640 requests miss, about 1 in 9")
    assert waiting.startswith("p95 latency, end to end | 4.0 × retrieval; 8.7 s longer | 2.9 s")
    assert waiting.endswith("| 1 request in 20 waits longer than this")


def test_an_accuracy_says_how_many_of_its_answers_have_no_verdict(v3):
    arms = v3.evidence.correctness.arms
    some = replace(arms[Role.CANDIDATE], n_measured=1600, accuracy=1219 / 1600)
    lacking = correctness(v3, arms={**arms, Role.CANDIDATE: some})
    assert (
        "| 76.2 %; 1,219 of 1,600 answers; 40 of 1,640 not measured |"
        in rows(four_numbers.rows(lacking))[0]
    )


def test_the_trade_is_put_as_a_question(v3):
    assert said(trade.the_question(v3)) == (
        "The question these put: are 3.1 points worth four times the wait and nearly seven times "
        "the tokens? A rule was agreed to answer it."
    )


def test_an_interval_on_both_sides_of_zero_is_counted_on_both_sides(pilot):
    assert rows(four_numbers.rows(pilot))[0].endswith(
        "About 54 fewer correct in 1,000; between 112 fewer and 2 more"
    )


def test_what_is_not_in_the_log_is_said_to_be_not_measured_and_why(v3):
    arms = dict(v3.evidence.latency.arms)
    arms[Role.BASELINE] = replace(
        arms[Role.BASELINE], hit_rate=None, hit_rate_interval=None, n_cache_known=0
    )
    latency = replace(v3.evidence.latency, arms=arms)
    unknown = replace(v3, evidence=replace(v3.evidence, latency=latency))
    wanted = "○ not measured; retrieval's cache state is not in the log"
    assert wanted in rows(four_numbers.rows(unknown))[2]


def test_every_clause_says_what_was_agreed_measured_and_short(v3):
    assert rows(clauses.table(v3.decision)) == [
        "✕ failed | Lower end of the interval of the difference in correct answers | "
        "at least +1.0 points | +0.7 points; 820 questions | short by 0.3 points",
        "✕ failed | p95 | at most 5.0 s | 11.6 s; 1,640 requests | 6.6 s over",
        "○ not measured | Cost per 1,000 queries | at most 1.6 × retrieval | "
        "not measured: no price | unknown",
        "✕ failed | Cache hit rate | at least 95 % | 88.4 %; 1,640 requests | short by 6.6 points",
    ]


def test_a_clause_says_its_one_question_and_an_interval_on_both_sides_of_its_bar(v3):
    one = replace(v3.decision.readings[0], n=1, straddles=True)
    assert (
        "; 1 question; its interval reaches to both sides of the bar |"
        in (rows([clauses.row(one)])[0])
    )


def test_a_clause_that_is_not_measured_has_nothing_to_spare(v3):
    reading = replace(v3.decision.readings[1], observed=0.1, status=Status.NOT_MEASURED)
    assert clauses.distance(reading) == "unknown"


@pytest.mark.parametrize(
    ("number", "thing", "said"),
    [(1, "question", "1 question"), (0, "hit", "0 hits"), (1640, "answer", "1,640 answers"),
     (1, "miss", "1 miss"), (190, "miss", "190 misses")],
)  # fmt: skip
def test_one_of_a_thing_has_no_plural(number, thing, said):
    assert many(number, thing) == said


def test_a_reject_line_that_did_not_fire_is_not_called_failed(v3):
    assert rows(clauses.table(v3.decision, "reject_if")) == [
        "not triggered | Upper end of the interval of the difference in correct answers | below 0 "
        "| +5.6 points; 820 questions | 5.6 points away"
    ]


def test_a_measured_value_never_prints_like_the_bar_it_misses(v3):
    close = replace(reviews.READINGS[3], observed=0.9499)
    row = rows([clauses.row(close)])[0]
    assert "| 94.99 %;" in row
    assert row.endswith("short by 0.01 points")


def test_above_zero_and_below_the_margin_gets_its_note(v3):
    assert said(clauses.margin_note(v3.decision)) == (
        "The difference in correct answers is above zero to the lower end of its interval, but the "
        "agreed margin asks for at least +1.0 points there."
    )


def test_no_single_change_would_do(v3):
    assert flip.first_line(v3) == (
        "No single change: three conditions fail and one is not measured."
    )


def test_every_open_clause_says_what_would_meet_it(v3):
    lower, p95, cost, hits = (said(each) for each in flip.lines(v3))
    assert lower.startswith("Lower end of the interval: about 2,1")
    assert lower.endswith(
        "questions would clear +1.0 points 8 times in 10, if the true difference is +3.1 points."
    )
    assert p95 == "p95 cannot reach 5.0 s by cache hits alone: hits by themselves give 6.2 s."
    assert cost == (
        "Cost per 1,000 queries, not measured: no price. "
        "Add a price sheet, or log the cost of each request."
    )
    # 0.95 x 1,640 = 1,558; 1,450 hit
    assert hits == ("Cache hit rate: 1,558 of 1,640 requests would have to hit, 108 more than did.")


def test_a_clause_that_nothing_inverts_says_what_was_agreed_and_measured(v3):
    clause = reviews._clause("error_rate", "<=", 0.01)
    late = reviews.decided((reviews.reading(clause, 0.03, Status.FAILED),))
    assert [said(each) for each in flip.lines(replace(v3, decision=late))] == [
        "Error rate: agreed at most 1 %, measured 3.0 %."
    ]


def test_the_next_steps_start_with_the_cheapest(v3):
    steps = [said(each) for each in next_steps.steps(v3)]
    assert steps[1].endswith("88.4 % says the layout is basically right.")
    assert steps[2] == (
        "More cache hits: 190 of 1,640 miss; p95 leaves room for 5 %. Can meet the hit-rate bar, "
        "not the p95 bar."
    )
    assert steps[3].endswith("the only step that can bring hits themselves under 5.0 s.")


def test_a_clean_interleaved_comparison_licenses_the_differences(v3):
    assert validity.lead(v3) == (
        "No recorded input moved with the arm, and the 1,640 requests per arm were interleaved "
        "question by question: the differences are licensed, the absolute seconds are not."
    )


def test_the_pilot_is_confounded_twice(pilot):
    assert validity.lead(pilot) == (
        "Confounded: the model moved with the arm and the arms ran in separate hours, so neither "
        "the quality nor the latency difference on 240 questions can be put down to the design."
    )
    assert [each.word for each in common.banners(pilot)] == ["Confounded", "Latency not licensed"]
    assert [each.word for each in common.banners(pilot, waits=False)] == ["Confounded"]


def test_no_input_is_named_as_a_log_spells_it(v3):
    told = InputRow(
        name="prompt_template_sha256", baseline="a", candidate="b", verdict="moved", confounds=()
    )
    validity_of = replace(v3.evidence.validity, inputs=(told,))
    shown = replace(v3, evidence=replace(v3.evidence, validity=validity_of))
    assert validity.inputs(shown)[0][0] == "prompt template (SHA-256)"


def test_no_more_and_no_fewer_correct_answers_are_as_many():
    assert four_numbers.in_a_thousand(0.0, Interval(-0.114, 0.114)) == (
        "About as many correct in 1,000; between 114 fewer and 114 more"
    )
    assert four_numbers.in_a_thousand(0.0, Interval(0.0, 0.1)) == (
        "About as many correct in 1,000; between 0 more and 100 more"
    )


def test_what_moved_stands_first_and_says_that_more_questions_do_not_help(pilot):
    first = rows(validity.inputs(pilot))[0]
    assert first.startswith("model | model-a | model-b | moved with the arm")
    assert first.endswith(validity.MORE_QUESTIONS)


def test_inputs_that_nobody_recorded_are_counted(v3):
    unknown = tuple(replace(row, verdict="not_recorded", baseline=None) for row in reviews.INPUTS)
    order = replace(v3.evidence.validity.order, kind="unknown")
    found = Validity(inputs=unknown, order=order, findings=())
    review = replace(v3, evidence=replace(v3.evidence, validity=found))
    assert validity.lead(review) == (
        "No recorded input moved with the arm; 4 inputs were not recorded for both arms, the model "
        "among them."
    )


@pytest.mark.parametrize(
    ("names", "rest"),
    [
        ((), "."),
        (("model",), "; the model was not recorded for both arms."),
        (("blind",), "; 1 input was not recorded for both arms."),
        (("model", "blind"), "; 2 inputs were not recorded for both arms, the model among them."),
    ],
)
def test_comparable_says_how_much_nobody_recorded_and_stays_met(v3, names, rest):
    rows_ = tuple(
        replace(row, verdict="not_recorded") if row.name in names else row for row in reviews.INPUTS
    )
    found = replace(v3.evidence.validity, inputs=rows_)
    read = comparable(v3.record, replace(v3.evidence, validity=found))
    assert (read.status, read.message) == (
        Status.MET,
        f"No recorded input moved with the arm{rest}",
    )


def test_a_difference_is_licensed_only_if_what_nobody_recorded_was_the_same(v3):
    held = v3.evidence.validity
    assert held.order.kind == "balanced"
    unknown = tuple(replace(row, verdict="not_recorded", baseline=None) for row in reviews.INPUTS)

    def said(*inputs):
        found = replace(held, inputs=inputs, findings=())
        return validity.lead(replace(v3, evidence=replace(v3.evidence, validity=found)))

    assert "arm; 4 inputs were not recorded for both arms, the model among them; the" in said(
        *unknown
    )
    assert "the differences are licensed if they were the same in both arms, the" in said(*unknown)
    assert "arm; 1 input was not recorded for both arms; the" in said(unknown[-1])
    assert "licensed if it was the same in both arms" in said(unknown[-1])
    assert "not recorded" not in said()


def test_reasons_stand_by_arm_and_a_true_zero_is_shown(v3):
    arms = dict(v3.evidence.correctness.arms)
    arms[Role.CANDIDATE] = replace(arms[Role.CANDIDATE], not_measured={"timeout": 3})
    assert rows(validity.missing(correctness(v3, arms=arms))) == [
        "timeout | 0 of 1,640 | 3 of 1,640"
    ]
    assert validity.missing_line(v3) == "Every answer has a verdict in both arms."


def test_the_interval_leads_with_where_it_starts_and_had_to_start(v3):
    assert said(interval.lead(v3)) == (
        "Long-context is ahead, but not by the agreed margin: the interval on 820 questions runs "
        "from +0.7 to +5.6 points and had to start at +1.0."
    )
    assert said(interval.title(v3)) == "The interval starts 0.3 points below the agreed margin"


def test_the_pilots_direction_is_not_established(pilot):
    assert said(interval.lead(pilot)) == (
        "Confounded by the model: as measured on 240 questions, the difference lies between −11.2 "
        "and +0.2 points, so its direction is not established."
    )
    assert interval.title(pilot) == "The interval reaches from 11.2 points behind to 0.2 ahead"


@pytest.mark.parametrize(
    ("low", "high", "margin", "standing"),
    [
        (0.012, 0.05, 0.01, "ahead by at least what was agreed"),
        (0.002, 0.05, 0.01, "ahead, but not by the agreed margin"),
        (-0.01, 0.05, 0.01, "not established as better or worse"),
        (-0.05, -0.01, 0.01, "behind"),
        (-0.01, 0.03, -0.02, "no more than the agreed 2.0 points behind"),
        (0.002, 0.05, None, "ahead"),
    ],
)
def test_the_standing_follows_from_the_interval_alone(low, high, margin, standing):
    assert said(interval.standing(Interval(low, high), margin)) == standing


def test_only_the_paired_row_decides_and_it_stands_first(v3):
    found = interval_rows.rows(v3)
    assert [row.decides for row in found] == [True] + [False] * (len(found) - 1)
    assert found[0].name == "Paired: this one decides"


def test_a_correction_without_labels_keeps_its_row_with_the_reason(v3):
    corrected = next(row for row in interval_rows.rows(v3) if "Corrected" in row.name)
    assert corrected.reason == "no human labels"


def without_a_verdict(shown):
    """The review with one answer of the candidate not measured."""
    inputs = shown.evidence.inputs
    arm = inputs.tally.candidate
    less = replace(arm, measured=arm.measured - (np.arange(len(arm.measured)) == 0))
    tally = replace(inputs.tally, candidate=less)
    return replace(shown, evidence=replace(shown.evidence, inputs=replace(inputs, tally=tally)))


def test_bounds_get_a_row_only_when_answers_are_unmeasured(v3):
    names = [row.name for row in interval_rows.rows(v3)]
    assert "Unmeasured answers at their worst and best" not in names
    missing = without_a_verdict(
        correctness(v3, unmeasured_share={Role.BASELINE: 0.0, Role.CANDIDATE: 0.01})
    )
    assert interval_rows.rows(missing)[1].name == "Unmeasured answers at their worst and best"


def test_an_interval_that_holds_zero_and_margin_decides_nothing(v3):
    unclear = correctness(v3, interval=Interval(-0.02, 0.04))
    assert decision.underpowered(unclear).startswith("Indistinguishable on quality at 820")
    assert decision.underpowered(v3) == ""


def test_an_interval_whose_clause_was_not_read_leaves_the_decision_to_nothing_else(v3):
    unclear = correctness(v3, interval=Interval(-0.02, 0.04))
    readings = tuple(
        replace(each, status=Status.NOT_MEASURED) if each.clause.quantity == MARGIN else each
        for each in v3.decision.readings
    )
    unread = replace(unclear, decision=replace(v3.decision, readings=readings))
    assert decision.underpowered(unread) == ""
    assert decision.underpowered(replace(unclear, decision=None)) == ""
    single = correctness(v3, interval=Interval(-0.99, 0.99), n_questions=1)
    assert decision.underpowered(single) == ""


def test_a_lead_whose_interval_holds_zero_says_that_the_direction_is_open(v3, pilot):
    unclear = correctness(v3, difference=0.071, interval=Interval(-0.31, 0.433), n_questions=28)
    assert (
        "is 7.1 points ahead on 28 of the 820 questions (the direction is not established), but"
        in (said(decision.lead(unclear)))
    )
    assert "are 7.1 points (the direction is not established) worth four times the wait" in (
        said(trade.the_question(unclear))
    )
    assert said(decision.lead(pilot)) == (
        "Confounded by the model: as measured, long-context is 5.4 points behind on 240 questions "
        "(the direction is not established); no rule was agreed beforehand, so there is no "
        "decision."
    )


def test_what_no_log_records_is_asked_and_not_asserted(v3):
    corpus, unchanged, authors, grader = next_steps.conditions(v3)
    assert corpus == (
        "The corpus whose hash is 3b9f...c07, at the size it has: another or a larger one was not "
        "measured."
    )
    assert unchanged.startswith("To check: ")
    assert authors.startswith("To check: who wrote the questions?")
    assert grader.startswith("A grader whose errors are not in the interval")
    bare = replace(v3.evidence.validity, inputs=())
    unnamed = replace(v3, evidence=replace(v3.evidence, validity=bare))
    assert next_steps.conditions(unnamed)[0].startswith("To check: which corpus")


def test_nothing_is_left_only_where_every_line_of_the_rule_is_met(v3):
    met = [replace(each, status=Status.MET) for each in reviews.READINGS[:4]]
    switch = reviews.decided((*met, reviews.READINGS[4]), outcome=Outcome.SWITCH)
    assert next_steps.steps(replace(v3, decision=switch)) == [next_steps.NOTHING_LEFT]

    cost = replace(met[2], status=Status.FAILED, observed=3.0, bar=1.6)
    failed = reviews.decided((met[0], met[1], cost, met[3], reviews.READINGS[4]))
    (line,) = next_steps.steps(replace(v3, decision=failed))
    assert line.startswith("Cost per 1,000 queries, ")
    assert "would bring it down" in line

    errors = reviews.reading(reviews._clause("error_rate", "<=", 0.01), 0.03, Status.FAILED)
    (line,) = next_steps.steps(replace(v3, decision=reviews.decided((errors,))))
    assert said(line).startswith("Error rate, 2.0 points over: find out why")

    rejected = replace(reviews.READINGS[4], status=Status.MET, observed=-0.01)
    rejected = reviews.decided((*met, rejected), outcome=Outcome.REJECT)
    (line,) = next_steps.steps(replace(v3, decision=rejected))
    assert "agreed as a reason to reject, and met" in line


def test_a_gap_that_is_not_the_difference_of_the_columns_says_why(v3):
    assert columns.line(v3) == ""
    arms = v3.evidence.correctness.arms
    fewer = replace(arms[Role.CANDIDATE], n_measured=1600, accuracy=1219 / 1600)
    partly = correctness(v3, arms={**arms, Role.CANDIDATE: fewer}, n_questions=800)
    # 1,219 of 1,600 is 76.2 %, less 1,168 of 1,640 or 71.2 %
    assert said(columns.line(partly)) == (
        "The gap, +3.1 points, is of 800 of the 820 questions measured in both arms, each "
        "question against itself. The two shares are of each arm's own measured answers (1,640 of "
        "retrieval, 1,600 of long-context) and differ by +5.0 points."
    )
    # 71.24 and 74.36 % print as 71.2 and 74.4 %; their gap of 3.12 points prints as 3.1
    near = {
        role: replace(arms[role], accuracy=share)
        for role, share in zip((Role.BASELINE, Role.CANDIDATE), (0.7124, 0.7436), strict=True)
    }
    rounded = correctness(v3, arms=near, difference=0.0312)
    assert columns.line(rounded).startswith("The two shares are rounded")


def test_the_gap_of_a_rerun_says_which_gap_decides(v3):
    arms = dict.fromkeys(Role, 0.75)
    change = RubricAttribution(
        old="v3",
        new="v4",
        accuracy_old=arms,
        accuracy_new=arms,
        movement=arms,
        gap_old=0.05,
        gap_new=0.04,
        favoured=None,
        n={Role.BASELINE: 1600, Role.CANDIDATE: 1500},
    )
    assert said(columns.rerun(v3, change)) == (
        "The gap here, +4.0 points, is of the 1,600 answers of retrieval and 1,500 of long-context "
        "that were graded both times; the one that decides, +3.1 points, is of 820 questions "
        "measured in both arms, each question against itself."
    )
    assert columns.rerun(v3, replace(change, gap_new=51 / 1640)) == ""
    assert "1,600 and 1,500 answers; the gap" in rubrics.rubric_small(v3, change)


def test_an_interval_that_starts_at_zero_is_not_called_ahead():
    assert said(interval.standing(Interval(0.0, 0.05), 0.0)) == (
        "no more than the agreed 0.0 points behind"
    )


def test_another_rubric_than_the_decided_one_is_pointed_out(v3):
    other = replace(v3, info=replace(v3.info, rubric="v3"))
    assert common.rubric_note(other) == "Rubric v3 is shown; the decision uses rubric v4."
    assert common.rubric_note(v3) == ""
