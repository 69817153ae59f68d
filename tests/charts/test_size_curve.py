"""What more questions buy: the observed curve in ink, the assumed ones named, 80 % in grey."""

from dataclasses import replace

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


def look(wanted=80.0, truths=TRUTHS, points=POINTS):
    return size_curve.look(N, truths, points=points, axis="Chance, %", top=100, wanted=wanted)


def draw(**changed):
    return size_curve.size_curve(look(**changed), palette=specs.PALETTE)


def rows(truths=TRUTHS, points=POINTS, scenario=None):
    kind = look(truths=truths, points=points)
    return size_curve.rows(kind, N, truths, points=points, scenario=scenario)


def texts(written):
    return [row["text"] for each in written.values() for row in each if "text" in row]


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_only_the_observed_curve_is_in_ink():
    colours = [layer["mark"]["color"] for layer, _ in specs.of(draw(), "line")]
    assert colours == [specs.PALETTE.context, specs.PALETTE.ink, specs.PALETTE.context]


def test_every_assumption_and_point_is_named():
    assert sorted(texts(rows())) == sorted(each.text for each in (*TRUTHS, *POINTS))


def test_every_name_that_rows_are_handed_over_under_is_one_of_the_figure():
    named = {layer["data"]["name"] for layer, found in specs.layers(draw()) if not found}
    assert named == rows().keys()


def test_a_curve_runs_through_every_number_and_its_name_stands_on_it():
    written = rows()
    for place, truth in enumerate(TRUTHS):
        curve = [(each["x"], each[f"y{place}"]) for each in written[size_curve.CURVES]]
        assert curve == list(zip(N, truth.values, strict=True))
        (name,) = written[f"curve-{place}-name"]
        assert (name["x"], name["y"]) in curve


def test_the_names_beside_the_observed_curve_stand_clear_of_it():
    assert look().truths == ((False, "above"), (True, "below"), (False, "between"))
    high = replace(TRUTHS[2], values=[min(110.0, n / 20) for n in N])
    assert look(truths=[*TRUTHS[:2], high]).truths[2] == (False, "below")


def test_a_name_between_two_curves_stands_where_they_are_furthest_apart():
    (name,) = rows()["curve-2-name"]
    assert (name["x"], name["y"]) == (1980, 99)
    drawn = [layer for layer, _ in specs.of(draw(), "text") if named(layer) == "curve-2-name"]
    assert {(each["mark"]["align"], each["mark"]["dy"]) for each in drawn} == {("left", 12)}


def test_the_observed_curve_is_named_away_from_the_points_on_it():
    def named_at(*points):
        (name,) = rows(points=[Mark(n=n, value=n / 33, text=str(n)) for n in points])[
            "curve-1-name"
        ]
        return name["x"]

    assert named_at() == named_at(820) == 1380
    assert named_at(820, 1490) == 2400
    assert named_at(820, 1490, 2500) == 1860


def named(layer):
    return layer["data"].get("name")


def test_other_numbers_of_the_same_kind_move_the_figure_and_do_not_make_it_anew():
    moved = [replace(each, values=[0.9 * value for value in each.values]) for each in TRUTHS]
    assert draw(truths=moved) is draw()
    assert rows(truths=moved) != rows()


def test_the_words_of_a_point_far_to_the_right_stand_to_its_left():
    far = replace(TODAY, n=2900)
    assert look(points=[TODAY, far]).lefts == (False, True)


def test_the_scenario_is_hollow_and_today_is_not():
    today, scenario = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert (today["fill"], scenario["fill"]) == (specs.PALETTE.ink, specs.PALETTE.surface)


def test_the_scenario_has_a_point_only_once_one_is_chosen():
    chosen = Mark(n=1500, value=65, text="scenario 1,500: 65 %")
    (row,) = rows(scenario=chosen)[size_curve.SCENARIO]
    assert (row["x"], row["y"], row["text"]) == (1500, 65, "scenario 1,500: 65 %")
    assert rows()[size_curve.SCENARIO] == []


def test_without_a_wanted_chance_there_is_no_rule():
    assert specs.at(draw(), 80.0, "y")
    assert specs.of(draw(wanted=None), "rule") == []


def test_names_of_curves_that_lie_on_the_axis_stand_above_it_and_apart():
    flat = [replace(each, values=[0.0 for _ in N]) for each in TRUTHS]
    today = replace(TODAY, value=0, text="today 820: 0 %")
    chart = draw(truths=flat, points=[today])
    heights = [layer["mark"]["dy"] for layer, _ in specs.of(chart, "text") if "dy" in layer["mark"]]
    assert max(heights) < 0
    sides = dict(zip((each.text for each in flat), look(truths=flat).truths, strict=True))
    assert sides == {
        "if truly +2.0": (False, "above"),
        "if truly +3.1": (True, "above"),
        "if truly +4.0": (False, "higher"),
    }
