"""p95 over the hit rate: measured filled, scenario hollow and dotted, both bars, the corner."""

import numpy as np
import pytest

from lcexplore.charts import hit_rate, kept
from lcexplore.charts.hit_rate import Agreed, At, Curve
from tests.charts import specs

PERCENT = [float(each) for each in np.linspace(0, 100, 201)]
SECONDS = [21.3 - 0.15 * at for at in PERCENT]
CURVE = Curve(percent=PERCENT, seconds=SECONDS, low=SECONDS, high=SECONDS)
# the worked example: 88.4 %, 11.6 s measured; bars at 95 % and 5.0 s
MEASURED, SCENARIO = At(percent=88.4, seconds=11.6), At(percent=97.0, seconds=6.9)


AGREED = Agreed(percent=95.0, seconds=5.0)


def draw(scenario=SCENARIO, agreed=AGREED, curve=CURVE, measured=MEASURED):
    return hit_rate.hit_rate(
        curve,
        measured=measured,
        left=hit_rate.left(measured.percent, scenario.percent),
        agreed=agreed,
        palette=specs.PALETTE,
    )


def moved(scenario=SCENARIO, agreed=AGREED):
    left = hit_rate.left(MEASURED.percent, scenario.percent)
    return hit_rate.scenario(scenario, CURVE, agreed=agreed, left=left)


def said(chart):
    return [each.replace("\u00a0", " ") for each in specs.words(chart)]


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_the_measured_point_is_filled_and_the_scenario_hollow_and_dotted():
    scenario, measured = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert scenario["size"] >= 2 * measured["size"]  # seen around it where both are the same
    assert measured["filled"]
    assert (scenario["fill"], scenario["strokeDash"]) == (specs.PALETTE.surface, [2, 2])


def test_the_scenario_carries_the_word_and_both_values():
    (words,) = moved()[hit_rate.WORDS]
    assert words["text"].replace("\u00a0", " ") == "scenario\n97 %, 6.9 s"
    assert "measured\n88.4 %, 11.6 s" in said(draw())


@pytest.mark.parametrize("measured", [100 * 1450 / 1640, 88.4375])
def test_a_measured_rate_is_rounded_to_one_decimal(measured, monkeypatch):
    monkeypatch.setitem(globals(), "MEASURED", At(percent=measured, seconds=11.6))
    assert "measured\n88.4 %, 11.6 s" in said(draw())


def test_the_corner_that_meets_both_bars_is_filled():
    _, rows = specs.of(draw(), "rect")[0]
    assert [(row["x"], row["x2"], row["y"], row["y2"]) for row in rows] == [(95.0, 100, 0, 5.0)]


def test_a_corner_that_is_not_told_to_meet_both_is_not_filled():
    assert not specs.of(draw(agreed=Agreed(percent=95.0, seconds=5.0, told=False)), "rect")


def test_without_bars_there_is_no_green():
    chart = draw(agreed=Agreed(percent=None, seconds=None))
    assert specs.PALETTE.agreed not in str(chart.to_dict())


def test_the_axis_starts_at_70_and_goes_lower_for_a_lower_scenario():
    def left(chart):
        layer, _ = specs.of(chart, "line")[0]
        return layer["encoding"]["x"]["scale"]["domain"][0]

    assert left(draw()) == 70
    assert left(draw(scenario=At(percent=42.0, seconds=15.0))) == 40


def test_the_vertical_axis_starts_at_zero():
    layer, _ = specs.of(draw(), "line")[0]
    assert layer["encoding"]["y"]["scale"]["domain"][0] == 0


def test_the_scenario_s_words_stay_clear_of_the_agreed_hit_rate():
    def ends(scenario, bar):
        (words,) = moved(scenario, Agreed(percent=bar, seconds=5.0))[hit_rate.WORDS]
        return words["x"]

    assert ends(SCENARIO, 95.0) < 95.0
    assert ends(SCENARIO, 80.0) == 100.0
    assert ends(At(percent=76.0, seconds=9.9), 75.0) == 85.0


def test_a_scenario_that_moves_leaves_the_rest_of_the_chart_as_it_is():
    elsewhere = At(percent=91.0, seconds=9.4)
    assert kept.spec(draw(scenario=elsewhere)) == kept.spec(draw())
    assert moved(elsewhere) != moved()
    named = {layer.get("data", {}).get("name") for layer in kept.spec(draw())["layer"]}
    assert named >= set(moved())


def test_a_measured_rate_that_no_decimals_write_in_full_keeps_one():
    exact = At(percent=100 * 1450 / 1640, seconds=11.6)
    assert "measured\n88.4 %, 11.6 s" in said(draw(measured=exact))
