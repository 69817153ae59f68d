"""The rule: reject wins, a switch needs everything, and what is not measured fails."""

from dataclasses import replace
from datetime import timedelta

import pytest

from lcexplore.decision.evaluate import evaluate
from lcexplore.decision.frozen_check import with_planned
from lcexplore.decision.steps import next_steps
from lcexplore.evidence.agreement import Agreement
from lcexplore.evidence.leniency import ArmTest
from lcexplore.evidence.likeness import Unlike
from lcexplore.model import (
    Finding,
    Interval,
    Manifest,
    Outcome,
    RecordTimes,
    Role,
    Severity,
    Status,
)
from tests.decision.cases import (
    BASELINE,
    BEFOREHAND,
    CANDIDATE,
    CHEAP,
    CLAIMED,
    FAILED,
    GRADED,
    INFO,
    RECORDED,
    evidence,
    grading,
    inputs,
    record,
    single_answers,
)

MET, FAILS, UNKNOWN = Status.MET, Status.FAILED, Status.NOT_MEASURED
AHEAD = single_answers(both=150, candidate_only=40, baseline_only=5, neither=5, planned=200)
BEHIND = single_answers(both=150, candidate_only=5, baseline_only=40, neither=5, planned=200)
GAIN = "correctness_delta_lower_ci: >= 1 pts"
LOSS = "correctness_delta_upper_ci: < 0 pts"


def decide(rule, runs=AHEAD, *, times=BEFOREHAND, accept_claimed=False, change=None, **keys):
    counted = inputs(runs)
    counted = change(counted) if change else counted
    return evaluate(rule, evidence(counted, **keys), times, accept_claimed=accept_claimed)


def reading(clause, runs=AHEAD, rule="switch_if", **keys):
    made = record([clause]) if rule == "switch_if" else record(["kappa: >= 0"], [clause])
    return decide(made, runs, **keys).readings[-1]


def condition(name, decision):
    return next(each for each in decision.preconditions if each.id == name)


def fail(runs, role, number, *, correct=True):
    """Turn some of an arm's answers with this verdict into timeouts."""
    keys = [key for key, each in runs.answers.items() if key[0] is role and each.correct is correct]
    return replace(runs, answers={**runs.answers, **dict.fromkeys(keys[:number], FAILED)})


# The rule


def test_everything_met_is_a_switch_that_is_licensed():
    decision = decide(record([GAIN, "p95_end_to_end: <= 3 s"], [LOSS]))
    assert decision.outcome is Outcome.SWITCH
    assert decision.licensed
    assert decision.notes == ()


def test_reject_wins():
    decision = decide(record(["measured_cache_hit_rate: >= 50 %"], [LOSS]), BEHIND)
    assert [each.status for each in decision.readings] == [MET, MET]
    assert decision.outcome is Outcome.REJECT


def test_one_clause_that_fails_or_is_not_measured_is_no_switch():
    for other, status in (("p95_end_to_end: <= 1 s", FAILS), ("abandonment_rate: <= 4 %", UNKNOWN)):
        decision = decide(record([GAIN, other], [LOSS]))
        assert decision.readings[1].status is status
        assert decision.outcome is Outcome.ITERATE


def test_the_level_of_the_evidence_must_be_the_records():
    with pytest.raises(ValueError, match=r"level 0\.9; got 0\.95"):
        decide(record([GAIN], confidence_level=0.9))
    assert decide(record([GAIN], confidence_level=0.9), level=0.9).outcome is Outcome.SWITCH


# Failures


# Nine answers that the baseline got right time out in the candidate (100 questions, three
# discordant either way): never a significant loss, and never met.
def test_timeouts_are_no_evidence_of_a_loss():
    whole = single_answers(both=94, candidate_only=3, baseline_only=3, planned=100)
    runs = fail(whole, CANDIDATE, 9)
    decision = decide(record(["correctness_delta_lower_ci: >= -10 pts"], [LOSS]), runs)
    assert decision.outcome is Outcome.ITERATE
    assert decision.readings[0].status is UNKNOWN
    assert "9 of 100 answers of long-context have no verdict" in decision.readings[0].reason
    assert condition("measured", decision).status is FAILS
    assert "long-context (timeout 9)" in condition("measured", decision).message


