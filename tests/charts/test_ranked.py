"""The ranked requests: p95 marked on both lines, misses in grey and as an honest strip."""

from dataclasses import replace

import numpy as np
import pytest

from lcexplore.charts import kept, ranked
from lcexplore.charts.ranked import Line, Misses
from lcexplore.model import Role
from tests.charts import specs

RANK = [float(each) for each in np.linspace(50, 100, 201)]
LINES = [
    Line(role=Role.BASELINE, name="retrieval", rank=RANK, seconds=[at / 33 for at in RANK],
         p95=2.9),
    Line(role=Role.CANDIDATE, name="long-context", rank=RANK, seconds=[at / 8 for at in RANK],
         p95=11.6),
]  # fmt: skip
MISSES = Misses(count=190, share=190 / 1640, strip=[0.0] * 38 + [0.4] + [1.0] * 11)


def draw(misses=MISSES, agreed=5.0):
    return ranked.ranked(LINES, misses=misses, agreed=agreed, palette=specs.PALETTE)


def said(chart):
    return [each.replace("\u00a0", " ") for each in specs.words(chart)]


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_both_p95_are_marked_at_95_per_cent():
    assert {"p95 2.9 s", "p95 11.6 s"} <= set(said(draw()))
    assert specs.at(draw(), 95)


def named(chart, word):
    """Layers of words that begin so, a rim of the page's colour first, with their rows."""
    return [
        (layer["mark"], rows[0])
        for layer, rows in specs.of(chart, "text")
        if str(rows[0].get("text")).startswith(word)
    ]


def test_the_value_of_p95_stands_at_its_own_mark_and_not_at_the_share_that_is_read():
    found = named(draw(), "p95")
    assert len(found) == 2 * len(LINES)
    assert {(mark["align"], row["x"]) for mark, row in found} == {("center", 95)}
    assert not any("dx" in mark for mark, _ in found)


def test_values_of_p95_that_are_near_each_other_stand_on_both_sides_of_their_lines():
    near = [LINES[0], replace(LINES[1], p95=3.3)]
    chart = ranked.ranked(near, misses=MISSES, agreed=5.0, palette=specs.PALETTE)
    sides = {row["text"]: mark["dy"] > 0 for mark, row in named(chart, "p95")}
    assert sides == {"p95 2.9\u00a0s": True, "p95 3.3\u00a0s": False}


def test_the_line_at_the_share_that_is_read_is_fainter_than_the_one_at_p95_and_says_which_it_is():
    (read,) = [
        layer for layer in kept.spec(draw())["layer"]
        if layer["mark"]["type"] == "rule" and "transform" in layer
    ]  # fmt: skip
    (p95,) = [layer for layer, rows in specs.of(draw(), "rule") if rows[0]["x"] == 95]
    assert (read["mark"]["color"], p95["mark"]["color"]) == (
        specs.PALETTE.context,
        specs.PALETTE.ink,
    )
    assert read["mark"]["strokeWidth"] < p95["mark"]["size"]


@pytest.mark.parametrize(("start", "above"), [(4.3, True), (5.1, False), (1.0, True)])
def test_no_line_runs_through_the_name_of_what_was_agreed(start, above):
    climbing = [start + 0.03 * (at - 50) for at in RANK]
    lines = [LINES[0], replace(LINES[1], seconds=climbing)]
    chart = ranked.ranked(lines, misses=None, agreed=5.0, palette=specs.PALETTE)
    rim, name = (mark for mark, _ in named(chart, "agreed"))
    assert (name["dy"] < 0) is above
    assert rim["stroke"] == specs.PALETTE.surface
    kinds = [layer["mark"]["type"] for layer, _ in specs.layers(chart)]
    assert max(place for place, kind in enumerate(kinds) if kind == "line") < kinds.index("text")


def test_the_grey_region_covers_the_share_of_the_misses():
    _, rows = specs.of(draw(), "rect")[0]
    assert (round(rows[0]["x"], 1), rows[0]["x2"]) == (88.4, 100)
    assert "190 misses" in said(draw())


def test_the_strip_has_one_cell_a_per_cent():
    layer, rows = specs.of(draw(), "rect")[1]
    assert len(rows) == 50
    assert rows[38]["share"] == 0.4
    assert layer["encoding"]["fillOpacity"]["field"] == "share"


