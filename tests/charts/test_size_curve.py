"""What more questions buy: the observed curve in ink, the assumed ones named, 80 % in grey."""

from lcexplore.charts import size_curve
from lcexplore.charts.size_curve import Mark, Truth
from tests.charts import specs

N = [float(each) for each in range(60, 3001, 60)]
TRUTHS = [
    Truth(text="if truly +2.0", values=[n / 90 for n in N]),
    Truth(text="if truly +3.1", values=[n / 33 for n in N], bold=True),
    Truth(text="if truly +4.0", values=[min(100, n / 20) for n in N]),
]
POINTS = [Mark(n=820, value=41, text="today 820: 41 %")]


def draw(wanted=80.0):
    return size_curve.size_curve(
        N, TRUTHS, points=POINTS, axis="Chance, %", top=100, wanted=wanted, palette=specs.PALETTE
    )


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_only_the_observed_curve_is_in_ink():
    colours = [layer["mark"]["color"] for layer, _ in specs.of(draw(), "line")]
    assert colours == [specs.PALETTE.context, specs.PALETTE.ink, specs.PALETTE.context]


def test_every_assumption_and_point_is_named():
    named = {each.text for each in (*TRUTHS, *POINTS)}
    assert named <= set(specs.words(draw()))


def test_the_scenario_is_hollow_and_today_is_not():
    today, scenario = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert (today["fill"], scenario["fill"]) == (specs.PALETTE.ink, specs.PALETTE.surface)


def test_the_scenario_s_point_is_handed_over_apart_and_there_is_none_before_one_is_chosen():
    chosen = Mark(n=1500, value=65, text="scenario 1,500: 65 %")
    (row,) = size_curve.scenario(chosen)[size_curve.SCENARIO]
    assert (row["x"], row["y"], row["text"]) == (1500, 65, "scenario 1,500: 65 %")
    assert size_curve.scenario(None)[size_curve.SCENARIO] == []


def test_without_a_wanted_chance_there_is_no_rule():
    assert specs.at(draw(), 80.0, "y")
    assert specs.of(draw(wanted=None), "rule") == []
