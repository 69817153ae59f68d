"""Drill-down: a question stands in exactly one place, and the places agree with the cells."""

from collections import Counter

import pytest

from lcexplore.model import CacheState, Role, Verdict
from lcexplore.report import questions
from lcexplore.report.review import review
from lcexplore.store.entries import AnswerDetail, QuestionRow, WindowPlace

B, C = Role.BASELINE, Role.CANDIDATE


def row(baseline, candidate, measured=2, **more):
    return QuestionRow(
        question=more.get("question", "q1"), stratum=more.get("stratum"), text=more.get("text"),
        correct={B: baseline, C: candidate}, measured={B: measured, C: more.get("other", measured)},
        planned=2, words_mean={B: 120.0, C: None},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("baseline", "candidate", "place"),
    [
        (0, 1, questions.CANDIDATE_AHEAD),
        (2, 1, questions.BASELINE_AHEAD),
        (2, 2, questions.BOTH),
        (1, 1, questions.OTHER),
        (0, 0, questions.OTHER),
    ],
)
def test_a_question_stands_where_its_mean_difference_puts_it(baseline, candidate, place):
    assert questions.place(row(baseline, candidate)) == place


def test_a_question_without_a_verdict_in_an_arm_stands_nowhere():
    assert questions.place(row(1, 0, other=0)) is None
    assert questions.unplaced([row(1, 0, other=0), row(1, 1)]) == 1


@pytest.mark.parametrize("name", ["policy-assistant-v3", "policy-assistant-pilot"])
def test_the_places_agree_with_the_cells(demo_store, name):
    shown = review(demo_store, name)
    places = Counter(questions.place(each) for each in demo_store.question_rows(shown.info))
    cells = shown.evidence.correctness.cells
    assert {questions.CELL_OF[where]: n for where, n in places.items()} == {
        cell: getattr(cells, cell) for cell in questions.PLACE_OF
    }


def test_search_looks_at_key_stratum_and_text_whatever_the_case():
    rows = [row(2, 1, question="Q7", stratum="multi_passage", text="How long is leave?"), row(2, 0)]
    for wanted in ("q7", "MULTI_P", "multi passage", "leave", ""):
        assert rows[0] in questions.chosen(rows, questions.BASELINE_AHEAD, search=wanted)
    assert questions.chosen(rows, questions.BASELINE_AHEAD, search="nothing") == []


def test_headers_and_controls_name_no_arm():
    shown = questions.columns([row(2, 1)], [row(2, 1)])
    assert {"Baseline correct", "Candidate correct"} <= set(shown)
    assert shown["Baseline correct"] == ["2 of 2"]
    assert shown["Candidate words"] == [None]
    assert not any("retrieval" in each for each in (*shown, *questions.PLACES))


def test_what_no_question_of_the_comparison_has_gets_no_column():
    bare, named = row(2, 1, stratum=None, text=None), row(2, 1, stratum="hard", text="How long?")
    assert {"Kind", "Text"} & set(questions.columns([bare], [bare])) == set()
    shown = questions.columns([bare], [bare, named])
    assert (shown["Kind"], shown["Text"]) == ([""], [""])


def answer(**changes):
    known = {
        "role": C, "epoch": 1, "answer": "x", "words": 3, "verdict": Verdict.CORRECT,
        "reason": None, "raw_verdict": None, "quote": None, "latency_s": 4.2,
        "cache": CacheState.HIT, "error": None,
    }  # fmt: skip
    return AnswerDetail(**(known | changes))


def test_a_verdict_line_says_what_became_of_an_answer():
    assert questions.verdict_line(answer()).replace("\u00a0", " ") == (
        "Answer 1: correct; 3 words; 4.2 s, cache hit"
    )


def test_a_miss_of_an_arm_that_uses_no_cache_is_said_as_on_the_decision():
    miss = answer(cache=CacheState.MISS, words=1)
    assert questions.verdict_line(miss, no_cache=True).replace("\u00a0", " ") == (
        "Answer 1: correct; 1 word; 4.2 s, no cache used"
    )
    assert questions.verdict_line(miss).endswith("cache miss")


def test_an_answer_without_a_verdict_says_why():
    line = questions.verdict_line(
        answer(verdict=Verdict.NOT_MEASURED, reason="not_pass_fail", raw_verdict="0.5")
    )
    assert line.startswith("Answer 1: not measured; neither pass nor fail; logged as 0.5")


def test_a_verdict_line_of_a_window_probe_names_the_window():
    place = WindowPlace(version="v2", depth=0.5, fill=0.5, distractor="near_miss")
    line = questions.verdict_line(answer(window=place))
    assert line.startswith("Answer 1 (v2, half full, depth 0.50, near-miss passages): ")
