"""Labels correct a difference only where they could be a random draw of what it covers."""

from itertools import product

import numpy as np
import pytest

from lcexplore.evidence.covered import Covered
from lcexplore.evidence.grading import calibrate
from lcexplore.evidence.inputs import Calibration, LabelledAnswer
from lcexplore.evidence.likeness import LEVEL, unlike
from lcexplore.model import Role, Verdict
from lcexplore.stats.leniency import fisher_p, fisher_p_stratified

BOTH, CANDIDATE, BASELINE = (True, True), (True, False), (False, True)
SAID = {True: Verdict.CORRECT, False: Verdict.INCORRECT}


def names(verdicts):
    return tuple(f"q{place:04}" for place in range(len(verdicts)))


def compared(verdicts, kinds=()):
    """Every question under one grading, each with the verdicts of candidate and baseline."""
    return Covered(
        difference=np.array([int(c) - int(b) for c, b in verdicts], dtype=np.float64),
        questions=names(verdicts),
        strata=dict(zip(names(verdicts), kinds, strict=bool(kinds))) if kinds else {},
    )


def graded(verdicts, places, people=None):
    """Calibrate by the questions at these places, on which people say what the grader says."""
    answers = tuple(
        LabelledAnswer(
            question=names(verdicts)[place],
            role=role,
            epoch=1,
            labels={},
            consensus=SAID[(people or verdicts)[place][role is Role.BASELINE]],
            adjudicated=False,
            grader=SAID[verdicts[place][role is Role.BASELINE]],
            shown=SAID[verdicts[place][role is Role.BASELINE]],
        )
        for place, role in product(places, Role)
    )
    found = Calibration(grader="judge", rubric="v1", answers=answers, grader_difference=np.empty(0))
    words = {role: None for role in Role}
    return calibrate(found, words_mean=words, shown=compared(verdicts))


def test_labels_of_easy_questions_alone_correct_nothing():
    # The candidate loses 40 of 400 questions; labelled are 200 that both arms answered correctly.
    found = graded([BOTH] * 360 + [BASELINE] * 40, range(200))
    assert found.corrected is None
    assert (found.n_pairs, found.unlike.ahead) == (200, None)
    assert (found.unlike.seen_labelled, found.unlike.n_labelled) == (0, 200)
    assert (found.unlike.seen_others, found.unlike.n_others) == (40, 200)


def test_too_few_labels_to_decide_on_still_show_what_they_would_correct():
    found = graded([BASELINE] * 40 + [BOTH] * 360, range(20))
    assert found.unlike.seen_labelled == 20
    assert not found.corrected.decides


def test_labels_of_one_arms_wins_correct_nothing_though_as_many_differ():
    found = graded([CANDIDATE] * 30 + [BOTH] * 70 + [BASELINE] * 90 + [BOTH] * 210, range(100))
    assert found.corrected is None
    assert found.unlike.ahead is not None


def test_labels_of_every_fourth_question_correct():
    verdicts = ([BOTH] * 7 + [BASELINE]) * 50
    found = graded(verdicts, [*range(0, 400, 8), *range(7, 57, 8)])
    assert found.unlike is None
    assert found.corrected.uncorrected == pytest.approx(-50 / 400)


def test_a_random_draw_is_turned_down_one_time_in_a_hundred_at_most():
    rng, verdicts = np.random.default_rng(20260421), [CANDIDATE] * 40 + [BASELINE] * 40
    found = compared(verdicts + [BOTH] * 320)
    runs = 2000
    turned = sum(
        unlike(found, rng.choice(found.questions, 60, replace=False), stratified=False) is not None
        for _ in range(runs)
    )
    assert turned / runs <= LEVEL + 3 * (LEVEL / runs) ** 0.5


def test_a_draw_that_took_one_kind_more_often_is_compared_within_each_kind():
    hard, easy = [BASELINE, BOTH] * 50, [BOTH] * 300
    found = compared(hard + easy, ["hard"] * 100 + ["easy"] * 300)
    drawn = [*found.questions[:50], *found.questions[100:120]]
    assert unlike(found, drawn, stratified=False) is not None
    assert unlike(found, drawn, stratified=True) is None
    chosen = [*found.questions[1:100:2], *found.questions[100:120]]
    assert unlike(found, chosen, stratified=True) is not None


def test_the_test_over_strata_is_fishers_on_one_and_all_tables_of_several():
    assert fisher_p_stratified([(3, 10, 9, 12)]) == fisher_p(errors_a=3, n_a=10, errors_b=9, n_b=12)
    # By hand: each stratum draws 1 of 2 with 1 marked, so 0, 1, 2 marked come as 1 : 2 : 1.
    strata = [(0, 1, 1, 1), (0, 1, 1, 1)]
    assert fisher_p_stratified(strata) == pytest.approx(1 / 2)


def test_what_the_grader_sees_elsewhere_counts_where_people_see_no_difference():
    # Labelled are 60 of 400 questions that no one and nothing tells apart; the rest hold a loss so
    # small that such a draw is likely enough.
    verdicts = [BOTH] * 392 + [BASELINE] * 8
    found = graded(verdicts, range(60))
    assert found.unlike is None
    assert found.corrected.estimate == pytest.approx(-8 / 340)
    assert found.corrected.high - found.corrected.low > 2 * 0.02


def test_an_assumed_error_is_not_said_to_be_unseen_where_errors_were_seen():
    # People tell no question apart; the grader errs on 15 of 60, and every other is labelled.
    verdicts = [CANDIDATE, BOTH, BOTH, BOTH] * 15
    found = graded(verdicts, range(60), people=[BOTH] * 60)
    assert "as none was seen" not in found.corrected.method
    clean = graded([BOTH] * 60, range(60))
    assert "one error in each direction assumed as none was seen" in clean.corrected.method
