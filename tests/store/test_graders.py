"""What the store counts of the graders: quoted spans, and one grader set against the next."""

import pytest

from lcexplore.evidence.bundle import gather
from lcexplore.evidence.judged import QuoteCount
from lcexplore.model import Role, Status
from lcexplore.report.review import review
from tests.store.logs import load, row

BASE, CAND = Role.BASELINE, Role.CANDIDATE

ANSWER = "Staff  must file a claim\nwithin 10 days, unless the lead says “no”."


def quoted(tmp_path, *quotes, answer=ANSWER):
    rows = [
        row(question=f"q{place}", arm=arm, answer=answer, verdict=None) | {"gradings": [
            {"grader": "g", "rubric": "r", "verdict": "correct", "quote": quote}
        ]}
        for place, quote in enumerate(quotes)
        for arm in ("old", "new")
    ]  # fmt: skip
    store, _ = load(tmp_path, rows, baseline="old")
    return store.quotes(store.info("c"))


@pytest.mark.parametrize(
    "quote",
    [
        "Staff  must file",
        "staff must file a claim within 10 days",
        '"must file a claim"',
        "unless the lead says \"no\"",
        "Staff must ... within 10 days",
        "Staff must file […] says “no”.",
    ],
)  # fmt: skip
def test_a_span_occurs_whatever_its_case_spaces_and_marks(tmp_path, quote):
    assert quoted(tmp_path, quote)[CAND].not_found == 0


@pytest.mark.parametrize("quote", ["within 11 days", "Staff must ... within 11 days"])
def test_a_span_that_the_answer_does_not_hold_is_counted(tmp_path, quote):
    assert quoted(tmp_path, quote, "must file")[CAND] == QuoteCount(quoted=2, not_found=1, hedged=0)


def test_spans_that_qualify_are_counted_by_arm(tmp_path):
    found = quoted(tmp_path, "unless the lead", "must file", "days, UNLESS")
    assert found == {role: QuoteCount(quoted=3, not_found=0, hedged=2) for role in Role}


def test_an_empty_quote_or_a_log_without_text_counts_nothing(tmp_path):
    assert quoted(tmp_path, " ", "") == {}


def test_a_log_without_quotes_has_none(tmp_path):
    store, _ = load(tmp_path, [row(arm="old"), row(arm="new")], baseline="old")
    assert store.quotes(store.info("c")) == {}


def graded(question, arm, **verdicts):
    return row(question=question, arm=arm, verdict=None) | {
        "gradings": [
            {"grader": grader, "rubric": "r", "verdict": verdict,
             "graded_at": f"2026-04-0{grader[-1]}T00:00:00Z"}
            for grader, verdict in verdicts.items()
        ]
    }  # fmt: skip


def test_a_grader_is_set_against_the_one_before_under_the_same_rubric(tmp_path):
    rows = [
        graded("a", "old", judge1="correct", judge2="correct"),
        graded("a", "new", judge1="correct", judge2="incorrect"),
        graded("b", "old", judge1="incorrect", judge2="incorrect"),
        graded("b", "new", judge1="correct", judge2="correct"),
        graded("c", "old", judge1="incorrect"),
        graded("c", "new", judge1="correct", judge2="correct"),
    ]
    store, _ = load(tmp_path, rows, baseline="old")
    info = store.info("c")
    [change] = gather(store.inputs(info), info).graders
    assert (info.grader, change.kind, change.old, change.new) == (
        "judge2", "grader", "judge1", "judge2",
    )  # fmt: skip
    assert change.n == {CAND: 3, BASE: 2}
    assert change.movement == pytest.approx({CAND: -1 / 3, BASE: 0})
    assert change.favoured is CAND
    first = store.info("c", grader="judge1")
    assert gather(store.inputs(first), first).graders == (change,)


def test_one_grader_alone_is_set_against_nobody(tmp_path):
    store, _ = load(tmp_path, [row(arm="old"), row(arm="new")], baseline="old")
    assert store.inputs(store.info("c")).grader_moves == ()


RECORD = """\
comparison: c
frozen: {grader: "other", rubric: v9}
decision_rule: {switch_if: [{correctness_delta_lower_ci: ">= -2 pts"}]}
"""


def measured_of(store):
    found = review(store, "c", record_text=RECORD).decision.preconditions
    return next(each for each in found if each.id == "measured")


def test_where_the_frozen_grading_is_not_there_those_that_are_there_are_listed(tmp_path):
    def graded(question, arm, *gradings):
        given = [{"grader": g, "rubric": r, "verdict": v} for g, r, v in gradings]
        return {"question": question, "arm": arm, "gradings": given}

    both = [("judge", "v3", "correct"), ("strict", "v1", "incorrect")]
    rows = [graded(f"q{n}", arm, *both) for n in range(3) for arm in ("old", "new")]
    rows += [graded("q9", "new", ("late", "v1", "correct"), ("broken", "v1", "n/a"))]
    store, _ = load(tmp_path, rows, baseline="old")
    found = measured_of(store)
    assert found.status is Status.FAILED
    assert found.message == (
        "No question has a verdict in both arms under grader other, rubric v9. The store holds "
        "grader judge, rubric v3 (6 answers); grader late, rubric v1 (1 answer, all of new); "
        "grader strict, rubric v1 (6 answers)."
    )


def test_where_no_verdict_is_usable_the_store_is_said_to_hold_none(tmp_path):
    rows = [row(arm=arm, verdict="n/a") for arm in ("old", "new")]
    store, _ = load(tmp_path, rows, baseline="old")
    assert measured_of(store).message.endswith("The store holds no usable verdict of any grading.")


def test_a_grading_that_measures_lists_no_others(tmp_path):
    store, _ = load(tmp_path, [row(arm="old"), row(arm="new")], baseline="old")
    assert store.inputs(store.info("c")).gradings == ()
