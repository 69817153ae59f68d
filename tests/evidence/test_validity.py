"""Validity: what moved with the arm is named, what nobody recorded is not taken for the same."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.evidence.inputs import ArmTimings, ArmTokens, Inputs, RunOrder, Timings
from lcexplore.evidence.validity import examine
from lcexplore.model import CacheState, ComparisonInfo, Manifest, Role, Severity
from tests.evidence.tallies import from_cells

INFO = ComparisonInfo(name="pilot", baseline="retrieval", candidate="long-context")
SAME = {
    "model": "model-2026-04-17",
    "temperature": 0.0,
    "eval_set": "policy-eval-v3",
    "eval_set_sha256": "aa",
    "corpus_hash": "3b9f",
    "grader": "judge",
    "rubric": "v4",
    "blind": True,
    "order_shuffled": True,
}
NO_ORDER = RunOrder(
    started_at=np.empty(0), is_candidate=np.empty(0, dtype=bool), question=np.empty(0, dtype=int)
)


def order(sequence, *, gap=2.0, question=None):
    """Run order from letters: B for the baseline, C for the candidate, in pairs by question."""
    n = len(sequence)
    return RunOrder(
        started_at=np.arange(n) * gap,
        is_candidate=np.array([each == "C" for each in sequence], dtype=bool),
        question=np.arange(n) // 2 if question is None else np.array(question),
    )


def inputs(baseline=SAME, candidate=SAME, run_order=NO_ORDER, **more):
    return Inputs(
        tally=from_cells(8, 1, 1, 0),
        timings={},
        tokens={},
        order=run_order,
        manifests=(
            Manifest(arm="retrieval", file="r.jsonl", fields=baseline),
            Manifest(arm="long-context", file="l.jsonl", fields=candidate),
        ),
        **more,
    )


def found(given):
    return {each.id: each for each in examine(given, INFO).findings}


def rows(given):
    return {each.name: each for each in examine(given, INFO).inputs}


def test_the_pilots_model_and_its_separate_hours_confound_quality_and_latency():
    # The worked example's pilot: a newer model on one arm, one arm an hour after the other.
    blocked = order("B" * 240 + "C" * 240, question=[*range(240), *range(240)])
    result = examine(
        inputs(candidate={**SAME, "model": "model-2026-05-02"}, run_order=blocked), INFO
    )
    model, load = result.confounds
    assert (model.id, model.severity) == ("model_moved", Severity.CONFOUND)
    assert {"correctness", "latency"} <= set(model.touches)
    assert (load.id, load.severity, load.touches) == (
        "run_order_blocked",
        Severity.LATENCY,
        ("latency",),
    )
    assert "retrieval had model-2026-04-17, long-context model-2026-05-02" in model.message


def test_nothing_moved_leaves_no_confound():
    result = examine(inputs(run_order=order("BCCB" * 50)), INFO)
    assert result.confounds == ()
    assert {row.verdict for row in result.inputs} == {"same"}


@pytest.mark.parametrize(
    "field",
    ["grader", "rubric", "blind", "grader_temperature", "rubric_text", "rubric_sha256"],
)
def test_what_moves_the_grading_touches_correctness_only(field):
    given = inputs({**SAME, field: "one"}, {**SAME, field: "other"})
    assert found(given)[f"{field}_moved"].touches == ("correctness",)


def test_another_text_under_one_rubric_name_is_another_rubric():
    lenient, strict = ({**SAME, "rubric": {"name": "v4", "text": each}} for each in ("all", "few"))
    assert found(inputs(lenient, strict))["rubric.text_moved"].severity is Severity.CONFOUND
    assert "rubric.text_moved" not in found(inputs(strict, strict))


@pytest.mark.parametrize("field", ["temperature", "max_tokens", "decoding.top_p"])
def test_decoding_touches_quality_latency_and_cost(field):
    group, _, leaf = field.rpartition(".")
    baseline, candidate = ({leaf: value} for value in (0.0, 0.7))
    if group:
        baseline, candidate = {group: baseline}, {group: candidate}
    given = inputs({**SAME, **baseline}, {**SAME, **candidate})
    assert found(given)[f"{field}_moved"].touches == ("correctness", "latency", "cost")


def test_a_field_of_the_design_may_differ_and_is_a_note():
    given = inputs({**SAME, "prompt_template_sha256": "a"}, {**SAME, "prompt_template_sha256": "b"})
    finding = found(given)["prompt_template_sha256_differs"]
    assert (finding.severity, finding.touches) == (Severity.NOTE, ())
    assert rows(given)["prompt_template_sha256"].verdict == "moved"


def test_one_prompt_template_in_both_arms_tells_no_designs_apart():
    both = {**SAME, "prompt_template_sha256": "a"}
    assert "designs_not_told_apart" in found(inputs(both, both))


def test_an_input_recorded_for_one_arm_only_is_not_the_same():
    without = {name: value for name, value in SAME.items() if name != "corpus_hash"}
    given = inputs(candidate=without)
    row = rows(given)["corpus_hash"]
    assert (row.baseline, row.candidate, row.verdict) == ("3b9f", None, "not_recorded")
    assert found(given)["inputs_not_recorded"].message == (
        "1 input was not recorded for both arms: corpus hash."
    )


def test_without_manifests_every_expected_input_is_not_recorded():
    given = replace(inputs(), manifests=())
    assert {row.verdict for row in examine(given, INFO).inputs} == {"not_recorded"}
    assert found(given)["inputs_not_recorded"].message.startswith("9 inputs were not recorded")


def test_numbers_are_compared_by_value_and_arms_by_trimmed_name():
    given = inputs(candidate={**SAME, "temperature": 0})
    given = replace(
        given, manifests=(replace(given.manifests[0], arm=" retrieval "), given.manifests[1])
    )
    assert rows(given)["temperature"].verdict == "same"


def test_models_told_by_the_answers_beat_the_manifest():
    served = {Role.BASELINE: {"m-1": 240}, Role.CANDIDATE: {"m-2": 240}}
    given = inputs(served_models=served)
    assert found(given)["model_moved"].touches[0] == "correctness"
    assert rows(given)["model"].candidate == "m-2"


def test_a_model_that_changed_during_the_run_in_both_arms_alike_is_a_note():
    alike = {Role.BASELINE: {"m-1": 120, "m-2": 120}, Role.CANDIDATE: {"m-1": 121, "m-2": 119}}
    assert found(inputs(served_models=alike))["model_changed"].severity is Severity.NOTE
    apart = {Role.BASELINE: {"m-1": 200, "m-2": 40}, Role.CANDIDATE: {"m-1": 40, "m-2": 200}}
    assert "model_moved" in found(inputs(served_models=apart))


@pytest.mark.parametrize(
    ("baseline", "candidate", "said"),
    [
        (
            {"m-1": 100},
            {"m-1": 98, "m-2": 2},
            "in long-context only. Answers by model: retrieval: 100 by m-1; "
            "long-context: 98 by m-1, 2 by m-2.",
        ),
        (
            {"m-2": 2, "m-1": 98},
            {"m-1": 97, "m-2": 3},
            "in both arms alike. Answers by model: retrieval: 98 by m-1, 2 by m-2; "
            "long-context: 97 by m-1, 3 by m-2.",
        ),
        (
            {"m-1": 98, "m-3": 2},
            {"m-1": 98, "m-2": 2},
            "in both arms. Answers by model: retrieval: 98 by m-1, 2 by m-3; "
            "long-context: 98 by m-1, 2 by m-2.",
        ),
        (
            {},
            {"m-2": 2},
            "in long-context only. Answers by model: retrieval: 100 unnamed, by the manifest m-1; "
            "long-context: 2 by m-2, 98 unnamed, by the manifest m-1.",
        ),
        (
            {"m-1": 95, **{f"x-{n}": 1 for n in range(5)}},
            {"m-1": 95, **{f"x-{n}": 1 for n in range(5)}},
            "in both arms alike. Answers by model: retrieval: 95 by m-1, 1 by x-0, 1 by x-1, "
            "1 by x-2, 1 by x-3, 1 by others; long-context: 95 by m-1, 1 by x-0, 1 by x-1, "
            "1 by x-2, 1 by x-3, 1 by others.",
        ),
    ],
)
def test_a_model_of_few_answers_is_said_of_the_arm_that_holds_it_with_counts(
    baseline, candidate, said
):
    shown = models(baseline, candidate, told="m-1")
    (change,) = [each for each in shown.findings if each.id == "model_changed"]
    assert change.message == f"The model changed during the run, {said}"
    assert not shown.confounds


@pytest.mark.parametrize(
    ("sequence", "kind"),
    [
        # Fault D21: one arm for half an hour, then the other; then order by pair.
        ("C" * 30 + "B" * 30, "blocked"),
        ("CBBC" * 15, "balanced"),
        ("CB" * 30, "alternating"),
        ("BC" * 2, "alternating"),
        ("BBCC", "blocked"),
        (("C" * 10 + "B" * 10) * 3, "mixed"),
        ("BC" * 27 + "CB" * 3, "mixed"),
        ("C", "unknown"),
        ("", "unknown"),
    ],
)
def test_run_orders_are_told_apart(sequence, kind):
    assert examine(inputs(run_order=order(sequence)), INFO).order.kind == kind


def test_pairs_that_start_at_one_moment_ran_together_and_not_side_by_side_in_part():
    both = order("BC" * 30)
    tied = examine(inputs(run_order=replace(both, started_at=both.started_at // 4 * 4)), INFO)
    assert (tied.order.kind, tied.order.median_gap_s) == ("together", 0)
    assert "run_order_mixed" not in {each.id for each in tied.findings}
    apart = replace(order("BC" * 30), question=np.arange(60))
    assert examine(inputs(run_order=apart), INFO).order.kind == "mixed"


def test_a_fixed_order_is_a_latency_note_that_names_who_ran_first():
    finding = found(inputs(run_order=order("CB" * 30)))["run_order_fixed"]
    assert (finding.severity, finding.touches) == (Severity.LATENCY, ())
    assert finding.message.startswith("long-context ran first in 30 of 30 pairs")


def test_pairs_of_a_question_are_formed_epoch_by_epoch():
    reading = examine(inputs(run_order=order("BCCB", question=[0, 0, 0, 0])), INFO).order
    assert (reading.baseline_first, reading.candidate_first) == (1, 1)
    assert reading.median_gap_s == 2


def test_mostly_missing_start_times_leave_the_order_unknown():
    sparse = replace(order("CBBC" * 5), n_without_time={Role.CANDIDATE: 100})
    assert examine(inputs(run_order=sparse), INFO).order.kind == "unknown"


def test_lost_answers_may_hide_a_blocked_run_and_nothing_is_asserted():
    late = order("B" * 46 + "BC" * 54 + "C" * 46)
    lost = {Role.BASELINE: 0, Role.CANDIDATE: 6}
    assert not examine(inputs(run_order=late), INFO).order.hidden
    found_out = examine(inputs(run_order=late, lost=lost), INFO)
    assert (found_out.order.hidden, found_out.confounds) == (True, ())
    assert not examine(inputs(run_order=order("BCCB" * 50), lost=lost), INFO).order.hidden


@given(shift=st.integers(40, 60), gone=st.sets(st.integers(0, 99), min_size=1, max_size=8))
def test_losing_answers_never_lifts_a_blocked_run(shift, gone):
    whole = order("B" * shift + "BC" * (100 - shift) + "C" * shift)
    kept = np.ones(200, bool)
    kept[np.flatnonzero(whole.is_candidate)[sorted(gone)]] = False
    left = replace(
        whole,
        started_at=whole.started_at[kept],
        is_candidate=whole.is_candidate[kept],
        question=whole.question[kept],
    )
    lost = {Role.BASELINE: 0, Role.CANDIDATE: len(gone)}
    before = examine(inputs(run_order=whole), INFO).order
    after = examine(inputs(run_order=left, lost=lost), INFO).order
    assert before.kind != "blocked" or after.kind == "blocked" or after.hidden


def test_a_blocked_run_stays_blocked_where_many_start_times_are_missing():
    half = replace(order("B" * 49 + "C" * 49), n_without_time=dict.fromkeys(Role, 60))
    assert examine(inputs(run_order=half), INFO).order.kind == "blocked"


def models(baseline, candidate, *, told=None, lost=0, planned=100):
    """How the arms' models compare; ``told`` is what both manifests name."""
    manifest = {**SAME, "model": told}
    given = inputs(
        manifest,
        manifest,
        served_models={Role.BASELINE: baseline, Role.CANDIDATE: candidate},
        lost={Role.BASELINE: 0, Role.CANDIDATE: lost},
    )
    return examine(replace(given, tally=from_cells(planned, 0, 0, 0)), INFO)


