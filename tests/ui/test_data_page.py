"""Data: what a file is before it is imported, what has to be chosen, and the account afterwards."""

import json
import os
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from lcexplore.store import TABLES, Store
from lcexplore.ui.taking_in import KINDS, LABELS, LOGS, PRICES, RECORD, REQUESTS
from tests.ui.data_page import imported, kind, said, uploaded

ROOT = Path(__file__).resolve().parents[2]
RAGAS = ROOT / "tests" / "importers" / "data" / "ragas" / "evaluate_rag.csv"


def native(**more):
    rows = [
        {"question": f"q{place}", "arm": arm, "verdict": place % 3 > 0, **more}
        for arm in ("old", "new")
        for place in range(12)
    ]
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def test_a_native_log_is_named_and_its_first_ten_rows_are_shown(data_page):
    app = uploaded(data_page, "runs.jsonl", native())
    assert "runs.jsonl: read as native." in said(app)
    assert said(app).count('<th scope="row">') == 10
    assert not [each for each in app.selectbox if str(each.key).startswith("map-")]


def test_fields_that_a_log_like_ours_leaves_unread_can_be_mapped(data_page):
    rows = native(question_id="x", is_correct=True)
    app = uploaded(data_page, "runs.jsonl", rows)
    assert "fields that are not read: question_id, is_correct" in said(app)
    assert "is_correct" in app.selectbox(key="map-verdict").options
    assert "24 read = 24 kept" in said(imported(app, into="runs", base="old"))


def test_fields_that_are_left_as_named_are_read_beside_a_mapped_one(data_page):
    usage = {"input_uncached": 9, "cache_read": 5, "cache_write": 0, "output": 2}
    app = uploaded(data_page, "runs.jsonl", native(kind="hard", usage=usage))
    app.selectbox(key="map-stratum").set_value("kind")
    assert "24 read = 24 kept" in said(imported(app, into="runs", base="old"))
    store = Store(os.environ["LCEXPLORE_STORE"])
    assert set(store.table("answers").arm) == {"old", "new"}
    assert set(store.table("answers").cache_read) == {5}
    assert set(store.table("answers").stratum) == {"hard"}
    assert set(store.table("gradings").verdict) == {"correct", "incorrect"}


def test_a_log_with_a_manifest_of_ours_has_nothing_to_map(data_page):
    head = json.dumps({"lcexplore": 1, "manifest": {"model": "m"}}).encode() + b"\n"
    app = uploaded(data_page, "runs.jsonl", head + native(extra=1))
    assert not [each for each in app.selectbox if str(each.key).startswith("map-")]


def test_a_parquet_file_is_shown_and_its_columns_can_be_mapped(data_page, tmp_path):
    columns = {"id": ["q1", "q2"], "system": ["old", "new"], "ok": [1, 0]}
    pyarrow.parquet.write_table(pa.table(columns), tmp_path / "runs.parquet")
    app = uploaded(data_page, "runs.parquet", (tmp_path / "runs.parquet").read_bytes())
    assert "runs.parquet: no known format. Say below which column means what." in said(app)
    for name, column in (("question", "id"), ("arm", "system"), ("verdict", "ok")):
        app.selectbox(key=f"map-{name}").set_value(column)
    assert "2 read = 2 kept + 0 refused + 0 duplicates" in said(imported(app, into="runs"))


def test_answers_texts_and_kinds_of_question_can_be_mapped_and_usual_verdicts_are_listed(
    data_page,
):
    rows = "id,sys,ok,said,asked,type\nq1,old,1,Yes,Why?,hard\nq1,new,0,No,Why?,hard\n"
    app = uploaded(data_page, "runs.csv", rows.encode())
    assert "correct, true, pass, passed, c, 1 for correct" in said(app)
    named = {"question": "id", "arm": "sys", "verdict": "ok", "answer": "said",
             "question_text": "asked", "stratum": "type"}  # fmt: skip
    for name, column in named.items():
        app.selectbox(key=f"map-{name}").set_value(column)
    assert "2 read = 2 kept" in said(imported(app, into="runs", base="old"))
    store = Store(os.environ["LCEXPLORE_STORE"])
    detail = store.question_detail(store.info("runs"), "q1")
    assert (detail.text, detail.stratum) == ("Why?", "hard")
    assert {each.answer for each in detail.answers} == {"Yes", "No"}


