"""The panels of the window probe: one line a fill, intervals side by side, one axis for all."""

import pytest

from lcexplore.charts import window
from lcexplore.evidence.window_cells import WindowCell
from lcexplore.model import Interval
from tests.charts import specs

FILLS = window.Fills(short=0.05, full=0.5, short_name="short", full_name="half full")


def cell(depth, fill, accuracy):
    return WindowCell(
        version="v1", depth=depth, fill=fill, distractor="none", accuracy=accuracy,
        interval=Interval(accuracy - 0.1, min(1.0, accuracy + 0.05)), correct=1, measured=1,
        repeat_disagreement=None,
    )  # fmt: skip


PROBED = [
    cell(depth, fill, accuracy)
    for fill, shares in ((0.05, (0.95, 0.91, 0.94)), (0.5, (0.89, 0.74, 0.88)))
    for depth, accuracy in zip((0.25, 0.5, 0.75), shares, strict=True)
]


def draw(cells, fills=FILLS, low=50.0):
    return window.panel(cells, fills=fills, low=low, middle=0.5, palette=specs.PALETTE)


def test_it_is_a_sound_chart():
    assert specs.sound(draw(PROBED))


def test_short_is_solid_and_half_full_is_dashed():
    dashes = [layer["mark"]["strokeDash"] for layer, _ in specs.of(draw(PROBED), "line")]
    assert dashes == [[], [6, 3]]


def test_the_lines_are_named_at_the_middle_with_their_share():
    said = {each.replace("\u00a0", " ") for each in specs.words(draw(PROBED))}
    assert said == {"short 91 %", "half full 74 %"}


def test_no_interval_lies_on_another():
    spans = [row for _, rows in specs.of(draw(PROBED), "rule") for row in rows]
    places = [row["x"] for row in spans]
    assert len(spans) == len(set(places)) == len(PROBED)
    assert max(abs(at - round(4 * at) / 4) for at in places) < 0.05


def test_the_axis_begins_at_a_round_number_below_every_interval_and_says_that_it_is_cut():
    low = window.floor_of(PROBED)
    assert low == 50  # the lowest interval begins at 64 %, nine points of room are kept
    axis = specs.of(draw(PROBED, low=low), "line")[0][0]["encoding"]["y"]
    assert axis["scale"]["domain"][0] == 50
    assert "cut" in axis["axis"]["title"]
    whole = specs.of(draw(PROBED, low=0.0), "line")[0][0]["encoding"]["y"]["axis"]
    assert "cut" not in whole["title"]


def test_a_fill_between_is_drawn_for_context_without_a_name():
    chart = draw([*PROBED, *(cell(depth, 0.25, 0.9) for depth in (0.25, 0.5, 0.75))])
    colours = [layer["mark"]["color"] for layer, _ in specs.of(chart, "line")]
    assert colours.count(specs.PALETTE.context) == 1
    assert len(set(specs.words(chart))) == 2


@pytest.mark.parametrize("cells", [PROBED[:1], PROBED[3:4], PROBED[:3]])
def test_what_was_not_probed_is_not_drawn(cells):
    fills = window.Fills(short=cells[0].fill, full=None, short_name="short", full_name="")
    assert specs.sound(draw(cells, fills))
    assert len(specs.of(draw(cells, fills), "line")) == 1
