"""What the user says of a whole run stands in for a manifest, and never overrules one."""

import json

import pytest

from lcexplore.cli import main
from lcexplore.cli.reading import told
from lcexplore.errors import UsageError


def log(folder, arm, manifest=None):
    path = folder / f"{arm}.jsonl"
    rows = [{"lcexplore": 1, "manifest": manifest}] if manifest else []
    rows += [{"question": f"q{n}", "verdict": "correct"} for n in range(12)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def load(folder, arm, *more, manifest=None):
    store = folder / "store.duckdb"
    path = log(folder, arm, manifest)
    named = ["--comparison", "c", "--arm", arm, "--baseline", "old", "--store", str(store)]
    return main(["import", str(path), *named, *more])


def validity(folder, capsys):
    capsys.readouterr()
    store = folder / "store.duckdb"
    main(["summary", "--comparison", "c", "--store", str(store), "--json"])
    return [each["id"] for each in json.loads(capsys.readouterr().out)["validity"]]


def test_a_model_that_the_user_names_is_compared_between_the_arms(tmp_path, capsys):
    assert load(tmp_path, "old", "--manifest", "model=m-1") == 0
    assert load(tmp_path, "new", "--manifest", "model=m-2") == 0
    assert "model_moved" in validity(tmp_path, capsys)


def test_a_file_that_says_otherwise_is_not_overruled_and_nothing_is_imported(tmp_path, capsys):
    code = load(tmp_path, "old", "--manifest", "model=m-2", manifest={"model": "m-1"})
    assert code == 2
    assert "--manifest model=m-2: the file itself says m-1" in capsys.readouterr().err
    assert main(["list", "--store", str(tmp_path / "store.duckdb"), "--json"]) in (0, 2)
    assert "m-1" not in capsys.readouterr().out


def test_whole_numbers_and_truth_are_read_as_such_and_the_rest_stays_text():
    pairs = [("eval_set_size", "150"), ("blind", "true"), ("corpus_hash", "007")]
    assert told(pairs) == {"eval_set_size": 150, "blind": True, "corpus_hash": "007"}


def test_two_values_for_one_field_are_refused():
    with pytest.raises(UsageError, match="wanted one value"):
        told([("model", "a"), ("model", "b")])
