"""Text from a log reaches the page as text: no element, attribute or formula of it survives."""

import csv
import io

import pytest

from lcexplore.model import Status
from lcexplore.report import html, spreadsheet
from lcexplore.report.sentences.cells import Cell

HOSTILE = "<img src=x onerror=alert(1)>\" onload='x' ![p](http://a.b/c.png) $5$ :red[x] & </td>"


@pytest.mark.parametrize(
    "markup",
    [
        html.text(HOSTILE),
        html.element("p", HOSTILE, css="lead"),
        html.table(["What", HOSTILE], [["row", HOSTILE], [HOSTILE, Cell(text=HOSTILE)]]),
        html.cell(Cell(text="x", small=(HOSTILE,), status=Status.NOT_MEASURED)),
        html.join([HOSTILE, "x"]),
    ],
)
def test_no_markup_from_a_log_survives(markup):
    assert "<img" not in markup
    assert "</td> " not in markup
    assert "&lt;img" in markup


def test_a_row_named_by_a_bare_number_carries_the_word_of_its_column():
    markup = html.table(["Call", "Arm"], [["1,640", "long-context"], ["all", "retrieval"]])
    assert '<th scope="row" data-label="Call">1,640</th>' in markup
    assert '<th scope="row">all</th>' in markup


def test_a_hostile_arm_name_cannot_leave_its_attribute():
    markup = html.table(["What", '" onload="x'], [["row", "value"]])
    assert 'data-label="&quot; onload=&quot;x"' in markup


def test_a_chip_has_symbol_and_word_and_a_reject_line_has_other_words():
    assert "○ not measured" in html.chip(Status.NOT_MEASURED)
    assert "✕ failed" in html.chip(Status.FAILED)
    assert html.chip(Status.FAILED, rule="reject_if") == (
        '<span class="chip chip-plain">not triggered</span>'
    )


def test_every_row_has_a_header_cell_and_labels_for_narrow_screens():
    markup = html.table(["What", "Gap"], [["p95", "4.0"]])
    assert '<th scope="row">p95</th><td class="whole" data-label="Gap">4.0</td>' in markup


def test_only_a_cell_with_a_long_word_may_be_broken_within_words():
    long = "x" * 40
    markup = html.table(["a", "b", "c"], [["row", "±8.9 points", Cell(text="ok", small=(long,))]])
    assert '<td class="whole" data-label="b">±8.9 points</td>' in markup
    assert f'<td data-label="c"><span class="main">ok</span><small>{long}</small></td>' in markup


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_of_a_csv_is_run_as_a_formula(start):
    written = spreadsheet.safe_csv([["name"], [f"{start}HYPERLINK(1)"], [-3.5]]).decode("utf-8-sig")
    cells = [row[0] for row in csv.reader(io.StringIO(written))]
    assert cells == ["name", f"'{start}HYPERLINK(1)", "-3.5"]


@pytest.mark.parametrize(
    "unseen", ["\u202e", "\u2066", "\u200f", "\u061c", "\x1b", "\u200b", "\ufeff"]
)
def test_what_would_turn_the_page_around_is_shown_escaped_in_every_place(unseen):
    name, escaped = f"long{unseen}gar", f"long{ascii(unseen)[1:-1]}gar"
    for markup in (
        html.text(name),
        html.table(["What", name], [[name, Cell(text=name, small=(name,))]]),
        html.drawing("", width=1, height=1, alt=name),
    ):
        assert unseen not in markup
        assert escaped in markup


def test_what_people_write_with_is_shown_as_it_is():
    for kept in (
        "a\u00a0b",
        "nim\u200cx",
        "\U0001f469\u200d\U0001f4bb",
        "עברית",
        "line\nbreak\ttab",
    ):
        assert html.text(kept) == kept


def test_a_heading_with_a_word_too_long_for_a_column_is_marked_so_that_paper_can_break_it():
    markup = html.table(["What", "a" * 60], [["row", "value"]])
    assert f'<th class="long" scope="col">{"a" * 60}</th>' in markup
    assert '<th scope="col">What</th>' in markup
