"""A rule that names no grading is not read on whichever comes last: that would be choosing."""

import json

import pytest

from lcexplore import ingest
from lcexplore.model import Outcome, Status
from lcexplore.report.review import review
from lcexplore.report.sentences import decision as sentences
from lcexplore.store import Store

OPEN = """\
comparison: a rule
arms: [old, new]
calibration: not_required
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= 1 pts"
"""
NAMED = OPEN.replace("decision_rule", "frozen:\n  grader: g, rubric v2\ndecision_rule")


def take(store, folder, rubrics):
    """Both arms on 100 questions; under v2 the candidate is always right, under v1 as often."""
    rows = []
    for number in range(100):
        for arm in ("old", "new"):
            good = {"v1": number % 2, "v2": 1 if arm == "new" else number % 2}
            gradings = [
                {"grader": "g", "rubric": rubric, "verdict": good[rubric], "graded_at": at}
                for rubric, at in zip(rubrics, ("2099-01-01", "2099-02-01"), strict=False)
            ]
            rows.append({"question": f"q{number:03}", "arm": arm, "gradings": gradings})
    path = folder / f"{'-'.join(rubrics)}.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    ingest.import_files(store, [path], comparison="c", baseline="old")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "store.duckdb")


def committed(shown):
    return {each.id: each for each in shown.decision.preconditions}["committed_beforehand"]


@pytest.mark.parametrize("how", ["added", "forgotten"])
def test_a_kinder_grading_that_comes_later_licenses_nothing(tmp_path, store, how):
    store.commit_record("c", OPEN)
    take(store, tmp_path, ["v1"])
    assert review(store, "c").decision.outcome is Outcome.ITERATE
    if how == "forgotten":
        store.forget(1)
    take(store, tmp_path, ["v1", "v2"] if how == "added" else ["v2"])
    shown = review(store, "c")
    assert (shown.decision.outcome, shown.decision.licensed) == (Outcome.ITERATE, False)
    assert committed(shown).status is Status.NOT_MEASURED
    assert "there are 2 that the record could mean: grader g, rubric v1; grader g, rubric v2" in (
        committed(shown).message
    )
    assert "but which grading decides was not named beforehand" in sentences.lead(shown)


@pytest.mark.parametrize(("rule", "rubrics"), [(NAMED, ["v1", "v2"]), (OPEN, ["v2"])])
def test_one_grading_that_was_named_or_is_the_only_one_may_license(tmp_path, store, rule, rubrics):
    store.commit_record("c", rule)
    take(store, tmp_path, rubrics)
    shown = review(store, "c")
    assert committed(shown).status is Status.MET
    assert (shown.decision.outcome, shown.decision.licensed) == (Outcome.SWITCH, True)
