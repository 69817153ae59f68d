"""A first line longer than what is usually looked at is read to its end, and lines end in \\n."""

import gzip
import json

import pytest

from lcexplore.errors import LogError
from lcexplore.importers import heads
from lcexplore.ingest import import_files, import_requests
from lcexplore.store import Store

LONG = "x" * (heads.HEAD_BYTES + 1000)
OWN = {"question": "id", "arm": "sys", "verdict": "ok"}


def lines(path, rows, *, end="\n"):
    text = end.join(json.dumps(each) for each in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_bytes(text.encode())
    return path


def taken(path, kind=import_files, **how):
    (account,) = kind(Store(str(path.parent / "s.duckdb")), [path], comparison="c", **how)
    return account.format, account.rows_kept


@pytest.mark.parametrize("name", ["log.jsonl", "log.ndjson", "log.jsonl.gz"])
@pytest.mark.parametrize("n", [1, 3])
def test_a_native_log_that_begins_with_a_long_document_is_native(tmp_path, name, n):
    rows = [
        {"question_text": LONG, "question": f"q{i}", "arm": "a", "verdict": 1} for i in range(n)
    ]
    assert taken(lines(tmp_path / name, rows)) == ("native", n)


def test_columns_after_a_long_document_can_be_mapped(tmp_path):
    rows = [{"text": LONG, "id": i, "sys": "a", "ok": 1} for i in range(3)]
    assert taken(lines(tmp_path / "log.jsonl", rows), mapping=OWN) == ("mapped", 3)


def test_requests_that_carry_a_long_document_are_read(tmp_path):
    rows = [{"text": LONG, "arm": "a", "latency_s": 1} for _ in range(3)]
    assert taken(lines(tmp_path / "log.jsonl", rows), import_requests) == ("requests", 3)


def test_lines_that_end_in_carriage_returns_alone_are_named(tmp_path):
    rows = [{"question": f"q{i}", "arm": "a", "verdict": 1} for i in range(3)]
    path = lines(tmp_path / "log.jsonl", rows, end="\r")
    with pytest.raises(LogError, match="carriage returns alone; convert them"):
        taken(path)
    assert taken(lines(tmp_path / "crlf.jsonl", rows, end="\r\n")) == ("native", 3)
