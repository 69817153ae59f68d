"""A name of a record or a price sheet that no log knows is pointed out, and never an error."""

import json

import pytest

from lcexplore.cli import main
from lcexplore.decision import nowhere
from lcexplore.decision.price_sheet import parse as parse_sheet
from lcexplore.decision.record import parse
from lcexplore.ingest import import_files
from lcexplore.report.sentences import stored
from lcexplore.store import Store
from tests.store import logs

SHEET = """\
currency: USD
models:
  m1: {input: 3, output: 15, cache_write_multipliers: {5m: 1.25, 1h: 2}}
  m2: {input: 1, output: 2, cache_write: 2}
arms:
  rag: {model: m1}
  long: {ttl: 1h}
"""
LOGGED = {"rag": [], "long": ["m1", "m2"]}
RECORD = """\
comparison: title
arms: {baseline: rag, candidate: long}
decision_rule:
  switch_if:
    - p95_end_to_end: "<= 1.2 x rag"
"""


def test_a_sheet_and_a_record_that_fit_their_logs_are_told_nothing():
    assert nowhere.in_sheet(parse_sheet(SHEET), LOGGED) == ()
    assert nowhere.in_record(parse(RECORD), ["long", "rag"]) == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "rag: {model",
            "rog: {model",
            "no log is of the sheet's arm 'rog': the logs name arms 'rag', 'long'; "
            "did you mean 'rag'?",
        ),
        ("m2:", "n2:", "no row names the sheet's model 'n2': the logs name models 'm1', 'm2'"),
        ("model: m1", "model: m9", "model 'm9' of arm 'rag' has no prices in the sheet"),
        (
            "ttl: 1h",
            "ttl: 1hr",
            "ttl '1hr' of arm 'long' has no price of cache writes: for models 'm1', 'm2' the "
            "sheet gives times '5m', '1h'; did you mean '1h'?",
        ),
    ],
)
def test_each_unknown_name_of_a_sheet_is_named_with_what_is_known(old, new, told):
    assert old in SHEET
    (found,) = nowhere.in_sheet(parse_sheet(SHEET.replace(old, new)), LOGGED)
    assert found.startswith(told)


def test_before_the_logs_only_what_the_sheet_contradicts_itself_in_is_named():
    assert nowhere.in_sheet(parse_sheet(SHEET), {}) == ()
    (found,) = nowhere.in_sheet(parse_sheet(SHEET.replace("1h}", "2h}")), {})
    assert found.startswith("ttl '2h' of arm 'long'")


def test_one_price_for_all_times_is_said_to_be_that():
    sheet = parse_sheet(SHEET.replace("m2:", "m3:"))
    found = nowhere.in_sheet(sheet, {"rag": ["m1"], "long": ["m3"]})
    assert found[-1].endswith("for model 'm3' the sheet gives one price for all times")


def test_many_unused_models_of_a_list_of_prices_make_one_note():
    more = "".join(f"  x{n}: {{input: 1}}\n" for n in range(12))
    (found,) = nowhere.in_sheet(parse_sheet(SHEET.replace("arms:", f"{more}arms:")), LOGGED)
    assert "'x9' and 2 more: the logs name models" in found


def test_a_misspelled_arm_of_a_record_is_named_and_so_is_a_multiple_of_none():
    (found,) = nowhere.in_record(parse(RECORD.replace("long", "lang")), ["long", "rag"])
    assert found.startswith("No log is of the candidate 'lang': the logs name arms 'long', 'rag'")
    assert found.endswith("did you mean 'long'? Until one is, nothing can be decided.")
    bare = RECORD.replace("arms: {baseline: rag, candidate: long}\n", "").replace("x rag", "x rug")
    (found,) = nowhere.in_record(parse(bare), ["long", "rag"])
    assert found.startswith("Line 4: a multiple of 'rug' is read as one of the baseline")
    assert nowhere.in_record(parse(bare), []) == ()


def test_the_commands_say_it(tmp_path, capsys):
    store = ["--store", str(tmp_path / "s.duckdb"), "--json"]
    log = logs.write(tmp_path / "r.jsonl", [logs.row(arm=arm, model="m1") for arm in LOGGED])
    assert main(["import", str(log), "--comparison", "c", "--baseline", "rag", *store]) == 0
    sheet, record = tmp_path / "p.yaml", tmp_path / "r.yaml"
    sheet.write_text(SHEET.replace("long:", "lung:"))
    record.write_text(RECORD.replace("long", "lung"))
    capsys.readouterr()
    assert main(["prices", str(sheet), "--comparison", "c", *store]) == 0
    (arm, models) = json.loads(capsys.readouterr().out)["notes"]
    assert arm.startswith("no log is of the sheet's arm 'lung'")
    assert models.startswith("no row names the sheet's model 'm2'")
    assert main(["commit", str(record), "--comparison", "c", *store]) == 0
    assert any("'lung'" in each for each in json.loads(capsys.readouterr().out)["warnings"])
    assert main(["prices", str(sheet), "--comparison", "c", *store[:2]]) == 0
    assert "\n  note: no log is of the sheet's arm 'lung'" in capsys.readouterr().out


def test_a_record_that_names_no_arm_of_the_logs_is_told_wherever_both_are_known(tmp_path, capsys):
    store = ["--store", str(tmp_path / "s.duckdb")]
    record = tmp_path / "r.yaml"
    record.write_text(RECORD.replace("long", "lung"))
    asked = ["--comparison", "c", *store]
    assert main(["commit", str(record), *asked]) == 0
    assert "No log is of" not in capsys.readouterr().out
    for arm in LOGGED:
        log = logs.write(tmp_path / f"{arm}.jsonl", [logs.row(arm=arm)])
        assert main(["import", str(log), "--baseline", "rag", *asked]) == 0
        told = "note: the decision record: No log is of the candidate 'lung'"
        assert (told in capsys.readouterr().out) == (arm == "long")
    assert main(["list", *store]) == 0
    assert "record: No log is of the candidate 'lung'" in capsys.readouterr().out
    for command in (["decide"], ["summary"], ["decide", "--record", str(record)]):
        assert main([*command, *asked]) == 2
        said = capsys.readouterr().err
        assert "the decision record does not fit the logs of c" in said
        assert "did you mean 'long'?" in said
    assert main(["summary", *asked, "--baseline", "rag", "--candidate", "long"]) == 0
    assert "No log is of the candidate 'lung'" in capsys.readouterr().out


def test_a_committed_record_that_fits_no_log_is_told_on_the_data_page(tmp_path):
    store = Store(str(tmp_path / "s.duckdb"))
    store.commit_record("c", RECORD.replace("long", "lung"))
    log = logs.write(tmp_path / "r.jsonl", [logs.row(arm=arm) for arm in LOGGED])
    import_files(store, [log], comparison="c")
    (said,) = stored.unknown(store.comparisons())
    assert said.startswith("c: No log is of the candidate 'lung'")
