"""What the command line says of one thing: one row, one answer, never "1 rows"."""

import json
import re

import pytest

from lcexplore.cli import main

# A 1 that is the whole number, then up to three words of which one ends in s.
ONE_OF_MANY = re.compile(r"(?<![\d.,#])\b1 (?:[a-z]+ ){0,2}?[a-z]+s\b")
VERBS = ("is", "has", "was", "adds", "names", "equals", "counts", "contradicts", "shares", "misses")
SINGULAR = re.compile(rf"^1 (?:[a-z]+ )*(?:{'|'.join(VERBS)})$")


def plurals(text):
    found = ONE_OF_MANY.findall(text.replace("\u00a0", " "))
    return [each for each in found if not SINGULAR.match(each)]


def answer(arm, question="q1", **more):
    return {
        "question": question,
        "arm": arm,
        "verdict": "correct",
        "answer": "yes",
        "started_at": "2026-05-01T09:00:00",
        "latency_s": 2.0,
        "usage": {"input_uncached": 10, "cache_read": 0, "output": 1},
        **more,
    }


@pytest.fixture
def write(tmp_path):
    def written(name, *rows, manifest=None):
        head = [{"lcexplore": 1, "manifest": manifest}] if manifest else []
        path = tmp_path / name
        path.write_text("".join(f"{json.dumps(each)}\n" for each in [*head, *rows]))
        return str(path)

    return written


@pytest.fixture
def say(tmp_path, capsys):
    def said(*words):
        main([*words, "--store", str(tmp_path / "s.duckdb")])
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return shown.out + shown.err

    return said


def test_a_plural_after_one_is_found_and_a_verb_is_none():
    assert plurals("1 rows read, 1 start times name, 1 more verdicts") == [
        "1 rows",
        "1 start times",
        "1 more verdicts",
    ]
    assert (
        plurals("11 rows, 2.1 points, #1 logs, 1 row is, 1 label names, 1 start time names") == []
    )


def test_one_of_each_is_told_in_the_singular(write, say):
    old = write("old.jsonl", answer("old"), manifest={"eval_set_size": 1, "epochs": 2})
    new = write(
        "new.jsonl",
        answer("new", temperature=0),
        answer("new"),
        answer("new", verdict="maybe", question="q2", latency_s="soon"),
        answer("new", question=""),
        manifest={"eval_set_size": 1, "epochs": 1},
    )
    regraded = write("again.jsonl", answer("old", gradings=[{"grader": "g", "verdict": "correct"}]))
    into = ("--comparison", "c")
    shown = say("import", old, *into, "--baseline", "old")
    assert "1 row read = 1 kept + 0 refused + 0 duplicates" in shown
    assert "1 start time names no time zone; it is read as UTC" in shown
    more = say("import", new, *into)
    assert "1 refused + 1 duplicate\n" in more
    assert "1 field could not be read; its row is kept and the value is unknown" in more
    assert "speaks of 1 question; 2 are here" in more
    shown += more + say("import", regraded, *into)
    shown += say("list") + say("summary", *into) + say("decide", *into)
    assert plurals(shown) == []


def test_one_request_and_one_label_are_told_in_the_singular(write, say):
    into = ("--comparison", "c")
    shown = say("import", write("old.jsonl", answer("old")), *into, "--baseline", "old")
    shown += say("import", write("new.jsonl", answer("new")), *into)
    request = {"arm": "old", "started_at": "2026-05-01T09:00:00Z", "latency_s": 2.0, "ttft_s": 3.0}
    shown += say("import", write("r.jsonl", {**request, "status": "odd"}), *into, "--requests")
    shown += say("import", write("s.jsonl", {**request, "status": "odd"}), *into, "--requests")
    label = {"question": "q1", "arm": "old", "labeller": "ada", "verdict": "correct"}
    rows = [label, {**label, "arm": "new", "verdict": "so so"}, {**label, "question": "q9"}]
    shown += say("labels", write("labels.jsonl", *rows), *into)
    shown += say("list") + say("summary", *into) + say("summary", *into, "--source", "requests")
    shown += (
        say("size", *into) + say("paired", "1", "1", "1", "1") + say("paired", "1", "0", "0", "0")
    )
    shown += say("draw", *into, "--plan") + say("forget", "1")
    assert plurals(shown) == []
