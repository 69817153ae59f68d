"""Establishes that a damaged log of providers or spans ends in an account or in a LogError."""

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.errors import LogError
from lcexplore.importers import json_lines, litellm, otlp, provider_responses
from lcexplore.ingest import import_files
from lcexplore.log import ReadOptions
from lcexplore.store import Store

DATA = Path(__file__).parent / "data"
FILES = [
    (provider_responses, DATA / "provider_responses" / "openai_chat_stream_chunks.jsonl"),
    (provider_responses, DATA / "provider_responses" / "anthropic_messages.jsonl"),
    (litellm, DATA / "litellm" / "standard_logging_payload.jsonl"),
    (otlp, DATA / "otlp" / "openllmetry_anthropic.otlp.jsonl"),
    (otlp, DATA / "otlp" / "manual.console.json"),
]


def read_all(module, data):
    """Every row of some bytes, or None where the file as a whole is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(data)
        try:
            return list(module.read(path, ReadOptions(arm="a")).records)
        except LogError:
            return None


@pytest.mark.parametrize(("module", "path"), FILES, ids=lambda each: getattr(each, "name", ""))
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_damage_ends_in_an_account_or_a_refusal(module, path, data):
    whole = path.read_bytes()[:20_000]
    cut = data.draw(st.integers(1, len(whole)))
    flips = data.draw(st.dictionaries(st.integers(0, cut - 1), st.integers(0, 255), max_size=6))
    damaged = bytearray(whole[:cut])
    for place, value in flips.items():
        damaged[place] = value
    read_all(module, bytes(damaged))


@pytest.mark.parametrize(("module", "path"), FILES[1:4], ids=lambda each: getattr(each, "name", ""))
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_value_of_the_wrong_type_anywhere_is_survived(module, path, data):
    rows = [json.loads(line) for line in path.read_bytes().splitlines()[:2]]
    wrong = st.sampled_from([None, True, -1, 1.5, float("nan"), "x", [], {}, [[]], {"a": []}])
    spot = rows[0]
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = data.draw(st.sampled_from(keys))
        if not (isinstance(spot[key], dict | list) and spot[key] and data.draw(st.booleans())):
            break
        spot = spot[key]
    spot[key] = data.draw(wrong)
    read_all(module, "\n".join(map(json.dumps, rows)).encode())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"a": 1', "not JSON"),
        (b"[1, 2]", "not a JSON object"),
        (b'{"a": 1, "a": 2}', "the key 'a' occurs twice"),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": "\\ud800"}', "half of a surrogate pair"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "a number too long"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_by_name_and_the_rest_is_kept(line, reason):
    good = (DATA / "provider_responses" / "openai_chat.jsonl").read_bytes().splitlines()[:2]
    rows = read_all(provider_responses, b"\n".join([good[0], line, b"", good[1]]))
    assert [row.line for row in rows] == [1, 2, 4]
    assert rows[1].record is None
    assert reason in rows[1].refusals[0].reason


def test_a_byte_order_mark_is_no_part_of_the_first_line():
    whole = b"\xef\xbb\xbf" + (DATA / "otlp" / "manual.console.json").read_bytes()
    assert all(row.record is not None for row in read_all(otlp, whole))
    whole = b"\xef\xbb\xbf" + (DATA / "provider_responses" / "openai_chat.jsonl").read_bytes()
    assert len(read_all(provider_responses, whole)) == 32


def test_a_printed_object_that_breaks_off_does_not_take_the_next_one_with_it(tmp_path):
    path = tmp_path / "spans.json"
    path.write_bytes(b'{\n  "a": 1,\n{\n  "a": 2\n}\n{"a": 3}\nrubbish\n{"a": 4}\n')
    found = list(json_lines.documents(path))
    assert [(each.line, each.value) for each in found] == [
        (1, None), (3, {"a": 2}), (6, {"a": 3}), (7, None), (8, {"a": 4})]  # fmt: skip


def test_a_packed_file_that_breaks_off_is_refused_as_a_whole(tmp_path):
    import gzip

    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n' * 10_000)[:-20])
    with pytest.raises(LogError, match="wanted a readable file"):
        list(json_lines.objects(path))


def test_a_line_without_end_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(json_lines, "LINE_BYTES", 1_000)
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"a": "' + b"x" * 5_000)
    with pytest.raises(LogError, match="a longer one"):
        list(json_lines.objects(path))


def test_where_a_text_is_not_closed_its_column_is_named_once(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"question": "q1", "verdict": 1}\n{"question": "q2\n')
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_files(store, [tmp_path / "a.jsonl"], comparison="c", arm="a")
    (found,) = account.refusals
    assert found.reason == "not JSON: unterminated string starting at column 14"
