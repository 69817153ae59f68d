"""Who is at least as good as whom on correctness, latency and cost, in words."""

from dataclasses import replace

import pytest

from lcexplore.evidence.prices import PRICED, RECORDED, PriceSheet
from lcexplore.model import Interval, Role
from lcexplore.report import source, standing
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import pareto
from lcexplore.report.standing import Standing

B, C = Role.BASELINE, Role.CANDIDATE
TODAY = Standing(name="retrieval", role=B, difference=0.0, interval=None, p95=2.9, cost=4.0)
THEN = Standing(
    name="long-context", role=C, difference=0.031, interval=Interval(0.007, 0.056), p95=11.6,
    cost=30.0,
)  # fmt: skip
WARM = replace(THEN, name="scenario", p95=6.9, cost=25.0, scenario=True)


def test_arms_that_trade_are_as_good_as_each_other_on_nothing_whole():
    assert pareto.lines([TODAY, THEN])[:2] == [
        "No arm is at least as good as another on correctness, latency and cost: each is paid for.",
        "Retrieval is better on latency and cost, long-context on correctness.",
    ]


def test_a_warmer_cache_is_at_least_as_good_as_the_candidate_today():
    assert pareto.lines([TODAY, THEN, WARM])[0] == (
        "The scenario is at least as good as long-context on correctness, latency and cost."
    )


def test_a_scenario_that_assumes_nothing_is_no_finding():
    same = replace(THEN, name="scenario", scenario=True, difference=0.031 + 1e-15)
    assert pareto.lines([TODAY, THEN, same])[0].startswith("Neither arm nor scenario is")


def test_a_cost_nobody_measured_is_named_and_never_taken_for_equal():
    better = replace(THEN, p95=2.0, cost=None)
    first = pareto.lines([TODAY, better])[0]
    assert first == (
        "Long-context is at least as good as retrieval on correctness and latency; cost cannot be "
        "compared. Cost is not measured for long-context."
    )
    assert "what is measured" in pareto.lines([TODAY, replace(THEN, cost=None)])[0]


def test_a_difference_whose_interval_holds_zero_is_open():
    wide = replace(THEN, interval=Interval(-0.02, 0.08))
    assert pareto.lines([TODAY, wide])[-1] == (
        "Which is more correct is open for long-context: its interval holds 0."
    )
    assert pareto.lines([TODAY, THEN])[-1] == pareto.BY_VALUE


def test_nothing_is_said_where_nothing_stands():
    assert pareto.lines([]) == []


def test_the_worked_example_has_two_arms_and_a_scenario_without_cost(v3):
    found = standing.standings(v3, Scenario(hit_rate=0.97))
    assert [each.name for each in found] == ["retrieval", "long-context", "scenario"]
    assert [each.cost for each in found] == [None, None, None]
    assert found[2].p95 < found[1].p95


@pytest.mark.parametrize("basis", [RECORDED, PRICED])
def test_a_recorded_cost_is_not_moved_by_a_sheet(v3, basis, monkeypatch):
    cost = {
        role: replace(each, cost_per_1k=9.0, basis=basis) for role, each in v3.evidence.cost.items()
    }
    monkeypatch.setattr(source.states, "cost_per_1k", lambda *given: 7.0)
    sheet = PriceSheet(currency="EUR", models={})
    shown = replace(v3, evidence=replace(v3.evidence, cost=cost), prices=sheet)
    moved = standing.standings(shown, Scenario(hit_rate=0.97))[2].cost
    assert moved == (7.0 if basis == PRICED else None)
    assert standing.standings(shown, Scenario(n=2000))[2].cost == 9.0


def test_of_several_whose_lead_is_open_each_ones_interval_is_spoken_of():
    open_ended = replace(THEN, interval=Interval(-0.01, 0.056))
    scenario = replace(open_ended, name="scenario", p95=6.9, scenario=True)
    assert pareto.lines([TODAY, open_ended, scenario])[-1] == (
        "Which is more correct is open for long-context and the scenario: each one's interval "
        "holds 0."
    )
