"""What both assumptions together come to, and what is missing where every clause is met."""

from dataclasses import replace

from lcexplore.model import Status
from lcexplore.report import scenario
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import together
from tests.report.shaped import relaxed
from tests.report.spoken import said


def test_where_every_condition_is_met_the_missing_precondition_is_named(v3):
    shown = relaxed(v3, p95=30.0)
    made = Scenario(hit_rate=0.97, n=5000)
    first, *rest = shown.decision.preconditions
    missing = replace(first, status=Status.NOT_MEASURED)
    decision = replace(shown.decision, preconditions=(missing, *rest))
    shown = replace(shown, decision=decision)
    read = scenario.reread(shown, made)
    lead = said(together.both_lead(shown, read, 0.97, 5000))
    assert "4 of the 4 agreed conditions are met" in lead
    assert lead.endswith(f"would still say iterate: not {first.id.replace('_', ' ')}.")
