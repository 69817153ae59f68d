"""What was seen before a record stays seen: by failures in its place, or under another name."""

import json

import pytest

from lcexplore import ingest
from lcexplore.decision.preconditions import is_post_hoc
from lcexplore.decision.record import parse
from lcexplore.report.review import review
from lcexplore.store import Store

RECORD = """\
comparison: a rule
arms: [old, new]
calibration: not_required
frozen:
  grader: g, rubric v4
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -90 pts"
"""
EARLY, LATE = "2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"


def log(path, *, graded_at=LATE, rubric="v4", arms=("old", "new"), first=None):
    """Both arms on 100 questions; the candidate's first answer is dated or failed by itself."""
    rows = []
    for arm in arms:
        for number in range(100):
            graded = {"grader": "g", "rubric": rubric, "verdict": 1, "graded_at": graded_at}
            row = {"question": f"q{number:03}", "arm": arm, "gradings": [graded]}
            if number == 0 and arm == "new" and first == "early":
                graded["graded_at"] = EARLY
            if number == 0 and arm == "new" and first == "failed":
                row = {"question": "q000", "arm": arm, "error": "timeout"}
            rows.append(row)
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "store.duckdb")


def post_hoc(store):
    return is_post_hoc(store.record_times(store.info("c"), parse(RECORD)))


def take(store, path, comparison="c", **how):
    return ingest.import_files(store, [path], comparison=comparison, baseline="old", **how)


@pytest.mark.parametrize("how", ["replaced", "forgotten"])
def test_an_early_grading_that_becomes_a_failure_was_made_early_all_the_same(tmp_path, store, how):
    store.commit_record("c", RECORD)
    take(store, log(tmp_path / "one.jsonl", first="early"))
    assert post_hoc(store) is True
    if how == "forgotten":
        store.forget(1)
    take(store, log(tmp_path / "two.jsonl", first="failed"), replace=how == "replaced")
    assert post_hoc(store) is True
    assert review(store, "c").decision.licensed is False


def test_a_later_import_with_earlier_gradings_is_remembered_as_well(tmp_path, store):
    store.commit_record("c", RECORD)
    take(store, log(tmp_path / "one.jsonl"))
    assert post_hoc(store) is False
    take(store, log(tmp_path / "two.jsonl", graded_at=EARLY))
    store.forget(2)
    assert post_hoc(store) is True


@pytest.mark.parametrize("graded_at", [LATE, ""])
def test_both_arms_files_explored_under_another_name_were_seen(tmp_path, store, graded_at):
    path = log(tmp_path / "both.jsonl", graded_at=graded_at)
    take(store, path, comparison="scratch")
    store.commit_record("c", RECORD)
    take(store, path)
    assert post_hoc(store) is True


def test_one_arms_file_that_serves_two_comparisons_shows_no_result(tmp_path, store):
    baseline = log(tmp_path / "baseline.jsonl", arms=("old",))
    take(store, baseline, comparison="another")
    take(store, log(tmp_path / "other.jsonl", arms=("new",), first="failed"), comparison="another")
    store.commit_record("c", RECORD)
    take(store, baseline)
    take(store, log(tmp_path / "new.jsonl", arms=("new",)))
    assert post_hoc(store) is False


@pytest.mark.parametrize("graded_at", [LATE, ""])
def test_another_rubrics_results_are_a_finding_though_their_dates_hide_it(
    tmp_path, store, graded_at
):
    take(store, log(tmp_path / "v3.jsonl", graded_at=graded_at, rubric="v3"))
    store.commit_record("c", RECORD)
    take(store, log(tmp_path / "v4.jsonl"))
    found = [each.message for each in review(store, "c").findings]
    assert "Results under rubric v3 existed before the record named rubric v4." in found


@pytest.mark.parametrize("planned", [None, 100, 103])
def test_questions_missing_in_both_arms_are_counted_or_said_to_be_unknown(tmp_path, store, planned):
    store.commit_record("c", RECORD)
    path = log(tmp_path / "one.jsonl")
    if planned:
        manifest = {"lcexplore": 1, "manifest": {"eval_set_size": planned}}
        path.write_text(f"{json.dumps(manifest)}\n{path.read_text()}")
    take(store, path)
    [found] = [each for each in review(store, "c").decision.preconditions if each.id == "measured"]
    said = {
        None: "Every stored answer has a verdict in both arms. Neither a manifest nor the record "
        "says how many questions were planned, so nobody would notice one that is missing in both "
        "arms.",
        100: "Every answer has a verdict in both arms.",
        103: "Without a verdict: 3 of 103 answers of old (missing 3); 3 of 103 answers of new "
        "(missing 3); over the 2.0\u00a0% tolerated.",
    }
    assert found.message == said[planned]
