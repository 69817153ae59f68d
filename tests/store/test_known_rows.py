"""What a second import does: nothing twice, nothing contradicted in silence, all taken back."""

import pytest

from lcexplore.errors import LogError, UsageError
from lcexplore.ingest import import_files
from lcexplore.store import Store
from tests.store.logs import adds_up, load, row, write


def grading(rubric="v1", verdict="correct", at="2026-04-20T11:00:00Z", **more):
    return {"grader": "g", "rubric": rubric, "verdict": verdict, "graded_at": at, **more}


def graded(question, *gradings, **more):
    return {"question": question, "arm": "new", "gradings": list(gradings), **more}


def fate(account):
    return account.rows_kept, account.rows_refused, account.duplicates


def test_the_same_file_again_is_a_no_op_that_says_so(tmp_path):
    store, first = load(tmp_path, [row()])
    version = store.version()
    _, again = load(tmp_path, [row()])
    assert again.already_imported
    assert fate(again) == (0, 0, 0)
    assert f"import {first.import_id}" in again.notes[0]
    assert len(store.imports()) == 1
    assert store.comparisons()[0].arms[0].n_answers == 1
    assert version


def test_the_same_file_may_serve_another_comparison_arm_or_mapping(tmp_path):
    load(tmp_path, [row()])
    assert not load(tmp_path, [row()], comparison="d")[1].already_imported
    assert not load(tmp_path, [row()], arm="third")[1].already_imported
    assert not load(tmp_path, [row()], correct=["correct"])[1].already_imported


def test_the_same_rows_in_another_file_are_duplicates(tmp_path):
    load(tmp_path, [row("a"), row("b")])
    _, account = load(tmp_path, [row("b"), row("c"), row("a")], name="more.jsonl")
    assert fate(account) == (1, 0, 2)


def test_the_same_row_twice_in_one_file_is_a_duplicate(tmp_path):
    _, account = load(tmp_path, [row("a"), row("b"), row("a"), row("a")])
    assert fate(account) == (2, 0, 2)


# Of 40 questions two filters agree on 37: neither may be taken for the verdict in silence.
def test_a_file_with_two_filters_that_differ_on_few_questions_asks_what_tells_them_apart(tmp_path):
    rows = [row(f"q{n}") for n in range(40)]
    other = [row(f"q{n}", verdict="incorrect" if n < 3 else "correct") for n in range(40)]
    with pytest.raises(LogError, match=r"contradict each other for 3 of 40.*--map grader"):
        load(tmp_path, rows + other)
    with pytest.raises(LogError, match="for 1 of 4"):
        load(tmp_path, [*rows[:4], *other[2:4]], name="few.jsonl")


def test_a_corrected_question_or_reference_is_other_content_and_replaces_the_old_one(tmp_path):
    old = [row("a", question_text="old?", reference="r"), row("b", question_text="b?")]
    new = [row("a", question_text="new?", reference="r"), row("b", question_text="b?")]
    store, _ = load(tmp_path, old)
    assert fate(load(tmp_path, new, name="new.jsonl")[1]) == (0, 1, 1)
    assert fate(load(tmp_path, new, name="new.jsonl", replace=True)[1]) == (1, 0, 1)
    assert sorted(store.table("questions")["question_text"]) == ["b?", "new?"]
    other = [row("a", question_text="new?", reference="s")]
    assert fate(load(tmp_path, other, name="s.jsonl", replace=True)[1]) == (1, 0, 0)
    assert list(store.table("questions").query("question == 'a'")["reference"]) == ["s"]
    assert fate(load(tmp_path, [row("a"), row("b")], name="bare.jsonl")[1]) == (0, 0, 2)


def test_two_rows_of_a_key_with_other_texts_contradict_each_other(tmp_path):
    rows = [row(n, **{field: text}) for n, field in (("a", "question_text"), ("b", "reference"))
            for text in ("x", "y")]  # fmt: skip
    _, account = load(tmp_path, [*rows, row("c", question_text="x"), row("c")])
    assert fate(account) == (3, 2, 1)


def test_a_contradictory_duplicate_among_single_rows_is_refused_by_row(tmp_path):
    _, account = load(tmp_path, [*(row(f"q{n}") for n in range(5)), row("q1", verdict="incorrect")])
    assert fate(account) == (5, 1, 0)


def test_other_content_under_a_known_key_is_refused_in_one_file_and_in_two(tmp_path):
    _, account = load(tmp_path, [row("a", answer="x"), row("a", answer="y")])
    assert fate(account) == (1, 1, 0)
    assert account.refusals[0].line == 2
    store, account = load(tmp_path, [row("a", answer="z")], name="more.jsonl")
    assert fate(account) == (0, 1, 0)
    assert "--replace" in account.refusals[0].reason
    assert list(store.table("texts")["answer"]) == ["x"]