def test_where_misses_are_not_the_slowest_each_per_cent_is_shaded_by_its_own():
    # 20 % miss, half of them at the 60th per cent, the others below the figure
    strip = [0.0] * 50
    strip[10:20] = [1.0] * 10
    _, rows = specs.of(draw(Misses(count=100, share=0.2, strip=strip)), "rect")[0]
    assert [(row["x"], row["x2"]) for row in rows] == [(60 + k, 61 + k) for k in range(10)]
    assert "50 of 100 misses here" in said(draw(Misses(count=100, share=0.2, strip=strip)))


def test_where_no_miss_is_among_the_slower_half_nothing_is_shaded():
    chart = draw(Misses(count=100, share=0.2, strip=[0.0] * 50))
    assert specs.of(chart, "rect")[0][1] == []
    assert "none of 100 misses here" in said(chart)


def test_where_no_miss_is_timed_none_is_named():
    chart = draw(Misses(count=0, share=0.0, strip=[0.0] * 50))
    assert specs.sound(chart)
    assert "0 misses" in said(chart)


def test_where_most_requests_miss_the_region_stays_within_the_figure():
    _, rows = specs.of(draw(Misses(count=900, share=0.9, strip=[1.0] * 50)), "rect")[0]
    assert [(row["x"], row["x2"]) for row in rows] == [(50, 100)]


@pytest.mark.parametrize("slowest", [0.0, 9.0])
def test_requests_of_no_seconds_are_drawn_at_the_bottom_of_the_axis(slowest):
    seconds = [0.0] * 150 + [slowest] * 51
    line = Line(role=Role.CANDIDATE, name="a", rank=RANK, seconds=seconds, p95=slowest)
    chart = ranked.ranked([line], misses=None, agreed=None, palette=specs.PALETTE)
    layer, rows = specs.of(chart, "line")[0]
    low, high = layer["encoding"]["y"]["scale"]["domain"]
    assert {row["y"] for row in rows} == {0.001, slowest or 0.001}
    assert 0 < low < 0.001 < high
    assert f"p95 {slowest:.1f} s" in said(chart)


def test_milliseconds_have_ticks_and_are_read_as_such():
    line = Line(role=Role.CANDIDATE, name="a", rank=RANK, seconds=[0.004] * 201, p95=0.004)
    chart = ranked.ranked([line], misses=None, agreed=None, palette=specs.PALETTE)
    layer, _ = specs.of(chart, "line")[0]
    assert layer["encoding"]["y"]["axis"]["values"] == [0.004, 0.005]
    assert "datum.y < 0.1 ? '.2r'" in str(kept.spec(chart))


def test_without_cache_states_there_is_neither_region_nor_strip():
    assert specs.of(draw(misses=None), "rect") == []


def test_without_a_record_nothing_is_green():
    assert specs.PALETTE.agreed not in str(draw(agreed=None).to_dict())
    assert specs.at(draw(), 5.0, "y")


def test_seconds_are_on_a_log_axis():
    layer, _ = specs.of(draw(), "line")[0]
    assert layer["encoding"]["y"]["scale"]["type"] == "log"


def test_a_slider_in_the_figure_reads_every_line_where_it_stands():
    spec = kept.spec(draw())
    (control,) = spec["params"]
    assert (control["name"], control["value"]) == ("read", 90.0)
    assert control["bind"] | {"min": 50.0, "max": 100.0, "step": 0.5} == control["bind"]
    read = [
        step["calculate"]
        for layer in spec["layer"]
        for step in layer.get("transform", ())
        if step["as"] == "text"
    ]
    where, *said = read
    assert where == "read + '\u00a0%'"
    assert len(said) == len(LINES)
    assert all("read + '\u00a0% within '" in each for each in said)


def test_the_reading_knows_the_seconds_of_the_line_at_each_step():
    layers = kept.spec(draw())["layer"]
    found = [
        step["calculate"]
        for layer in layers
        if layer["mark"]["type"] == "point"
        for step in layer.get("transform", ())
        if step["as"] == "y"
    ]
    numbers = [[float(each) for each in one[1 : one.index("]")].split(",")] for one in found]
    assert [len(each) for each in numbers] == [101, 101]
    assert [each[80] for each in numbers] == [pytest.approx(90 / 33, abs=1e-4), 90 / 8]
