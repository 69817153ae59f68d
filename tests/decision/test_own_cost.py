"""A cost clause never counts as zero what a price sheet leaves out for one arm alone."""

from dataclasses import replace

import pytest

from lcexplore.decision.evaluate import evaluate
from lcexplore.decision.flip import what_would_flip
from lcexplore.decision.steps import next_steps
from lcexplore.model import Role, Status
from tests.decision.cases import BEFOREHAND, evidence, inputs, record, single_answers


def shown(candidate, baseline):
    """The evidence with each arm's costs beside tokens entered (True), left out, or no sheet."""
    found = evidence(inputs(single_answers(both=100, candidate_only=20)))
    known = {Role.CANDIDATE: candidate, Role.BASELINE: baseline}
    cost = {
        role: replace(each, cost_per_1k=1.0, own_cost_known=known[role])
        for role, each in found.cost.items()
    }
    return replace(found, cost=cost)


def decided(bar, seen):
    return evaluate(record([f"cost_per_1k_queries: {bar}"]), seen, BEFOREHAND)


@pytest.mark.parametrize(
    ("bar", "candidate", "baseline", "status"),
    [
        ("<= 1x rag", False, True, Status.NOT_MEASURED),
        ("<= 1x rag", True, False, Status.NOT_MEASURED),
        ("<= 5", False, True, Status.NOT_MEASURED),
        ("<= 5", True, False, Status.MET),  # the baseline's is not asked
        ("<= 1x rag", True, True, Status.MET),
        ("<= 1x rag", False, False, Status.MET),  # nobody entered any: tokens against tokens
        ("<= 1x rag", None, None, Status.MET),
    ],
)
def test_costs_of_one_arm_alone_leave_the_other_unknown(bar, candidate, baseline, status):
    seen = shown(candidate, baseline)
    reading = decided(bar.replace("rag", seen.info.baseline), seen).readings[0]
    assert reading.status is status


def test_the_reason_names_the_arm_and_what_to_enter():
    seen = shown(False, True)
    decision = decided("<= 5", seen)
    reason = decision.readings[0].reason
    assert f"none of {seen.info.candidate}: per_query: {{}} says" in reason
    (inverse,) = what_would_flip(decision, seen).inverses
    assert "Add a price sheet" not in inverse.sentence
    assert not [each for each in next_steps(decision, seen) if each.name == "Record a price"]
