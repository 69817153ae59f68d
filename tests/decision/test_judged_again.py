"""Who judges or runs again what one arm got wrong is not licensed to switch."""

import json

import duckdb
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
    assert "verdicts were given again in part" in validity.lead(found)


def test_judging_as_many_of_each_arm_again_is_a_confound_where_they_were_chosen(tmp_path):
    # What one arm got wrong and the other got right: as many of each, and 34 points for nothing.
    wrong = again("long-context")[:34]
    good = [each for each in range(N) if right("retrieval", each)][:34]
    found = run(tmp_path, [*wrong, *(row("retrieval", e, right=False, day=1) for e in good)])
    assert {n.n for n in found.evidence.inputs.regraded.values()} == {34}
    assert found.evidence.correctness.difference == pytest.approx(0.34)
    assert (comparable(found).status, found.decision.outcome) == (Status.FAILED, Outcome.ITERATE)


def test_verdicts_that_were_given_again_and_stayed_are_told_and_license_what_they_did(tmp_path):
    same = [row("long-context", e, right=right("long-context", e), day=1) for e in range(60)]
    found = run(tmp_path, same)
    (told,) = (each for each in found.evidence.validity.findings if each.id == "regraded")
    assert told.severity is Severity.NOTE
    assert "60 of 200 answers of long-context, 0 to correct and 0 to incorrect" in told.message


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
        Replaced("1.jsonl", Role.CANDIDATE, n=100, changed=100, held=100),
    )
    assert comparable(found).status is Status.NOT_MEASURED
    assert "(100 of long-context, 0 of retrieval)" in comparable(found).message
    assert found.decision.outcome is Outcome.ITERATE


def test_running_one_arm_again_as_a_whole_is_a_new_run(tmp_path):
    whole = [row("long-context", each, right=True, day=1, text="second") for each in range(N)]
    found = run(tmp_path, whole, replace=True)
    assert comparable(found).status is Status.MET
    (told,) = (each for each in found.evidence.validity.findings if each.id == "replaced")
    assert told.message == (
        "200 stored rows of long-context are replaced by 1.jsonl: 200 had a verdict, and have "
        "another one or another text now."
    )


def test_running_again_what_had_failed_is_no_choice_by_verdict(tmp_path):
    answers = [row("long-context", each, right=right("long-context", each)) for each in range(N)]
    failed = [{"question": e["question"], "arm": e["arm"], "error": "timeout"} for e in answers]
    whole = [*failed[:30], *answers[30:]]
    later = [row("long-context", each, right=True, day=1, text="second") for each in range(30)]
    store = Store(tmp_path / "store.duckdb")
    store.commit_record("test", RECORD)
    baseline = [row("retrieval", each, right=right("retrieval", each)) for each in range(N)]
    for number, rows in enumerate(([*whole, *baseline], later)):
        path = tmp_path / f"{number}.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        ingest.import_files(store, [path], comparison="test", baseline=ARMS[0], replace=number > 0)
    found = review(store, "test")
    assert found.evidence.inputs.replaced == (
        Replaced("1.jsonl", Role.CANDIDATE, n=30, changed=0, held=30),
    )
    assert comparable(found).status is Status.MET


def test_a_whole_run_of_which_a_part_is_run_again_is_no_whole_any_more(tmp_path):
    whole = [row("long-context", each, right=each % 3 > 0, day=1, text="2nd") for each in range(N)]
    part = [row("long-context", e, right=True, day=1, text="3rd") for e in range(0, N, 3)]
    (tmp_path / "whole").mkdir()
    assert comparable(run(tmp_path / "whole", whole, replace=True)).status is Status.MET
    found = run(tmp_path, whole, part, replace=True)
    assert comparable(found).status is Status.NOT_MEASURED


def test_verdicts_that_replace_those_of_the_same_time_may_have_been_chosen(
    tmp_path,
):
    later = [row(arm, each, right=each % 5 > 0) for arm in ARMS for each in range(N)]
    found = run(tmp_path, later, replace=True)
    # What says the same again is a duplicate: its verdict stays the first import's.
    held = {each.role: each.held for each in found.evidence.inputs.replaced}
    assert (held[Role.CANDIDATE], held[Role.BASELINE]) == (100, 100)
    assert comparable(found).status is Status.NOT_MEASURED


def test_a_field_mended_with_replace_changes_no_verdict(tmp_path):
    mended = [
        row("long-context", each, right=right("long-context", each)) | {"cluster": f"d{each % 20}"}
        for each in range(60)
    ]
    found = run(tmp_path, mended, replace=True)
    assert found.evidence.inputs.replaced == (
        Replaced("1.jsonl", Role.CANDIDATE, n=60, changed=0, held=60),
    )
    assert comparable(found).status is Status.MET
    (told,) = (each for each in found.evidence.validity.findings if each.id == "replaced")
    assert told.severity is Severity.NOTE
    assert told.message.endswith("their verdicts, where they had any, stand as they were.")


@pytest.mark.parametrize("text", ["first", "second"])
def test_another_verdict_under_the_same_time_is_a_change_whatever_the_text(tmp_path, text):
    other = [row("long-context", each, right=True, text=text) for each in range(0, 60)]
    found = run(tmp_path, other, replace=True)
    (replaced,) = found.evidence.inputs.replaced
    assert replaced.changed == (30 if text == "first" else 60)
    assert comparable(found).status is Status.NOT_MEASURED


def test_a_store_of_an_earlier_version_counts_every_replaced_row_as_changed(tmp_path):
    mended = [
        row("long-context", each, right=right("long-context", each)) | {"cluster": f"d{each % 20}"}
        for each in range(60)
    ]
    run(tmp_path, mended, replace=True)
    store = Store(tmp_path / "store.duckdb")
    with duckdb.connect(str(store.path)) as connection:
        for column in ("arm", "n_changed"):
            connection.execute(f"ALTER TABLE replaced DROP COLUMN {column}")
    assert review(store, "test").evidence.inputs.replaced == (
        Replaced("1.jsonl", Role.CANDIDATE, n=60, changed=60, held=60),
    )


@pytest.mark.parametrize(
    ("candidate", "baseline", "lost", "grave"),
    [
        (4, 0, 0, False),
        (5, 0, 0, True),
        (0, 5, 0, True),
        (60, 56, 0, True),
        (200, 197, 0, False),
        (200, 190, 0, True),
        (200, 0, 0, True),
        # Failures may hide answers that were judged again: they never make the arms alike.
        (4, 0, 1, True),
        (3, 0, 2, True),
    ],
)
def test_all_or_hardly_any_answers_are_judged_again_or_it_is_a_confound(
    candidate, baseline, lost, grave
):
    counts = {Role.CANDIDATE: candidate, Role.BASELINE: baseline}
    found = {r: Regraded(n=n, to_correct=n, to_incorrect=0) for r, n in counts.items()}
    (told,) = findings(found, {Role.CANDIDATE: lost}, INFO, planned=N)
    assert (told.severity is Severity.CONFOUND) == grave
    assert bool(told.touches) == grave


def test_nothing_is_said_where_nothing_was_judged_or_run_again():
    assert list(findings({}, {Role.CANDIDATE: 100}, INFO, planned=N)) == []
    assert run_again_in_part((), INFO, answers=N) is None