def verdict_on_the_model(shown):
    return next(each.verdict for each in shown.inputs if each.name == "model")


def test_lost_answers_do_not_make_a_mixture_of_models_the_same():
    before = models({"m-1": 93, "m-2": 7}, {"m-1": 87, "m-2": 13})
    after = models({"m-1": 93, "m-2": 7}, {"m-1": 87, "m-2": 11}, lost=2)
    assert verdict_on_the_model(before) == "moved"
    assert (verdict_on_the_model(after), after.models.hidden) == ("same", True)
    assert not models({"m-1": 100}, {"m-1": 98}, lost=2).models.hidden
    assert models({"m-1": 100}, {"m-1": 94}, lost=6).models.hidden


def test_answers_that_contradict_their_own_manifest_are_believed():
    assert verdict_on_the_model(models({}, {"m-2": 100}, told="m-1")) == "moved"
    assert verdict_on_the_model(models({}, {"m-2": 2}, told="m-1")) == "same"


def test_a_model_of_more_than_one_answer_in_fifty_of_one_arm_alone_moved_with_the_arm():
    def shown(baseline, candidate, lost=0):
        found = models(
            {"m-1": 400 - baseline, "m-2": baseline},
            {"m-1": 400 - candidate - lost, "m-2": candidate},
            lost=lost,
            planned=400,
        )
        return verdict_on_the_model(found), found.models.hidden

    assert shown(0, 19) == shown(1, 19) == shown(19, 1) == ("moved", False)
    assert shown(0, 8) == ("same", False)
    assert shown(0, 8, lost=1) == ("same", True)  # which may have been one more
    assert shown(30, 42) == shown(42, 30) == ("same", False)  # a fallback that both arms had
    assert shown(0, 0, lost=8) == ("same", False)


