"""The four cells: equal in size, named, and outlined in the colour of the arm that is right."""

import json

import pytest

from lcexplore.charts import discordance
from lcexplore.model import Cells
from tests.charts import specs

PILOT = Cells(both=139, candidate_only=17, baseline_only=30, neither=54)  # the pilot's table


def draw(cells=PILOT, *, selected="baseline_only", baseline="retrieval", candidate="long-context"):
    return discordance.fourfold(
        cells, baseline=baseline, candidate=candidate, selected=selected, palette=specs.PALETTE
    )


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_every_count_stands_at_28_pixels_with_its_share():
    (counts, rows), *_ = specs.of(draw(), "text")
    assert counts["mark"]["fontSize"] == 28
    assert {row["count"]: row["share"].replace("\u00a0", " ") for row in rows} == {
        "139": "57.9 %",
        "30": "12.5 %",
        "17": "7.1 %",
        "54": "22.5 %",
    }


def test_cells_are_equal_whatever_they_count():
    layer, rows = specs.of(draw(), "rect")[0]
    assert layer["encoding"]["x"]["type"] == layer["encoding"]["y"]["type"] == "nominal"
    assert "size" not in layer["encoding"]
    assert len(rows) == 4


def test_a_disagreement_takes_the_colour_of_the_arm_that_is_right():
    layer, _ = specs.of(draw(), "rect")[0]
    stroke = {each["test"]: each["value"] for each in layer["encoding"]["stroke"]["condition"]}
    assert stroke["datum.cell == 'baseline_only'"] == specs.PALETTE.baseline
    assert stroke["datum.cell == 'candidate_only'"] == specs.PALETTE.candidate
    assert layer["encoding"]["stroke"]["value"] == specs.PALETTE.context


@pytest.mark.parametrize("selected", ["both", "neither", "candidate_only", "baseline_only"])
def test_the_selected_cell_is_outlined_twice(selected):
    _, inner = specs.of(draw(selected=selected), "rect")[1]
    assert [row["cell"] for row in inner] == [selected]


def test_a_click_names_the_cell():
    (param,) = draw().to_dict()["params"]
    assert (param["name"], param["select"]["fields"]) == ("pick", ["cell"])


def test_a_hostile_name_stays_a_string_in_the_headers():
    name = '"] + alert(1) + ["'
    layer, _ = specs.of(draw(candidate=name), "rect")[0]
    expression = layer["encoding"]["x"]["axis"]["labelExpr"]
    first = expression.removeprefix("[").removesuffix(", datum.value]")
    assert json.loads(first) == f"{name[:7]}…{name[-6:]}"