def test_what_can_be_read_in_two_ways_is_asked_and_the_choice_is_used(data_page):
    app = uploaded(data_page, "evaluate_rag.csv", RAGAS.read_bytes())
    asked = next(each for each in app.selectbox if "What is the verdict?" in each.label)
    assert asked.options[0].startswith("string_present (")
    assert "read as ragas" not in said(app)
    asked.set_value("string_present").run()
    assert "evaluate_rag.csv: read as ragas." in said(app)
    app = imported(app, into="rag", arm="rag")
    assert "evaluate_rag.csv, read as ragas: " in said(app)
    assert "Answers by arm: rag: " in said(app)


def test_the_prices_of_the_cache_are_taken(data_page, tmp_path):
    from lcexplore.report.review import review

    usage = {"input_uncached": 100, "cache_read": 1000, "cache_write": 0}
    app = uploaded(data_page, "runs.jsonl", native(usage=usage))
    app.number_input(key="price-read").set_value(0.1)
    app.number_input(key="price-write").set_value(1.25)
    imported(app, into="runs", base="old")
    found = review(Store(tmp_path / "new.duckdb"), "runs").evidence.cost
    assert {each.effective_mean for each in found.values()} == {200.0}  # 100 + 0.1 x 1,000


def test_numbers_become_verdicts_where_the_reader_says_from_which_on(data_page):
    rows = b"question,arm,verdict\nq1,old,0.7\nq2,old,0.3\n"
    app = uploaded(data_page, "runs.csv", rows)
    app.text_input(key="correct-at").set_value("0.5")
    app = imported(app, into="runs")
    assert "2 read = 2 kept" in said(app)
    assert "Without a verdict" not in said(app)


def test_a_file_of_no_use_says_so_before_anybody_imports_it(data_page):
    app = uploaded(data_page, "notes.json", b'{"hello": "world"}')
    assert "a file that none of them recognises" in said(app)
    assert tempfile.gettempdir() not in said(app)


def test_requests_without_questions_are_taken_with_their_columns(data_page):
    rows = "".join(f"old,{1000 + place}\nnew,{2000 + place}\n" for place in range(80))
    app = kind(uploaded(data_page, "traffic.csv", f"arm,ms\n{rows}".encode()), REQUESTS)
    app.selectbox(key="map-latency_ms").set_value("ms")
    assert "160 read = 160 kept + 0 refused + 0 duplicates" in said(imported(app, into="traffic"))


def test_every_kind_of_file_says_what_is_wrong_with_one_of_another_kind(data_page):
    app = uploaded(data_page, "notes.yaml", b"- nothing: of use\n")
    for name in KINDS:
        app = imported(kind(app, name), into="runs")
        assert 'class="lcx-banner"' in said(app), name
        assert tempfile.gettempdir() not in said(app)


RULE = b"comparison: old vs new\ndecision_rule:\n  switch_if:\n"
SHEET = b"currency: USD\nmodels:\n  m: {input: 3, output: 15}\n"


@pytest.mark.parametrize(
    ("name", "content", "wanted"),
    [
        ("rule.yaml", RULE, RECORD),
        ("prices.yml", SHEET, PRICES),
        ("labels.csv", b"question,arm,labeller,verdict\nq1,old,ada,pass\n", LABELS),
        ("labels.csv", b"Question;Arm;Labeller;Verdict\nq1;old;ada;pass\n", LABELS),
        ("runs.jsonl", native(), LOGS),
    ],
)
def test_the_kind_that_a_file_says_is_proposed(data_page, name, content, wanted):
    app = uploaded(data_page, name, content)
    assert app.segmented_control(key="kind").value == wanted


def test_a_record_under_logs_is_named_by_its_kind_and_not_refused_as_a_log(data_page):
    app = kind(uploaded(data_page, "rule.yaml", RULE), LOGS)
    assert "rule.yaml begins as a decision record: choose “A decision record”" in said(app)
    assert "--format" not in said(app)


