"""How a command ends: a pipeline never takes a fault, or Ctrl-C, for a rule that says no."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lcexplore.cli import main, reviews
from lcexplore.store import Store

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = "from lcexplore.cli import run; run()"
# What DuckDB does when Ctrl-C comes while it is at work.
IN_A_QUERY = """\
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # also of a run in the background
from lcexplore.cli import reviews, run
def paired(arguments):
    try:
        os.kill(os.getpid(), signal.SIGINT)
    except KeyboardInterrupt:
        raise RuntimeError("Query interrupted") from None
reviews.paired = paired
run()
"""
IN_A_FUNCTION_OF_OURS = """\
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from lcexplore.cli import run
from lcexplore.store import word_count
count, asked = word_count.words_of, []
def words_of(texts):
    asked.append(texts)
    if len(asked) == 1:
        os.kill(os.getpid(), signal.SIGINT)
    return count(texts)
word_count.words_of = words_of
run()
"""


def process(program, *arguments, **options):
    everything = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        check=False,
        timeout=60,
        **everything,
    )


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "a.jsonl"
    row = {"question": "q1", "arm": "old", "verdict": "correct", "answer": "forty two"}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return path


def test_a_fault_of_ours_ends_with_2_and_not_with_the_code_of_a_rule_that_says_no(
    monkeypatch, capsys
):
    def faulty(arguments):
        raise ZeroDivisionError("division by zero\x1b[2J")

    monkeypatch.setattr(reviews, "decide", faulty)
    assert main(["decide", "--comparison", "c"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "Traceback" in shown.err
    assert "ZeroDivisionError: division by zero\\x1b[2J" in shown.err
    assert shown.err.splitlines()[-1].startswith(
        "lcexplore: this is a fault of lcexplore, not of what you gave it, and nothing was decided"
    )


def test_stopping_a_query_ends_with_130_and_no_traceback():
    done = process(IN_A_QUERY, "paired", 1, 1, 1, 1)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_stopping_an_import_is_not_taken_for_a_file_that_has_to_be_read_with_care(log, tmp_path):
    store = tmp_path / "s.duckdb"
    done = process(IN_A_FUNCTION_OF_OURS, "import", log, "--comparison", "c", "--store", store)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert Store(store).comparisons() == ()


def test_a_complaint_that_cannot_be_written_still_ends_with_2():
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:
        assert process(PROGRAM, "fly", stderr=full).returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="descriptors are closed otherwise elsewhere")
def test_an_import_needs_no_standard_error_and_a_complaint_does_not_stray_to_standard_output(
    log, tmp_path
):
    asked = [sys.executable, "-c", PROGRAM, "import", str(log), "--comparison", "c"]
    asked += ["--store", str(tmp_path / "s.duckdb")]
    closed = ["sh", "-c", '"$@" 2>&-', "sh"]
    options = {"stdout": subprocess.PIPE, "text": True, "cwd": ROOT, "check": False}
    done = subprocess.run([*closed, *asked], **options)
    assert done.returncode == 0
    assert "1 kept" in done.stdout
    done = subprocess.run([*closed, *asked[:3], "fly"], **options)
    assert (done.returncode, done.stdout) == (2, "")
