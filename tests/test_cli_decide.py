"""``decide`` on the command line: its exit code is the decision's own, its hash the file's."""

import hashlib
import json

import pytest

from lcexplore.cli import main
from lcexplore.report.review import review

V3 = "policy-assistant-v3"
# A rule that 820 questions with a difference of +3.1 points meet by a wide distance.
RECORD = """\
comparison: any gain will do
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -50 pts"
  otherwise: iterate
committed_at: 2026-01-01T00:00:00Z
calibration: not_required
"""


@pytest.fixture
def decide(demo_path, tmp_path, capsys):
    path = tmp_path / "decision.yaml"

    def run(content, *options):
        path.write_bytes(content)
        asked = ["decide", "--comparison", V3, "--store", str(demo_path), "--record", str(path)]
        code = main([*asked, "--json", *options])
        out, err = capsys.readouterr()
        return code, json.loads(out) if out else None, err

    return run


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_hash_is_that_of_the_file_whatever_ends_its_lines(decide, newline):
    content = RECORD.replace("\n", newline).encode()
    _, found, _ = decide(content)
    assert found["record_sha256"] == hashlib.sha256(content).hexdigest()


def test_a_record_that_is_not_text_is_refused_with_the_byte(decide):
    code, found, complaint = decide(b"comparison: \xff")
    assert (code, found) == (2, None)
    assert "byte 13 that is not UTF-8" in complaint


@pytest.mark.parametrize("options", [[], ["--accept-claimed"]])
def test_the_exit_code_is_what_the_decision_licenses(decide, demo_store, options):
    code, found, _ = decide(RECORD.encode(), *options)
    read = review(demo_store, V3, record_text=RECORD, accept_claimed=bool(options))
    assert code == (0 if read.decision.licensed else 1)
    assert found["outcome"] == read.decision.outcome
