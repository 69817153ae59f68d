"""Correctness: the worked figures, what counts as a question, and what a failure is not."""

from dataclasses import replace

import numpy as np
import pytest

from lcexplore.errors import UsageError
from lcexplore.evidence.correctness import analyse, paired_cells
from lcexplore.model import Cells, Role
from tests.evidence.tallies import from_cells, tally

# Discordant questions of the article's 240-question pilot; figures as its text prints them, the
# interval and the other tests from the statistics guide, section 3 (b).
PILOT = {"both": 139, "candidate_only": 17, "baseline_only": 30, "neither": 54}


def worked_example():
    """The 820 questions asked twice: +1 on 54, -1 on 34, +1/2 on 32, -1/2 on 21, 0 on 679."""
    kinds = [
        ((2, 2), (2, 0), 54),
        ((2, 0), (2, 2), 34),
        ((2, 2), (2, 1), 32),
        ((2, 1), (2, 2), 21),
        ((2, 2), (2, 2), 519),
        ((2, 0), (2, 0), 160),
    ]
    candidate = [each for each, _, times in kinds for _ in range(times)]
    baseline = [each for _, each, times in kinds for _ in range(times)]
    return tally(candidate, baseline, epochs=2)


def test_the_pilot_shows_the_articles_figures():
    pilot = paired_cells(**PILOT)
    assert pilot.difference == pytest.approx(-13 / 240)
    assert pilot.interval == pytest.approx((-0.1118, 0.0019), abs=5e-5)
    assert pilot.mcnemar.statistic_corrected == pytest.approx(3.06, abs=0.005)
    assert pilot.mcnemar.statistic_uncorrected == pytest.approx(3.60, abs=0.005)
    tests = pilot.mcnemar
    found = (tests.p_corrected, tests.p_uncorrected, tests.p_exact, tests.p_midp)
    assert found == pytest.approx((0.080, 0.058, 0.079, 0.059), abs=5e-4)


def test_the_unpaired_interval_of_the_pilot_is_about_nine_points_wide_on_each_side():
    # The article: "about +-9", at p = 0.5; at the pilot's own accuracies 8.4.
    low, high = paired_cells(**PILOT).unpaired
    assert (high - low) / 2 == pytest.approx(0.084, abs=5e-4)


def test_cells_and_single_answers_give_one_analysis():
    counted, given = analyse(from_cells(**PILOT)), paired_cells(**PILOT)
    for name in ("interval", "unpaired", "newcombe", "wald", "strict", "bounds", "guard"):
        assert getattr(counted, name) == pytest.approx(getattr(given, name)) or getattr(
            counted, name
        ) == getattr(given, name)
    assert counted.cells == given.cells
    assert counted.mcnemar == given.mcnemar


def test_the_worked_example_rests_on_questions_and_not_on_answer_pairs():
    # 140 and 89 of 1,640 answer pairs, design effect 1.77: worked example of the documentation.
    result = analyse(worked_example())
    assert result.difference == pytest.approx(51 / 1640)
    assert result.design_effect == pytest.approx(1.77, abs=0.005)
    assert result.interval == pytest.approx((0.0071, 0.0556), abs=5e-5)
    assert (result.clustered, result.n_clusters) == ("question", 820)
    assert result.mcnemar.p_exact == pytest.approx(0.011, abs=5e-4)
    assert (result.cells.candidate_only, result.cells.baseline_only) == (86, 55)


def test_pooling_answer_pairs_would_have_cleared_the_bar_falsely():
    pooled = paired_cells(both=1000, candidate_only=140, baseline_only=89, neither=411)
    assert pooled.interval == pytest.approx((0.013, 0.049), abs=5e-4)
    assert analyse(worked_example()).interval.low < 0.01 < pooled.interval.low


def test_question_differences_are_kept_for_the_tug_bar():
    kinds, times = np.unique(analyse(worked_example()).per_question, return_counts=True)
    assert dict(zip(kinds, times, strict=True)) == {-1: 34, -0.5: 21, 0: 679, 0.5: 32, 1: 54}