def test_a_clause_met_only_on_the_measured_answers_is_not_measured():
    clause = "correctness_delta_lower_ci: >= 11 pts"
    assert reading(clause).status is MET
    found = reading(clause, fail(AHEAD, CANDIDATE, 4))
    assert found.status is UNKNOWN
    assert found.reason == (
        "met on the measured answers, but not if the 4 unmeasured answers went against long-context"
    )
    assert found.against < 0.11 < found.observed


def test_a_share_at_the_tolerance_is_within_it():
    rule = record([GAIN])  # the tolerance is 2 %: 4 of 200
    assert condition("measured", decide(rule, fail(AHEAD, CANDIDATE, 4))).status is MET
    assert condition("measured", decide(rule, fail(AHEAD, CANDIDATE, 5))).status is FAILS
    assert condition("measured", decide(rule, fail(AHEAD, BASELINE, 5))).status is FAILS


def test_a_rejection_that_failures_put_in_doubt_says_so_and_is_no_switch():
    rule = record(["kappa: >= 0"], ["correctness_delta_upper_ci: < -11 pts"], missing_tolerance=0.1)
    assert decide(rule, BEHIND, grading=grading()).outcome is Outcome.REJECT
    decision = decide(rule, fail(BEHIND, BASELINE, 4), grading=grading())
    assert decision.readings[0].status is MET
    assert decision.outcome is Outcome.ITERATE
    assert "would reject on the measured answers" in decision.notes[0]


def test_a_failed_answer_ranks_slower_than_every_measured_one():
    runs = single_answers(both=100, planned=100)
    clause = "p99_end_to_end: <= 3 s"
    assert reading(clause, runs).status is MET
    found = reading(clause, fail(runs, CANDIDATE, 2))
    assert (found.status, found.observed, found.against) == (UNKNOWN, 2.0, float("inf"))


def test_the_baselines_failures_count_as_fast_in_a_multiple_of_it():
    runs = single_answers(both=200, planned=200)
    rule = record(["p50_end_to_end: <= 1.5x retrieval"], missing_tolerance=0.9)
    assert decide(rule, fail(runs, BASELINE, 80)).readings[0].status is MET
    assert decide(rule, fail(runs, BASELINE, 110)).readings[0].status is UNKNOWN


def test_a_latency_clause_needs_72_timings():
    clause = "p95_end_to_end: <= 3 s"
    assert reading(clause, single_answers(both=72)).status is MET
    found = reading(clause, single_answers(both=71))
    assert (found.status, found.observed) == (UNKNOWN, 2.0)
    assert found.reason == "71 timings of long-context: a latency clause needs 72"
    alone = reading(clause, single_answers(both=1))
    assert alone.reason == "1 timing of long-context: a latency clause needs 72"


def test_the_upper_end_of_a_p99_needs_more_timings_than_that():
    found = reading("p99_end_to_end_upper_ci: <= 3 s", single_answers(both=200))
    assert found.status is UNKNOWN
    assert "no upper end" in found.reason


def test_unknown_cache_states_count_as_misses():
    assert reading("measured_cache_hit_rate: >= 99 %").status is MET
    found = reading("measured_cache_hit_rate: >= 99 %", fail(AHEAD, CANDIDATE, 4))
    assert found.status is UNKNOWN
    assert found.against == pytest.approx(196 / 200)


def test_an_unknown_cache_state_is_not_a_miss():
    unknown = replace(AHEAD, answers={k: replace(v, hit=None) for k, v in AHEAD.answers.items()})
    found = reading("measured_cache_hit_rate: >= 1 %", unknown)
    assert (found.status, found.observed) == (UNKNOWN, None)
    assert found.reason == "the cache state of long-context is not in the log"


def test_a_mean_needs_every_planned_answer_of_both_arms():
    clause = "effective_input_tokens: <= 1.5x retrieval"
    assert reading(clause).status is MET
    for role in Role:
        found = reading(clause, fail(AHEAD, role, 1))
        assert found.status is UNKNOWN
        assert f"1 of 200 answers of {INFO.arm(role)} failed" in found.reason
        assert found.remedy == "Run again what failed."


def test_failed_and_missing_answers_are_the_error_rate():
    runs = fail(AHEAD, CANDIDATE, 3)
    gone = runs.without((CANDIDATE, "q0199", 1))
    assert reading("error_rate: <= 1 %", runs).observed == pytest.approx(3 / 200)
    assert reading("error_rate: <= 1 %", gone).observed == pytest.approx(4 / 200)
    assert reading("error_rate: <= 1 %", gone).status is FAILS
    assert reading("error_rate: > 1 %", gone, "reject_if").status is MET


