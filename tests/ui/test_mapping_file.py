"""Data: a mapping file fills the controls, and what was chosen is handed out as one."""

import tempfile
from dataclasses import replace
from datetime import datetime

import pytest

from lcexplore.cli import main
from lcexplore.importers import saved
from lcexplore.importers.saved import Reading
from lcexplore.log import ReadOptions
from lcexplore.store import Store
from lcexplore.ui import mapping_file
from lcexplore.ui.taking_in import REQUESTS
from tests.ui.data_page import imported, kind, said, uploaded

HOW = b"""arm: old
map: {question: id, verdict: ok, cluster: text}
correct: ["yes", "right, mostly"]
correct_at: 0.5
partial: incorrect
cache_multipliers: {read: 0.125}
"""
SCORES = b'id,ok,text\nq1,yes,a\nq2,no,b\nq3,"right, mostly",c\n'


def mapped(app, content, name="how.yaml"):
    app.file_uploader(key="mapping").upload(name, content, "application/yaml").run()
    assert not app.exception, app.exception
    return app


def control(app, label):
    shown = [*app.selectbox, *app.text_input, *app.number_input]
    return next(each for each in shown if each.label == label).value


def test_a_mapping_file_fills_the_controls_and_what_no_control_shows_is_used_as_well(
    data_page, tmp_path
):
    app = mapped(uploaded(data_page, "scores.csv", SCORES), HOW)
    assert "question from id; verdict from ok; cluster from text" in said(app)
    assert control(app, "Column of question") == "id"
    assert control(app, "Column of epoch") == "as named"
    assert control(app, "Arm of these files") == "old"
    assert control(app, "Verdicts that mean correct") == 'yes,"right, mostly"'
    assert control(app, "Correct from this number on") == "0.5"
    assert control(app, "Price of a cache read") == 0.125
    app = imported(app, into="runs")
    assert "Answers by arm: old: 3." in said(app)
    assert "not pass fail: 1" in said(app)
    answers = Store(tmp_path / "new.duckdb").table("answers")
    assert sorted(answers["cluster"]) == ["a", "b", "c"]


def test_what_is_typed_beats_the_mapping_file(data_page):
    app = mapped(uploaded(data_page, "scores.csv", SCORES), HOW)
    next(each for each in app.text_input if each.label == "Arm of these files").set_value("new")
    app.text_input(key="into").set_value("runs")
    assert "Answers by arm: new: 3." in said(imported(app))


def test_a_column_that_the_file_lacks_is_said_before_and_at_import(data_page):
    app = mapped(uploaded(data_page, "scores.csv", SCORES), b"map: {question: qid, verdict: ok}")
    assert said(app).count("scores.csv has no column") == 1
    imported(app, into="runs", arm="old")
    assert said(app).count("scores.csv has no column") == 2
    assert "0 comparisons are stored" in said(app)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"map: {questoin: id}", "how.yaml, line 1, column 7: "),
        (b"switch_if:\n  - a", "how.yaml, line 1, column 1: "),
        (b"correct: [a\n<b>x</b>: ", "how.yaml, line "),
        (b"", "how.yaml, line 1, column 1: wanted a mapping file; found an empty file"),
        (b"\xff\xfe", "save it as UTF-8"),
        (b"map: {status: ok}", "no use for `map: status`"),
    ],
)
def test_a_mapping_file_that_is_not_understood_is_refused_with_its_place(
    data_page, content, message
):
    app = mapped(uploaded(data_page, "scores.csv", SCORES), content)
    assert message in said(app)
    assert "<b>" not in said(app)
    assert tempfile.gettempdir() not in said(app)
    assert not [each for each in app.button if each.label == "Import"]


def test_a_mapping_file_with_verdicts_is_refused_for_requests(data_page):
    app = kind(uploaded(data_page, "traffic.csv", b"arm,ms\nold,1\n"), REQUESTS)
    assert "no use for `correct`" in said(mapped(app, b"correct: yes\nmap: {latency_ms: ms}"))
    app = mapped(app, b"map: {latency_ms: ms}", "again.yaml")
    assert control(app, "Column of latency_ms") == "ms"


@pytest.fixture
def handed_out(monkeypatch):
    files = []

    def keep(label, content, *_, **__):
        if label == "Save this mapping":
            files.append(content)

    monkeypatch.setattr(mapping_file.st, "download_button", keep)
    return files


def test_nothing_is_offered_to_save_where_nothing_was_chosen(data_page, handed_out):
    app = uploaded(data_page, "scores.csv", SCORES)
    assert not handed_out
    app.selectbox(key="map-question").set_value("id").run()
    assert saved.parse(handed_out[-1]) == Reading(options=ReadOptions(mapping={"question": "id"}))


def test_what_a_mapping_file_says_is_saved_again_as_it_was(data_page, handed_out):
    mapped(uploaded(data_page, "scores.csv", SCORES), HOW)
    assert saved.parse(handed_out[-1]) == saved.parse(HOW.decode())


def test_a_mapping_saved_on_the_page_gives_the_same_account_on_the_command_line(
    data_page, handed_out, tmp_path
):
    app = uploaded(data_page, "scores.csv", SCORES)
    for name, column in (("question", "id"), ("verdict", "ok")):
        app.selectbox(key=f"map-{name}").set_value(column)
    app.text_input(key="right").set_value('yes, "right, mostly"')
    imported(app, into="runs", arm="old", base="old")
    (tmp_path / "scores.csv").write_bytes(SCORES)
    (tmp_path / "how.yaml").write_text(handed_out[-1], "utf-8")
    typed = f"import {tmp_path}/scores.csv --comparison runs --baseline old"
    typed += f" --map-file {tmp_path}/how.yaml --store {tmp_path}/other.duckdb"
    assert main(typed.split()) == 0
    here, there = (Store(tmp_path / f"{each}.duckdb") for each in ("new", "other"))
    assert account(here) == account(there)
    for table in ("answers", "gradings"):
        assert here.table(table).equals(there.table(table)), table


def account(store):
    (entry,) = store.imports()
    return replace(entry, file="", imported_at=datetime.min)