def test_replace_takes_the_new_content_and_its_gradings(tmp_path):
    load(tmp_path, [row("a", answer="x"), row("b")])
    store, account = load(tmp_path, [row("a", answer="z", verdict=0)], name="m.jsonl", replace=True)
    assert fate(account) == (1, 0, 0)
    assert list(store.table("texts")["answer"]) == ["z"]
    assert sorted(store.table("gradings")["verdict"]) == ["correct", "incorrect"]


def test_what_was_refused_can_be_replaced_by_importing_the_same_file_again(tmp_path):
    load(tmp_path, [row("a", verdict=1), row("b")])
    other = [row("a", verdict=0), row("b")]
    _, refused = load(tmp_path, other, name="other.jsonl")
    assert fate(refused) == (0, 1, 1)
    store, account = load(tmp_path, other, name="other.jsonl", replace=True)
    assert fate(account) == (1, 0, 1)
    assert sorted(store.table("gradings")["verdict"]) == ["correct", "incorrect"]
    _, again = load(tmp_path, other, name="other.jsonl", replace=True)
    assert again.already_imported


def test_a_file_that_was_replaced_can_replace_what_replaced_it(tmp_path):
    load(tmp_path, [row("a", answer="x")])
    load(tmp_path, [row("a", answer="z")], name="m.jsonl", replace=True)
    store, account = load(tmp_path, [row("a", answer="x")], replace=True)
    assert fate(account) == (1, 0, 0)
    assert list(store.table("texts")["answer"]) == ["x"]


def test_a_new_grading_of_a_known_answer_is_added_and_said(tmp_path):
    load(tmp_path, [graded("a", grading())])
    later = graded("a", grading(), grading("v2", "incorrect", "2026-05-01T00:00:00Z"))
    store, account = load(tmp_path, [later], name="more.jsonl")
    assert fate(account) == (1, 0, 0)
    assert any("1 row adds a grading" in note for note in account.notes)
    assert len(store.table("answers")) == 1
    assert list(store.table("gradings")["rubric"]) == ["v1", "v2"]


def test_gradings_in_rows_of_their_own_are_gathered_on_one_answer(tmp_path):
    rows = [graded("a", grading(f"v{i}")) for i in range(4)]
    store, account = load(tmp_path, [*rows, rows[0]])
    assert fate(account) == (4, 0, 1)
    assert (len(store.table("answers")), len(store.table("gradings"))) == (1, 4)


def test_the_newest_grading_of_a_rubric_is_the_verdict_in_force(tmp_path):
    both = [grading(verdict="correct"), grading(verdict="incorrect", at="2026-05-01T00:00:00Z")]
    rows = [graded("a", *both), graded("a", *both, arm="old") | {"arm": "old"}]
    store, _ = load(tmp_path, rows, baseline="old")
    assert int(store.inputs(store.info("c")).tally.candidate.correct.sum()) == 0


# Case D8: one row per filter, whose verdicts differ.
def test_two_rows_for_each_question_stop_the_import_which_asks_what_tells_them_apart(tmp_path):
    rows = [
        {"question": f"q{n}", "arm": "a", "filter": which, "verdict": verdict}
        for n in range(5)
        for which, verdict in (("strict", 0), ("flexible", 1))
    ]
    with pytest.raises(LogError, match="--map grader=COLUMN"):
        load(tmp_path, rows)
    assert Store(tmp_path / "s.duckdb").imports() == ()
    columns = {name: name for name in ("question", "arm", "verdict")}
    store, account = load(tmp_path, rows, mapping={**columns, "grader": "filter"})
    assert fate(account) == (10, 0, 0)
    assert len(store.table("answers")) == 5
    assert sorted(set(store.table("gradings")["grader"])) == ["flexible", "strict"]


def test_two_verdicts_of_one_grading_are_refused_and_neither_is_taken(tmp_path):
    rows = [
        graded("a", grading()),
        graded("a", grading(verdict="incorrect")),
        graded("b", grading(), grading(verdict="incorrect")),
    ]
    store, account = load(tmp_path, rows)
    assert fate(account) == (1, 2, 0)
    assert list(store.table("gradings")["reason"]) == ["contradicted"]


def test_one_column_taken_for_the_question_does_not_run_for_ever(tmp_path):
    rows = [graded("same", grading(f"v{i}")) for i in range(300)]
    _, account = load(tmp_path, rows)
    assert adds_up(account)
    assert account.rows_kept == 100


def test_several_files_are_one_transaction(tmp_path):
    good, bad = write(tmp_path / "a.jsonl", [row()]), tmp_path / "b.jsonl"
    bad.write_bytes(b"\x1f\x8bbroken")
    store = Store(tmp_path / "s")
    with pytest.raises(Exception, match=r"b\.jsonl"):
        import_files(store, [good, bad], comparison="c")
    assert store.imports() == ()


