"""Records and price sheets that the store holds are told, with a log beside them or without."""

import json
from datetime import timedelta

from lcexplore.cli import main
from lcexplore.report.sentences import stored
from lcexplore.store import Store
from lcexplore.ui import upload

RULE = """\
comparison: ahead of its logs
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= 1 pts"
  otherwise: iterate
calibration: not_required
"""


def test_a_record_frozen_before_any_log_is_listed(tmp_path, capsys):
    path, record = tmp_path / "s.duckdb", tmp_path / "rule.yml"
    record.write_text(RULE)
    asked = ["--store", str(path)]
    assert main(["commit", str(record), "--comparison", "ahead", *asked]) == 0
    capsys.readouterr()
    assert main(["list", *asked]) == 0
    shown = capsys.readouterr().out
    assert "decision records and price sheets:\nahead: decision record frozen 20" in shown
    assert "UTC; no log is stored yet" in shown
    assert main(["list", "--json", *asked]) == 0
    (found,) = json.loads(capsys.readouterr().out)["given"]
    assert (found["comparison"], found["priced_at"]) == ("ahead", None)
    assert found["recorded_at"] is not None


def test_the_worked_example_tells_its_record_and_says_nothing_of_comparisons_without(demo_store):
    found = demo_store.given()
    said = stored.given(found, demo_store.comparisons())
    assert [each.comparison for each in found] == ["policy-assistant-v3"]
    assert "no log" not in "".join(said)


def test_the_newest_price_sheet_is_the_one_that_is_told(tmp_path):
    store = Store(tmp_path / "s.duckdb")
    first = store.set_prices("c", "currency: USD\n").stored_at
    second = store.set_prices("c", "currency: EUR\n").stored_at
    (found,) = store.given()
    assert found.recorded_at is None
    assert abs(found.priced_at - second) < timedelta(milliseconds=1)
    assert second >= first


def test_every_ending_that_a_reader_knows_can_be_dropped_on_the_page():
    assert {"jsonl", "ndjson", "json", "csv", "tsv", "parquet", "eval", "gz"} < set(upload.TYPES)
    assert {"yaml", "yml"} < set(upload.TYPES)
