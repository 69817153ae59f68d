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
]  # fmt: skip
NOW = Place(name="scenario", role=Role.CANDIDATE, seconds=6.9, points=3.1,
            interval=Interval(1.6, 4.6))  # fmt: skip


def draw(bar=5.0, margin=1.0, places=PLACES, now=NOW):
    room = tradeoff.room([*places, now], bar=bar, margin=margin)
    return tradeoff.tradeoff(places, bar=bar, margin=margin, room=room, palette=specs.PALETTE)


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_the_difference_is_an_interval_and_the_baseline_is_zero_without_one():
    spans = [rows for _, rows in specs.of(draw(), "rule") if rows and "y2" in rows[0]]
    assert [(rows[0]["y"], rows[0]["y2"]) for rows in spans] == [(0.7, 5.6)]
    (assumed,) = tradeoff.scenario(NOW)[tradeoff.SPAN]
    assert (assumed["y"], assumed["y2"]) == (1.6, 4.6)


def test_better_is_said_in_words():
    assert "↖ better" in specs.words(draw())


def test_the_scenario_is_hollow_and_carries_the_word_below_its_interval():
    scenario, *_ = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert scenario["fill"] == specs.PALETTE.surface
    (name,) = tradeoff.scenario(NOW)[tradeoff.NAME]
    assert (name["text"], name["x"], name["y"]) == ("scenario", 6.9, 1.6)


def test_without_a_scenario_none_of_its_marks_has_rows():
    assert not any(tradeoff.scenario(None).values())
    assert tradeoff.scenario(None).keys() == tradeoff.scenario(NOW).keys()


def test_every_name_that_rows_are_handed_over_under_is_one_of_the_figure():
    named = {layer["data"]["name"] for layer, rows in specs.layers(draw()) if not rows}
    assert named == tradeoff.scenario(NOW).keys()


def test_a_scenario_that_moves_a_little_leaves_the_axes_where_they_are():
    moved = replace(NOW, seconds=7.1, interval=Interval(1.5, 4.7))
    assert draw() is draw(now=moved)


def test_the_axes_reach_whatever_is_drawn():
    far = replace(NOW, seconds=900.0, points=-30.0, interval=Interval(-44.0, -9.0))
    room = tradeoff.room([*PLACES, far], bar=0.05, margin=1.0)
    assert room.seconds[0] < 0.05 < 900 < room.seconds[1]
    assert room.points[0] < -44 < 5.6 < room.points[1]


def test_without_a_record_nothing_is_green():
    assert specs.PALETTE.agreed not in str(draw(bar=None, margin=None).to_dict())


def test_what_a_thousand_queries_cost_stands_beside_the_mark_where_it_is_measured():
    priced = [replace(PLACES[0], cost="USD 4.20 per 1,000"), *PLACES[1:]]
    chart = draw(places=priced)
    assert specs.sound(chart)
    assert [each for each in specs.words(chart) if "per 1,000" in each] == ["USD 4.20 per 1,000"]
    assert not [each for each in specs.words(draw()) if "per 1,000" in each]
    (cost,) = tradeoff.scenario(replace(NOW, cost="USD 3.90 per 1,000"))[tradeoff.COST]
    assert cost["text"] == "USD 3.90 per 1,000"
    assert tradeoff.scenario(NOW)[tradeoff.COST] == []


def test_the_name_of_an_arm_stays_apart_from_the_rules_behind_it():
    rims = [layer["mark"] for layer, _ in specs.of(draw(), "text") if "stroke" in layer["mark"]]
    assert [each["stroke"] for each in rims] == [specs.PALETTE.surface] * len([*PLACES, NOW])


def test_a_scenario_that_is_as_recorded_shows_around_the_candidate_and_does_not_cover_it():
    scenario, *arms = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert all(each["fill"] != specs.PALETTE.surface for each in arms)
    assert all(scenario["size"] >= 2 * each["size"] for each in arms)


def test_no_rule_runs_through_the_scenarios_name():
    named = [
        layer["mark"] for layer, _ in specs.layers(draw()) if layer["data"]["name"] == tradeoff.NAME
    ]
    assert [each.get("stroke") for each in named] == [specs.PALETTE.surface, None]