def test_a_tie_between_epochs_goes_to_the_majority_of_the_questions_verdicts():
    # Two of four verdicts correct is no majority.
    tied = tally([(2, 1), (2, 2), (3, 2)], [(2, 1), (2, 2), (3, 2)], epochs=3)
    assert analyse(tied).cells == Cells(both=2, candidate_only=0, baseline_only=0, neither=1)


def test_an_unequal_number_of_epochs_is_compared_by_shares():
    unequal = tally([(3, 2), (1, 1)], [(1, 1), (3, 3)], epochs=3)
    assert analyse(unequal).cells == Cells(both=1, candidate_only=0, baseline_only=1, neither=0)


def test_timeouts_do_not_become_evidence():
    # Fault D1: 100 questions, 3 against 3 discordant, the candidate times out on 9 that the
    # baseline got right; counting those as wrong gives b = 3, c = 12 and p = 0.035.
    candidate = [(1, 1)] * 80 + [(1, 1)] * 3 + [(1, 0)] * 3 + [(1, 0)] * 5 + [(0, 0)] * 9
    baseline = [(1, 1)] * 80 + [(1, 0)] * 3 + [(1, 1)] * 3 + [(1, 0)] * 5 + [(1, 1)] * 9
    result = analyse(tally(candidate, baseline))
    assert (result.n_questions, result.n_eval_set) == (91, 100)
    assert result.mcnemar.p_exact == 1
    assert result.unmeasured_share == pytest.approx({Role.CANDIDATE: 0.09, Role.BASELINE: 0})
    assert result.bounds.low == pytest.approx((3 - 12) / 100)
    assert result.bounds.high == pytest.approx(0)
    assert result.guard.low < result.bounds.low < 0
    assert result.guard.high > 0


def test_accuracy_does_not_rise_as_answers_fail():
    # Fault D2: baseline [1, 0], candidate [1, null].
    result = analyse(tally([(1, 1), (0, 0)], [(1, 1), (1, 0)]))
    assert result.n_questions == 1
    candidate = result.arms[Role.CANDIDATE]
    assert (candidate.n_correct, candidate.n_measured, candidate.n_answers) == (1, 1, 2)
    assert (result.bounds.low, result.bounds.high) == (0, 0.5)


def test_repeats_do_not_multiply_questions():
    # Fault D10: four questions, three repeats, the candidate wins all.
    result = analyse(tally([(3, 3)] * 4, [(3, 0)] * 4, epochs=3))
    assert (result.cells.candidate_only, result.n_clusters) == (4, 4)
    assert result.mcnemar.p_exact == pytest.approx(2 / 16)  # two-sided; one-sided 1/16
    once = analyse(tally([(1, 1)] * 4, [(1, 0)] * 4))
    assert result.interval.low <= once.interval.low


def test_paired_data_get_the_paired_analysis():
    # Fault D13.
    result = paired_cells(both=120, candidate_only=24, baseline_only=8, neither=48)
    assert result.mcnemar.p_exact == pytest.approx(0.0070, abs=5e-5)
    assert result.interval == pytest.approx((0.026, 0.138), abs=5e-4)
    assert result.unpaired.low < 0


@pytest.mark.parametrize(
    ("b", "c", "n", "p_exact", "interval"),
    [(9, 2, 60, 0.065, (0.010, 0.235)), (0, 5, 100, 0.0625, (-0.112, -0.011))],
)
def test_exact_test_and_interval_may_disagree_and_both_are_there(b, c, n, p_exact, interval):
    # Fault D14.
    result = paired_cells(both=n - b - c, candidate_only=b, baseline_only=c, neither=0)
    assert result.mcnemar.p_exact == pytest.approx(p_exact, abs=5e-4)
    assert result.interval == pytest.approx(interval, abs=5e-4)
    assert result.strict.low <= 0 <= result.strict.high  # the exact one sides with the exact test


@pytest.mark.parametrize("cells", [(60, 0, 0, 0), (40, 0, 0, 20)])
def test_identical_arms_leave_an_interval_from_n_alone(cells):
    # Fault D15: +-6.0 points from 60 questions, so a loss of 5 points is not excluded.
    result = analyse(from_cells(*cells))
    assert result.mcnemar.p_midp == result.mcnemar.p_corrected == 1
    assert result.interval == pytest.approx((-0.060, 0.060), abs=5e-4)
    assert result.interval.low < -0.05
    assert result.heterogeneity_p is None


