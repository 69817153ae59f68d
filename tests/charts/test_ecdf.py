"""The share done within so many seconds: a stepped line an arm and state, each one named."""

from lcexplore.charts.ecdf import Rise, ecdf
from lcexplore.charts.theme import DASH
from lcexplore.model import CachePart, Role
from tests.charts import specs

SECONDS = (1.0, 2.0, 4.0, 8.0)
RISES = (
    Rise(name="retrieval, 100 misses", role=Role.BASELINE, part=CachePart.MISS, seconds=SECONDS,
         percent=(80.0, 90.0, 100.0, 100.0)),
    Rise(name="long-context, 90 hits", role=Role.CANDIDATE, part=CachePart.HIT, seconds=SECONDS,
         percent=(10.0, 50.0, 90.0, 100.0)),
    Rise(name="long-context, 10 misses", role=Role.CANDIDATE, part=CachePart.MISS,
         seconds=SECONDS, percent=(0.0, 0.0, 10.0, 100.0)),
)  # fmt: skip


def draw():
    return ecdf(RISES, palette=specs.PALETTE)


def test_it_is_a_sound_chart_with_every_pool_named():
    assert specs.sound(draw())
    assert {each.name for each in RISES} <= set(specs.words(draw()))


def test_seconds_are_on_a_log_scale():
    lines = [layer for layer, _ in specs.of(draw(), "line")]
    assert all(each["encoding"]["x"]["scale"]["type"] == "log" for each in lines)


def test_the_dash_of_a_line_and_of_its_key_tells_the_arm_as_in_every_other_figure():
    for kind in ("line", "rule"):
        dashes = [layer["mark"]["strokeDash"] for layer, _ in specs.of(draw(), kind)]
        assert dashes == [DASH[each.role] for each in RISES]


def test_misses_carry_hollow_marks_and_hits_filled_ones():
    fills = [layer["mark"]["fill"] for layer, _ in specs.of(draw(), "point")]
    hollow, filled = specs.PALETTE.surface, specs.PALETTE.candidate
    assert fills == 2 * [hollow, filled, hollow]


def test_each_state_has_a_mark_of_its_own_and_many_names_a_taller_figure():
    parts = [Rise(name=part, role=Role.CANDIDATE, part=part, seconds=SECONDS,
                  percent=(0.0, 10.0, 50.0, 100.0)) for part in CachePart
             if part is not CachePart.HIT]  # fmt: skip
    chart = ecdf(parts, palette=specs.PALETTE)
    looks = {
        (layer["mark"]["shape"], layer["mark"]["fill"]) for layer, _ in specs.of(chart, "point")
    }
    assert len(looks) == len(parts)
    assert specs.sound(chart)
    assert chart.to_dict()["height"] > draw().to_dict()["height"]


def test_arms_of_one_cache_state_are_told_apart_without_colour():
    marked = specs.of(draw(), "point")
    on_lines, in_key = marked[: len(RISES)], marked[len(RISES) :]
    shapes = ["circle", "diamond", "diamond"]
    assert [layer["mark"]["shape"] for layer, _ in on_lines] == shapes
    assert [layer["mark"]["shape"] for layer, _ in in_key] == shapes
    assert [(row["x"], row["y"]) for row in on_lines[1][1]] == [(2.0, 25), (2.0, 50), (4.0, 75)]


def test_the_lines_of_95_and_of_100_per_cent_are_both_labelled():
    (axis,) = {
        tuple(sorted((what, str(value)) for what, value in layer["encoding"]["y"]["axis"].items()))
        for layer, _ in specs.of(draw(), "line")
    }
    assert ("labelOverlap", "False") in axis
    assert ("values", "[0, 25, 50, 75, 95, 100]") in axis