def test_a_few_answers_that_name_a_model_do_not_speak_for_all():
    before = models({"m-1": 100}, {"m-2": 2})
    after = models({"m-1": 100}, {}, lost=2)
    assert {verdict_on_the_model(before), verdict_on_the_model(after)} == {"not_recorded"}


@given(
    one=st.integers(0, 100),
    other=st.integers(0, 100),
    gone=st.tuples(st.integers(0, 8), st.integers(0, 8)),
)
def test_losing_answers_never_lifts_a_difference_of_models(one, other, gone):
    baseline = {"m-1": 100 - one, "m-2": one}
    candidate = {"m-1": 100 - other, "m-2": other}
    left = {name: n - min(n, k) for (name, n), k in zip(candidate.items(), gone, strict=True)}
    before = models(baseline, candidate).models
    after = models(baseline, left, lost=100 - sum(left.values())).models
    assert not before.moved or after is None or after.moved or after.hidden


def test_answers_without_a_verdict_are_told_by_arm_and_reason():
    # Fault D4: five nulls in the candidate arm only.
    given = inputs()
    measured = given.tally.candidate.measured.copy()
    measured[:5] = 0
    tally = replace(
        given.tally,
        candidate=replace(given.tally.candidate, measured=measured),
        not_measured={Role.CANDIDATE: {"error": 5}, Role.BASELINE: {}},
    )
    findings = found(replace(given, tally=tally))
    assert findings["unmeasured_candidate"].message == (
        "long-context: 5 of 10 answers have no verdict (error 5)."
    )
    assert "unmeasured_baseline" not in findings
    planned = found(replace(given, tally=replace(tally, eval_set_size=10)))
    assert "5 of 10 planned answers have no verdict" in planned["unmeasured_candidate"].message


