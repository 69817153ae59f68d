"""Two rows of one answer in one file: neither counts, but a failed attempt is no second answer."""

import pytest

from lcexplore.cli import main
from tests.store.logs import adds_up, load, row

FAILED = {"verdict": None, "error": {"kind": "timeout", "message": "gave up"}}


def others(arm="new"):
    return [row(f"q{n}", arm=arm) for n in range(9)]


def test_rows_that_contradict_each_other_leave_the_answer_not_measured(tmp_path):
    twice = [row("a", answer="try 2"), row("a", answer="try 1", verdict="incorrect")]
    for place, rows in enumerate((twice, twice[::-1])):
        store, account = load(tmp_path, [*others(), *rows], comparison=f"c{place}")
        assert adds_up(account)
        assert (account.rows_kept, account.rows_refused) == (10, 1)
        assert account.not_measured == {"contradicted": 1}
        assert "1 answer has rows in this file that contradict each other" in account.notes[0]
        assert "reason contradicted" in account.refusals[0].reason
    answers = store.table("answers").query("question == 'a'")
    assert list(answers["error_kind"]) == ["contradicted"] * 2


@pytest.mark.parametrize("replace", [False, True])
def test_two_verdicts_of_the_same_answer_leave_it_not_measured_under_that_grader(tmp_path, replace):
    def judged(verdict, **more):
        gradings = [{"grader": "g", "verdict": verdict}, {"grader": "h", "verdict": "correct"}]
        return row("a", verdict=None, gradings=gradings, **more)

    rows = [*others(), judged("correct"), judged("incorrect")]
    store, account = load(tmp_path, rows, replace=replace)
    assert (account.rows_kept, account.rows_refused) == (10, 1)
    gradings = store.table("gradings").set_index("grader")
    assert list(gradings.loc[["g"], "reason"]) == ["contradicted"]
    assert gradings.loc["h", "verdict"] == "correct"


def test_a_contradicted_answer_replaces_a_stored_one_as_not_measured(tmp_path):
    load(tmp_path, [*others(), row("a")])
    rows = [row("a", answer="x"), row("a", answer="y", verdict="incorrect")]
    store, _ = load(tmp_path, [*others(), *rows], name="again.jsonl", replace=True)
    assert list(store.table("answers").query("question == 'a'")["error_kind"]) == ["contradicted"]


def test_a_failed_attempt_beside_its_answer_is_a_retry_in_either_order(tmp_path):
    attempts = [row("a", **FAILED), row("a", answer="x", verdict="incorrect", latency_s=2)]
    for place, rows in enumerate((attempts, attempts[::-1])):
        store, account = load(tmp_path, [*others(), *rows], comparison=f"c{place}")
        assert (account.rows_kept, account.rows_refused, account.not_measured) == (10, 1, {})
        assert "a failed attempt" in account.refusals[0].reason
        assert account.notes[0].startswith("1 failed attempt at 1 answer")
    kept = store.table("answers").query("question == 'a'")
    assert kept["error_kind"].isna().all()
    assert list(kept["latency_s"]) == [2, 2]


def test_a_failure_that_was_graded_is_no_attempt(tmp_path):
    rows = [row("a"), row("a", **FAILED | {"verdict": "incorrect"})]
    _, account = load(tmp_path, [*others(), *rows])
    assert account.not_measured == {"contradicted": 1}


def test_retries_of_most_questions_do_not_stop_the_import(tmp_path):
    rows = [each for n in range(8) for each in (row(f"q{n}", **FAILED), row(f"q{n}", answer="x"))]
    _, account = load(tmp_path, rows)
    assert (account.rows_kept, account.rows_refused) == (8, 8)


def test_a_summary_says_that_an_answer_is_contradicted(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LCEXPLORE_STORE", str(tmp_path / "s.duckdb"))
    load(tmp_path, others("old"), baseline="old")
    twice = [row("q8", answer="try 2"), row("q8", answer="try 1", verdict="incorrect")]
    load(tmp_path, [*others()[:8], *twice], name="new.jsonl")
    main(["summary", "--comparison", "c"])
    assert "(contradicted 1)" in capsys.readouterr().out
