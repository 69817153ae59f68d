"""The leniency figure: one mark an answer, lenient right of the centre, bars beyond forty."""

from lcexplore.charts import leniency
from lcexplore.charts.leniency import Lean
from lcexplore.model import Role
from tests.charts import specs

# the worked example's calibration: six lenient, five of them long-context; one strict
LEANS = [
    Lean(role=Role.BASELINE, name="retrieval", labelled=25, lenient=1, strict=1, items=("6", "7")),
    Lean(role=Role.CANDIDATE, name="long-context", labelled=25, lenient=5, strict=0,
         items=("1", "2", "3", "4", "5")),
]  # fmt: skip


def draw(leans=LEANS):
    return leniency.leniency(leans, palette=specs.PALETTE)


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_lenient_calls_are_circles_right_of_the_centre_and_strict_ones_squares_left():
    _, rows = specs.of(draw(), "point")[0]
    assert len(rows) == 7
    assert all((row["shape"] == "circle") == (row["x"] > 0) for row in rows)


def test_every_mark_keeps_the_colour_of_its_arm_and_the_key_of_its_answer():
    _, rows = specs.of(draw(), "point")[0]
    keys = {row["item"]: row["color"] for row in rows}
    assert keys["6"] == keys["7"] == specs.PALETTE.baseline
    assert keys["1"] == specs.PALETTE.candidate


def test_row_ends_say_how_many_of_how_many():
    said = specs.words(draw())
    assert [each for each in said if " of " in each] == ["1 of 25", "5 of 25", "1 of 25", "0 of 25"]


def test_directions_are_words():
    assert "grader passed, ▸\npeople failed" in specs.words(draw())


def test_more_than_forty_calls_become_bars():
    many = [Lean(role=Role.BASELINE, name="a", labelled=90, lenient=30, strict=2),
            Lean(role=Role.CANDIDATE, name="b", labelled=90, lenient=12, strict=0)]  # fmt: skip
    chart = draw(many)
    assert specs.sound(chart)
    assert specs.of(chart, "point") == []


def test_no_call_at_all_is_drawn_as_zeros():
    none = [Lean(role=role, name=role, labelled=25, lenient=0, strict=0) for role in Role]
    assert specs.words(draw(none)).count("0 of 25") == 4
