"""Establishes that samples of the evaluation harness give one answer a question, by one filter."""

from collections import Counter

import pytest

from lcexplore.errors import ChoiceNeeded, LogError, UsageError
from lcexplore.importers import companions, identify, lm_eval, read_log
from lcexplore.log import ReadOptions
from tests.importers.reading import DATA, records, rows, verdicts, write_lines

FOLDER = DATA / "lm_eval" / "gpt-4o"
REPEATED = FOLDER / "samples_harbour_rep_2026-11-29T17-49-57.056141.jsonl"
CHOICE = DATA / "lm_eval" / "samples_harbour_mc_2026-11-29T17-50-17.679430.jsonl"


def sample(**changes):
    return {
        "doc_id": 7, "doc": {"question": "Which pier?", "id": "d1", "stratum": "lookup"},
        "target": "nine", "arguments": {}, "resps": [["pier nine", "pier ten"]],
        "filtered_resps": ["nine"], "filter": "strict", "metrics": ["exact_match"],
        "doc_hash": "h1", "prompt_hash": "h2", "target_hash": "h3", "exact_match": 1.0,
        **changes,
    }  # fmt: skip


def test_every_field_comes_from_its_own_place(tmp_path):
    (record,) = records(lm_eval, write_lines(tmp_path, sample()))
    assert record == {
        "question": "h1",
        "question_text": "Which pier?",
        "reference": "nine",
        "answer": "pier nine",
        "gradings": [{"grader": "exact_match,strict", "verdict": 1.0}],
        "stratum": "lookup",
        "epoch": 1,
    }


def test_two_filters_stop_the_import_which_asks_for_one():
    with pytest.raises(ChoiceNeeded) as refusal:
        rows(lm_eval, REPEATED)
    assert refusal.value.field == "verdict"
    assert refusal.value.choices == {"strict.exact_match": "1.0", "raw.exact_match": "0.0"}


def test_one_row_for_each_filter_never_counts_a_question_twice(tmp_path):
    # Five questions twice, the filters disagreeing on some of them.
    lines = [
        sample(doc_hash=f"q{n}", filter=name, exact_match=float(name == "strict" or n < 3))
        for name in ("strict", "flexible")
        for n in range(1, 6)
    ]
    path = write_lines(tmp_path, *lines)
    with pytest.raises(ChoiceNeeded, match=r"flexible\.exact_match"):
        rows(lm_eval, path)
    for name, correct in (("strict", 5), ("flexible", 2)):
        found = records(lm_eval, path, mapping={"verdict": f"{name}.exact_match"})
        assert [each["question"] for each in found] == ["q1", "q2", "q3", "q4", "q5"]
        assert verdicts(found, f"exact_match,{name}")[1.0] == correct


def test_a_chosen_filter_keeps_each_question_once_and_says_what_it_left_out():
    # 24 documents; 0.791667 of them correct under the strict filter, none under the raw one.
    log = lm_eval.read(REPEATED, ReadOptions(arm="a", mapping={"verdict": "strict"}))
    found = [row.record for row in log.records]
    assert (len(found), len({each["question"] for each in found})) == (24, 24)
    assert verdicts(found, "exact_match,strict") == {1.0: 19, 0.0: 5}
    assert any("24 rows of the filter raw" in note for note in log.notes)
    assert any("up to 3 responses" in note for note in log.notes)
    raw = records(lm_eval, REPEATED, mapping={"verdict": "raw.exact_match"})
    assert verdicts(raw, "exact_match,raw") == {0.0: 24}


def test_the_arm_is_asked_for_where_it_may_be_the_task_or_the_model():
    with pytest.raises(ChoiceNeeded) as refusal:
        rows(lm_eval, REPEATED, arm=None, mapping={"verdict": "strict"})
    assert refusal.value.choices == {"task": "harbour_rep", "model": "gpt-4o-2024-08-06"}
    log = read_log(REPEATED, ReadOptions(mapping={"verdict": "strict", "arm": "model"}))
    assert log.manifest["arm"] == "gpt-4o-2024-08-06"
    assert (log.manifest["model"], log.manifest["eval_set_size"]) == ("gpt-4o-2024-08-06", 24)
    assert log.manifest["max_tokens"] == 300


def test_arguments_of_the_model_do_not_leave_the_results_file():
    log = read_log(REPEATED, ReadOptions(arm="a", mapping={"verdict": "strict"}))
    assert "127.0.0.1" not in str(log.manifest)