def test_the_same_file_twice_in_one_call_is_imported_once(tmp_path):
    path = write(tmp_path / "a.jsonl", [row()])
    one, two = import_files(Store(tmp_path / "s"), [path, path], comparison="c")
    assert (one.already_imported, two.already_imported) == (False, True)


def test_forget_takes_everything_of_an_import_back(tmp_path):
    store, kept = load(tmp_path, [row("a", latency_s=1, question_text="t")], manifest={"x": 1})
    _, gone = load(tmp_path, [row("b", latency_s=-1, answer="t")], name="more.jsonl")
    entry = store.forget(gone.import_id)
    assert entry.file.endswith("more.jsonl")
    assert [each.import_id for each in store.imports()] == [kept.import_id]
    assert list(store.table("answers")["question"]) == ["a"]
    for name in ("texts", "rejects"):
        assert store.table(name).empty
    assert not load(tmp_path, [row("b", latency_s=-1, answer="t")], name="more.jsonl")[
        1
    ].already_imported


def test_forget_keeps_an_answer_that_another_import_graded(tmp_path):
    store, first = load(tmp_path, [graded("a", grading())])
    _, second = load(tmp_path, [graded("a", grading("v2"))], name="more.jsonl")
    store.forget(first.import_id)
    assert list(store.table("answers")["import_id"]) == [second.import_id]
    assert list(store.table("gradings")["rubric"]) == ["v2"]


def test_rows_shared_with_a_forgotten_import_can_be_imported_again(tmp_path):
    store, first = load(tmp_path, [row("a")])
    load(tmp_path, [row("a"), row("b")], name="more.jsonl")
    store.forget(first.import_id)
    _, again = load(tmp_path, [row("a"), row("b")], name="more.jsonl")
    assert fate(again) == (1, 0, 1)


def test_an_unknown_import_cannot_be_forgotten(tmp_path):
    store, _ = load(tmp_path, [row()])
    with pytest.raises(UsageError, match="99"):
        store.forget(99)


def test_what_a_forgotten_import_had_replaced_can_be_imported_again(tmp_path):
    rows = [row("a", verdict="good"), row("b", verdict="bad")]
    swapped = {"correct": ["bad"], "incorrect": ["good"]}
    store, first = load(tmp_path, rows, correct=["good"], incorrect=["bad"])
    _, second = load(tmp_path, rows, **swapped, replace=True)
    assert [each.rows_replaced for each in store.imports()] == [2, 0]
    entry = store.forget(second.import_id)
    assert "2 rows of import 1" in entry.notes[0]
    assert "log.jsonl" in entry.notes[0]
    assert store.table("gradings").empty
    assert [each.rows_replaced for each in store.imports()] == [2]
    _, again = load(tmp_path, rows, correct=["good"], incorrect=["bad"])
    assert not again.already_imported
    assert fate(again) == (2, 0, 0)
    assert sorted(store.table("gradings")["verdict"]) == ["correct", "incorrect"]
    assert load(tmp_path, rows, correct=["good"], incorrect=["bad"])[1].already_imported
    assert first.import_id == 1


def test_answers_that_a_forgotten_import_had_replaced_can_be_imported_again(tmp_path):
    load(tmp_path, [row("a", answer="x"), row("b")])
    store, second = load(tmp_path, [row("a", answer="z")], name="m.jsonl", replace=True)
    assert [each.rows_replaced for each in store.imports()] == [1, 0]
    assert "1 row of import 1" in store.forget(second.import_id).notes[0]
    _, again = load(tmp_path, [row("a", answer="x"), row("b")])
    assert fate(again) == (1, 0, 1)
    assert list(store.table("texts")["answer"]) == ["x"]
    assert store.forget(again.import_id).notes == ()


def test_rows_refused_because_of_a_forgotten_import_can_be_imported_again(tmp_path):
    store, first = load(tmp_path, [row("a", answer="x")])
    assert fate(load(tmp_path, [row("a", answer="z")], name="m.jsonl")[1]) == (0, 1, 0)
    store.forget(first.import_id)
    assert fate(load(tmp_path, [row("a", answer="z")], name="m.jsonl")[1]) == (1, 0, 0)


def test_two_files_for_one_arm_that_contradict_each_other_are_asked_whether_they_are_two(tmp_path):
    store = Store(tmp_path / "s")
    for name, n, asked in (("a", 4, False), ("b", 4, True), ("c", 1, False)):
        rows = [{"question": f"q{i}", "verdict": 1, "answer": name if i < n else "a"}
                for i in range(4)]  # fmt: skip
        path = write(tmp_path / f"{name}.jsonl", rows)
        (account,) = import_files(store, [path], comparison="c", arm="rag")
        found = [note for note in account.notes if "two arms?" in note]
        assert bool(found) == asked
    _, account = load(tmp_path, [row("q1", arm="rag", answer="z")], name="own.jsonl")
    assert not any("two arms?" in note for note in account.notes)
