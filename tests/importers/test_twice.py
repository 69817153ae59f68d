"""Establishes that a key that occurs twice is refused by its name, whatever the format."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.errors import LogError
from lcexplore.importers import inspect_log, labels, mlflow_trace, promptfoo_log, twice
from lcexplore.ingest import import_files, import_judgements, import_requests
from lcexplore.log import ReadOptions
from lcexplore.store import Store
from tests.importers.reading import ALL, DATA

INSPECT = DATA / "inspect" / "old_version.json"
PROMPTFOO = DATA / "promptfoo" / "c_arm_in_vars_no_ids.json"
LINES = DATA / "promptfoo" / "c_arm_in_vars_no_ids.jsonl"
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=12,
)


@given(VALUES)
def test_a_record_that_a_writer_of_json_wrote_repeats_nothing(value):
    assert twice.problem(json.dumps(value).encode()) is None


@given(st.dictionaries(st.text(max_size=3), VALUES, min_size=1, max_size=4), st.data())
def test_a_key_written_once_more_is_found_wherever_it_is(value, data):
    key, again = data.draw(st.sampled_from(sorted(value))), data.draw(VALUES)
    text = f"{json.dumps(value)[:-1]}, {json.dumps(key)}: {json.dumps(again)}}}"
    nested = f'{{"a": [1, {{"b": {text}}}]}}'
    assert twice.problem(nested.encode()) == f"the key {key!r} occurs twice"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"a": NaN, "b": 1' + b"0" * 5_000 + b"}", None),
        (b'{"a": "\xff\n"}', None),
        (b'{"scores": 1, "sc\\u006fres": 2}', "the key 'scores' occurs twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": 1', "not JSON"),
    ],
)
def test_what_is_no_repetition_is_told_apart(data, problem):
    found = twice.problem(data)
    assert found == problem or (problem and found.startswith(problem))


def once_more(data, key):
    """The bytes with a key of theirs written a second time, before the first it is found at."""
    at = data.index(f'"{key}":'.encode())
    return data[:at] + f'"{key}": null, '.encode() + data[at:]


@pytest.mark.parametrize("key", ["epoch", "scores", "choices", "event", "input_tokens"])
def test_a_sample_of_inspect_that_repeats_a_key_is_refused_and_the_rest_is_kept(key, tmp_path):
    start = INSPECT.read_bytes()
    start, samples = start[: (at := start.index(b'"samples": ['))], start[at:]
    path = tmp_path / "log.json"
    path.write_bytes(start + once_more(samples, key))
    whole = list(inspect_log.read(INSPECT, ReadOptions(arm="a", mapping=ALL)).records)
    rows = list(inspect_log.read(path, ReadOptions(arm="a", mapping=ALL)).records)
    assert [row.line for row in rows if row.record is None] == [1]
    assert rows[0].refusals[0].reason == f"the key {key!r} occurs twice"
    assert rows[0].locator == "samples[0]"
    assert rows[1:] == whole[1:]


@pytest.mark.parametrize("key", ["success", "latencyMs", "output", "pass", "vars"])
@pytest.mark.parametrize("source", [PROMPTFOO, LINES], ids=["json", "lines"])
def test_a_result_of_promptfoo_that_repeats_a_key_is_refused(source, key, tmp_path):
    data = source.read_bytes()
    at = data.index(b'"results": [') if source is PROMPTFOO else 0
    path = tmp_path / source.name
    path.write_bytes(data[:at] + once_more(data[at:], key))
    whole = list(promptfoo_log.read(source, ReadOptions(arm="a")).records)
    rows = list(promptfoo_log.read(path, ReadOptions(arm="a")).records)
    assert len(rows) == len(whole)
    (refused,) = (row for row in rows if row.record is None)
    assert refused.refusals[0].reason == f"the key {key!r} occurs twice"


@pytest.mark.parametrize(
    ("source", "module", "array"),
    [(INSPECT, inspect_log, b'"samples": ['), (PROMPTFOO, promptfoo_log, b'"results": [')],
)
def test_a_second_list_of_rows_is_refused_rather_than_one_of_the_two_taken(
    source, module, array, tmp_path
):
    data = source.read_bytes()
    path = tmp_path / source.name
    path.write_bytes(data.replace(array, array + b"], " + array))
    with pytest.raises(LogError, match="found a second one"):
        list(module.read(path, ReadOptions(arm="a")).records)


def test_a_header_of_inspect_that_repeats_a_key_is_refused(tmp_path):
    path = tmp_path / "log.json"
    path.write_bytes(once_more(INSPECT.read_bytes(), "run_id"))
    with pytest.raises(LogError, match="the key 'run_id' occurs twice"):
        inspect_log.read(path, ReadOptions(arm="a"))


def test_a_head_of_promptfoo_that_repeats_a_key_is_refused(tmp_path):
    path = tmp_path / "log.json"
    path.write_bytes(once_more(PROMPTFOO.read_bytes(), "timestamp"))
    with pytest.raises(LogError, match="the key 'timestamp' occurs twice"):
        promptfoo_log.read(path, ReadOptions(arm="a"))


def test_token_counts_of_mlflow_that_repeat_a_key_are_a_refused_field():
    noted = {"mlflow.trace.tokenUsage": '{"input_tokens": 1, "input_tokens": 2}'}
    record, refusals = mlflow_trace.record({"info": {"trace_metadata": noted}})
    assert "usage" not in record
    assert [(each.field, each.reason) for each in refusals] == [
        ("usage", "not JSON in which every key occurs once")
    ]


GOOD = '{"question": "q2", "arm": "a", "verdict": 1}'


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('{"question": "q1", "arm": "a", "verdict": 1, "verdict": 0}', "verdict"),
        ('{"question": "q1", "arm": "a", "usage": {"output": 5, "output": 6}}', "output"),
        ('{"question": "q1", "arm": "a", "gradings": [{"verdict": 1, "verdict": 0}]}', "verdict"),
        ('{"question": "q1", "arm": "a", "error": {"kind": "timeout", "kind": "x"}}', None),
    ],
)  # fmt: skip
def test_a_native_line_that_repeats_a_key_is_refused(line, key, tmp_path):
    told = imported(tmp_path, [line, GOOD])
    assert (told.rows_kept, told.rows_refused) == (1, 1)
    reason = f"the key {key!r} occurs twice" if key else "a key of it occurs twice"
    assert [(each.line, each.reason) for each in told.refusals] == [(1, reason)]


def imported(tmp_path, lines, **how):
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    (told,) = import_files(Store(tmp_path / "s.duckdb"), [path], comparison="c", **how)
    return told


@pytest.mark.parametrize("bad", ['{"v": 1, "v": 0}', '{"p": {"v": 1}, "p": {"v": 0}}'])
def test_a_mapped_column_inside_an_object_that_repeats_a_key_is_refused(bad, tmp_path):
    way = "o.p.v" if "p" in bad else "o.v"
    good = '{"p": {"v": 1}}' if "p" in bad else '{"v": 1}'
    lines = [f'{{"id": "q{n}", "o": {each}}}' for n, each in enumerate([good, bad, good])]
    mapping = {"question": "id", "verdict": way}
    told = imported(tmp_path, lines, arm="a", mapping=mapping)
    assert (told.rows_kept, told.rows_refused) == (2, 1)
    assert [(each.line, each.reason[:7]) for each in told.refusals] == [(2, "the key")]


@pytest.mark.parametrize("manifest", ['{"arm": "a", "arm": "b"}', '{"arm": "a"}, "manifest": {}'])
@pytest.mark.parametrize("requests", [False, True])
def test_a_manifest_that_repeats_a_key_is_refused(manifest, requests, tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text(
        f'{{"lcexplore": 1, "manifest": {manifest}}}\n{{"question": "q", "verdict": 1}}'
    )
    read = import_requests if requests else import_files
    with pytest.raises(LogError, match=r"line 1: .* occurs twice"):
        read(Store(tmp_path / "s.duckdb"), [path], comparison="c")


def test_a_request_whose_error_repeats_a_key_is_refused(tmp_path):
    path = tmp_path / "log.jsonl"
    good = {"arm": "a", "latency_s": 1.0, "error": None}
    bad = '{"arm": "a", "latency_s": 1.0, "error": {"kind": "timeout", "kind": "x"}}'
    path.write_text(f"{json.dumps(good)}\n{bad}\n")
    (told,) = import_requests(Store(tmp_path / "s.duckdb"), [path], comparison="c")
    assert (told.rows_kept, told.rows_refused) == (1, 1)


def test_a_label_that_repeats_a_key_is_refused(tmp_path):
    path = tmp_path / "labels.jsonl"
    row = '{"question": "q1", "arm": "a", "labeller": "p", "verdict": 1'
    path.write_text(f'{row}}}\n{row}, "verdict": 0}}\n')
    good, bad = labels.read(path)
    assert good.refusal is None
    assert (bad.line, bad.refusal.reason) == (2, "the key 'verdict' occurs twice")


@pytest.mark.parametrize("kind", ["array", "lines"])
def test_a_pairwise_verdict_that_repeats_a_key_is_refused(kind, tmp_path):
    row = '{"output_1": "a", "output_2": "b", "instruction": "i", "preference": 1'
    rows = [f"{row}}}", f'{row}, "preference": 2}}']
    path = tmp_path / ("j.json" if kind == "array" else "j.jsonl")
    path.write_text(f"[{', '.join(rows)}]" if kind == "array" else "\n".join(rows))
    told = import_judgements(Store(tmp_path / "s.duckdb"), path, comparison="c", judge="j")
    assert (told.rows_kept, told.rows_refused) == (1, 1)
    assert told.refusals[0].reason == "the key 'preference' occurs twice"
