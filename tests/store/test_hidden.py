"""Nothing secret is kept of a log: in messages, verdicts, quotes, models and manifests."""

import json

import duckdb
import pytest

from tests.store.logs import first, load, row

KEY = "sk-ant-" + "x1" * 20
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghijk"
SECRETS = [
    (f"401 for {KEY}", KEY),
    ("at https://user:hunter2secret@host/v1", "hunter2secret"),
    ("key AIza" + "SyA1234567890abcdefghijklmnopqrstu", "SyA1234567890"),
    (f"with {JWT} refused", "zdWIiOiIxMjM0"),
    ("password=pa55!word", "pa55"),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY", "wJalr"),
    ('"x-api-key": "AKIA' + "ABCDEFGHIJKLMNOP" + '"', "ABCDEFGHIJKL"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==", "dXNlcj"),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_secret_is_kept_in_no_text(tmp_path, text, secret):
    rows = [
        row("a", error={"kind": "error", "message": text}, model=f"model-of-a-gateway {text} here"),
        row("b", quote=text),
        row("c", verdict=f"n {text}"),
    ]
    store, _ = load(tmp_path, rows, manifest={"prompt": text})
    kept = " ".join(store.table(name).to_csv() for name in ("answers", "gradings", "rejects"))
    kept += json.dumps(_manifest(store))
    assert secret not in kept
    assert kept.count("...") == 5


def test_what_holds_no_secret_stays_as_it_is(tmp_path):
    said = "https://host:8080/v1 said token limit of 8192 tokens at 10:15, see the password page"
    model = "us.anthropic.claude-3-5-sonnet-20241022-v2:0"
    store, _ = load(tmp_path, [row(error={"kind": "error", "message": said}, model=model)])
    assert (first(store)["error_message"], first(store)["model"]) == (said, model)


def test_a_manifest_is_kept_without_headers_keys_and_tools(tmp_path):
    hidden = {"headers": {"x": 1}, "api_key": "k", "apiKey": "k", "tools": [1], "auth_token": "t"}
    shown = {"model": "m", "window_tokens": 200, "max_tokens": 5, "question_key": "id"}
    told = {**shown, **hidden, "setup": {"extra_headers": {}, "list": [{"cookies": 1, "n": 2}]}}
    store, _ = load(tmp_path, [row()], manifest=told)
    assert _manifest(store) == {**shown, "setup": {"list": [{"n": 2}]}}


def _manifest(store):
    with duckdb.connect(str(store.path), read_only=True) as read:
        return json.loads(read.execute("SELECT fields FROM manifests").fetchone()[0])
