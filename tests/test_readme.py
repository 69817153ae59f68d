"""The README cannot lie: what it prints is printed, and what it types is understood."""

import json
import re
import shlex
from pathlib import Path

import pytest

from lcexplore.cli import main, parser
from lcexplore.decision import record
from lcexplore.importers import IMPORTERS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands():
    for block in blocks("sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line.partition("||")[0], comments=True)
            if words[:1] == ["lcexplore"]:
                yield words[1:]


@pytest.mark.parametrize("command", list(commands()), ids=" ".join)
def test_a_command_of_the_readme_is_understood(command):
    assert callable(parser.build().parse_args(command).run)


def test_the_commands_on_the_worked_example_run_as_they_stand(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LCEXPLORE_STORE", str(tmp_path / "store.duckdb"))
    typed = [each for each in commands() if "--comparison" in each and "policy" in each]
    given = [each for each in typed if any("sample_runs" in word for word in each)]
    asked = [[name, "--comparison", "policy"] for name in ("summary", "decide")]
    assert all(each in typed for each in asked)
    assert [main(each) for each in [*given, *asked]] == [0, 0, 0, 0, 1]
    assert "iterate" in capsys.readouterr().out


@pytest.mark.parametrize("session", blocks("console"))
def test_a_session_of_the_readme_prints_what_it_shows(session, capsys):
    typed, _, shown = session.partition("\n")
    assert main(shlex.split(typed.removeprefix("$ lcexplore "))) == 0
    assert capsys.readouterr().out.replace("\u00a0", " ") == shown


def test_the_record_of_the_readme_is_read_without_a_complaint():
    (text,) = blocks("yaml")
    assert len(record.parse(text).clauses) == 5


def test_every_format_stands_in_the_table_of_the_readme():
    assert [each.FORMAT for each in IMPORTERS if f"\n| {each.FORMAT} | " not in README] == []


def test_the_log_line_of_the_readme_is_one_json_object():
    (line,) = blocks("json")
    assert json.loads(line)["question"] == "q017"


def test_both_commands_do_their_own_set_up():
    demo, tests = (block for block in blocks("sh") if "venv" in block)
    assert demo.startswith("python3 -m venv .venv && .venv/bin/pip install .")
    assert tests.startswith("python3 -m venv .venv && .venv/bin/pip install -e '.[test]'")
