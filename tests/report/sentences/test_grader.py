"""What the Grader page says of leniency, agreement, rubrics and the corrected difference."""

from dataclasses import replace

import pytest

from lcexplore.evidence.covered import covered
from lcexplore.evidence.draw import FrameQuestion
from lcexplore.evidence.grading import PeopleAgreement
from lcexplore.evidence.judged import QuoteCount
from lcexplore.evidence.leniency import ArmTest, SignTest
from lcexplore.model import Interval, Role
from lcexplore.report import label_plan
from lcexplore.report.sentences import agreement, calibration, grader, leniency, rubrics
from tests.report.spoken import said

B, C = Role.BASELINE, Role.CANDIDATE


def graded(shown, **changes):
    grading = replace(shown.evidence.grading, **changes)
    return replace(shown, evidence=replace(shown.evidence, grading=grading)), grading


def leaning(shown, baseline, candidate):
    found = shown.evidence.grading.leniency
    return graded(
        shown,
        leniency={B: replace(found[B], lenient=baseline), C: replace(found[C], lenient=candidate)},
    )


def test_the_lead_of_the_worked_example(v3):
    assert said(grader.lead(v3)) == (
        "The grader leaned towards long-context, which is not established: 5 of its 6 lenient "
        "calls on 50 labelled answers were long-context, and rubric v4 took 2.2 points from "
        "long-context but 0.2 from retrieval."
    )


def test_without_labels_the_grader_was_not_calibrated(pilot):
    assert grader.lead(pilot) == "The grader was not calibrated: no answer was labelled."


@pytest.mark.parametrize(
    ("baseline", "candidate", "words"),
    [
        (0, 0, "showed no lean: none of its calls on 50 labelled answers was lenient"),
        (2, 2, "showed no lean: its 4 lenient calls on 50 labelled answers fall evenly"),
        (1, 0, "no lean that one call could tell: its only lenient one on 50 labelled answers was"),
        (
            2,
            1,
            "towards retrieval, which is not established: 2 of its 3 lenient calls on 50 labelled ",
        ),
    ],
)
def test_every_lean_has_its_sentence(v3, baseline, candidate, words):
    shown, _ = leaning(v3, baseline, candidate)
    assert words in grader.lead(shown)


def test_only_an_established_lean_is_said_to_be_one(v3):
    shown, _ = leaning(v3, 1, 5)
    tests = {"sign_test_p": 0.01, "false_passes": ArmTest(p=0.01, power=None)}
    established, _ = graded(shown, **tests)
    assert "The grader leaned towards long-context: 5 of its 6" in said(grader.lead(established))
    assert "a finding" in grader.leniency_title(established, established.evidence.grading)


def test_one_lenient_call_alone_is_no_lean_in_the_figure_either(v3):
    shown, grading = leaning(v3, 0, 1)
    title = grader.leniency_title(shown, grading)
    assert title == "The only lenient call is of long-context: one tells no lean"
    one = replace(grading, disagreements=grading.disagreements[:1])
    assert grader.leniency_small(one).startswith("The mark is the one answer on which")
    none = replace(grading, disagreements=())
    assert grader.leniency_small(none).startswith("No mark: on 50 labelled answers")


@pytest.mark.parametrize(
    ("failed", "n_labelled", "words"),
    [
        ((0, 0), 50, "people failed none of 50 labelled answers"),
        ((0, 9), 50, "people failed no labelled answer of retrieval"),
        ((0, 0), 0, "no labelled answer has a verdict of both people and grader"),
    ],
)
def test_where_people_failed_nothing_no_lean_could_be_seen(v3, failed, n_labelled, words):
    found = v3.evidence.grading.leniency
    shown, grading = graded(
        v3,
        leniency={
            role: replace(found[role], lenient=0, n_people_failed=n)
            for role, n in zip((B, C), failed, strict=True)
        },
        n_labelled=n_labelled,
    )
    assert f"The grader could show no lean: {words}" in grader.lead(shown)
    assert grader.leniency_title(shown, grading) == f"No lean could be seen: {words}"


def test_a_lean_is_not_called_a_finding(v3):
    grading = v3.evidence.grading
    assert grader.leniency_title(v3, grading) == (
        "5 of the 6 lenient calls are long-context answers: a lean, not a finding"
    )
    assert grader.sign_test(grading) == (
        "A fair coin splits six calls this unevenly about 2 times in 10 (sign test, p = 0.22)."
    )


