"""What the summary at a terminal says of a review."""

from dataclasses import replace

import pytest

from lcexplore.cli import figures
from lcexplore.decision.steps import next_steps
from lcexplore.model import Interval, Role
from lcexplore.report.sentences import four_numbers
from lcexplore.report.sentences import next_steps as steps
from lcexplore.words import graded as grading_words


def graded(shown, **changes):
    grading = replace(shown.evidence.grading, **changes)
    return replace(shown, evidence=replace(shown.evidence, grading=grading))


@pytest.mark.parametrize(
    ("n_pairs", "why"),
    [
        (0, "no question was labelled in both arms"),
        (1, "1 question was labelled in both arms; it takes 2 to correct and 50 to decide"),
    ],
)
def test_the_summary_counts_the_questions_labelled_in_both_arms(v3, n_pairs, why):
    lines = figures.summary(graded(v3, corrected=None, n_pairs=n_pairs))
    assert f"  corrected difference not measured: {why}" in lines


def test_the_summary_names_whom_the_grader_agrees_with(v3):
    assert any(
        each.startswith("  the grader agrees with people on ") for each in figures.summary(v3)
    )


def test_the_summary_says_in_words_why_an_answer_is_not_measured(v3):
    arms = v3.evidence.correctness.arms
    arms = {
        **arms,
        Role.CANDIDATE: replace(arms[Role.CANDIDATE], not_measured={"not_pass_fail": 2}),
    }
    correctness = replace(v3.evidence.correctness, arms=arms)
    shown = replace(v3, evidence=replace(v3.evidence, correctness=correctness))
    told = "\n".join(figures.summary(shown))
    assert "2 neither pass nor fail" in told
    assert "not_pass_fail" not in told


def test_a_grading_that_no_log_names_is_unnamed():
    assert grading_words("unspecified", "unspecified") == "an unnamed grader and rubric"
    assert grading_words("unspecified", "v4") == "an unnamed grader, rubric v4"


def test_a_count_in_a_thousand_has_its_comma():
    assert four_numbers.in_a_thousand(-1.0, Interval(-1.0, -0.9)) == (
        "About 1,000 fewer correct in 1,000; between 900 and 1,000"
    )


def test_more_questions_are_a_step_only_where_some_number_would_do(v3):
    named = [each for each in next_steps(v3.decision, v3.evidence) if each.id == "more_questions"]
    assert [each.sentence for each in named] == ["about 2,160 questions in all."]
    behind = replace(v3.evidence.correctness, difference=-0.03)
    shown = replace(v3, evidence=replace(v3.evidence, correctness=behind))
    told = steps.steps(shown)
    assert not any(each.startswith("More questions") for each in told)
    assert any("the candidate has to change" in each for each in told)


def test_the_columns_of_the_rule_are_named(v3):
    lines = figures.summary(v3)
    below = lines[lines.index("  switch if") + 1]
    assert below.split() == ["status", "quantity", "agreed", "measured", "to", "the", "bar"]