# What is not measured


def test_fewer_than_ten_documents_are_too_few():
    few = {f"q{index:04}": f"d{index % 9}" for index in range(200)}
    found = reading(GAIN, replace(AHEAD, document=few))
    assert (found.status, found.reason) == (UNKNOWN, "9 documents are too few: 10 are needed")


def test_questions_the_record_froze_and_nobody_asked_are_missing():
    rule = record([GAIN], frozen='{eval_set: "policy (210 items)"}')
    runs = replace(AHEAD, planned=None)
    found = decide(rule, runs).readings[0]
    assert found.reason == "the record froze 210 questions; 200 were planned or seen"
    decision = decide(rule, runs, change=lambda counted: with_planned(counted, rule))
    assert "10 of 210 answers of retrieval" in condition("measured", decision).message
    assert decision.outcome is Outcome.ITERATE


def test_a_measurement_is_read_from_where_a_manifest_recorded_it():
    clause = "abandonment_rate: <= 4 %"
    assert "nobody recorded abandonment_rate" in reading(clause).reason
    recorded = {"abandonment_rate": {CANDIDATE: 0.03}}
    found = reading(clause, change=lambda counted: replace(counted, measurements=recorded))
    assert (found.status, found.observed) == (MET, 0.03)


def test_a_measurement_that_is_no_number_is_said_to_be_there_and_not_to_be_one():
    told = manifests(measurements={"abandonment_rate": "3 in 100"})
    found = reading("abandonment_rate: <= 4 %", change=told)
    assert found.status is UNKNOWN
    assert "is '3 in 100', which is no number (run.jsonl)" in found.reason
    assert "nobody recorded" not in found.reason


@pytest.mark.parametrize(
    ("arm", "said"),
    [
        ("long-context", "the candidate itself"),
        ("Retrieval", "which differs by case only"),
        ("bm25", "the baseline is retrieval"),
    ],
)
def test_a_multiple_of_another_arm_than_the_baseline_is_not_measured(arm, said):
    found = reading(f"p95_end_to_end: <= 5x {arm}")
    assert (found.status, found.bar) == (UNKNOWN, None)
    assert said in found.reason


def test_an_undefined_kappa_is_not_measured():
    found = reading("kappa: >= 0.6", grading=grading(kappa=None))
    assert (found.status, found.observed) == (UNKNOWN, None)
    assert found.reason.startswith("undefined")


def test_a_perfect_kappa_is_measured_though_it_has_no_interval():
    perfect = grading(kappa=1.0, kappa_interval=None)
    found = reading("kappa: >= 0.6", grading=perfect)
    assert (found.status, found.observed) == (MET, 1.0)
    end = reading("kappa_lower_ci: >= 0.6", grading=perfect)
    assert (end.status, end.observed) == (UNKNOWN, None)
    assert "never differed" in end.reason


@pytest.mark.parametrize("form", ["kappa", "kappa_lower_ci"])
@pytest.mark.parametrize(("n", "status"), [(2, UNKNOWN), (49, UNKNOWN), (50, MET)])
def test_a_kappa_of_a_handful_of_labels_is_not_read(form, n, status):
    found = reading(f"{form}: >= 0.4", grading=grading(n_labelled=n))
    assert found.status is status
    assert status is MET or found.reason == f"{n} answers are labelled by people: kappa needs 50"


# 5 losses of 100 pairs, and one question that the candidate answered correctly and the baseline
# did not answer: -5/101 = -4.95 points with it as a tie, -5.0 without it. Turning a loss into a
# failure leaves 4 of 99 measured; read against the candidate and without the tie it is 5 of 100.
def test_a_difference_is_not_carried_over_its_bar_by_ties_that_may_be_left_out():
    before = single_answers(both=96, baseline_only=5, planned=101)
    before = before.having((BASELINE, "q0000", 1), FAILED)
    rule = record(["correctness_delta: >= -4.97 pts"], missing_tolerance=0.3)
    assert decide(rule, before).readings[0].status is FAILS
    after = decide(rule, before.having((CANDIDATE, "q0100", 1), FAILED))
    assert after.outcome is Outcome.ITERATE
    assert after.readings[0].observed == pytest.approx(-4 / 99)
    assert after.readings[0].against == pytest.approx(-5 / 100)


