"""What more questions buy: the observed curve in ink, the assumed ones named, 80 % in grey."""

from dataclasses import replace

import pytest

from lcexplore.charts import size_curve
from lcexplore.charts.size_curve import Mark, Truth
from tests.charts import specs

N = [float(each) for each in range(60, 3001, 60)]
TRUTHS = [
    Truth(text="if truly +2.0", values=[n / 90 for n in N]),
    Truth(text="if truly +3.1", values=[n / 33 for n in N], bold=True),
    Truth(text="if truly +4.0", values=[min(100, n / 20) for n in N]),
]


TODAY = Mark(n=820, value=41, text="today 820: 41 %")
POINTS = [TODAY]
CHOSEN = Mark(n=1500, value=65, text="scenario 1,500: 65 %")


def look(wanted=80.0, truths=TRUTHS):
    bold = tuple(each.bold for each in truths)
    return size_curve.Look(most=max(N), bold=bold, axis="Chance, %", top=100, wanted=wanted)


def draw(**changed):
    return size_curve.size_curve(look(**changed), palette=specs.PALETTE)


def rows(truths=TRUTHS, points=POINTS, scenario=None, **changed):
    kind = look(truths=truths, **changed)
    return size_curve.rows(kind, N, truths, points=points, scenario=scenario)


def said(text, **changed):
    """The row of words with this text."""
    (row,) = (each for each in rows(**changed)[size_curve.WORDS] if each["text"] == text)
    return row


def texts(written):
    return [row["text"] for each in written.values() for row in each if row.get("text")]


def drawn_at(n, stops, scenario=None):
    """The words as drawn where the slider of questions stands so."""
    tables = {
        **rows(scenario=scenario),
        **size_curve.scenario(scenario),
        **size_curve.steps(stops),
    }
    return specs.words_at(draw(), tables, n=n)


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_only_the_observed_curve_is_in_ink():
    colours = [layer["mark"]["color"] for layer, _ in specs.of(draw(), "line")]
    assert colours == [specs.PALETTE.context, specs.PALETTE.ink, specs.PALETTE.context]


def test_every_assumption_and_point_is_named():
    assert sorted(texts(rows())) == sorted(each.text for each in (*TRUTHS, *POINTS))


def test_every_name_that_rows_are_handed_over_under_is_one_of_the_figure():
    named = {layer["data"]["name"] for layer, found in specs.layers(draw()) if not found}
    assert named == rows().keys() | size_curve.scenario(None).keys()
    looked_up = {
        each["from"]["data"]["name"]
        for layer, _ in specs.layers(draw())
        for each in layer.get("transform", ())
        if "lookup" in each
    }
    assert looked_up == size_curve.steps({}).keys()


@pytest.mark.parametrize("n", ["1500", 1500])
def test_the_scenario_stands_where_the_slider_does_and_else_where_it_was_last_counted(n):
    last, stops = Mark(n=900, value=44, text="last"), {1500: CHOSEN, 820: None}
    assert CHOSEN.text in drawn_at(n, stops, last)
    assert "last" in drawn_at("1510", stops, last)
    assert "last" in drawn_at(n, {}, last)
    assert "last" in drawn_at(None, stops, last)
    assert not {"last", CHOSEN.text} & set(drawn_at("820", stops, last))
    assert CHOSEN.text not in drawn_at("1510", stops)


def test_a_curve_runs_through_every_number_and_its_name_stands_on_it():
    written = rows()
    for place, truth in enumerate(TRUTHS):
        curve = [(each["x"], each[f"y{place}"]) for each in written[size_curve.CURVES]]
        assert curve == list(zip(N, truth.values, strict=True))
        name = said(truth.text)
        assert (name["x"], name["y"]) in curve


