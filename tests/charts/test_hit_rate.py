"""p95 over the hit rate: measured filled, scenario hollow and dotted, both bars, the corner."""

import numpy as np
import pytest

from lcexplore.charts import hit_rate
from lcexplore.charts.hit_rate import Agreed, At, Curve
from lcexplore.report import mixture
from tests.charts import specs

PERCENT = [float(each) for each in np.linspace(0, 100, 201)]
SECONDS = [21.3 - 0.15 * at for at in PERCENT]
CURVE = Curve(percent=PERCENT, seconds=SECONDS, low=SECONDS, high=SECONDS)
# the worked example: 88.4 %, 11.6 s measured; bars at 95 % and 5.0 s
MEASURED, SCENARIO = At(percent=88.4, seconds=11.6), At(percent=97.0, seconds=6.9)


AGREED = Agreed(percent=95.0, seconds=5.0)


def draw(agreed=AGREED, curve=CURVE, measured=MEASURED):
    return hit_rate.hit_rate(curve, measured=measured, agreed=agreed, palette=specs.PALETTE)


def moved(scenario=SCENARIO, agreed=AGREED):
    return hit_rate.scenario(scenario, CURVE, agreed=agreed, measured=MEASURED)


def drawn_at(hit, curve=CURVE, measured=MEASURED):
    """Words, and numbers of the axes, as drawn where the slider stands so, or is not there."""
    steps = [
        hit_rate.scenario(
            At(percent=rate, seconds=21.3 - 0.15 * rate), curve, agreed=AGREED, measured=measured
        )
        for rate in mixture.RATES
    ]
    chart, last = draw(curve=curve, measured=measured), {**steps[970], "text": "last counted"}
    return specs.words_at(chart, {hit_rate.SCENARIO: steps, hit_rate.NOW: [last]}, hit=hit)


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
    assert moved()["text"].replace("\u00a0", " ") == "scenario\n97 %, 6.9 s"
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


@pytest.mark.parametrize(
    ("hit", "said"), [("97", "97 %, 6.8 s"), ("42.3", "42.3 %, 15.0 s"), ("0", "0 %, 21.3 s")]
)
def test_the_scenario_stands_where_the_slider_does_whose_value_is_text(hit, said):
    assert said in drawn_at(hit)


def test_where_no_slider_was_found_the_scenario_stands_where_it_was_last_counted():
    assert "last counted" in drawn_at(None)
    assert "last counted" not in drawn_at("97")
    assert "88.4 %, 11.6 s" in drawn_at(None)


@pytest.mark.parametrize(
    ("hit", "least"),
    [("97", "70"), ("70", "70"), ("69.9", "60"), ("42", "40"), ("0", "0"), (None, "0")],
)
def test_the_axis_starts_at_70_and_goes_lower_for_a_lower_scenario(hit, least):
    words = drawn_at(hit)
    assert words[words.index("Cache hit rate, %") - 1] == "100"
    assert words[0] == least


def test_the_axis_starts_lower_for_a_lower_measured_rate():
    assert drawn_at("97", measured=At(percent=33.0, seconds=16.3))[0] == "30"


@pytest.mark.parametrize(("hit", "most"), [("97", 12), ("10", 22)])
def test_the_vertical_axis_ends_above_all_that_is_drawn(hit, most):
    words = drawn_at(hit)
    ticks = words[words.index("Cache hit rate, %") + 1 : words.index("p95, seconds")]
    top = max(map(float, ticks))
    assert most - 6 < top <= 1.15 * most


def test_the_vertical_axis_starts_at_zero():
    layer, _ = specs.of(draw(), "line")[0]
    assert layer["encoding"]["y"]["scale"]["domainMin"] == 0


def test_the_scenario_s_words_stay_clear_of_the_agreed_hit_rate():
    def ends(scenario, bar):
        return moved(scenario, Agreed(percent=bar, seconds=5.0))["x2"]

    assert ends(SCENARIO, 95.0) < 95.0
    assert ends(SCENARIO, 80.0) == 100.0
    assert ends(At(percent=76.0, seconds=9.9), 75.0) == 85.0


def test_the_chart_reads_the_page_s_slider_and_draws_none_of_its_own():
    (bound,) = (each["bind"] for each in draw().to_dict()["params"] if "bind" in each)
    assert bound == {
        "element": ".st-key-hit input, [class*=st-key-figure-]",
        "event": "transitionrun",
    }


def test_a_measured_rate_that_no_decimals_write_in_full_keeps_one():
    exact = At(percent=100 * 1450 / 1640, seconds=11.6)
    assert "measured\n88.4 %, 11.6 s" in said(draw(measured=exact))