@pytest.mark.parametrize(
    ("clause", "status"),
    [
        # 94 of 100 hits; 95 of 101 with the failed one, 94 of 101 without it.
        ("measured_cache_hit_rate: >= 94 %", UNKNOWN),
        ("effective_input_tokens: <= 995", UNKNOWN),
        ("cost_per_1k_queries: <= 9.95", UNKNOWN),
    ],
)
def test_a_failure_that_was_a_hit_and_used_nothing_helps_no_clause(clause, status):
    runs = single_answers(both=100)
    cold = {key: replace(each, hit=key[1] > "q0005") for key, each in runs.answers.items()}
    runs = replace(runs, answers=cold).having((CANDIDATE, "q0200", 1), CHEAP)
    found = decide(record([clause], missing_tolerance=0.3), runs).readings[0]
    assert found.status is status


def test_a_kappa_without_an_interval_says_who_gave_one_verdict_only():
    found = grading(kappa=0.0, kappa_interval=None, disagreements=("of", "no", "interest"))
    arm = replace(found.leniency[CANDIDATE], n_people_passed=2, n_people_failed=2, lenient=2)
    for form in ("kappa", "kappa_lower_ci"):
        end = reading(f"{form}: >= 0.6", grading=replace(found, leniency={CANDIDATE: arm}))
        assert end.status is UNKNOWN
        assert "the grader gave one and the same verdict" in end.reason


def test_a_kappa_is_not_measured_while_a_labelled_answer_has_no_verdict():
    labelled = replace(AHEAD, labelled=frozenset({(CANDIDATE, "q0000", 1)}))
    assert reading("kappa: >= 0.6", labelled, grading=grading()).status is MET
    found = reading("kappa: >= 0.6", fail(labelled, CANDIDATE, 1), grading=grading())
    assert found.reason == "labelled answers without a verdict of the grader: 1"


def test_a_clause_says_when_its_quantitys_interval_holds_the_bar():
    runs = single_answers(both=100, planned=100)
    some = fail(replace(runs, planned=100), CANDIDATE, 0)
    cold = {key: replace(each, hit=key[1] > "q0009") for key, each in some.answers.items()}
    decision = decide(record(["measured_cache_hit_rate: >= 88 %"]), replace(some, answers=cold))
    assert decision.readings[0].straddles
    assert "interval of measured cache hit rate holds its bar" in decision.notes[0]


# Rounding noise: 29/100 - 28/100 is one point, and a bar of one point is reached.
def test_a_difference_equal_to_its_bar_reaches_it():
    runs = single_answers(both=28, candidate_only=1, neither=71)
    assert reading("correctness_delta: >= 1 pts", runs).status is MET
    assert reading("correctness_delta: > 1 pts", runs).status is FAILS


# Comparable


def moved(severity, *touches):
    return Finding(id="moved", severity=severity, message="The model moved.", touches=touches)


def test_a_confound_makes_the_clauses_it_touches_not_measured_in_both_rules():
    finding = moved(Severity.CONFOUND, "correctness")
    rule = record([GAIN, "p95_end_to_end: <= 3 s"], [LOSS])
    decision = decide(rule, BEHIND, findings=[finding])
    assert [each.status for each in decision.readings] == [UNKNOWN, MET, UNKNOWN]
    assert decision.readings[0].reason == "confounded. The model moved."
    assert decision.outcome is Outcome.ITERATE
    assert condition("comparable", decision).message == "The model moved."


def test_a_load_that_moved_with_the_arm_matters_to_a_rule_that_asks_about_latency():
    finding = moved(Severity.LATENCY, "latency")
    assert decide(record([GAIN]), findings=[finding]).outcome is Outcome.SWITCH
    rule = record([GAIN, "p95_end_to_end: <= 3 s"])
    assert condition("comparable", decide(rule, findings=[finding])).status is FAILS


def manifests(**fields):
    named = tuple(
        Manifest(arm=arm, file="run.jsonl", fields=fields)
        for arm in (INFO.baseline, INFO.candidate)
    )
    return lambda counted: replace(counted, manifests=named)