def test_planned_questions_that_nobody_answered_and_surplus_ones_are_pointed_out():
    given = inputs()
    fewer = replace(given, tally=replace(given.tally, eval_set_size=8))
    more = replace(given, tally=replace(given.tally, eval_set_size=12))
    assert "eval_set_size_contradicted" in found(fewer)
    assert found(more)["questions_missing"].message.startswith("2 of 12 planned questions")
    assert "missing 2" in found(more)["unmeasured_baseline"].message


def test_a_metric_of_one_arm_only_is_pointed_out():
    seconds = Timings(values=np.array([1.0]), counts=np.array([10]))
    timed = ArmTimings(
        end_to_end={CacheState.UNKNOWN: seconds},
        first_token={},
        n_planned=10,
        n_failed=0,
        n_replays=3,
        hits=0,
        misses=0,
    )
    untimed = replace(timed, end_to_end={}, n_replays=0)
    priced = ArmTokens(
        n_planned=10, n_reported=0, uncached=0, cache_read=0, cache_write=0,
        read_multiplier=None, write_multiplier=None, n_priced=10, cost_usd=0.0,
    )  # fmt: skip
    given = replace(
        inputs(),
        timings={Role.BASELINE: untimed, Role.CANDIDATE: timed},
        tokens={Role.BASELINE: priced, Role.CANDIDATE: replace(priced, n_priced=0)},
    )
    findings = found(given)
    assert "long-context only, not for retrieval" in findings["latency_one_sided"].message
    assert "retrieval only, not for long-context" in findings["cost_one_sided"].message
    assert findings["replays_candidate"].severity is Severity.LATENCY


