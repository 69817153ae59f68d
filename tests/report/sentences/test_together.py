"""What both assumptions together come to, and what is missing where every clause is met."""

from dataclasses import replace

from lcexplore.model import Status
from lcexplore.report import scenario
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import together
from lcexplore.report.sentences.cells import Cell
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


def test_every_number_of_the_rule_read_again_carries_its_n(v3):
    table = together.rule_table(v3, scenario.reread(v3, Scenario(hit_rate=0.97)))
    shown = [cell for row in table for cell in row[2:] if isinstance(cell, Cell) and cell.status]
    assert all(cell.small for cell in shown)
    assert said(table[0][2].small[0]) == "820 questions"


def test_what_confounds_either_side_of_the_trade_heads_the_lead(pilot, v3):
    assert said(together.both_lead(pilot, None, 0.97, 240)) == (
        "Confounded by the model, latency not licensed (the arms ran in separate hours): in this "
        "scenario, a hit rate of 97 % and 240 questions; no rule was agreed, so there is none to "
        "read again."
    )
    order = replace(v3.evidence.validity.order, kind="blocked")
    validity = replace(v3.evidence.validity, order=order)
    apart = replace(v3, evidence=replace(v3.evidence, validity=validity))
    read = scenario.reread(apart, Scenario(hit_rate=0.97))
    assert together.both_lead(apart, read, 0.97, 820).startswith(
        "Latency not licensed (the arms ran in separate hours): in this scenario, with a hit rate"
    )