@pytest.mark.parametrize(
    ("frozen", "recorded", "same"),
    [
        ("{model: m-1}", {"model": "m-1"}, True),
        ("{model: m-1}", {"model": "m-2"}, False),
        ("{temperature: 0.0}", {"temperature": 0}, True),
        ("{temperature: 0.0}", {"temperature": 0.7}, False),
        ("{corpus_hash: 3b9f...c07}", {"corpus_hash": "3b9f4410c07"}, True),
        ("{corpus_hash: 3b9f...c07}", {"corpus_hash": "3b9f4410c08"}, False),
        ("{corpus_hash: 3b9f…}", {"corpus_hash": "3b9f4410"}, True),
        ("{corpus_hash: ...}", {"corpus_hash": "3b9f4410"}, False),
        ('{eval_set: "policy (200 items)"}', {"eval_set": "policy"}, True),
        ('{eval_set: "policy (200 items)"}', {"eval_set": "other"}, False),
        ('{eval_set: "policy (200 items)"}', {"eval_set_size": 240}, False),
        ("{eval_set_size: 1200}", {"eval_set_size": "1,200"}, True),
        ("{eval_set_size: 200}", {"eval_set_size": " "}, True),
        ('{eval_set: "policy (180 items)"}', {}, False),
        ('{grader: "judge-2026-02-11, rubric v4, blind"}', {"blind": True}, True),
        ('{grader: "judge-2026-02-11, rubric v4, blind"}', {"blind": False}, False),
        ('{grader: "judge-2026-02-11, rubric v4, blind"}', {"blind": 1}, True),
        ("{grader: judge-2026-02-11}", {}, True),
        ("{grader: judge-2025}", {}, False),
        ('{grader: "judge-2026-02-11, rubric v5"}', {}, False),
        ("{cache_multipliers: {read: 0.1}}", {"cache_multipliers": {"read": 0.1}}, True),
        ("{cache_multipliers: {read: 0.1}}", {"cache_multipliers": {"read": 0.2}}, False),
        ("{stop: [a, b]}", {"stop": ["a", "b"]}, True),
        ("{stop: [a, b]}", {"stop": ["a"]}, False),
    ],
)
def test_the_frozen_block_is_compared_with_the_manifests(frozen, recorded, same):
    decision = decide(record([GAIN], frozen=frozen), change=manifests(**recorded))
    assert condition("comparable", decision).status is (MET if same else FAILS)


def test_a_mismatch_names_the_line_the_arm_and_both_values():
    decision = decide(record([GAIN], frozen="{model: m-1}"), change=manifests(model="m-2"))
    assert condition("comparable", decision).message == (
        "Model was frozen as m-1; retrieval (run.jsonl) and long-context (run.jsonl) ran with m-2."
    )


def test_a_frozen_value_is_said_once_where_the_arms_differ_from_it_and_from_each_other():
    def each_its_own(counted):
        own = zip(manifests()(counted).manifests, ("m-2", "m-3"), strict=True)
        return replace(
            counted,
            manifests=tuple(replace(one, fields={**one.fields, "model": m}) for one, m in own),
        )

    decision = decide(record([GAIN], frozen="{model: m-1}"), change=each_its_own)
    assert condition("comparable", decision).message.endswith(
        "Model was frozen as m-1; retrieval (run.jsonl) ran with m-2, "
        "long-context (run.jsonl) ran with m-3."
    )


def test_a_size_that_both_arms_contradict_is_said_once():
    decision = decide(
        record([GAIN], frozen="{eval_set_size: 820}"), change=manifests(eval_set_size=240)
    )
    message = condition("comparable", decision).message
    assert message.count("frozen at 820 questions") == 1
    assert "retrieval (run.jsonl) and long-context (run.jsonl) recorded 240." in message


def test_a_model_that_both_manifest_and_answers_name_is_told_once():
    def served(counted):
        return replace(manifests(model="m-2")(counted), served_models={r: {"m-2": 3} for r in Role})

    decision = decide(record([GAIN], frozen="{model: m-1}"), change=served)
    message = condition("comparable", decision).message
    assert message.count("ran with m-2.") == 1
    assert message.count("(run.jsonl)") == len(Role)


def test_a_frozen_line_that_no_manifest_speaks_of_is_not_measured_and_blocks_a_switch():
    decision = decide(record([GAIN], frozen="{model: m-1}"))
    found = condition("comparable", decision)
    assert found.status is UNKNOWN
    assert found.message.startswith("Frozen, but not recorded for both arms: model.")
    assert decision.outcome is Outcome.ITERATE


