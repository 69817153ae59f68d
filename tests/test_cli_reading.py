"""Establishes that how a file was read can be saved and used again, options beating the file."""

import json

import pytest

from lcexplore.cli import main
from lcexplore.store import Store

MAPPED = ["--map", "question=qid", "--map", "verdict=label", "--correct", "right,Correct Answer",
          "--incorrect", "wrong"]  # fmt: skip


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LCEXPLORE_STORE", str(tmp_path / "s.duckdb"))
    for name, labels in (("long", ["right", "wrong"]), ("rag", ["Correct Answer", "refusal"])):
        rows = [{"qid": number, "label": label} for number, label in enumerate(labels)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def run(*arguments):
    return main(["import", *arguments, "--comparison", "c"])


def test_a_saved_mapping_reads_the_next_file_and_the_arm_given_beats_it(files, capsys):
    assert run("long.jsonl", *MAPPED, "--arm", "long", "--save-map", "how.yaml") == 0
    assert "--map-file how.yaml" in capsys.readouterr().out
    assert run("rag.jsonl", "--map-file", "how.yaml", "--arm", "rag") == 0
    gradings = Store(files / "s.duckdb").table("gradings")
    assert list(gradings["verdict"]) == ["correct", "incorrect", "correct", "not_measured"]
    assert list(Store(files / "s.duckdb").table("answers")["arm"]) == ["long", "long", "rag", "rag"]


def test_the_file_and_the_options_are_one_reading_to_the_ledger(files, capsys):
    assert run("long.jsonl", *MAPPED, "--arm", "long", "--save-map", "how.yaml") == 0
    assert run("long.jsonl", "--map-file", "how.yaml") == 0
    assert "imported before" in capsys.readouterr().out


def test_one_option_beats_its_line_and_the_others_stay(files):
    (files / "how.yaml").write_text(
        "arm: long\nmap: {question: qid, verdict: other}\ncorrect: [right]\nincorrect: [x]\n"
    )
    options = ["--map", "verdict=label", "--incorrect", "wrong", "--save-map", "new.yaml"]
    assert run("long.jsonl", "--map-file", "how.yaml", *options) == 0
    assert (files / "new.yaml").read_text() == (
        "arm: long\nmap:\n  question: qid\n  verdict: label\n"
        "correct:\n- right\nincorrect:\n- wrong\n"
    )


@pytest.mark.parametrize(
    ("before", "options", "message"),
    [
        ("arm: other", [*MAPPED, "--arm", "a"], "says something else"),
        (None, [], "nothing to save"),
    ],
)
def test_nothing_is_imported_where_the_mapping_cannot_be_saved(
    files, before, options, message, capsys
):
    if before:
        (files / "how.yaml").write_text(before)
    assert run("long.jsonl", *options, "--save-map", "how.yaml") == 2
    assert message in capsys.readouterr().err
    assert not (files / "s.duckdb").exists()


@pytest.mark.parametrize("text", ["correct: [a]", "correct_at: 0", "map: {verdict: label}"])
def test_a_log_of_requests_takes_nothing_of_verdicts_from_a_mapping_file(files, text, capsys):
    (files / "how.yaml").write_text(text)
    assert run("long.jsonl", "--requests", "--map-file", "how.yaml", "--arm", "a") == 2
    error = capsys.readouterr().err
    assert "--requests: leave out" in error or "no field 'verdict'" in error


def test_a_file_by_another_name_is_named_as_it_was_given_and_as_it_was_read_before(files, capsys):
    assert run("long.jsonl", *MAPPED, "--arm", "long") == 0
    (files / "copy.jsonl").write_bytes((files / "long.jsonl").read_bytes())
    capsys.readouterr()
    assert run("copy.jsonl", *MAPPED, "--arm", "long") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("copy.jsonl (mapped)")
    assert "note: import 1 read the same content from long.jsonl" in shown
    assert run("long.jsonl", *MAPPED, "--arm", "long") == 0
    assert "same content" not in capsys.readouterr().out


def test_replace_is_named_as_what_to_import_again_with_and_requests_say_why_not(files, capsys):
    rows = [{"question": "q1", "arm": "long", "answer": answer} for answer in ("one", "two")]
    for name, each in zip(("a", "b"), rows, strict=True):
        (files / f"{name}.jsonl").write_text(json.dumps({**each, "verdict": 1}))
    assert run("a.jsonl") == 0
    assert run("b.jsonl") == 2
    assert "to take this row in its place, import again with --replace" in capsys.readouterr().out
    assert run("a.jsonl", "--requests", "--replace") == 2
    assert "leave out --replace: requests have no key" in capsys.readouterr().err