def test_two_metrics_of_one_filter_are_a_choice_as_well():
    with pytest.raises(ChoiceNeeded, match=r"none\.acc_norm"):
        rows(lm_eval, CHOICE)
    with pytest.raises(UsageError, match=r"none\.acc, none\.acc_norm"):
        rows(lm_eval, CHOICE, mapping={"verdict": "f1"})


def test_log_likelihoods_give_the_likeliest_option_as_the_answer():
    found = records(lm_eval, CHOICE, mapping={"verdict": "acc"})
    assert verdicts(found, "acc,none") == {1.0: 7, 0.0: 17}  # 0.291667 of 24
    assert found[0]["answer"] == "yes"  # -0.2188 against -0.4596 and -0.2898
    assert found[0]["reference"] == "no"  # target 1 is the second of three options
    agree = [each["answer"] == each["reference"] for each in found]
    assert agree == [each["gradings"][0]["verdict"] == 1.0 for each in found]
    assert "answer" not in records(lm_eval, CHOICE, mapping={"verdict": "acc_norm"})[0]


def test_the_key_is_the_content_and_not_the_position(tmp_path):
    path = write_lines(tmp_path, sample(doc_hash=None), sample(doc_id=8, doc_hash=None))
    first, second = records(lm_eval, path)
    assert first["question"].startswith("sha256:")
    assert first["question"] == second["question"]
    assert (first["epoch"], second["epoch"]) == (1, 2)
    (named,) = records(lm_eval, write_lines(tmp_path, sample()), mapping={"question": "doc.id"})
    assert named["question"] == "d1"


def test_older_files_without_a_list_of_metrics_are_read(tmp_path):
    old = sample()
    del old["metrics"], old["filter"]
    (record,) = records(lm_eval, write_lines(tmp_path, old))
    assert record["gradings"] == [{"grader": "exact_match,none", "verdict": 1.0}]


def test_a_score_that_is_no_number_is_passed_on_as_it_is(tmp_path):
    (record,) = records(lm_eval, write_lines(tmp_path, sample(exact_match=[0.5, 2])))
    assert record["gradings"][0]["verdict"] == "[0.5, 2]"
    (record,) = records(lm_eval, write_lines(tmp_path, sample(exact_match=None)))
    assert record["gradings"][0]["reason"] == "ungraded"


def test_the_results_file_says_which_file_is_wanted():
    path = FOLDER / "results_2026-11-29T17-49-57.056141.json"
    assert identify(path) is lm_eval
    with pytest.raises(LogError, match=r"import the samples_\*\.jsonl beside it"):
        lm_eval.read(path, ReadOptions())


def test_counts_of_all_files_are_right(shared_cases):
    import json

    folder = shared_cases / "logs"
    expected = json.loads((folder / "expected.json").read_text())
    names = [name for name in expected if "/lm_eval/" in name]
    assert len(names) == 4
    for name in names:
        for filter_, share in expected[name]["by_filter"].items():
            metric = expected[name]["metric"]
            found = records(lm_eval, folder / name, mapping={"verdict": f"{filter_}.{metric}"})
            counts = verdicts(found, f"{metric},{filter_}")
            assert Counter(counts).total() == expected[name]["docs"]
            assert counts[1.0] == round(share * expected[name]["docs"])


def test_the_results_beside_the_samples_are_part_of_what_is_imported(tmp_path):
    path = write_lines(tmp_path, sample(), name="samples_t_2026-04-20T09-00-00.1.jsonl")
    assert companions(path) == ()
    results = tmp_path / "results_2026-04-20T09-00-00.1.json"
    results.write_text("{}", encoding="utf-8")
    assert companions(path) == (results,)
    assert companions(path, format="native") == ()


def test_only_a_fingerprint_that_is_there_is_said_to_be_the_key(tmp_path):
    def said(*samples):
        log = lm_eval.read(write_lines(tmp_path, *samples), ReadOptions(arm="a"))
        return [note for note in log.notes if note.startswith("question key")]

    hashed, itself = "the fingerprint of the document", "where the row has no doc_hash"
    assert [note.endswith(hashed) for note in said(sample())] == [True]
    assert [note.endswith(itself) for note in said(sample(doc_hash=None))] == [True]
    assert len(said(sample(), sample(doc_id=8, doc_hash=None))) == 2