def test_a_frozen_line_that_only_one_arm_recorded_is_not_measured():
    def only_baseline(counted):
        both = manifests(model="m-1")(counted)
        return replace(both, manifests=both.manifests[:1])

    decision = decide(record([GAIN], frozen="{model: m-1}"), change=only_baseline)
    assert condition("comparable", decision).status is UNKNOWN


def test_a_frozen_model_is_compared_with_the_models_that_served_the_answers():
    served = {CANDIDATE: {"m-1": 199, "m-2": 1}}
    decision = decide(
        record([GAIN], frozen="{model: m-1}"),
        change=lambda counted: replace(counted, served_models=served),
    )
    assert condition("comparable", decision).status is FAILS


def test_the_arms_that_the_record_names_are_the_arms_compared():
    decision = decide(record([GAIN], arms="[long-context, retrieval]"))
    assert condition("comparable", decision).status is FAILS


# Calibrated

ASKED = {"calibration": "required"}
HALF_LABELLED = replace(grading().leniency[BASELINE], n_labelled=0)


@pytest.mark.parametrize(
    ("found", "status", "said"),
    [
        (None, UNKNOWN, "No human labels for grader judge-2026-02-11, rubric v4."),
        (grading(), MET, "100 answers"),
        (grading(n_labelled=0), UNKNOWN, "No human labels"),
        (grading(stale="the model snapshot changed"), UNKNOWN, "out of date"),
        (grading(rubric="v3"), UNKNOWN, "Labels belong to judge-2026-02-11, rubric v3"),
        (
            grading(leniency={BASELINE: HALF_LABELLED, CANDIDATE: HALF_LABELLED}),
            UNKNOWN,
            "No answer of retrieval is labelled",
        ),
    ],
)
def test_labels_must_be_there_and_belong_to_the_grading_shown(found, status, said):
    decision = decide(record([GAIN], **ASKED), grading=found)
    assert condition("calibrated", decision).status is status
    assert said in condition("calibrated", decision).message


# Exact one-sided bounds of 95 %: 5 of 5 leaves at least 0.05 ** (1 / 5) = 0.549; 9 of 10 leaves
# 0.606 and 8 of 10 leaves 0.493 (Clopper & Pearson 1934, R's binom.test, alternative "greater").
@pytest.mark.parametrize(
    ("agree", "n", "status"),
    [
        (0, 5, FAILS),
        (1, 10, FAILS),
        (2, 10, UNKNOWN),
        (2, 4, UNKNOWN),
        (2, 2, UNKNOWN),
        (4, 4, UNKNOWN),
        (5, 5, MET),
        (8, 10, UNKNOWN),
        (9, 10, MET),
        (50, 100, UNKNOWN),
        (60, 100, MET),
        (40, 100, FAILS),
    ],
)
def test_labels_calibrate_a_grader_where_agreement_is_established(agree, n, status):
    agreed = Agreement(agree=agree, n=n, share=agree / n, interval=Interval(0, 1))
    found = condition(
        "calibrated", decide(record([GAIN], **ASKED), grading=grading(grader_agrees=agreed))
    )
    assert found.status is status
    assert f"who agree with the grader on {agree} of {n}." in found.message
    assert found.message.endswith(
        "too few to tell whether they agree with it more often than not."
    ) is (status is UNKNOWN)


def leaning(role, *, people_failed=30, **changed):
    """A grader that passed every answer of one arm that people failed, and none of the other."""
    arm = replace(grading().leniency[role], n_people_failed=people_failed)
    found = grading(
        leniency={each: replace(arm, lenient=30 * (each is role)) for each in Role},
        sign_test_p=1e-9,
        false_passes=ArmTest(p=1e-16, power=1.0),
    )
    return replace(found, **changed)


@pytest.mark.parametrize("required", ["required", "not_required"])
@pytest.mark.parametrize("role", Role)
def test_an_established_lean_fails_what_is_decided_on_the_difference_as_graded(role, required):
    rule = record([GAIN], calibration=required)
    decision = decide(rule, grading=leaning(role))
    found = condition("calibrated", decision)
    arm, other = INFO.arm(role), INFO.arm(next(each for each in Role if each is not role))
    assert (decision.outcome, found.status) == (Outcome.ITERATE, FAILS)
    assert f"it passed 30 of 30 answers of {arm} and 0 of 30 answers of {other}" in found.message
    steps = {
        each.id for each in next_steps(decision, evidence(inputs(AHEAD), grading=leaning(role)))
    }
    assert "decide_corrected" in steps
    assert "label" not in steps


