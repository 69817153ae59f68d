"""Establishes that damaged results of evaluation tools end in an account or an error of ours."""

import gzip
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.errors import ChoiceNeeded, LcexploreError, LogError
from lcexplore.importers import (
    braintrust,
    deepeval,
    langsmith,
    lm_eval,
    mlflow,
    openai_evals,
    phoenix,
    ragas,
)
from lcexplore.ingest import import_files
from lcexplore.log import ReadOptions
from lcexplore.store import Store
from tests.importers.reading import DATA, write_lines

FILES = [
    (lm_eval, "lm_eval/samples_harbour_mc_2026-11-29T17-50-17.679430.jsonl", "acc"),
    (openai_evals, "openai_evals/match_long.jsonl", None),
    (langsmith, "langsmith/rows_long.jsonl", None),
    (langsmith, "langsmith/to_pandas_long.csv", None),
    (phoenix, "phoenix/experiment_long.json", "all"),
    (braintrust, "braintrust/eval_results_long.jsonl", "all"),
    (deepeval, "deepeval/test_run_long.json", "all"),
    (ragas, "ragas/evaluate_rag.csv", "answer_correctness"),
    (ragas, "ragas/evaluate_rag.json", "answer_correctness"),
    (mlflow, "mlflow/traces_long.jsonl", "all"),
    (mlflow, "mlflow/search_traces_long.json", "all"),
]
LINES = [each for each in FILES if each[1].endswith(".jsonl")]
WRONG = [None, True, -1, 1.5, float("nan"), "x", "[", [], {}, [[]], {"a": []}, [None], 10**30]


def named(each):
    return each if isinstance(each, str) else None


def read_all(module, name, data, verdict=None):
    """Every row of some bytes, or None where the file as a whole is refused."""
    mapping = {"verdict": verdict} if verdict else {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(name).name
        path.write_bytes(data)
        try:
            return list(module.read(path, ReadOptions(arm="a", mapping=mapping)).records)
        except LcexploreError:
            return None


@pytest.mark.parametrize(("module", "name", "verdict"), FILES, ids=named)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_damage_ends_in_an_account_or_a_refusal(module, name, verdict, data):
    whole = (DATA / name).read_bytes()[:20_000]
    cut = data.draw(st.integers(1, len(whole)))
    flips = data.draw(st.dictionaries(st.integers(0, cut - 1), st.integers(0, 255), max_size=6))
    damaged = bytearray(whole[:cut])
    for place, value in flips.items():
        damaged[place] = value
    module.recognises(name, bytes(damaged))
    read_all(module, name, bytes(damaged), verdict)


@pytest.mark.parametrize(("module", "name", "verdict"), LINES, ids=named)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_value_of_the_wrong_type_anywhere_is_survived(module, name, verdict, data):
    lines = [json.loads(line) for line in (DATA / name).read_bytes().splitlines()[:3]]
    spot = lines[data.draw(st.integers(0, 2))]
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = data.draw(st.sampled_from(keys))
        inner = spot[key]
        if not (isinstance(inner, dict | list) and inner and data.draw(st.booleans())):
            break
        spot = inner
    spot[key] = data.draw(st.sampled_from(WRONG))
    read_all(module, name, "\n".join(map(json.dumps, lines)).encode(), verdict)


@pytest.mark.parametrize(("module", "name", "verdict"), LINES, ids=named)
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"a": 1', "not JSON"),
        (b"[1, 2]", "not a JSON object"),
        (b'{"a": 1, "a": 2}', "the key 'a' occurs twice"),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"a": "\xff"}', "not UTF-8"),
    ],
    ids=["cut", "list", "twice", "deep", "latin"],
)
def test_a_line_that_cannot_be_read_is_refused_by_name(module, name, verdict, line, reason):
    good = (DATA / name).read_bytes().splitlines()
    whole = read_all(module, name, b"\n".join(good), verdict)
    rows = read_all(module, name, b"\n".join([*good[:4], line, *good[4:]]), verdict)
    refused = [row for row in rows if row.record is None]
    assert len(rows) == len(whole) + 1
    assert [row.line for row in refused] == [5]
    assert reason in refused[0].refusals[0].reason


@pytest.mark.parametrize(("module", "name", "verdict"), FILES, ids=named)
def test_a_byte_order_mark_and_a_packed_file_change_nothing(module, name, verdict):
    whole = (DATA / name).read_bytes()
    plain = read_all(module, name, whole, verdict)
    assert read_all(module, name, b"\xef\xbb\xbf" + whole, verdict) == plain
    assert read_all(module, f"{name}.gz", gzip.compress(whole), verdict) == plain
    assert module.recognises(Path(name).name, b"\xef\xbb\xbf" + whole[:65_536])


@pytest.mark.parametrize(("module", "name", "verdict"), FILES, ids=named)
def test_every_row_read_is_kept_refused_or_a_duplicate(module, name, verdict, tmp_path):
    mapping = {"verdict": verdict} if verdict else {}
    how = {"comparison": "c", "arm": "a", "mapping": mapping, "partial": "incorrect"}
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_files(store, [DATA / name], **how)
    assert account.rows_read == account.rows_kept + account.rows_refused + account.duplicates
    assert account.rows_read == len(read_all(module, name, (DATA / name).read_bytes(), verdict))
    assert account.rows_refused == 0


def test_an_array_that_breaks_off_is_refused_as_a_whole(tmp_path):
    path = tmp_path / "experiment.json"
    path.write_bytes((DATA / "phoenix" / "experiment_long.json").read_bytes()[:-2])
    with pytest.raises(LogError, match="the end of the file"):
        list(phoenix.read(path, ReadOptions(arm="a")).records)


def test_a_question_is_never_put_into_the_store_twice_by_a_second_filter(tmp_path):
    name = "gpt-4o/samples_harbour_rep_2026-11-29T17-49-57.056141.jsonl"
    store = Store(tmp_path / "s.duckdb")
    with pytest.raises(ChoiceNeeded, match="--map verdict"):
        import_files(store, [DATA / "lm_eval" / name], comparison="c", arm="a")
    assert not store.exists() or not store.comparisons()


def test_a_number_that_is_none_is_passed_on_as_none_that_grades(tmp_path):
    row = {"input": "q", "output": "a", "expected": "b", "scores": {"exact": float("nan")}}
    (found,) = braintrust.read(write_lines(tmp_path, row), ReadOptions(arm="a")).records
    assert found.record["gradings"] == [{"grader": "exact", "verdict": "NaN"}]