def test_grading_that_was_not_blind_or_not_shuffled_is_pointed_out():
    careless = {**SAME, "blind": False, "order_shuffled": False}
    findings = found(inputs(careless, careless))
    assert findings["not_blind"].severity is findings["not_order_shuffled"].severity
    assert findings["not_blind"].severity is Severity.GRADING


def test_arms_whose_names_differ_by_case_only_are_pointed_out():
    # Fault D18.
    alike = ComparisonInfo(name="x", baseline="RAG", candidate="rag")
    assert "arm_names_alike" in {each.id for each in examine(inputs(), alike).findings}


def test_findings_come_gravest_first():
    given = inputs(
        candidate={**SAME, "model": "other", "blind": False}, run_order=order("C" * 9 + "B" * 9)
    )
    gravity = list(Severity)
    places = [gravity.index(each.severity) for each in examine(given, INFO).findings]
    assert places == sorted(places)


def without(*names):
    return {name: value for name, value in SAME.items() if name not in names}


@pytest.mark.parametrize("manifest", [without("grader", "rubric"), without("rubric")])
def test_a_grader_that_the_verdicts_themselves_name_is_recorded_for_both_arms(manifest):
    graded = replace(INFO, grader="judge", rubric="v4")
    shown = {each.name: each for each in examine(inputs(manifest, manifest), graded).inputs}
    assert (shown["grader"].baseline, shown["grader"].candidate) == ("judge", "judge")
    assert (shown["rubric"].baseline, shown["rubric"].candidate) == ("v4", "v4")


def test_a_grader_that_only_one_manifest_names_is_not_made_up_for_the_other():
    graded = replace(INFO, grader="another", rubric="v4")
    shown = {each.name: each for each in examine(inputs(SAME, without("grader")), graded).inputs}
    assert (shown["grader"].baseline, shown["grader"].candidate) == ("judge", None)


def test_a_grader_of_one_arm_alone_is_not_recorded_for_both():
    given = inputs(without("grader"), without("grader"))
    nobody = replace(given.tally.baseline, measured=np.zeros_like(given.tally.baseline.measured))
    given = replace(given, tally=replace(given.tally, baseline=nobody))
    graded = replace(INFO, grader="judge", rubric="v4")
    shown = {each.name: each for each in examine(given, graded).inputs}
    assert (shown["grader"].baseline, shown["grader"].candidate) == (None, None)
