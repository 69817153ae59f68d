"""Grading: the worked calibration, leniency by arm, and what a rubric change accounts for."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.evidence.covered import Covered
from lcexplore.evidence.grading import attribute, calibrate
from lcexplore.evidence.inputs import Calibration, LabelledAnswer, RubricCount, RubricMove
from lcexplore.model import Role, Verdict
from lcexplore.stats.proportion import wilson

C, B = Role.CANDIDATE, Role.BASELINE
VERDICTS = {"C": Verdict.CORRECT, "I": Verdict.INCORRECT, "N": Verdict.NOT_MEASURED}
NO_WORDS = {C: None, B: None}

# By pair: long-context grader/people, retrieval grader/people; the documentation's worked example.
PAIRS = (
    ("CC", "CC", 10),
    ("CC", "II", 3),
    ("CC", "IC", 1),
    ("CI", "CC", 2),
    ("CI", "II", 3),
    ("II", "CC", 3),
    ("II", "II", 2),
    ("II", "CI", 1),
)


def answer(question, role, grader, people, *, second=None, adjudicated=False):
    labels = {"ann": VERDICTS[people], "bob": VERDICTS[second or people]}
    return LabelledAnswer(
        question=question,
        role=role,
        epoch=1,
        labels=labels,
        consensus=None if people == "N" else VERDICTS[people],
        adjudicated=adjudicated,
        grader=VERDICTS[grader],
        shown=VERDICTS[grader],  # in the worked example no verdict moves on a labelled answer
    )


def worked_answers():
    """25 pairs; on four answers on which grader and consensus agree the two people differed."""
    pairs = [(a, b) for a, b, times in PAIRS for _ in range(times)]
    answers, settled = [], 0
    for index, (candidate, baseline) in enumerate(pairs):
        for role, (grader, people) in ((C, candidate), (B, baseline)):
            differed = settled < 4 and grader == people == "I"
            settled += differed
            answers.append(
                answer(
                    f"q{index:03d}",
                    role,
                    grader,
                    people,
                    second="C" if differed else None,
                    adjudicated=differed,
                )
            )
    return tuple(answers)


def worked_difference():
    """The difference under rubric v4, +3.1 points on 820 questions asked twice."""
    kinds = ((1.0, 54), (-1.0, 34), (0.5, 32), (-0.5, 21), (0.0, 679))
    return np.repeat(*zip(*kinds, strict=True))


def calibration(answers, difference=None):
    return Calibration(
        grader="judge",
        rubric="v3",
        answers=answers,
        grader_difference=np.empty(0) if difference is None else difference,
    )


def worked():
    return calibrate(
        calibration(worked_answers()),
        words_mean=NO_WORDS,
        shown=Covered(difference=worked_difference()),
    )


def test_the_worked_calibration_agrees_on_43_of_50_against_a_ceiling_of_46():
    found = worked()
    assert (found.grader_agrees.agree, found.grader_agrees.n) == (43, 50)
    assert (found.labellers_agree.agree, found.labellers_agree.n) == (46, 50)
    assert (found.n_labelled, found.n_adjudicated) == (50, 4)
    assert (found.grader_agrees_unadjudicated.agree, found.grader_agrees_unadjudicated.n) == (
        39,
        46,
    )


def test_the_worked_kappa_is_070_with_its_interval():
    found = worked()
    assert found.kappa == pytest.approx(0.70, abs=0.005)
    assert found.kappa_interval == pytest.approx((0.49, 0.90), abs=0.005)
    assert found.constant_floor == 30 / 50
    assert found.bias_index == (6 - 1) / 50
    assert found.prevalence_index == (29 - 14) / 50


def test_kappas_interval_is_the_wider_of_the_plain_one_and_the_one_by_question():
    # Both arms' answers to a question move together in the worked example less than by chance.
    found = worked()
    assert found.kappa_by_question == pytest.approx((0.503, 0.889), abs=0.001)
    assert found.kappa_interval.low < found.kappa_by_question.low


def test_answers_that_move_together_widen_kappas_interval():
    kinds = [("C", "C")] * 10 + [("C", "I")] * 5 + [("I", "I")] * 10
    together = tuple(
        answer(f"q{index}", role, *kind) for index, kind in enumerate(kinds) for role in (C, B)
    )
    apart = tuple(replace(e, question=f"{e.question}-{e.role}") for e in together)
    found, alone = (calibrate(calibration(e), words_mean=NO_WORDS) for e in (together, apart))
    assert alone.kappa_by_question is None
    assert found.kappa == alone.kappa
    assert found.kappa_interval == found.kappa_by_question
    width, plain = (e.kappa_interval.high - e.kappa_interval.low for e in (found, alone))
    assert width > 1.3 * plain  # twice the answers, no more independent questions: sqrt(2)


def test_the_ceiling_is_compared_on_the_same_answers():
    found = worked()
    assert found.grader_agrees_ceiling == found.grader_agrees
    assert (found.ceiling_gap.n, found.unsettled) == (50, {})
    assert found.ceiling_gap.difference == pytest.approx((4 / 2 - 7) / 50)


def labelled(index, grader="C", **said):
    labels = {name: VERDICTS[verdict] for name, verdict in said.items()}
    return replace(answer(f"q{index}", C, grader, "C"), labels=labels)


def three(names="ABC", n=40):
    """Two who always agree, and a third who differs from them on every other answer."""
    first, second, third = names
    return tuple(labelled(i, **{first: "C", second: "C", third: "CI"[i % 2]}) for i in range(n))


# Fleiss, Psychological Bulletin 76:378 (1971): of 3 labels that split 2 to 1 one pair in 3 agrees.
def test_the_ceiling_of_three_people_is_that_of_all_pairs_whatever_their_names():
    for names in ("ABC", "CBA", "BCA"):
        found = calibrate(calibration(three(names)), words_mean=NO_WORDS).labellers_agree
        assert (found.people, found.n, found.agree) == (3, 40, 20)
        assert (found.agreeing_pairs, found.pairs) == (80, 120)
        assert found.share == pytest.approx(2 / 3)
        assert found.interval.low < 0.6 < 0.75 < found.interval.high


def test_two_more_people_who_always_agree_make_the_ceiling_no_surer_than_its_answers():
    same = tuple(labelled(i, A="C", B="C", D="C") for i in range(40))
    found = calibrate(calibration(same), words_mean=NO_WORDS).labellers_agree
    assert (found.agree, found.n, found.share) == (40, 40, 1)
    assert found.interval == wilson(successes=40, n=40, level=0.95)


def test_the_interval_of_three_peoples_agreement_is_near_that_of_a_jackknife_over_answers():
    shares = np.array([1 / 3, 1, 1, 1 / 3, 1] * 40)
    kinds = ("CCI", "CCC", "III", "CII", "CCC")
    answers = tuple(labelled(i, **dict(zip("ABC", kinds[i % 5], strict=True))) for i in range(200))
    found = calibrate(calibration(answers), words_mean=NO_WORDS).labellers_agree
    half = 1.96 * shares.std(ddof=1) / np.sqrt(200)  # the jackknife of a mean is its own error
    ends = (found.share - half, found.share + half)
    assert found.share == pytest.approx(shares.mean())
    assert found.interval == pytest.approx(ends, abs=0.005)


def test_a_third_person_who_labelled_alone_changes_nothing_between_two():
    two = tuple(labelled(i, A="C", B="CI"[i % 4 == 0]) for i in range(40))
    alone = (*two, *(labelled(50 + i, C="C") for i in range(60)))
    found, plain = (calibrate(calibration(e), words_mean=NO_WORDS) for e in (alone, two))
    assert found.labellers_agree == plain.labellers_agree
    assert (plain.labellers_agree.people, plain.labellers_agree.share) == (2, 0.75)
    assert plain.labellers_agree.interval == wilson(successes=30, n=40, level=0.95)


def test_the_gap_to_the_ceiling_takes_every_pair_of_three_people():
    found = calibrate(calibration(three()), words_mean=NO_WORDS)
    # The grader agrees with 3 of 3 or 2 of 3 people, people with one another on 1 or 1/3.
    assert found.ceiling_gap.n == 40
    assert found.ceiling_gap.difference == pytest.approx((0 + 2 / 3 - 1 / 3) / 2)


def test_an_answer_that_nobody_settled_is_without_a_fact():
    some = (
        replace(answer("q1", C, "C", "C", second="I"), consensus=None),
        answer("q1", B, "C", "C"),
    )
    found = calibrate(calibration(some), words_mean=NO_WORDS)
    assert (found.unsettled, found.n_labelled, found.labellers_agree.n) == (
        {Role.CANDIDATE: 1},
        1,
        2,
    )


def test_error_rates_are_tested_between_the_arms_with_the_power_of_the_test():
    # Fisher's mid-p of 5/11 against 1/9; power at 25 % against 10 % by full enumeration.
    found = worked()
    assert found.false_passes.p == pytest.approx(0.1035, abs=1e-4)
    assert found.false_passes.power == pytest.approx(0.060, abs=1e-3)
    alone = calibrate(calibration((answer("q1", C, "C", "I"),)), words_mean=NO_WORDS)
    assert alone.false_passes.p is alone.false_passes.power is None


def test_length_is_compared_within_arm_and_equal_verdict_of_people():
    words = (
        replace(answer("q1", C, "C", "I"), words=200),
        replace(answer("q2", C, "I", "I"), words=100),
        replace(answer("q3", C, "C", "C"), words=50),
        answer("q4", C, "C", "I"),
    )
    failed, passed = calibrate(calibration(words), words_mean=NO_WORDS).lengths
    assert (failed.people, failed.n_passed, failed.words_passed) == (VERDICTS["I"], 1, 200)
    assert (failed.n_failed, failed.words_failed) == (1, 100)
    assert (passed.people, passed.words_passed, passed.words_failed) == (VERDICTS["C"], 50, None)


def test_labelled_answers_whose_verdict_moved_are_counted():
    moved = (replace(answer("q1", C, "C", "I"), shown=VERDICTS["I"]), answer("q2", C, "C", "C"))
    assert calibrate(calibration(moved), words_mean=NO_WORDS).n_moved == 1
    assert worked().n_moved == 0


def test_the_worked_leniency_leans_to_one_arm_and_is_no_finding():
    found = worked()
    assert (found.leniency[C].lenient, found.leniency[B].lenient) == (5, 1)
    assert (found.leniency[C].strict, found.leniency[B].strict) == (0, 1)
    assert found.sign_test_p == pytest.approx(0.22, abs=0.005)
    assert found.leniency[C].n_people_failed == 11
    assert [each.role for each in found.disagreements] == [C] * 5 + [B] * 2
    assert found.disagreements[-1].grader is Verdict.INCORRECT


def test_the_worked_corrected_difference_decides_nothing():
    # About -17 points, about [-38, +4], t with 24 degrees of freedom.
    found = worked().corrected
    assert found.estimate == pytest.approx(-0.17, abs=0.005)
    assert (found.low, found.high) == pytest.approx((-0.38, 0.04), abs=0.005)
    assert (found.n_pairs, found.decides) == (25, False)
    assert "24 degrees of freedom" in found.method
    assert found.uncorrected == pytest.approx(51 / 1640)
    assert found.label_share > 0.9
    assert 700 < found.labels_needed <= 820


def test_without_verdicts_of_the_grading_shown_the_labels_own_grading_is_corrected():
    answers = tuple(replace(each, shown=Verdict.NOT_MEASURED) for each in worked_answers())
    own = np.array([1.0] * 90 + [-1.0] * 48 + [0.0] * 682)  # +5.1 points under rubric v3
    found = calibrate(
        calibration(answers, own),
        words_mean=NO_WORDS,
        shown=Covered(difference=worked_difference()),
    ).corrected
    assert found.uncorrected == pytest.approx(42 / 820)
    assert found.estimate == pytest.approx(-0.15, abs=0.005)


def test_fifty_labelled_pairs_may_decide():
    twice = tuple(
        answer(f"r{index}", role, "C", "C" if index % 3 else "I")
        for index in range(50)
        for role in (C, B)
    )
    assert calibrate(calibration(twice), words_mean=NO_WORDS).corrected.decides


def test_a_grader_without_an_observed_error_is_not_taken_for_perfect():
    # Statistics guide 3 (e): zero errors among 50 leave a doubt of about 3/50.
    clean = tuple(
        answer(f"q{index}", role, verdict, verdict)
        for index in range(50)
        for role, verdict in ((C, "C"), (B, "C" if index % 2 else "I"))
    )
    found = calibrate(calibration(clean, np.array([1.0, 0.0] * 300)), words_mean=NO_WORDS).corrected
    assert "assumed" in found.method
    assert found.high - found.low > 0.06


@pytest.mark.parametrize("verdict", ["C", "I"])
def test_kappa_of_one_and_the_same_verdict_is_undefined_and_never_one(verdict):
    same = tuple(answer(f"q{index}", C, verdict, verdict) for index in range(50))
    found = calibrate(calibration(same), words_mean=NO_WORDS)
    assert found.kappa is found.kappa_interval is found.sign_test_p is found.corrected is None
    assert found.grader_agrees.agree == 50


@pytest.mark.parametrize(
    ("calls", "who"),
    [
        (("CC", "CC", "CI", "CI"), "the grader"),
        (("CC", "CC", "IC", "IC"), "people"),
        (("CC", "CC"), "the grader and people"),
        (("CC", "CI", "II"), None),
        (("CI", "IC"), None),
    ],
)
def test_who_gave_one_verdict_only_is_known(calls, who):
    answers = tuple(answer(f"q{place}", C, *pair) for place, pair in enumerate(calls))
    found = calibrate(calibration(answers), words_mean=NO_WORDS)
    assert found.one_sided == who
    assert who is None or found.kappa_interval is None


def test_without_labels_nothing_is_claimed():
    found = calibrate(calibration(()), words_mean=NO_WORDS)
    assert found.n_labelled == 0
    assert (
        found.grader_agrees is found.labellers_agree is found.kappa is found.constant_floor is None
    )


def test_answers_without_a_consensus_or_a_grader_verdict_are_not_judged():
    some = (
        answer("q1", C, "C", "C"),
        answer("q1", B, "N", "C"),
        answer("q2", C, "C", "N"),
        answer("q2", B, "I", "I"),
    )
    found = calibrate(calibration(some), words_mean=NO_WORDS)
    assert (found.n_labelled, found.corrected) == (2, None)
    assert found.labellers_agree.n == 3


def move(role, stayed_correct, lost, gained, stayed_incorrect, old="v3", new="v4"):
    return RubricMove(
        old=old,
        new=new,
        role=role,
        stayed_correct=stayed_correct,
        lost=lost,
        gained=gained,
        stayed_incorrect=stayed_incorrect,
    )


def test_the_worked_rubric_change_accounts_for_the_whole_gap():
    # 1,255 to 1,219 and 1,171 to 1,168 of 1,640.
    moves = (move(C, 1210, 45, 9, 376), move(B, 1160, 11, 8, 461))
    [found] = attribute((), moves)
    assert found.accuracy_old == pytest.approx({C: 1255 / 1640, B: 1171 / 1640})
    assert found.accuracy_new == pytest.approx({C: 1219 / 1640, B: 1168 / 1640})
    assert found.movement == pytest.approx({C: -36 / 1640, B: -3 / 1640})
    assert found.gap_new - found.gap_old == pytest.approx(-33 / 1640)
    assert found.favoured is C


counts = st.tuples(*[st.integers(0, 50)] * 4).filter(any)


@given(counts, counts)
def test_the_gap_changes_by_the_two_movements_with_nothing_left_over(candidate, baseline):
    [found] = attribute((), (move(C, *candidate), move(B, *baseline)))
    change = found.movement[C] - found.movement[B]
    assert found.gap_new - found.gap_old == pytest.approx(change, abs=1e-12)
    for role in Role:
        moved = found.accuracy_new[role] - found.accuracy_old[role]
        assert moved == pytest.approx(found.movement[role], abs=1e-12)


def test_a_uniform_rescaling_favoured_nobody():
    [found] = attribute((), (move(C, 80, 10, 0, 10), move(B, 60, 10, 0, 30)))
    assert found.favoured is None


def test_a_change_of_grader_is_attributed_like_one_of_rubric():
    [found] = attribute((), (move(C, 80, 5, 0, 15), move(B, 60, 0, 0, 40)), kind="grader")
    assert (found.kind, found.favoured) == ("grader", C)


def test_a_rubric_that_graded_one_arm_only_is_not_attributed():
    assert attribute((), (move(C, 1, 1, 1, 1),)) == ()
    assert attribute((), (move(C, 1, 1, 1, 1), move(B, 0, 0, 0, 0))) == ()


def test_changes_come_in_the_order_in_which_the_rubrics_were_used():
    rubrics = tuple(
        RubricCount(rubric=name, role=B, correct=1, measured=2, first_graded_at=at)
        for name, at in (
            ("v4", datetime(2026, 4, 2, tzinfo=UTC)),
            ("v5", None),
            ("v3", datetime(2026, 4, 1, tzinfo=UTC)),
        )
    )
    moves = [
        move(role, 1, 1, 1, 1, old, new)
        for old, new in (("v4", "v5"), ("v3", "v4"))
        for role in Role
    ]
    assert [each.old for each in attribute(rubrics, tuple(moves))] == ["v3", "v4"]


def uneven(candidate, baseline):
    """Grader and people of each arm's answers, the questions of the one first of the other's."""
    return tuple(
        answer(f"q{place}", role, *pair)
        for role, pairs in ((C, candidate), (B, baseline))
        for place, pair in enumerate(pairs)
    )


def test_more_labels_in_one_arm_are_no_leniency_towards_it():
    # 8 lenient calls of 28 that people failed against 0 of 1; a coin over all calls gave p = 0.008.
    answers = uneven(["CI"] * 8 + ["II"] * 20 + ["CC"] * 32, ["II", "CC", "CC"])
    found = calibrate(calibration(answers), words_mean=NO_WORDS)
    assert (found.leniency[C].lenient, found.leniency[B].lenient) == (8, 0)
    assert (found.sign.alike, found.sign.n_both, found.sign.calls) == (False, 3, 3)
    assert found.sign_test_p == pytest.approx(0.25)
    assert not found.leans


def test_more_failed_answers_in_one_arm_are_no_leniency_towards_it():
    answers = uneven(["CI"] * 8 + ["II"] * 20 + ["CC"] * 32, ["II"] + ["CC"] * 59)
    found = calibrate(calibration(answers), words_mean=NO_WORDS)
    assert found.sign_test_p == pytest.approx(1 / 128)
    assert found.false_passes.p > 0.5
    assert not found.leans


def test_a_grader_that_passes_more_of_what_people_failed_in_one_arm_leans():
    answers = uneven(["CI"] * 12 + ["II"] * 18 + ["CC"] * 30, ["II"] * 30 + ["CC"] * 30)
    assert calibrate(calibration(answers), words_mean=NO_WORDS).leans


@given(st.lists(st.sampled_from(["CC", "CI", "II"]), max_size=20), st.integers(0, 20))
def test_labels_of_one_arm_alone_never_find_a_lean(pairs, n):
    found = calibrate(calibration(uneven(pairs, ["CC"] * min(n, len(pairs)))), words_mean=NO_WORDS)
    assert not found.leans


def test_more_lenient_calls_at_a_lower_rate_lean_to_neither_arm():
    # 20 of 100 that people failed against 5 of 5: the calls point one way, the rates the other.
    answers = uneven(["CI"] * 20 + ["II"] * 80, ["CI"] * 5 + ["CC"] * 95)
    found = calibrate(calibration(answers), words_mean=NO_WORDS)
    assert found.sign_test_p < 0.05
    assert found.false_passes.p < 0.05
    assert found.leans_to is None
