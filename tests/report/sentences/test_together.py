"""What both assumptions together come to, and what is missing where every clause is met."""

from dataclasses import replace

from lcexplore.model import Status
from lcexplore.report import scenario, standing
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import pareto, together
from lcexplore.report.sentences.cells import Cell
from tests.report.requested import requests, shown
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


def test_a_p95_of_few_timings_is_marked_in_the_figure_of_both_and_in_its_numbers(v3):
    review = shown(v3, requests(60, 11))
    places = standing.standings(review, Scenario(hit_rate=0.97))
    assert said(together.both_small(review, places)).endswith(
        "Better is up and to the left. p95 has no upper end at this size: long-context "
        "(71 timings)."
    )
    words = [said(together.p95_words(each)) for each in places]
    assert words[1:] == ["8.0 s, of 71 timings", "1.0 s, of too few timings"]
    assert "of" not in words[0]
    assert pareto.lines(places)[-1] == (
        "The scenario's p95 is of too few timings to be held against a bar."
    )
    enough = shown(v3, requests(61, 11))
    places = standing.standings(enough, Scenario())
    assert said(together.both_small(enough, places)).endswith("Better is up and to the left.")
    assert [each.few for each in places] == ["", "", ""]