def test_a_split_from_unequal_chances_is_no_finding_and_says_why(v3):
    found = v3.evidence.grading.leniency
    _, grading = graded(
        v3,
        leniency={
            B: replace(found[B], lenient=0, n_people_failed=1),
            C: replace(found[C], lenient=8, n_people_failed=28),
        },
        sign=SignTest(p=1 / 128, calls=8, alike=True, n_both=60),
        sign_test_p=1 / 128,
        false_passes=ArmTest(p=0.9, power=None),
    )
    assert grader.leniency_title(v3, grading).endswith("a lean, not a finding")
    assert "It is no finding: people failed 1 and 28 answers" in grader.sign_test(grading)
    rates = replace(grading, false_passes=ArmTest(p=0.01, power=None))
    assert grader.leniency_title(v3, rates).endswith("answers: a finding")
    assert "no finding" not in grader.sign_test(rates)
    none = replace(grading, false_passes=ArmTest(p=None, power=None))
    assert "in one arm people failed no answer" in grader.sign_test(none)


def test_unequal_labelling_is_told_before_the_coin(v3):
    sign = SignTest(p=1.0, calls=1, alike=False, n_both=3)
    shown, grading = graded(v3, sign=sign, sign_test_p=1.0)
    assert "on 50 labelled answers (25 retrieval, 25 long-context) were" in grader.lead(shown)
    assert grader.sign_test(grading) == (
        "The arms were not labelled alike, so a sign test counts only what was labelled in both: "
        "3 questions with 1 lenient call. A fair coin splits one call this unevenly every time "
        "(sign test, p = 1)."
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
    _, rows = agreement.agreement(v3, v3.evidence.grading)
    assert [said(" | ".join(row)) for row in rows] == [
        "Two people agree (the ceiling) | 46 of 50 answers (92 %); interval 81 to 97 %; "
        "4 settled by argument",
        "The grader agrees with them | 43 of 50 answers (86 %); interval 74 to 93 %",
        "The same, settled answers left out | 39 of 46 answers (85 %); interval 72 to 92 %",
        "A grader with one constant verdict (the floor) | 30 of 50 answers (60 %)",
        "Kappa, grader and people | 0.70 (0.49 to 0.90); 50 answers",
        "Mean answer length | 210 words in long-context (1,640 answers) against 120 in retrieval "
        "(1,640 answers)",
    ]


def test_the_ceiling_of_three_people_says_how_many_they_are_and_what_it_counts(v3):
    three = PeopleAgreement(
        agree=20,
        n=40,
        share=2 / 3,
        interval=Interval(0.56, 0.76),
        people=3,
        agreeing_pairs=80,
        pairs=120,
    )
    _, grading = graded(v3, labellers_agree=three, n_adjudicated=0)
    _, rows = agreement.agreement(v3, grading)
    assert said(" | ".join(rows[0])) == (
        "Any two people agree (the ceiling) | 80 of 120 pairs of labels (67 %), by 3 people on 40 "
        "answers; interval 56 to 76 %; all agree on 20"
    )


def test_an_undefined_kappa_is_undefined_in_words(v3):
    _, grading = graded(v3, kappa=None, kappa_interval=None)
    assert agreement.kappa_words(grading) == "undefined: all 50 verdicts are the same"


def test_perfect_agreement_has_no_interval_and_says_so(v3):
    _, grading = graded(v3, kappa=1.0, kappa_interval=None)
    assert agreement.kappa_words(grading).startswith("1.00; interval undefined")


def test_a_kappa_of_a_grader_with_one_verdict_says_that_for_a_reason(v3):
    # 2 of 4 differ, and the grader passed all four.
    arm = replace(
        v3.evidence.grading.leniency[C],
        n_labelled=4,
        n_people_passed=2,
        n_people_failed=2,
        lenient=2,
        strict=0,
    )
    _, grading = graded(
        v3,
        leniency={C: arm},
        n_labelled=4,
        kappa=0.0,
        kappa_interval=None,
        disagreements=v3.evidence.grading.disagreements[:2],
    )
    assert agreement.kappa_words(grading) == (
        "0.00; interval undefined: the grader gave one and the same verdict on all labelled answers"
    )


def test_the_grader_is_set_against_the_ceiling_on_the_same_answers(v3):
    # 46 answers agreed between people, the grader differs on 7 of them; 4 settled count half.
    assert said(agreement.ceiling(v3.evidence.grading)).startswith(
        "With each person's own label the grader agrees less often than the two people agree with "
        "each other: −10.0 points on the same 50 answers (95 % interval −"
    )


def test_the_ceiling_says_why_the_table_can_give_the_grader_more_than_two_people(v3):
    table = "The table holds it against what was settled between them, and can give more."
    assert agreement.ceiling(v3.evidence.grading).endswith(table)
    gap = replace(v3.evidence.grading.ceiling_gap, difference=0.0)
    _, grading = graded(v3, ceiling_gap=gap)
    assert said(agreement.ceiling(grading)).startswith(
        "With each person's own label the grader agrees as often as the two people agree with each "
        "other: 0.0 points on the same 50 answers"
    )


def test_answers_without_a_fact_are_counted_apart(v3):
    _, grading = graded(v3, unsettled={Role.CANDIDATE: 2})
    rows = dict(agreement.agreement(v3, grading)[1])
    assert rows["Left out: people differ or gave no clear verdict"] == (
        "2 answers without a fact: retrieval 0, long-context 2"
    )


def test_the_coin_takes_the_chances_of_both_arms_as_equal(v3):
    assert leniency.coin(v3, v3.evidence.grading) == (
        "The sign test takes it that both arms gave the grader as many chances to be lenient. A "
        "chance is an answer that people failed: 9 of retrieval and 11 of long-context."
    )


def test_the_test_says_how_little_it_sees(v3):
    # Exact power of Fisher's mid-p at 11 and 9 answers, 25 % against 10 %: 6 %.
    assert said(leniency.power(v3.evidence.grading)) == (
        "At this size the test sees little: a grader that passed 25 % of what people failed in "
        "one arm and 10 % in the other would be found out about 6 times in 100. Finding nothing "
        "rules nothing out; the correction does not rest on this test."
    )


def test_error_rates_have_exact_intervals_and_a_test_between_the_arms(v3):
    # Clopper-Pearson and Fisher's mid-p of 5/11 and 1/9, 0/14 and 1/16.
    rows = [said(" | ".join(row)) for row in agreement.error_rates(v3, v3.evidence.grading)]
    assert rows[1:] == [
        "retrieval | 1 of 9 answers (11 %); interval 0 to 48 % | "
        "1 of 16 answers (6 %); interval 0 to 30 %",
        "long-context | 5 of 11 answers (45 %); interval 17 to 77 % | "
        "0 of 14 answers (0 %); interval 0 to 23 %",
        "Between the arms: Fisher, mid-p | p = 0.10 | p = 0.73",
    ]


def test_length_is_set_against_the_verdict_at_equal_verdict_of_people(v3):
    grading = v3.evidence.grading
    rows = {tuple(row[:2]): row[2:] for row in leniency.lengths(v3, grading)[1:]}
    assert rows["long-context", "failed"] == ["214; 5 answers", "226; 6 answers"]
    assert rows["long-context", "passed"][1] == "none"
    assert "the 5 that the grader passed have 214 words" in leniency.mechanism(v3, grading)
    assert "the one that the grader passed has 98 words" in leniency.mechanism(v3, grading)


def test_quotes_are_counted_by_arm_and_their_absence_is_not_a_zero(v3):
    found = {C: QuoteCount(quoted=300, not_found=3, hedged=30)}
    rows = [said(" | ".join(row)) for row in leniency.quotes(v3, found)[1:]]
    assert rows == [
        "retrieval | 0 | ○ not measured: the log carries no quoted span | ○ not measured",
        "long-context | 300 | 1.0 %, 3 of 300 spans | 10.0 %, 30 of 300 spans",
    ]


def test_a_change_of_rubric_names_the_arm_that_the_old_one_favoured(v3):
    change = rubrics.last_change(v3)
    assert said(rubrics.favour(v3, change)) == (
        "Set against rubric v4, rubric v3 favoured long-context by 2.0 points."
    )
    alike = replace(change, movement={B: -0.02, C: -0.02})
    assert rubrics.favour(v3, alike).startswith("A uniform re-scaling")


def test_the_closure_does_not_license_what_is_left_of_the_gap(v3):
    change = rubrics.last_change(v3)
    assert said(rubrics.unlicensed(v3, change)) == (
        "No verdict of the 50 labelled answers moved, so people have not checked the change: it "
        "does not license the +3.1 points that are left."
    )
    some, _ = graded(v3, n_moved=3)
    assert rubrics.unlicensed(some, change).startswith("3 of the 50 labelled answers changed")
    other, _ = graded(v3, rubric="v4")
    assert rubrics.unlicensed(other, change) == ""


def test_a_change_of_grader_is_told_as_one(v3):
    change = replace(rubrics.last_change(v3), kind="grader", old="judge-1", new="judge-2")
    assert rubrics.favour(v3, change).startswith("Set against grader judge-2, grader judge-1")
    assert rubrics.rubric_twin(v3, change)[0][1:3] == ["Grader judge-1", "Grader judge-2"]
    assert rubrics.rubric_title(v3, change).startswith("Grader judge-2 took")


def test_the_page_says_which_difference_the_decision_stands_on(v3):
    grading = v3.evidence.grading
    assert calibration.basis(v3, grading).startswith("The record decides on the difference as")
    calibrated = replace(v3, record=replace(v3.record, correctness_basis="calibrated"))
    assert "below 50 questions labelled" in calibration.basis(calibrated, grading)
    enough = replace(grading, corrected=replace(grading.corrected, decides=True))
    assert calibration.basis(calibrated, enough) == (
        "The record decides on the corrected difference."
    )


def test_enough_labels_of_great_weight_lead_with_the_interval(v3):
    found = replace(v3.evidence.grading.corrected, n_pairs=60, decides=True, label_share=0.8)
    _, grading = graded(v3, corrected=found)
    title = calibration.corrected_title(grading)
    assert title.startswith("Corrected by 60 labelled questions, the difference: ")
    assert said(title).endswith("−38.0 to +3.6 points")


def test_the_assumptions_of_the_correction_are_printed(v3):
    told = " ".join(calibration.method(v3.evidence.grading))
    for words in ("24 degrees", "random draw", "neither arm nor grader", "One error rate shared"):
        assert words in told


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
    told = said(calibration.labels_needed(v3.evidence.grading))
    assert told.startswith("Labels needed for ±2.5 points: about")
    assert "of the 820 questions that are compared" in told
    found = replace(v3.evidence.grading.corrected, labels_needed=None)
    _, grading = graded(v3, corrected=found)
    assert calibration.labels_needed(grading) == (
        "Labels cannot give ±2.5 points here: labels on all of the 820 questions that are compared "
        "would not do."
    )


def test_grader_and_label_plan_the_same_number_of_labels(v3):
    tally = v3.evidence.inputs.tally
    frame = [
        FrameQuestion(question=question, stratum="", epochs=(1, 2), difference=difference)
        for question, difference in zip(tally.questions, covered(tally).difference, strict=True)
    ]
    planned = label_plan.plan(frame, v3)
    needed = v3.evidence.grading.corrected.labels_needed
    assert needed == planned.needed(0.025)
    assert planned.half_width(needed) <= 0.025
    # Half the width takes about four times the labels, here where no label is saved by the grader.
    assert needed / planned.needed(0.05) == pytest.approx(4, abs=0.1)


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


def test_a_correction_is_named_by_whose_labels_made_it(v3):
    grading = v3.evidence.grading
    assert calibration.corrected_name(v3, grading) == "Corrected by labels of rubric v3"
    assert calibration.uncertified_name(v3, grading) == "Corrected by labels of rubric v4"
    spent = replace(grading, rubric="v4", stale="the text of the rubric changed")
    assert calibration.corrected_name(v3, spent) == "Corrected by the labels there are"
    assert calibration.uncertified_name(v3, spent) == "Corrected by a fresh draw of labels"
    fresh = replace(grading, rubric="v4", stale=None)
    assert calibration.corrected_name(v3, fresh) == "Corrected for the grader"


@pytest.mark.parametrize(
    ("n_pairs", "words"),
    [
        (0, "no question was labelled in both arms"),
        (1, "1 question was labelled in both arms; it takes 2 to correct and 50 to decide"),
    ],
)
def test_a_missing_correction_says_how_many_labels_there_are_and_what_it_takes(v3, n_pairs, words):
    _, grading = graded(v3, corrected=None, n_pairs=n_pairs)
    assert calibration.corrected_title(grading) == (
        f"The corrected difference is not measured: {words}"
    )


def test_labels_that_are_no_random_draw_are_said_to_be_none_beside_what_they_correct(v3):
    # 11 of the 25 labelled questions differ under rubric v4, and 130 of the 795 others.
    told = said(calibration.corrected_small(v3, v3.evidence.grading))
    assert "the grader sees a difference on 11 of 25 of them and on 130 of 795 others" in told
