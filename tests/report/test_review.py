"""One review: what the record froze is planned, and what its history shows is found."""

import pytest

from lcexplore.model import Outcome, Status
from lcexplore.report import to_json
from lcexplore.report.review import review
from lcexplore.report.sentences import validity
from tests.store.logs import load, row

V3 = "policy-assistant-v3"
# Twenty questions were frozen; the logs below hold ten and name no size.
FROZEN = """\
comparison: twenty were promised
frozen:
  eval_set: twenty (20 items)
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -60 pts"
  otherwise: iterate
calibration: not_required
"""


@pytest.fixture(scope="module")
def half_asked(tmp_path_factory):
    rows = [row(f"q{place}", arm) for place in range(10) for arm in ("old", "new")]
    return load(tmp_path_factory.mktemp("half"), rows, baseline="old")[0]


def test_questions_that_were_frozen_and_never_asked_are_planned_and_missing(half_asked):
    shown = review(half_asked, "c", record_text=FROZEN)
    assert shown.evidence.correctness.n_eval_set == 20
    arms = shown.evidence.correctness.arms.values()
    assert [(arm.n_answers, arm.not_measured) for arm in arms] == [(20, {"missing": 10})] * 2
    by_id = {each.id: each for each in shown.decision.preconditions}
    assert by_id["measured"].status is Status.FAILED


def test_a_frozen_grader_that_nobody_is_leaves_the_rule_unmeasured_and_the_pages_open(half_asked):
    text = FROZEN.replace("frozen:\n", "frozen:\n  grader: people\n")
    shown = review(half_asked, "c", record_text=text)
    assert (shown.info.grader, shown.evidence.correctness.n_questions) == ("unspecified", 10)
    by_id = {each.id: each for each in shown.decision.preconditions}
    assert by_id["measured"].status is Status.FAILED
    assert "under grader people" in by_id["measured"].message
    assert shown.decision.outcome is Outcome.ITERATE
    chosen = review(half_asked, "c", record_text=text, grader="unspecified")
    assert chosen.decision == shown.decision


def test_without_a_record_only_what_was_seen_is_planned(half_asked):
    arms = review(half_asked, "c").evidence.correctness.arms.values()
    assert [arm.n_answers for arm in arms] == [10, 10]


def test_results_seen_under_another_rubric_are_found_wherever_findings_are_listed(demo_store):
    shown = review(demo_store, V3)
    assert shown.findings[-1].id == "rubric_seen_before"
    listed = to_json.summary(shown)["validity"]
    assert [each["id"] for each in listed] == [each.id for each in shown.findings]
    assert "rubric v3" in validity.other_findings(shown)[-1]
