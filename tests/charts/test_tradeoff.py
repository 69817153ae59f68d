"""Waiting against correctness: both arms and a scenario, better to the upper left."""

from dataclasses import replace

from lcexplore.charts import tradeoff
from lcexplore.charts.tradeoff import Place
from lcexplore.model import Interval, Role
from tests.charts import specs

PLACES = [
    Place(name="retrieval", role=Role.BASELINE, seconds=2.9, points=0.0),
    Place(name="long-context", role=Role.CANDIDATE, seconds=11.6, points=3.1,
          interval=Interval(0.7, 5.6)),
    Place(name="scenario", role=Role.CANDIDATE, seconds=6.9, points=3.1,
          interval=Interval(1.6, 4.6), scenario=True),
]  # fmt: skip


def draw(bar=5.0, margin=1.0):
    return tradeoff.tradeoff(PLACES, bar=bar, margin=margin, palette=specs.PALETTE)


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_the_difference_is_an_interval_and_the_baseline_is_zero_without_one():
    spans = [rows for _, rows in specs.of(draw(), "rule") if "y2" in rows[0]]
    assert [(rows[0]["y"], rows[0]["y2"]) for rows in spans] == [(0.7, 5.6), (1.6, 4.6)]


def test_better_is_said_in_words():
    assert "↖ better" in specs.words(draw())


def test_the_scenario_is_hollow_and_carries_the_word():
    *_, scenario = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert scenario["fill"] == specs.PALETTE.surface
    assert "scenario" in specs.words(draw())


def test_without_a_record_nothing_is_green():
    assert specs.PALETTE.agreed not in str(draw(bar=None, margin=None).to_dict())


def test_what_a_thousand_queries_cost_stands_beside_the_mark_where_it_is_measured():
    priced = [replace(PLACES[0], cost="USD 4.20 per 1,000"), *PLACES[1:]]
    chart = tradeoff.tradeoff(priced, bar=None, margin=None, palette=specs.PALETTE)
    assert specs.sound(chart)
    assert [each for each in specs.words(chart) if "per 1,000" in each] == ["USD 4.20 per 1,000"]
    assert not [each for each in specs.words(draw()) if "per 1,000" in each]
