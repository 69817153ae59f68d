"""Waiting against correctness: both arms and a scenario, better to the upper left."""

from dataclasses import replace

import pytest

from lcexplore.charts import places as where
from lcexplore.charts import tradeoff
from lcexplore.charts.places import Place
from lcexplore.model import Interval, Role
from tests.charts import specs

PLACES = [
    Place(name="retrieval", role=Role.BASELINE, seconds=2.9, points=0.0),
    Place(name="long-context", role=Role.CANDIDATE, seconds=11.6, points=3.1,
          interval=Interval(0.7, 5.6)),
]  # fmt: skip
NOW = Place(name="scenario", role=Role.CANDIDATE, seconds=6.9, points=3.1,
            interval=Interval(1.6, 4.6))  # fmt: skip

COSTS = ("EUR 6.40 per 1,000", "EUR 17.02 per 1,000")


HITS = {97.0: NOW, 50.0: replace(NOW, seconds=19.0, cost="EUR 20.10 per 1,000")}
QUESTIONS = {n: replace(NOW, interval=Interval(3.1 - 70 / n**0.5, 3.1 + 70 / n**0.5))
             for n in range(10, 3001, 10)}  # fmt: skip


def axes(bar=5.0, margin=1.0, places=PLACES, hits=HITS, questions=QUESTIONS):
    moved = {"hits": [*hits.values()], "questions": questions}
    return where.axes(places, **moved, bar=bar, margin=margin)


def draw(bar=5.0, margin=1.0, places=PLACES, **moved):
    found = axes(bar, margin, places, **moved)
    return tradeoff.tradeoff(places, bar=bar, margin=margin, axes=found, palette=specs.PALETTE)


def row(place=NOW, beside=()):
    (found,) = where.scenario(place, beside)[where.SCENARIO]
    return found


def drawn_at(place=NOW, **sliders):
    """The words and the numbers of the axes as drawn where the sliders stand so."""
    tables = {**where.scenario(place, PLACES), **where.steps(HITS, QUESTIONS, PLACES)}
    return specs.words_at(draw(), tables, **sliders)


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_the_difference_is_an_interval_and_the_baseline_is_zero_without_one():
    spans = [rows for _, rows in specs.of(draw(), "rule") if rows and "y2" in rows[0]]
    assert [(rows[0]["y"], rows[0]["y2"]) for rows in spans] == [(0.7, 5.6)]
    assert (row()["low"], row()["high"]) == (1.6, 4.6)


def test_better_is_said_in_words():
    assert "↖ better" in specs.words(draw())


def test_the_scenario_is_hollow_and_carries_the_word_below_its_interval():
    scenario, *_ = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert scenario["fill"] == specs.PALETTE.surface
    assert (row()["text"], row()["x"], row()["low"]) == ("scenario", 6.9, 1.6)


def test_without_a_scenario_none_of_its_marks_has_rows():
    assert not any(where.scenario(None).values())
    assert where.scenario(None).keys() == where.scenario(NOW).keys()


def test_every_name_that_rows_are_handed_over_under_is_one_of_the_figure():
    named = {layer["data"]["name"] for layer, rows in specs.layers(draw()) if not rows}
    assert named == where.scenario(NOW).keys()
    looked_up = {
        each["from"]["data"]["name"]
        for layer, _ in specs.layers(draw())
        for each in layer.get("transform", ())
        if "lookup" in each
    }
    assert looked_up == where.steps(HITS, QUESTIONS, PLACES).keys()


def test_a_page_without_a_slider_has_a_figure_that_reads_none():
    bound = [each["name"] for each in draw().to_dict()["params"] if "bind" in each]
    assert bound == ["hit", "n"]
    chart = draw(hits={}, questions={})
    assert specs.sound(chart)
    assert not [each for each in chart.to_dict()["params"] if "bind" in each]
    assert "lookup" not in str(chart.to_dict())
    assert "scenario" in specs.words_at(chart, where.scenario(NOW))
    assert "scenario" not in specs.words_at(chart, where.scenario(None))


def test_the_scenario_follows_both_sliders_and_else_stands_where_it_was_last_counted():
    assert "scenario: EUR 20.10 per 1,000" in drawn_at(hit="50", n="820")
    assert not any("EUR" in each for each in drawn_at(hit="97", n="820"))
    last = replace(NOW, cost="EUR 1.00 per 1,000")
    for hit in ("51", None):
        assert "scenario: EUR 1.00 per 1,000" in drawn_at(last, hit=hit, n="825")


@pytest.mark.parametrize(
    ("n", "top"), [("3000", "+8"), ("820", "+8"), ("100", "+10"), ("109", "+10"), (None, "+30")]
)
def test_the_vertical_axis_has_room_for_the_interval_of_that_many_questions(n, top):
    words = drawn_at(hit="97", n=n)
    assert words[words.index("Correct, points") - 1] == top


