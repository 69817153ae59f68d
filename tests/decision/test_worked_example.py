"""The worked example, clause by clause: what the article's record says of 820 questions."""

import pytest

from lcexplore.decision.evaluate import evaluate
from lcexplore.decision.record import parse
from lcexplore.model import Outcome, Status
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
