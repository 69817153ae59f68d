"""What a manifest writes as text counts as what it writes as a number, in import and evidence."""

import pytest

from lcexplore.model import Role
from tests.store.logs import load, row

BASE, CAND = Role.BASELINE, Role.CANDIDATE
BOTH = [row(arm="old"), row(arm="new")]


def counted(tmp_path, **manifest):
    store, account = load(tmp_path, BOTH, manifest={"arm": "new", **manifest}, baseline="old")
    return store.inputs(store.info("c")), account.notes


@pytest.mark.parametrize("size", [1000, "1000", "1,000"])
def test_planned_questions_are_missing_however_their_number_is_written(tmp_path, size):
    found, notes = counted(tmp_path, eval_set_size=size)
    assert found.tally.planned_per_arm == 1000
    assert any("speaks of 1,000 questions" in each for each in notes)


def test_planned_epochs_written_as_text_are_planned(tmp_path):
    found, notes = counted(tmp_path, epochs="3")
    assert found.tally.epochs_planned == found.tally.planned_per_arm == 3
    assert any("speaks of 3 epochs" in each for each in notes)


def test_a_size_that_nobody_can_read_is_said_at_import_and_counts_as_unknown(tmp_path):
    found, notes = counted(tmp_path, eval_set_size="~1000")
    assert found.tally.eval_set_size is None
    said = "eval_set_size of arm 'new' is '~1000', which is no whole number"
    assert any(each.startswith(said) for each in notes)


def test_measurements_and_cache_prices_written_as_text_are_read(tmp_path):
    named = {"measurements": {"freshness_lag": "3"}, "cache_multipliers": {"read": "0.1"}}
    found, notes = counted(tmp_path, **named)
    assert found.measurements == {"freshness_lag": {BASE: 3.0, CAND: 3.0}}
    assert found.tokens[CAND].read_multiplier == 0.1
    assert not any("freshness_lag" in each for each in notes)


def test_an_older_measurement_does_not_stand_in_for_a_newer_one_that_is_no_number(tmp_path):
    for number, lag in enumerate((3, "3 h")):
        manifest = {"arm": "new", "measurements": {"freshness_lag": lag}}
        rows = [row(f"q{number}")]
        store, account = load(tmp_path, rows, name=f"{number}.jsonl", manifest=manifest)
    load(tmp_path, [row(arm="old")], name="old.jsonl", baseline="old")
    assert store.inputs(store.info("c")).measurements == {}
    assert any("measurements.freshness_lag of arm 'new' is '3 h'" in each for each in account.notes)
