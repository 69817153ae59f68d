"""Establishes what holds for every sample file: its rows add up, and no secret of it is stored."""

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from lcexplore.errors import LogError
from lcexplore.store import TABLES, Store
from tests.importers.corpus import files, imported
from tests.store.logs import adds_up

KINDS = ("headers", "header", "authorization", "cookie", "set-cookie", "apikey", "api_key",
         "api-key", "x-api-key", "openai-organization", "tools", "functions")  # fmt: skip
PLANTED = {
    "headers": {"authorization": "Bearer planted-secret-1", "set-cookie": "planted-secret-2"},
    "api_key": "planted-secret-3",
    "apiKey": "planted-secret-4",
    "cookie": "planted-secret-5",
    "tools": [{"name": "planted-secret-6", "config": {"key": "planted-secret-7"}}],
}
# Where a user's own words stand: what is planted there is an answer or a question.
TOLD = {"input", "output", "outputs", "inputs", "vars", "metadata", "expected", "reference",
        "target", "example", "scores", "usage", "model_usage"}  # fmt: skip


def label(path):
    return f"{path.parent.name}/{path.name}"


def everything(store):
    """All that is stored, as one text."""
    return "\n".join(store.table(name).to_csv() for name in TABLES)


@pytest.mark.parametrize("path", files(), ids=label)
def test_rows_read_are_kept_refused_or_duplicates_in_every_sample(path, tmp_path):
    account = imported(Store(tmp_path / "s.duckdb"), path)
    if path.parent.name == "judgements":
        assert isinstance(account, LogError)
        return
    assert adds_up(account)
    assert account.rows_read > 0


@pytest.fixture(scope="module")
def public(shared_cases, tmp_path_factory):
    """A store of all public logs, and what became of each."""
    store = Store(tmp_path_factory.mktemp("public") / "s.duckdb")
    root = shared_cases / "logs"
    found = {
        path: imported(store, path, comparison=str(number), root=root)
        for number, path in enumerate(files(root))
    }
    return store, found


def test_rows_add_up_in_every_public_log(public):
    store, found = public
    refused = {path: each for path, each in found.items() if isinstance(each, LogError)}
    assert all("a log of a known format" in str(each) for each in refused.values())
    assert {each.parent.name for each in refused} == {"agentic_vs_rag", "llmbar", "llmperf"}
    accounts = [each for each in found.values() if not isinstance(each, LogError)]
    assert all(map(adds_up, accounts))
    assert sum(each.rows_kept for each in accounts) == len(store.table("answers"))
    rejected = store.table("rejects").query("not row_kept")
    assert sum(each.rows_refused for each in accounts) == len(rejected)


def secrets(value, *, inside=False):
    """Texts long enough to be sought under a key that names headers, cookies, keys or tools."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from secrets(inner, inside=inside or key.lower() in KINDS)
    elif isinstance(value, list):
        for inner in value:
            yield from secrets(inner, inside=inside)
    elif inside and isinstance(value, str) and len(value) >= 8:
        yield value


def documents(path):
    """Every JSON value of a file: its lines, its document or its members."""
    data = path.read_bytes()
    if data[:2] == b"PK":
        yield from _members(path)
        return
    text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8-sig")
    for part in [text, *text.splitlines()]:
        try:
            yield json.loads(part)
        except ValueError:
            continue


def _members(path):
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            if info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                yield json.loads(archive.read(info))


def unkept(paths, store):
    """Secrets of some files, and those of them that are in the store."""
    found = {each for path in paths for document in documents(path) for each in secrets(document)}
    stored = everything(store)
    return found, {each for each in found if each in stored}


def test_no_header_cookie_or_key_of_a_sample_is_stored(tmp_path):
    store = Store(tmp_path / "s.duckdb")
    for number, path in enumerate(files()):
        imported(store, path, comparison=str(number))
    found, kept = unkept(files(), store)
    assert (bool(found), kept) == (True, set())


def test_no_header_cookie_or_key_of_a_public_log_is_stored(public):
    store, found = public
    assert unkept(found, store)[1] == set()


def plant(value, *, depth=4):
    """Put secrets into every object that is not a user's own words."""
    if isinstance(value, list):
        return [plant(each, depth=depth) for each in value]
    if not isinstance(value, dict) or not depth:
        return value
    inner = {k: v if k in TOLD else plant(v, depth=depth - 1) for k, v in value.items()}
    return {**inner, **{k: v for k, v in PLANTED.items() if k not in inner}}


@pytest.mark.parametrize(
    "path", [each for each in files() if each.suffix in (".json", ".jsonl")], ids=label
)
def test_secrets_planted_in_any_object_of_a_log_do_not_reach_the_store(path, tmp_path):
    text = path.read_text("utf-8")
    try:
        planted = json.dumps(plant(json.loads(text)))
    except ValueError:
        if path.name.endswith("console.json"):
            pytest.skip("printed objects are not one document")
        planted = "\n".join(json.dumps(plant(json.loads(line))) for line in text.splitlines())
    copy = tmp_path / path.parent.name / path.name
    copy.parent.mkdir()
    copy.write_text(planted, "utf-8")
    store = Store(tmp_path / "s.duckdb")
    account = imported(store, copy, root=tmp_path)
    if not isinstance(account, LogError):
        assert "planted-secret" not in everything(store)


def test_a_key_in_an_error_or_in_a_refused_line_is_left_out(tmp_path):
    lines = [
        {"question": "a", "arm": "x", "error": "Incorrect API key provided: sk-proj-abcdef0123456"},
        {"question": "b", "arm": "x", "error": {"message": "Authorization: Basic dXNlcjpwYXNz"}},
    ]
    broken = '{"question": "c", "headers": {"cookie": "abcdef0123456789"}, '
    path = Path(tmp_path) / "log.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines) + broken)
    store = Store(tmp_path / "s.duckdb")
    assert adds_up(imported(store, path, root=tmp_path))
    stored = everything(store)
    assert [word for word in ("abcdef0123456", "dXNlcjpwYXNz") if word in stored] == []
    assert "Incorrect API key provided: sk-..." in stored
