"""The small figures: one line from zero up, measured filled, scenario hollow."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.charts import mini
from tests.charts import specs


def drawn(values=(5.0, 4.6, 4.4, 4.1), measured=4.3, assumed=4.15):
    return mini.mini(
        [0.0, 50.0, 75.0, 100.0],
        values,
        measured=(88.4, measured),
        assumed=(97.0, assumed),
        left=70.0,
        palette=specs.PALETTE,
    )


def draw(*values):
    return ET.fromstring(f"<svg>{drawn(*values).inside}</svg>")


def corners(figure):
    (line,) = figure.iter("polyline")
    return [tuple(map(float, each.split(","))) for each in line.get("points").split()]


def diamonds(figure):
    return [each for each in figure.iter("path") if each.get("d").endswith("z")]


def place(diamond):
    return tuple(map(float, re.match(r"M([\d.]+) ([\d.]+)", diamond.get("d")).groups()))


def said(*values):
    return [each.text for each in drawn(*values).words]


def test_only_the_shown_range_is_drawn_and_from_zero():
    figure = draw()
    assert len(corners(figure)) == 2  # 75 and 100 of 0, 50, 75, 100
    assert said() == ["0", "2", "4", "70", "80", "90", "100", "Hit rate, %"]


def test_the_scenario_is_hollow_and_dotted_and_what_was_measured_is_filled():
    assumed, measured = diamonds(draw())
    assert measured.get("fill") == specs.PALETTE.candidate
    assert (assumed.get("fill"), assumed.get("stroke")) == (
        specs.PALETTE.surface,
        specs.PALETTE.ink,
    )
    assert assumed.get("stroke-dasharray") == "2 2"
    assert measured.get("stroke-dasharray") is None


def test_more_hits_are_further_right_and_less_is_lower():
    assumed, measured = map(place, diamonds(draw()))
    assert assumed[0] > measured[0]
    assert assumed[1] > measured[1]  # counted from the top


def test_large_numbers_are_grouped_and_small_ones_plain():
    assert {"20,000", "40,000"} <= set(said((70e3, 5e4, 3e4, 2e4), 36e3, 2e4))
    assert not any("e" in each for each in said((0.01,) * 4, 0.01, 0.01)[:-1])


def test_no_word_is_part_of_the_image_which_knows_no_font_of_the_page():
    assert not list(draw().iter("text"))
    assert all(0 <= each.left <= 100 and 0 <= each.top <= 100 for each in drawn().words)


def test_each_value_stands_at_the_height_of_its_rule():
    heights = [
        100 * float(re.match(r"M\d+ ([\d.]+)H", each.get("d")).group(1)) / mini.HEIGHT
        for each in draw().iter("path")
        if "H" in each.get("d")
    ]
    values = [each for each in drawn().words if each.left < 25]
    assert [each.top for each in values] == pytest.approx(heights)
    assert {each.anchor for each in values} == {mini.Anchor.END}


@given(
    values=st.lists(st.floats(0, 1e7), min_size=4, max_size=4),
    measured=st.floats(0, 1e7),
    assumed=st.floats(0, 1e7),
)
def test_everything_stays_inside_the_drawing(values, measured, assumed):
    figure = draw(values, measured, assumed)
    for x, y in [*corners(figure), *map(place, diamonds(figure))]:
        assert 0 <= x <= mini.WIDTH
        assert 0 <= y <= mini.HEIGHT


@given(low=st.floats(0, 90), span=st.floats(1e-6, 1e9))
def test_ticks_are_few_even_and_within(low, span):
    found = mini.ticks(low, low + span)
    assert 1 <= len(found) <= 6
    assert low - 1e-6 * span <= found[0]
    assert found[-1] <= low + span * (1 + 1e-6)
    steps = [after - before for before, after in pairwise(found)]
    assert steps == pytest.approx([steps[0]] * len(steps), rel=1e-3) if steps else True
