"""Who judges or runs again what one arm got wrong is not licensed to switch."""

import json

import pytest

from lcexplore import ingest
from lcexplore.evidence.regraded import Regraded, Replaced, findings, run_again_in_part
from lcexplore.model import Outcome, Role, Severity, Status
from lcexplore.report.review import review
from lcexplore.report.sentences import common, validity
from lcexplore.store import Store
from tests.decision.cases import INFO

ARMS = ("retrieval", "long-context")
RECORD = """\
comparison: test
arms: [retrieval, long-context]
calibration: not_required
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= +1 pts"
"""
N, DAYS = 200, ("2099-04-20T11:00:00Z", "2099-04-21T11:00:00Z")


def row(arm, question, *, right, day=0, text="first"):
    graded = {"grader": "judge", "rubric": "v1", "verdict": right, "graded_at": DAYS[day]}
    return {"question": f"q{question:03}", "arm": arm, "answer": text, "gradings": [graded]}


def right(arm, question):
    return question % 2 == ARMS.index(arm)  # each arm right on half of them


def run(folder, *later, replace=False):
    """The first log, then others; what is decided on all."""
    store = Store(folder / "store.duckdb")
    store.commit_record("test", RECORD)
    first = [row(arm, each, right=right(arm, each)) for arm in ARMS for each in range(N)]
    for number, rows in enumerate((first, *later)):
        path = folder / f"{number}.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        how = {"replace": replace} if number else {"baseline": ARMS[0]}
        ingest.import_files(store, [path], comparison="test", **how)
    return review(store, "test")


def again(arm, **how):
    """Every answer of an arm that was wrong, now right."""
    wrong = [each for each in range(N) if not right(arm, each)]
    return [row(arm, each, right=True, day=1, **how) for each in wrong]


def comparable(found):
    return next(each for each in found.decision.preconditions if each.id == "comparable")


def test_judging_the_failures_of_one_arm_again_is_a_confound(tmp_path):
    found = run(tmp_path, again("long-context"))
    assert found.evidence.inputs.regraded == {
        Role.CANDIDATE: Regraded(n=100, to_correct=100, to_incorrect=0)
    }
    assert (comparable(found).status, found.decision.outcome) == (Status.FAILED, Outcome.ITERATE)
    assert (
        "100 of 200 answers of long-context, 100 to correct and 0 to incorrect; "
        "0 of 200 answers of retrieval." in comparable(found).message
    )
    assert found.decision.readings[0].status is Status.NOT_MEASURED
    assert common.confounded_by(found) == "the verdicts that were given again"
    assert "verdicts were given again in one arm more than" in validity.lead(found)


def test_judging_all_answers_of_both_arms_again_is_told_and_licensed(tmp_path):
    later = [row(arm, each, right=each % 5 > 0, day=1) for arm in ARMS for each in range(N)]
    found = run(tmp_path, later)
    (told,) = (each for each in found.evidence.validity.findings if each.id == "regraded")
    assert (told.severity, told.touches) == (Severity.NOTE, ())
    assert comparable(found).status is Status.MET


def test_a_verdict_where_the_grader_had_failed_is_no_second_one(tmp_path):
    folder = tmp_path / "first"
    folder.mkdir()
    store, path = Store(folder / "store.duckdb"), folder / "log.jsonl"
    rows = [row(arm, each, right="??") for arm in ARMS for each in range(9)]
    rows += [row(arm, each, right=True, day=1) for arm in ARMS for each in range(9)]
    merged = [
        {**one, "gradings": one["gradings"] + two["gradings"]}
        for one, two in zip(rows[:18], rows[18:], strict=True)
    ]
    path.write_text("\n".join(map(json.dumps, merged)))
    ingest.import_files(store, [path], comparison="test", baseline=ARMS[0])
    assert review(store, "test").evidence.inputs.regraded == {}


def test_running_the_failures_of_one_arm_again_leaves_open_whether_all_else_was_the_same(tmp_path):
    found = run(tmp_path, again("long-context", text="second"), replace=True)
    assert found.evidence.inputs.replaced == (
        Replaced(file="1.jsonl", n=100, arms=("long-context",)),
    )
    assert comparable(found).status is Status.NOT_MEASURED
    assert comparable(found).message.startswith(
        "100 of 200 answers of long-context took the place of stored ones, and 0 of retrieval"
    )
    assert found.decision.outcome is Outcome.ITERATE


def test_running_one_arm_again_as_a_whole_is_a_new_run(tmp_path):
    whole = [row("long-context", each, right=True, day=1, text="second") for each in range(N)]
    found = run(tmp_path, whole, replace=True)
    assert comparable(found).status is Status.MET
    (told,) = (each for each in found.evidence.validity.findings if each.id == "replaced")
    assert told.message.startswith("200 stored rows are replaced by 1.jsonl, all of long-context")


@pytest.mark.parametrize(
    ("candidate", "baseline", "lost", "grave"),
    [
        (4, 0, 0, False),
        (5, 0, 0, True),
        (0, 5, 0, True),
        (60, 56, 0, False),
        # Failures may hide answers that were judged again: they never make the arms alike.
        (4, 0, 1, True),
        (3, 0, 2, True),
    ],
)
def test_arms_are_judged_again_alike_to_two_answers_in_a_hundred(candidate, baseline, lost, grave):
    counts = {Role.CANDIDATE: candidate, Role.BASELINE: baseline}
    found = {r: Regraded(n=n, to_correct=n, to_incorrect=0) for r, n in counts.items()}
    (told,) = findings(found, {Role.CANDIDATE: lost}, INFO, planned=N)
    assert (told.severity is Severity.CONFOUND) == grave
    assert bool(told.touches) == grave


def test_nothing_is_said_where_nothing_was_judged_or_run_again():
    assert list(findings({}, {Role.CANDIDATE: 100}, INFO, planned=N)) == []
    assert run_again_in_part((), INFO, answers=N) is None