def test_the_account_stands_below_the_button_and_its_comparison_is_the_one_shown(data_page):
    imported(uploaded(data_page, "first.jsonl", native()), into="zebra", base="old")
    app = imported(uploaded(data_page, "runs.jsonl", native(stratum="a")), into="apple", base="old")
    headers = [each.value for each in app.header]
    assert headers.index("Imported") == headers.index("Add logs") + 1
    assert [each for each in app.get("page_link") if each.proto.label == "Open it on Decision"]
    assert app.selectbox(key="comparison").value == "apple"


def test_what_no_log_says_of_the_run_can_be_said_and_is_kept(data_page):
    app = imported(uploaded(data_page, "runs.jsonl", native()), into="runs", **{"run-model": "m"})
    assert "12 read" not in said(app)
    manifests = Store(os.environ["LCEXPLORE_STORE"]).table("manifests")
    assert all('"model": "m"' in str(each) for each in manifests.fields)
    assert len(manifests)


def test_a_log_that_says_otherwise_is_told_in_the_pages_words(data_page):
    head = json.dumps({"lcexplore": 1, "manifest": {"model": "m"}}).encode() + b"\n"
    app = uploaded(data_page, "runs.jsonl", head + native())
    app = imported(app, into="runs", **{"run-model": "n"})
    assert "“model” n: the file itself says m" in said(app)


def test_every_table_of_the_store_is_offered(data_page):
    app = imported(uploaded(data_page, "runs.jsonl", native()), into="runs")
    assert app.selectbox(key="export").options == list(TABLES)


def test_an_import_that_is_taken_back_is_named_with_what_it_does_not_bring_back(data_page):
    app = imported(uploaded(data_page, "runs.jsonl", native()), into="runs")
    number, named = app.selectbox(key="forget").value, app.selectbox(key="forget").options[0]
    assert named == f"{number}, runs.jsonl of runs"
    app.checkbox(key=f"sure-{number}").check().run()
    next(each for each in app.button if each.label == "Take it back").click().run()
    assert not app.exception, app.exception
    assert f"Import {number}, runs.jsonl of runs." in said(app)
    assert "24 kept" not in said(app)


def test_fields_that_could_not_be_read_are_listed_although_their_rows_are_kept(data_page):
    rows = b"question,arm,verdict,latency_s\nq1,old,1,soon\n"
    app = imported(uploaded(data_page, "runs.csv", rows), into="runs")
    assert "1 read = 1 kept + 0 refused" in said(app)
    assert app.selectbox(key="refused").options == ["1"]


LABELLED = b"question,arm,labeller,verdict\nq1,old,ada,stimmt\nq1,new,ada,falsch\n"


def test_words_of_a_sheet_of_labels_can_be_said_to_mean_correct_or_incorrect(data_page):
    imported(uploaded(data_page, "runs.jsonl", native()), into="runs", base="old")
    app = kind(uploaded(data_page, "labels.csv", LABELLED), LABELS)
    app = imported(app, into="runs", right='stimmt, "ja, ganz"', wrong="falsch")
    assert "2 read = 2 kept" in said(app)
    labels = Store(os.environ["LCEXPLORE_STORE"]).table("labels")
    assert sorted(labels.verdict) == ["correct", "incorrect"]


def test_a_word_of_labels_that_means_both_is_refused_and_nothing_is_kept(data_page):
    imported(uploaded(data_page, "runs.jsonl", native()), into="runs", base="old")
    app = kind(uploaded(data_page, "labels.csv", LABELLED), LABELS)
    app = imported(app, into="runs", right="stimmt", wrong="Stimmt, falsch")
    assert "is named as correct and as incorrect; keep one" in said(app)
    assert not len(Store(os.environ["LCEXPLORE_STORE"]).table("labels"))


def test_the_page_tells_records_and_price_sheets_that_are_stored(data_page):
    store = Store(os.environ["LCEXPLORE_STORE"])
    store.set_prices("later", "currency: USD\n")
    shown = said(data_page.run())
    assert "later: price sheet of 20" in shown
    assert "no log is stored yet" in shown