@pytest.mark.parametrize(
    "found",
    [
        leaning(CANDIDATE, sign_test_p=0.06),
        leaning(CANDIDATE, false_passes=ArmTest(p=0.06, power=1.0)),
        leaning(CANDIDATE, people_failed=0),
    ],
)
def test_a_lean_that_is_not_established_leaves_labels_as_they_are(found):
    assert condition("calibrated", decide(record([GAIN], **ASKED), grading=found)).status is MET


def test_a_lean_does_not_stand_against_the_difference_that_is_corrected_for_it():
    rule = record([GAIN], calibration="required", correctness_basis="calibrated")
    assert decide(rule, grading=leaning(CANDIDATE)).outcome is Outcome.SWITCH


def test_labels_on_which_people_all_differ_are_to_be_settled_not_given():
    rule = record([GAIN, "kappa: >= 0.6"], **ASKED)
    open_ = grading(n_labelled=0, kappa=None, unsettled={BASELINE: 10, CANDIDATE: 10})
    decision = decide(rule, grading=open_)
    found, said = (
        condition("calibrated", decision),
        "people differ or gave no clear verdict on all 20",
    )
    assert found.status is UNKNOWN
    assert "Label page" in found.message
    assert found.message.casefold().startswith(said)
    assert decision.readings[1].reason.startswith(said)


def test_an_arm_whose_labels_nobody_settled_is_not_said_to_have_none():
    unsettled = replace(grading().leniency[BASELINE], n_labelled=0)
    open_ = grading(
        leniency={BASELINE: unsettled, CANDIDATE: grading().leniency[CANDIDATE]},
        unsettled={BASELINE: 10},
    )
    said = condition("calibrated", decide(record([GAIN], **ASKED), grading=open_)).message
    assert said == (
        "No labelled answer of retrieval is settled: people differ or gave no clear verdict on 10, "
        "so a lean could not be seen."
    )


def test_answers_that_people_left_open_are_told_by_arm():
    agreed = Agreement(agree=72, n=72, share=1.0, interval=Interval(0.95, 1))
    open_ = grading(grader_agrees=agreed, unsettled={CANDIDATE: 8})
    said = condition("calibrated", decide(record([GAIN], **ASKED), grading=open_)).message
    assert said.endswith(
        "On 8 more they differ or gave no clear verdict, 0 in retrieval and 8 in long-context: "
        "these are left out."
    )


@pytest.mark.parametrize(("grader", "status"), [("exact_match", MET), ("judge-2", UNKNOWN)])
def test_labels_are_required_by_default_where_the_grader_is_a_model(grader, status):
    rule = replace(record([GAIN]), calibration="by_grader")
    decision = decide(rule, info=replace(INFO, grader=grader))
    assert condition("calibrated", decision).status is status


def test_few_labels_are_pointed_out():
    decision = decide(record([GAIN], **ASKED), grading=grading(n_labelled=12))
    assert decision.notes == ("Only 12 answers are labelled by people.",)


def test_a_calibrated_basis_reads_the_corrected_difference_of_fifty_pairs():
    rule = record([GAIN], calibration="required", correctness_basis="calibrated")
    decision = decide(rule, grading=grading(low=0.02))
    assert (decision.readings[0].observed, decision.readings[0].n) == (0.02, 50)
    assert decision.outcome is Outcome.SWITCH
    assert decide(rule, grading=grading(low=0.0)).readings[0].status is FAILS


EASY = Unlike(ahead=None, seen_labelled=0, n_labelled=200, seen_others=40, n_others=200, p=1e-13)