def test_the_axes_reach_whatever_is_drawn():
    far = replace(NOW, seconds=900.0, points=-30.0, interval=Interval(-44.0, -9.0))
    room = axes(bar=0.05, hits={97.0: far}, questions={10: far, 20: NOW})
    assert room.seconds[0] < 0.05 < 900 < room.seconds[1]
    assert room.points[0][0] < -44 < 5.6 < room.points[0][1]
    assert room.points[1] > room.points[0]
    assert (room.least, room.each) == (10, 10)


def test_without_a_record_nothing_is_green():
    assert specs.PALETTE.agreed not in str(draw(bar=None, margin=None).to_dict())


def cost_rows(chart):
    """Layers of words that say a cost, with where they stand."""
    return [
        (layer["encoding"]["y"]["value"], rows[0]["text"])
        for layer, rows in specs.of(chart, "text")
        if rows and "per 1,000" in rows[0]["text"]
    ]


def test_what_a_thousand_queries_cost_stands_above_the_plot_where_nothing_runs_through_it():
    priced = [replace(each, cost=cost) for each, cost in zip(PLACES, COSTS, strict=True)]
    chart = draw(places=priced)
    assert specs.sound(chart)
    assert [said for _, said in cost_rows(chart)] == [
        "retrieval: EUR 6.40 per 1,000",
        "long-context: EUR 17.02 per 1,000",
    ]
    heights = [at for at, _ in cost_rows(chart)]
    assert heights == sorted(heights)
    assert max(heights) < -20
    assert chart.to_dict()["height"] > draw().to_dict()["height"]
    assert cost_rows(draw()) == []


def test_the_scenario_says_its_cost_on_a_line_of_its_own():
    assert row(replace(NOW, cost="EUR 3.90 per 1,000"))["cost"] == "scenario: EUR 3.90 per 1,000"
    assert row()["cost"] == ""
    (at,) = {
        layer["encoding"]["y"]["value"]
        for layer, _ in specs.layers(draw())
        if "value" in layer["encoding"].get("y", {}) and layer["data"].get("name") == where.SCENARIO
    }
    assert -50 < at < -20


def test_every_name_stands_over_the_marks_and_apart_from_the_rules_behind_it():
    kinds = [layer["mark"]["type"] for layer, _ in specs.layers(draw())]
    names = [
        (place, layer["mark"])
        for place, (layer, _) in enumerate(specs.layers(draw()))
        if "stroke" in layer["mark"] and layer["mark"]["type"] == "text"
    ]
    assert len(names) == len([*PLACES, NOW, "agreed"])
    assert {mark["stroke"] for _, mark in names} == {specs.PALETTE.surface}
    last = max(place for place, kind in enumerate(kinds) if kind in {"rule", "tick"})
    assert min(place for place, _ in names) > last


@pytest.mark.parametrize(("margin", "below"), [(1.0, False), (0.0, False), (-2.0, True)])
def test_the_margin_and_the_baseline_are_named_on_two_sides_of_zero(margin, below):
    sides = {
        rows[0]["text"].split("\u00a0")[0].split()[0]: layer["mark"]["dy"] > 0
        for layer, rows in specs.of(draw(margin=margin), "text")
        if rows and "dy" in layer["mark"]
    }
    assert (sides["agreed"], sides["retrieval"]) == (below, not below)


def test_names_near_an_end_of_the_axis_run_away_from_it():
    aligned = {
        str(layer["mark"]["align"])
        for layer, rows in specs.of(draw(), "text")
        if rows and rows[0]["text"] in {"retrieval", "long-context"}
    }
    (how,) = aligned
    assert "? 'left' :" in how
    assert "? 'right' :" in how


def test_a_scenario_that_waits_as_long_is_named_below_both_intervals_and_has_wider_ends():
    same = replace(NOW, seconds=11.6)
    assert (row(same, PLACES)["low"], row(same, PLACES)["foot"]) == (1.6, 0.7)
    assert row(NOW, PLACES)["foot"] is None
    scenario, *arms = (layer["mark"]["size"] for layer, _ in specs.of(draw(), "tick"))
    assert all(scenario > each for each in arms)


def test_a_scenario_that_waits_as_long_as_the_baseline_is_named_below_the_baselines_name():
    far, near = row(NOW, PLACES), row(replace(NOW, seconds=3.0), PLACES)
    (own,) = {
        layer["mark"]["dy"]
        for layer, rows in specs.of(draw(), "text")
        if rows and rows[0]["text"] == "retrieval"
    }
    assert near["foot"] == 0.0
    assert near["down"] >= own + 13 > far["down"]


def test_a_scenario_that_is_as_recorded_shows_around_the_candidate_and_does_not_cover_it():
    on_axes = [layer for layer, _ in specs.of(draw(), "point") if "field" in layer["encoding"]["x"]]
    scenario, *arms = (layer["mark"] for layer in on_axes)
    assert all(each["fill"] != specs.PALETTE.surface for each in arms)
    assert all(scenario["size"] >= 2 * each["size"] for each in arms)


def test_no_rule_runs_through_the_scenarios_name():
    named = [
        layer["mark"]
        for layer, _ in specs.of(draw(), "text")
        if layer["data"]["name"] == where.SCENARIO and "field" in layer["encoding"]["x"]
    ]
    assert [each.get("stroke") for each in named] == [specs.PALETTE.surface, None]