def test_the_names_beside_the_observed_curve_stand_clear_of_it():
    def sides(truths):
        return [size_curve.side(look(), truths, each) for each in truths]

    assert sides(TRUTHS) == ["above", "below", "between"]
    high = replace(TRUTHS[2], values=[min(110.0, n / 20) for n in N])
    assert sides([*TRUTHS[:2], high])[2] == "below"


def test_a_name_between_two_curves_stands_where_they_are_furthest_apart():
    name = said("if truly +4.0")
    assert (name["x"], name["y"]) == (1980, 99)
    assert (name["align"], name["dy"]) == ("left", 12)


def test_the_observed_curve_is_named_away_from_the_points_on_it():
    def named_at(*points):
        marked = [Mark(n=n, value=n / 33, text=str(n)) for n in points]
        return said("if truly +3.1", points=marked)["x"]

    assert named_at() == named_at(820) == 1380
    assert named_at(820, 1490) == 2400
    assert named_at(820, 1490, 2500) == 1860


def test_words_look_as_their_rows_say():
    for layer, _ in specs.of(draw(), "text"):
        if layer["data"]["name"] != size_curve.WORDS:
            continue
        look_of = {name: layer["mark"][name] for name in ("align", "dx", "dy")}
        assert look_of == {name: {"expr": f"datum.{name}"} for name in look_of}
        assert layer["mark"]["fontWeight"] == {"expr": "datum.bold ? 'bold' : 'normal'"}


def test_only_the_observed_name_and_the_points_are_bold():
    words = rows(scenario=CHOSEN)[size_curve.WORDS]
    bold = {each["text"] for each in words if each["bold"]}
    assert bold == {"if truly +3.1", TODAY.text}
    assert {each["text"] for each in words if each["muted"]} == {"if truly +2.0", "if truly +4.0"}


def test_other_numbers_of_the_same_kind_move_the_figure_and_do_not_make_it_anew():
    moved = [replace(each, values=[0.9 * value for value in each.values]) for each in TRUTHS]
    assert draw(truths=moved) is draw()
    assert rows(truths=moved) != rows()


def test_the_words_of_a_point_far_to_the_right_stand_to_its_left():
    far = replace(TODAY, n=2900, text="far")
    assert said("far", points=[TODAY, far])["align"] == "right"
    assert said(TODAY.text, points=[TODAY, far])["align"] == "left"


def test_half_widths_fall_and_leave_room_to_the_right_of_every_point():
    far = replace(TODAY, n=2900, text="far")
    assert said("far", points=[far], wanted=None)["align"] == "left"


def test_the_scenario_is_hollow_and_today_is_not():
    fills = {layer["data"]["name"]: layer["mark"]["fill"] for layer, _ in specs.of(draw(), "point")}
    assert fills == {
        size_curve.POINTS: specs.PALETTE.ink,
        size_curve.SCENARIO: specs.PALETTE.surface,
    }


def test_the_scenario_has_a_point_only_once_one_is_chosen():
    assert [each["shown"] for each in size_curve.scenario(None)[size_curve.SCENARIO]] == [False]
    (chosen,) = size_curve.scenario(CHOSEN)[size_curve.SCENARIO]
    assert chosen == {"x": 1500, "y": 65, "text": CHOSEN.text, "shown": True}
    assert rows(scenario=CHOSEN)[size_curve.POINTS] == rows()[size_curve.POINTS]


def test_without_a_wanted_chance_there_is_no_rule():
    assert specs.at(draw(), 80.0, "y")
    assert specs.of(draw(wanted=None), "rule") == []


def test_names_of_curves_that_lie_on_the_axis_stand_above_it_and_apart():
    flat = [replace(each, values=[0.0 for _ in N]) for each in TRUTHS]
    today = replace(TODAY, value=0, text="today 820: 0 %")
    heights = [each["dy"] for each in rows(truths=flat, points=[today])[size_curve.WORDS]]
    assert max(heights) < 0
    assert [size_curve.side(look(), flat, each) for each in flat] == ["above", "above", "higher"]