@pytest.mark.parametrize(
    ("found", "runs", "said"),
    [
        (grading(n_pairs=49), AHEAD, "a calibrated basis needs 50"),
        (grading(stale="labels belong to rubric v3"), AHEAD, "labels belong to rubric v3"),
        (grading(corrected=None), AHEAD, "no question has both arms' answers labelled"),
        (
            replace(grading(corrected=None), n_pairs=1),
            AHEAD,
            "1 question is labelled in both arms: a calibrated basis needs 50",
        ),
        (
            grading(corrected=None, n_labelled=400, unlike=EASY),
            AHEAD,
            "the labelled questions are not like the rest: the grader sees a difference on 0 of "
            "200 of them and on 40 of 200 others",
        ),
        (grading(n_documents=4), AHEAD, "come from 4 documents, too few: 10 are needed"),
        (grading(), fail(AHEAD, CANDIDATE, 1), "nothing bounds the correction"),
        (None, AHEAD, "no question has both arms' answers labelled"),
    ],
)
def test_a_calibrated_basis_is_not_measured_without_enough_behind_it(found, runs, said):
    rule = record([GAIN], calibration="required", correctness_basis="calibrated")
    first = decide(rule, runs, grading=found).readings[0]
    assert first.status is UNKNOWN
    assert said in first.reason


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            replace(grading(corrected=None), n_pairs=1),
            "Not enough labels, as 1 question is labelled in both arms: "
            "a calibrated basis needs 50.",
        ),
        (
            replace(grading(corrected=None), n_pairs=60),
            "The 60 labelled questions could not correct the difference.",
        ),
    ],
)
def test_too_few_labels_for_a_calibrated_basis_are_counted_as_they_are(found, said):
    rule = record([GAIN], calibration="required", correctness_basis="calibrated")
    calibrated = condition("calibrated", decide(rule, grading=found))
    assert (calibrated.status, calibrated.message) == (UNKNOWN, said)


def test_labels_that_are_no_random_draw_calibrate_no_corrected_difference():
    rule = record([GAIN], calibration="required", correctness_basis="calibrated")
    found = grading(corrected=None, n_labelled=400, unlike=EASY)
    calibrated = condition("calibrated", decide(rule, grading=replace(found, n_pairs=200)))
    assert calibrated.status is UNKNOWN
    assert calibrated.message.endswith("so they are no random draw.")


# Committed beforehand

LATE = GRADED + timedelta(days=1)


@pytest.mark.parametrize(
    ("times", "post_hoc", "status"),
    [
        ({"recorded_at": RECORDED, "first_grading_at": GRADED}, False, MET),
        ({"recorded_at": RECORDED, "first_grading_at": None}, False, MET),
        ({"recorded_at": LATE, "first_grading_at": GRADED}, True, FAILS),
        ({"recorded_at": GRADED, "first_grading_at": GRADED}, True, FAILS),
        ({"recorded_at": LATE, "first_grading_at": GRADED, "claimed_at": RECORDED}, None, UNKNOWN),
        ({"recorded_at": None, "first_grading_at": GRADED, "claimed_at": RECORDED}, None, UNKNOWN),
        ({"recorded_at": LATE, "first_grading_at": GRADED, "claimed_at": LATE}, True, FAILS),
        ({"recorded_at": None, "first_grading_at": GRADED}, True, FAILS),
        (
            {"recorded_at": RECORDED, "first_grading_at": None, "grading_times_known": False},
            True,
            FAILS,
        ),
    ],
)
def test_only_the_stores_own_time_before_the_first_grading_is_beforehand(times, post_hoc, status):
    times = RecordTimes(**{"claimed_at": None, **times})
    decision = decide(record([GAIN]), times=times)
    assert decision.post_hoc is post_hoc
    assert condition("committed_beforehand", decision).status is status
    assert decision.licensed is (post_hoc is False)
    assert decision.outcome is (Outcome.SWITCH if post_hoc is False else Outcome.ITERATE)


def test_a_claim_licenses_only_when_it_is_accepted():
    rule = record([GAIN])
    assert not decide(rule, times=CLAIMED).licensed
    accepted = decide(rule, times=CLAIMED, accept_claimed=True)
    assert (accepted.outcome, accepted.licensed) == (Outcome.SWITCH, True)


def test_accepting_claims_does_not_excuse_a_rule_made_after_the_results():
    after = RecordTimes(claimed_at=LATE, recorded_at=LATE, first_grading_at=GRADED)
    late = decide(record([GAIN]), times=after, accept_claimed=True)
    assert not late.licensed
    message = condition("committed_beforehand", late).message
    assert f"first graded {GRADED:%Y-%m-%d %H:%M} UTC" in message
    assert f"stored here {LATE:%Y-%m-%d %H:%M} UTC" in message


def test_a_rule_whose_clauses_are_all_met_says_what_is_lacking():
    decision = decide(record([GAIN]), times=CLAIMED)
    assert decision.notes == (
        "Every switch_if clause is met; what is lacking is: committed beforehand.",
    )
