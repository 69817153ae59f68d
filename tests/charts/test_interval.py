"""The interval figure: what is in ink, what is dashed, and that nothing falls outside it."""

import json

import pytest

from lcexplore.charts import interval, theme
from lcexplore.charts.interval import IntervalRow
from lcexplore.model import Interval

# the worked example: +3.1 points, 95 % interval +0.7 to +5.6, margin +1.0
PAIRED = IntervalRow(
    name="Paired: this one decides",
    estimate=0.0311,
    interval=Interval(0.0071, 0.0556),
    decides=True,
    n="820 questions",
)
CONTRAST = IntervalRow(name="Unpaired", estimate=0.0311, interval=Interval(-0.012, 0.074))
UNKNOWN = IntervalRow(name="Corrected for the grader", reason="no human labels")
ROWS = [PAIRED, CONTRAST, UNKNOWN]


def marks(chart, kind):
    return [each for each in chart.to_dict()["layer"] if each["mark"]["type"] == kind]


def values(chart, kind):
    data = chart.to_dict()["datasets"]
    return [row for each in marks(chart, kind) for row in data[each["data"]["name"]]]


def words(chart):
    return [row["text"] for row in values(chart, "text")]


@pytest.mark.parametrize("margin", [None, 0.01, -0.02])
def test_the_domain_holds_zero_the_margin_and_every_end(margin):
    low, high = interval.domain(ROWS, margin)
    assert low < min(-1.2, 100 * (margin or 0)) < max(7.4, 100 * (margin or 0)) < high


def test_only_the_row_that_decides_is_in_ink():
    chart = interval.draw(ROWS, theme.LIGHT, margin=0.01)
    dots = [row["c"] for row in values(chart, "point")]
    assert dots == [theme.LIGHT.ink, theme.LIGHT.context]


def test_both_ends_and_the_estimate_are_written_with_their_signs():
    assert {"+0.7", "+5.6", "+3.1", "−1.2", "+7.4"} <= set(
        words(interval.draw(ROWS, theme.LIGHT, margin=0.01))
    )


def test_what_is_not_measured_keeps_its_row_as_a_dashed_rule_with_the_reason():
    chart = interval.draw(ROWS, theme.LIGHT, margin=0.01)
    dashes = [each["mark"].get("strokeDash") for each in marks(chart, "rule")]
    assert dashes.count([5, 4]) == 1
    assert "not measured: no human labels" in words(chart)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_what_is_not_measured_is_written_in_ink_and_never_in_grey(palette):
    chart = interval.draw(ROWS, palette, margin=0.01)
    rows = chart.to_dict()["datasets"]
    said = {"not measured: no human labels": set(), "Corrected for the grader": set()}
    for each in marks(chart, "text"):
        for row in rows[each["data"]["name"]]:
            said.get(row["text"], set()).add(each["mark"]["color"])
    assert all(colors == {palette.ink, palette.surface} for colors in said.values())


def test_every_word_of_a_row_lies_on_a_plate_that_covers_the_rules_alone():
    layers = interval.draw(ROWS, theme.LIGHT, margin=0.01).to_dict()["layer"]
    looks = [each["mark"] for each in layers]
    plates = [place for place, mark in enumerate(looks) if mark.get("stroke") == "#ffffff"]
    rules = [place for place, mark in enumerate(looks) if mark["type"] == "rule"]
    named = {mark["type"] for mark in looks[plates[-1] + 1 :]}
    texts = [mark for mark in looks[plates[-1] + 1 :] if mark["type"] == "text"]
    assert len(texts) == len(plates)
    assert sum(place < plates[0] for place in rules) == 2
    assert named == {"rect", "rule", "point", "text"}


def test_without_a_margin_nothing_is_called_agreed():
    chart = interval.draw(ROWS, theme.LIGHT, margin=None)
    assert not marks(chart, "rect")
    assert not [text for text in words(chart) if "agreed" in text]


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_every_rule_and_text_has_a_colour_of_its_palette(palette):
    chart = interval.draw(ROWS, palette, margin=0.01)
    named = {palette.ink, palette.context, palette.muted, palette.agreed, palette.surface}
    for kind in ("rule", "text", "point"):
        for mark in marks(chart, kind):
            drawn = mark["mark"].get("color") or mark["encoding"].keys() & {"color", "stroke"}
            assert drawn, mark
    assert {row["c"] for row in values(chart, "rule") if "c" in row} <= named
    assert {each["mark"]["color"] for each in marks(chart, "text")} <= named


def test_the_numbers_beside_the_figure_are_the_ones_in_it():
    assert interval.twin(ROWS)[1:] == [
        ["Paired: this one decides", "+3.1", "+0.7", "+5.6", "820 questions"],
        ["Unpaired", "+3.1", "−1.2", "+7.4", ""],
        ["Corrected for the grader", "not measured: no human labels", *2 * ["not measured"],
         "nothing"],
    ]  # fmt: skip


def test_the_chart_is_svg_and_fetches_nothing():
    text = json.dumps(interval.draw(ROWS, theme.LIGHT, margin=0.01).to_dict())
    assert '"renderer": "svg"' in text
    assert text.count("http") == text.count("https://vega.github.io/schema")
