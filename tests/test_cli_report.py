"""The report command writes one file, whole or not at all, and says what it wrote."""

import errno
import hashlib
import json
import os
import sys

import pytest

from lcexplore.cli import main
from lcexplore.report.offline.document import document
from lcexplore.report.review import review
from lcexplore.report.sentences import offline
from lcexplore.store import Store
from tests.store import logs

V3 = "policy-assistant-v3"


@pytest.fixture
def said(demo_path, tmp_path, monkeypatch, capsys):
    """Run the command in a folder of its own; what it prints, without no-break spaces."""
    monkeypatch.chdir(tmp_path)

    def run(*words, code=0, store=demo_path, comparison=V3):
        given = ["report", "--comparison", comparison, "--store", str(store), *map(str, words)]
        assert main(given) == code
        out = capsys.readouterr()
        return out.err if code == 2 else out.out

    return run


@pytest.fixture
def small(tmp_path):
    """A store of a few answers, which are reported in no time."""
    rows = [
        logs.row(f"q{number}", arm, "correct" if number % 3 else "incorrect")
        for number in range(9)
        for arm in ("old", "new")
    ]
    logs.load(tmp_path, rows, baseline="old")
    return {"store": tmp_path / "s.duckdb", "comparison": "c"}


def test_the_object_names_the_file_and_what_was_decided(said, tmp_path):
    found = json.loads(said("-o", "r.html", "--json"))
    content = (tmp_path / "r.html").read_bytes()
    assert found == {
        "file": "r.html",
        "sha256": hashlib.sha256(content).hexdigest(),
        "comparison": V3,
        "baseline": "retrieval",
        "candidate": "long-context",
        "outcome": "iterate",
        "figures": 8,
    }


def test_it_is_the_file_that_the_library_makes(said, small, tmp_path):
    assert said("-o", "r.html", **small) == f"wrote r.html, {_figures(small)} figures drawn\n"
    assert (tmp_path / "r.html").read_bytes() == _made(small).content


def _made(small):
    return document(review(Store(small["store"]), small["comparison"]))


def _figures(small):
    return _made(small).figures


def test_without_a_record_there_is_no_outcome(said, small):
    assert json.loads(said("-o", "r.html", "--json", **small))["outcome"] is None


def test_without_what_draws_it_says_how_to_have_the_figures(said, small, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert said("-o", "r.html", **small) == f"wrote r.html\n{offline.NO_FIGURES}\n"
    assert json.loads(said("-o", "r.html", "--json", **small))["figures"] is None


def test_arms_and_grading_are_chosen_as_for_the_summary(said, tmp_path):
    given = ["--baseline", "long-context", "--candidate", "retrieval", "--rubric", "v3"]
    found = json.loads(said("-o", "r.html", "--json", *given))
    assert (found["baseline"], found["candidate"]) == ("long-context", "retrieval")
    assert "rubric v3" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_file_that_says_something_else_is_written_over_when_asked_to(said, small, tmp_path):
    path = tmp_path / "r.html"
    path.write_text("mine")
    assert "it exists and says something else" in said("-o", path, code=2, **small)
    assert path.read_text() == "mine"
    said("-o", path, "--force", **small)
    said("-o", path, **small)
    assert path.read_bytes() == _made(small).content


def test_a_link_is_followed_and_stays_a_link(said, small, tmp_path):
    link = tmp_path / "latest.html"
    link.symlink_to(tmp_path / "r.html")
    said("-o", link, **small)
    assert link.is_symlink()
    assert (tmp_path / "r.html").read_bytes() == _made(small).content


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere/r.html", "no folder nowhere"),
        (".", "wanted a file; found a folder"),
        ("-", "wanted a file; standard output takes what is said of it"),
        ("s.duckdb", "it is the store that is read"),
        (os.devnull, "found something that is no file"),
    ],
)
def test_a_place_that_cannot_take_it_is_named(said, small, name, says):
    assert says in said("-o", name, "--force", code=2, **small)


@pytest.mark.parametrize(
    ("trouble", "code"), [(OSError(errno.ENOSPC, "No space left on device"), 2),
                          (PermissionError(errno.EACCES, "Permission denied"), 2),
                          (KeyboardInterrupt(), 130)],
)  # fmt: skip
def test_what_stops_it_leaves_the_old_file_and_no_half_one(
    said, small, tmp_path, monkeypatch, trouble, code
):
    (tmp_path / "r.html").write_text("old")
    before = set(tmp_path.iterdir())

    def stop(*_):
        raise trouble

    monkeypatch.setattr("lcexplore.cli.offline.os.fsync", stop)
    told = said("-o", "r.html", "--force", code=code, **small)
    assert (tmp_path / "r.html").read_text() == "old"
    assert set(tmp_path.iterdir()) == before
    if code == 2:
        assert told == f"lcexplore: -o r.html: cannot be written: {trouble.strerror}\n"


def test_a_comparison_that_is_not_there_is_named_with_those_that_are(said):
    assert "no comparison is called 'nope'" in said("-o", "r.html", comparison="nope", code=2)


def test_one_arm_alone_is_no_comparison_and_what_to_do_is_said(said, tmp_path):
    logs.load(tmp_path, [logs.row("q1")])
    told = said("-o", "r.html", store=tmp_path / "s.duckdb", comparison="c", code=2)
    assert "holds one arm, new; import the other arm's log too" in told
    assert not (tmp_path / "r.html").exists()


def test_without_a_baseline_it_asks_for_one(said, tmp_path):
    logs.load(tmp_path, [logs.row("q1"), logs.row("q1", "old")])
    told = said("-o", "r.html", store=tmp_path / "s.duckdb", comparison="c", code=2)
    assert "--baseline" in told


def test_a_file_has_to_be_named(said):
    assert "-o/--output" in said(code=2)


def test_the_help_has_an_example(capsys):
    assert main(["report", "--help"]) == 0
    assert "example: lcexplore report --comparison policy -o policy.html" in capsys.readouterr().out
