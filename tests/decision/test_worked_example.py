"""The worked example, clause by clause: what the article's record says of 820 questions."""

import pytest

from lcexplore.decision.evaluate import evaluate
from lcexplore.decision.flip import what_would_flip
from lcexplore.decision.record import parse
from lcexplore.decision.steps import next_steps
from lcexplore.decision.triggers import TriggerState, check_triggers
from lcexplore.model import Manifest, Outcome, Status
from tests.decision.cases import ARTICLE, CLAIMED, evidence, grading, worked_example

STALE = grading(n_labelled=50, n_pairs=25, stale="labels belong to rubric v3")


@pytest.fixture(scope="module")
def decision():
    return evaluate(parse(ARTICLE), evidence(worked_example(), grading=STALE), CLAIMED)


def test_the_outcome_is_iterate(decision):
    assert decision.outcome is Outcome.ITERATE
    assert not decision.licensed


def test_three_clauses_fail_one_is_not_measured_and_the_rejection_does_not_fire(decision):
    statuses = [each.status for each in decision.readings]
    failed = Status.FAILED
    assert statuses == [failed, failed, Status.NOT_MEASURED, failed, failed]


# 54 - 34 + (32 - 21) / 2 over 820 questions, interval as published beside the sample.
def test_the_observed_numbers_are_the_articles(decision):
    lower, p95, cost, hit_rate, upper = decision.readings
    assert lower.observed == pytest.approx(0.0071, abs=5e-5)
    assert upper.observed == pytest.approx(0.0556, abs=5e-5)
    assert (p95.observed, cost.observed) == (11.6, None)
    assert hit_rate.observed == pytest.approx(1450 / 1640)
    assert (p95.n, p95.unit_n, lower.n, lower.unit_n) == (1640, "requests", 820, "questions")


def test_a_cost_nobody_recorded_says_so(decision):
    assert decision.readings[2].reason == "no price recorded"


def test_the_runs_are_comparable_and_measured_but_not_calibrated(decision):
    by_id = {each.id: each for each in decision.preconditions}
    assert list(by_id) == ["comparable", "calibrated", "measured", "committed_beforehand"]
    assert by_id["comparable"].status is Status.MET
    assert by_id["measured"].status is Status.MET
    assert by_id["calibrated"].status is Status.NOT_MEASURED
    assert "rubric v3" in by_id["calibrated"].message


def test_a_claim_that_the_store_did_not_witness_is_not_a_commitment(decision):
    assert decision.post_hoc is None
    assert decision.preconditions[3].status is Status.NOT_MEASURED


def test_results_under_the_earlier_rubric_are_a_finding(decision):
    assert [each.id for each in decision.findings] == ["rubric_seen_before"]
    assert "rubric v3" in decision.preconditions[3].message


def test_no_single_change_would_flip_it(decision):
    flip = what_would_flip(decision, evidence(worked_example(), grading=STALE))
    assert flip.first_line == ("No single change: three conditions fail and one is not measured.")
    lower, p95, cost, hits = flip.inverses
    assert p95.sentence == (
        "p95 cannot reach 5.0\u00a0s by cache hits alone: hits by themselves give 6.2\u00a0s."
    )
    assert cost.sentence == (
        "cost per 1,000 queries, not measured: no price recorded. "
        "Add a price sheet, or log the cost of each request."
    )
    assert (hits.needed, hits.needed_unit) == (1558, "hits")
    assert lower.needed == pytest.approx(2160, rel=0.03)  # the screen guide says about 2,160


def test_next_steps_come_cheapest_first(decision):
    steps = next_steps(decision, evidence(worked_example(), grading=STALE))
    assert [each.id for each in steps] == [
        "commit",
        "record_cost_per_1k_queries",
        "prefix_layout",
        "label",
        "more_hits",
        "fewer_tokens",
        "what_users_feel",
        "more_questions",
    ]
    by_id = {each.id: each.sentence for each in steps}
    assert "88.4\u00a0% says the layout is basically right" in by_id["prefix_layout"]
    assert "190 of 1,640 miss" in by_id["more_hits"]
    assert "Can meet the hit-rate bar, not the p95 bar." in by_id["more_hits"]
    assert "can bring hits themselves under 5.0\u00a0s" in by_id["fewer_tokens"]


def test_review_triggers_say_what_a_manifest_can_tell_and_what_people_must_check():
    newest = worked_example().manifests
    model, corpus, price = check_triggers(parse(ARTICLE), newest)
    assert (model.state, corpus.state) == (TriggerState.QUIET, TriggerState.FOR_PEOPLE)
    assert price.state is TriggerState.FOR_PEOPLE
    moved = Manifest(
        arm="long-context",
        file="next.jsonl",
        fields={"model": "model-2026-09-01", "corpus_tokens": 2_400_000},
    )
    model, corpus, price = check_triggers(parse(ARTICLE), [*newest, moved])
    assert (model.state, corpus.state) == (TriggerState.FIRED, TriggerState.FIRED)
    assert "model-2026-09-01" in model.message