def test_one_question_excludes_nothing_of_interest():
    # Fault D17: never a number that passes.
    low, high = analyse(tally([(1, 1)], [(1, 0)])).interval
    assert low < -0.5
    assert high == 1


def test_a_single_document_says_nothing():
    result = analyse(tally([(1, 1)] * 5, [(1, 0)] * 5, clusters=["handbook"] * 5))
    assert result.interval == result.wald == (-1, 1)
    assert (result.clustered, result.n_clusters) == ("document", 1)


def test_without_a_shared_question_nothing_is_estimated_but_the_bounds_stand():
    result = analyse(tally([(1, 1), (0, 0)], [(0, 0), (1, 1)]))
    assert result.difference is result.interval is result.guard is None
    assert result.mcnemar.p_exact == 1
    assert (result.bounds.low, result.bounds.high) == (-0.5, 0.5)


def test_an_empty_comparison_is_unmeasured_throughout():
    result = analyse(tally([], []))
    assert (result.n_questions, result.bounds) == (0, None)
    assert result.unmeasured_share == {Role.CANDIDATE: 1, Role.BASELINE: 1}


def test_planned_questions_that_nobody_answered_are_unmeasured():
    result = analyse(replace(from_cells(8, 0, 0, 0), eval_set_size=10))
    assert result.n_eval_set == 10
    assert result.unmeasured_share == pytest.approx({Role.CANDIDATE: 0.2, Role.BASELINE: 0.2})


def test_exchanging_the_arms_mirrors_everything():
    some = tally([(2, 2), (2, 0), (1, 1), (0, 0)], [(2, 1), (2, 1), (2, 0), (2, 2)], epochs=2)
    other = replace(some, candidate=some.baseline, baseline=some.candidate)
    here, there = analyse(some), analyse(other)
    assert here.difference == -there.difference
    assert here.interval == pytest.approx((-there.interval.high, -there.interval.low))
    assert here.guard.low == pytest.approx(-there.guard.high)
    assert here.guard.low_at_best == pytest.approx(-there.guard.high_at_worst)
    assert here.bounds.interval_low == pytest.approx(-there.bounds.interval_high)


def test_strata_are_analysed_by_name_and_tested_against_each_other():
    both_kinds = tally(
        [(1, 1)] * 30 + [(1, 0)] * 30,
        [(1, 0)] * 30 + [(1, 1)] * 30,
        strata=["single_passage"] * 30 + ["multi_passage"] * 30,
    )
    result = analyse(both_kinds)
    assert [each.name for each in result.strata] == ["multi_passage", "single_passage"]
    assert [each.difference for each in result.strata] == [-1, 1]
    assert sum(each.n_questions for each in result.strata) == result.n_questions
    assert result.heterogeneity_p < 0.001


def test_documents_widen_the_interval_when_their_questions_agree():
    candidate = [(1, 1)] * 40 + [(1, 0)] * 20 + [(1, 1)] * 140
    baseline = [(1, 0)] * 40 + [(1, 1)] * 20 + [(1, 1)] * 140
    documents = [f"d{index // 10}" for index in range(200)]
    alone, grouped = (
        analyse(tally(candidate, baseline, clusters=each)) for each in (None, documents)
    )
    assert grouped.design_effect > 3
    assert grouped.interval.low < alone.interval.low
    assert grouped.difference == alone.difference


# 2 of 3 against 1 of 1 on eight questions, 2 of 3 against none on four: -8/3 + 8/3 = 0.
def test_shares_that_cancel_leave_no_difference():
    some = tally([(3, 2)] * 12, [(1, 1)] * 8 + [(1, 0)] * 4, epochs=3)
    assert analyse(some).difference == 0.0


def test_impossible_cells_and_levels_are_refused_in_words():
    with pytest.raises(UsageError, match="baseline_only counts questions"):
        paired_cells(both=1, candidate_only=1, baseline_only=-1, neither=1)
    with pytest.raises(UsageError, match="between 0 and 1"):
        paired_cells(**PILOT, level=95)
