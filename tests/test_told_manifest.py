"""What the user says of a whole run stands in for a manifest, and never overrules one."""

import json

import pytest

from lcexplore.cli import main
from lcexplore.cli.reading import told
from lcexplore.errors import UsageError
from lcexplore.store import Store


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


def gradings(folder):
    table = Store(folder / "store.duckdb").table("gradings")
    return set(zip(table["grader"], table["rubric"], strict=True))


def test_a_mapped_file_takes_its_grader_and_rubric_from_what_the_user_says(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("id,ok,judge\nq1,1,\nq2,1,strict\n")
    store = ["--comparison", "c", "--arm", "new", "--store", str(tmp_path / "store.duckdb")]
    columns = [part for each in ("question=id", "verdict=ok") for part in ("--map", each)]
    said = ["--manifest", "grader=judge-1", "--manifest", "rubric=4"]
    assert main(["import", str(path), *store, *columns, "--map", "grader=judge", *said]) == 0
    assert gradings(tmp_path) == {("judge-1", "4"), ("strict", "4")}


def test_a_files_own_grader_is_not_overruled(tmp_path, capsys):
    code = load(tmp_path, "old", "--manifest", "rubric=v2", manifest={"grader": "own"})
    assert (code, gradings(tmp_path)) == (0, {("own", "v2")})
    code = load(tmp_path, "new", "--manifest", "grader=other", manifest={"grader": "own"})
    assert code == 2
    assert "--manifest grader=other: the file itself says own" in capsys.readouterr().err


def test_whole_numbers_and_truth_are_read_as_such_and_the_rest_stays_text():
    pairs = [("eval_set_size", "150"), ("blind", "true"), ("corpus_hash", "007")]
    assert told(pairs) == {"eval_set_size": 150, "blind": True, "corpus_hash": "007"}


def test_two_values_for_one_field_are_refused():
    with pytest.raises(UsageError, match="wanted one value"):
        told([("model", "a"), ("model", "b")])


USAGE = {"input_uncached": 10, "cache_read": 0, "cache_write": 0, "output": 5}
SHEET = "currency: USD\nmodels:\n  m-1: {input: 3, output: 15, cache_read: 1, cache_write: 2}\n"


@pytest.mark.parametrize("kind", ["answers", "requests"])
def test_the_model_of_a_manifest_prices_the_rows_that_name_none(tmp_path, capsys, kind):
    row = {"question": "q", "verdict": 1} if kind == "answers" else {"latency_s": 1}
    lines = [{"lcexplore": 1, "manifest": {"model": "m-1"}}]
    lines += [{"arm": arm, "usage": USAGE, **row} for arm in ("old", "new")]
    lines.append({"arm": "new", "usage": USAGE, "model": "m-2", **row, **({"epoch": 2})})
    path, sheet = tmp_path / "log.jsonl", tmp_path / "prices.yaml"
    path.write_text("".join(json.dumps(each) + "\n" for each in lines))
    sheet.write_text(SHEET)
    asked = ["--comparison", "c", "--store", str(tmp_path / "s.duckdb")]
    more = ["--requests"] if kind == "requests" else []
    assert main(["import", str(path), "--baseline", "old", *more, *asked]) == 0
    capsys.readouterr()
    assert main(["prices", str(sheet), *asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["notes"] == []
    assert found["arms"]["old"]["cost_per_1k_queries"] == pytest.approx(0.105)
    assert found["arms"]["new"]["cost_per_1k_queries"] is None
    assert "m-2" in found["arms"]["new"]["reason"]
