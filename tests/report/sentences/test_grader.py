"""What the Grader page says of leniency, agreement, rubrics and the corrected difference."""

from dataclasses import replace

import pytest

from lcexplore.model import Role
from lcexplore.report.review import review
from lcexplore.report.sentences import calibration, grader, rubrics
from lcexplore.words import NBSP

B, C = Role.BASELINE, Role.CANDIDATE


def said(text):
    return text.replace(NBSP, " ")


@pytest.fixture(scope="module")
def v3(demo_store):
    return review(demo_store, "policy-assistant-v3")


@pytest.fixture(scope="module")
def pilot(demo_store):
    return review(demo_store, "policy-assistant-pilot")


def graded(shown, **changes):
    grading = replace(shown.evidence.grading, **changes)
    return replace(shown, evidence=replace(shown.evidence, grading=grading)), grading


def lenient(shown, baseline, candidate):
    found = shown.evidence.grading.leniency
    return graded(
        shown,
        leniency={B: replace(found[B], lenient=baseline), C: replace(found[C], lenient=candidate)},
    )


def test_the_lead_of_the_worked_example(v3):
    assert said(grader.lead(v3)) == (
        "The grader leaned towards long-context: 5 of its 6 lenient calls on 50 labelled answers "
        "were long-context, and rubric v4 took 2.2 points from long-context but 0.2 from "
        "retrieval."
    )


def test_without_labels_the_grader_was_not_calibrated(pilot):
    assert grader.lead(pilot) == "The grader was not calibrated: no answer was labelled."


@pytest.mark.parametrize(
    ("baseline", "candidate", "words"),
    [
        (0, 0, "showed no lean: none of its calls on 50 labelled answers was lenient"),
        (2, 2, "showed no lean: its 4 lenient calls on 50 labelled answers fall evenly"),
        (1, 0, "leaned towards retrieval: 1 of its 1 lenient call on 50 labelled answers was"),
    ],
)
def test_every_lean_has_its_sentence(v3, baseline, candidate, words):
    shown, _ = lenient(v3, baseline, candidate)
    assert words in grader.lead(shown)


def test_a_lean_is_not_called_a_finding(v3):
    grading = v3.evidence.grading
    assert grader.leniency_title(v3, grading) == (
        "5 of the 6 lenient calls are long-context answers: a lean, not a finding"
    )
    assert grader.sign_test(grading) == (
        "A fair coin splits six calls this unevenly about 2 times in 10 (sign test, p = 0.22)."
    )


def test_calls_are_listed_lenient_first(v3):
    calls = [grader.call_of(each) for each in v3.evidence.grading.disagreements]
    assert calls == ["grader passed, people failed"] * 6 + ["grader failed, people passed"]


def test_the_closure_leaves_nothing_over(v3):
    change = rubrics.last_change(v3)
    assert said(rubrics.closure(change)) == (
        "3.1 − 5.1 = (−2.2) − (−0.2) = −2.0 points, nothing left over"
    )


def test_the_gap_went_from_5_1_to_3_1(v3):
    change = rubrics.last_change(v3)
    assert "went from +5.1 to +3.1 points" in said(rubrics.rubric_small(v3, change))
    assert rubrics.rubric_small(v3, change).startswith("1,640 answers per arm")


def test_a_uniform_re_scaling_says_nothing_about_favour(v3):
    change = replace(rubrics.last_change(v3), movement={B: -0.02, C: -0.02})
    assert rubrics.rubric_title(v3, change) == (
        "Rubric v4 re-scaled both arms alike; it says nothing about favour"
    )


def test_movements_in_both_directions_are_signed(v3):
    change = replace(rubrics.last_change(v3), movement={B: 0.012, C: -0.02})
    assert said(rubrics.rerun(v3, change)) == (
        "rubric v4 moved long-context by −2.0 points and retrieval by +1.2"
    )


def test_agreement_stands_beside_its_ceiling(v3):
    _, rows = calibration.agreement(v3, v3.evidence.grading)
    assert [said(" | ".join(row)) for row in rows] == [
        "Two people agree (the ceiling) | 46 of 50 answers (92 %); 4 settled by argument",
        "The grader agrees with them | 43 of 50 answers (86 %)",
        "Kappa, grader and people | 0.70 (0.49 to 0.90)",
        "Mean answer length | 210 words in long-context against 120 in retrieval",
    ]


def test_an_undefined_kappa_is_undefined_in_words(v3):
    _, grading = graded(v3, kappa=None, kappa_interval=None)
    assert calibration.kappa_words(grading) == "undefined: all 50 verdicts are the same"


def test_too_few_labels_never_lead_with_the_point_estimate(v3):
    grading = v3.evidence.grading
    title = said(calibration.corrected_title(grading))
    corrected = grading.corrected
    assert title.startswith("25 labelled questions are too few to correct with: ")
    assert f"{100 * corrected.estimate:.1f}".replace("-", "−") not in title


def test_enough_labels_lead_with_the_difference(v3):
    found = replace(v3.evidence.grading.corrected, decides=True, label_share=0.3, estimate=0.02,
                    low=0.0, high=0.04)  # fmt: skip
    _, grading = graded(v3, corrected=found)
    assert said(calibration.corrected_title(grading)) == (
        "Corrected for the grader, the difference is +2.0 points (0.0 to +4.0 points)"
    )


def test_labels_of_another_rubric_are_not_measured_under_this_one(v3):
    assert calibration.stale(v3, v3.evidence.grading) == (
        "○ not measured under rubric v4: labels belong to rubric v3."
    )
    assert "rubric v4's" in grader.which_verdict(v3)


def test_labels_needed_are_said(v3):
    assert "Labels needed for ±2.5 points: about" in said(
        calibration.labels_needed(v3.evidence.grading)
    )


def test_answers_without_a_verdict_show_a_true_zero(v3):
    assert [row[1:] for row in grader.failed_gradings(v3)[1:]] == [["0", "0"]] * 3


def test_the_lead_keeps_to_35_words(v3, pilot):
    assert max(len(grader.lead(each).split()) for each in (v3, pilot)) <= 35


def test_the_graders_own_difference_is_named_by_the_rubric_that_gave_it(v3):
    grading = v3.evidence.grading
    shown = v3.evidence.correctness.difference
    own = replace(grading, corrected=replace(grading.corrected, uncorrected=shown))
    other = replace(grading, corrected=replace(grading.corrected, uncorrected=shown + 0.02))
    assert calibration.uncorrected_name(v3, own) == "Grader as it is, rubric v4"
    assert calibration.uncorrected_name(v3, other) == "Grader as it is, rubric v3"
