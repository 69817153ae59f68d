"""Arms that name different documents, or kinds, for one question: nobody knows which is right."""

import pytest

from lcexplore.decision.steps import next_steps
from lcexplore.ingest import commit_record
from lcexplore.model import Outcome, Severity, Status
from lcexplore.report.review import review
from lcexplore.report.sentences import validity
from lcexplore.report.sentences.common import banners
from tests.store.logs import load

N, DOCUMENTS = 100, 20
RECORD = """\
comparison: c
arms: {baseline: old, candidate: new}
committed_at: 2020-01-01
calibration: not_required
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= 1 pts"
"""


def rows(*, old=None, new=None, **extra):
    """Of 100 questions from 20 documents, the candidate alone is right on those of 8 documents."""
    found = []
    for n in range(N):
        for arm, cluster in (("old", old), ("new", new)):
            name = cluster(n) if cluster else None
            verdict = int(arm == "new" and n % DOCUMENTS < 8)
            graded = {"grader": "exact", "rubric": "v1", "graded_at": "2026-03-01T00:00:00Z"}
            each = {
                "question": f"q{n:03}",
                "arm": arm,
                "gradings": [{**graded, "verdict": verdict}],
            }
            found.append(each | ({"cluster": name} if name else {}))
            found[-1] |= {key: value(n, arm) for key, value in extra.items()}
    return found


def document(n):
    return f"doc-{n % DOCUMENTS:02}"


def reviewed(folder, log, **how):
    manifest = {"eval_set_size": N}
    store, _ = load(folder, log, baseline="old", manifest=manifest, **how)
    (folder / "r.yaml").write_text(RECORD)
    commit_record(store, folder / "r.yaml", comparison="c")
    return review(store, "c", accept_claimed=True)


def found_of(shown):
    return {each.id: each for each in shown.evidence.validity.findings}


def test_documents_on_which_the_arms_contradict_one_another_buy_no_switch(tmp_path):
    shown = reviewed(tmp_path, rows(old=lambda n: f"chunk-{n}", new=document))
    found = found_of(shown)["documents_differ"]
    assert (found.severity, found.touches) == (Severity.CONFOUND, ("correctness",))
    assert "100 of 100 questions" in found.message
    assert "q000: chunk-0 in old and doc-00 in new" in found.message
    assert shown.decision.outcome is Outcome.ITERATE
    (reading,) = shown.decision.readings
    assert reading.status is Status.NOT_MEASURED
    assert "different documents" in reading.reason


def test_documents_are_named_again_rather_than_both_arms_run_again(tmp_path):
    shown = reviewed(tmp_path, rows(old=lambda n: f"chunk-{n}", new=document))
    steps = {each.id for each in next_steps(shown.decision, shown.evidence)}
    assert "name_documents" in steps
    assert "run_again" not in steps
    assert [each.remedy for each in banners(shown) if each.word == "Confounded"] == [""]


def test_validity_says_in_its_lead_that_the_documents_contradict_one_another(tmp_path):
    shown = reviewed(tmp_path, rows(old=lambda n: f"chunk-{n}", new=document))
    assert validity.lead(shown).startswith(
        "Confounded: the logs name different documents for one question, so the quality difference"
    )


# A single row: neither its failing nor the order of the two names may make it count for nothing.
@pytest.mark.parametrize("name", ["aaa", "zzz"])
@pytest.mark.parametrize("error", [None, "timeout"])
def test_one_answer_of_another_document_buys_no_switch_even_where_it_failed(tmp_path, name, error):
    log = rows(old=document, new=lambda n: name if n == 7 else document(n))
    if error:
        log[15] |= {"error": {"kind": error}}
    assert log[15]["cluster"] == name
    shown = reviewed(tmp_path, log)
    assert "1 of 100 questions" in found_of(shown)["documents_differ"].message
    assert shown.decision.readings[0].status is Status.NOT_MEASURED


def test_two_epochs_of_one_arm_contradict_one_another_as_two_arms_do(tmp_path):
    log = rows(new=document)
    log += [{**each, "epoch": 2, "cluster": "another"} for each in log if each["arm"] == "new"]
    message = found_of(reviewed(tmp_path, log))["documents_differ"].message
    assert "q000: another in new and doc-00 in new" in message


@pytest.mark.parametrize("old", [document, None])
def test_documents_that_both_arms_or_one_of_them_names_are_taken_as_they_are(tmp_path, old):
    shown = reviewed(tmp_path, rows(old=old, new=document))
    assert "documents_differ" not in found_of(shown)
    assert shown.evidence.correctness.n_clusters == DOCUMENTS
    assert shown.decision.readings[0].status is not Status.NOT_MEASURED


def test_logs_imported_again_with_one_name_contradict_nothing_any_more(tmp_path):
    reviewed(tmp_path, rows(old=lambda n: f"chunk-{n}", new=document))
    again = rows(old=document, new=document)
    shown = reviewed(tmp_path, again, name="again.jsonl", replace=True)
    assert "documents_differ" not in found_of(shown)
    assert shown.evidence.correctness.n_clusters == DOCUMENTS


def test_a_question_of_two_kinds_counts_under_neither(tmp_path):
    def kind(n, arm):
        return "hard" if n < 10 and arm == "new" else "easy"

    shown = reviewed(tmp_path, rows(stratum=kind))
    found = found_of(shown)["strata_differ"]
    assert (found.severity, found.touches) == (Severity.NOTE, ())
    assert "10 of 100 questions name different kinds" in found.message
    assert "q000: easy in old and hard in new" in found.message
    strata = shown.evidence.correctness.strata
    assert [(each.name, each.n_questions) for each in strata] == [("easy", 90)]
