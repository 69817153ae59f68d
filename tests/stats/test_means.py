"""Means with clusters, with a corrected grader, over strata: against scipy, and degenerate."""

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from lcexplore.stats.cluster import cluster_sums, clustered_mean, design_effect
from lcexplore.stats.combine import cochran_q
from lcexplore.stats.critical import t_critical
from lcexplore.stats.ppi import corrected_mean

thirds = st.sampled_from([-1, -2 / 3, -1 / 3, 0, 1 / 3, 2 / 3, 1])
signs = st.sampled_from([-1, 0, 1])


@given(st.lists(thirds, min_size=2, max_size=40))
def test_one_question_each_gives_the_usual_standard_error(values):
    mean = clustered_mean(sums=values, sizes=np.ones(len(values), dtype=int))
    assert isclose(mean.se_cr1, oracle.sem(values), abs_tol=1e-12)
    half = t_critical(0.95, len(values) - 1) * mean.se_cr1
    assert np.allclose(mean.interval(0.95), (mean.estimate - half, mean.estimate + half))


@given(st.lists(st.tuples(thirds, st.integers(0, 5)), min_size=1, max_size=40))
def test_cluster_sums_lose_nothing(rows):
    values, labels = zip(*rows, strict=True)
    sums, sizes = cluster_sums(values, labels)
    assert sizes.sum() == len(rows)
    assert len(sizes) == len(set(labels))
    assert isclose(sums.sum(), sum(values), abs_tol=1e-9)


@given(st.lists(thirds, min_size=2, max_size=15), st.integers(2, 4))
def test_repeating_every_question_in_its_cluster_adds_no_certainty(values, times):
    once = clustered_mean(sums=values, sizes=np.ones(len(values), dtype=int))
    again = clustered_mean(sums=np.array(values) * times, sizes=np.full(len(values), times))
    assert isclose(once.se_cr1, again.se_cr1, abs_tol=1e-12)


def test_one_cluster_has_no_standard_error():
    mean = clustered_mean(sums=[3], sizes=[7])
    assert (mean.estimate, mean.se_cr1, mean.interval(0.95)) == (3 / 7, None, None)


@pytest.mark.parametrize(("sums", "sizes"), [([], []), ([0, 1], [0, 1])])
def test_an_empty_cluster_is_refused(sums, sizes):
    with pytest.raises(ValueError, match="hold a question"):
        clustered_mean(sums=sums, sizes=sizes)


def test_design_effect_is_never_below_one():
    assert design_effect(variance=2, independent=1) == 2
    assert design_effect(variance=1, independent=2) == 1
    assert design_effect(variance=0, independent=0) == 1


pairs = st.lists(st.tuples(signs, signs), min_size=2, max_size=60)
rest = st.lists(signs, min_size=1, max_size=60)


def correct(labelled, unlabelled, weight=None):
    people, grader = zip(*labelled, strict=True)
    return corrected_mean(people=people, grader=grader, grader_unlabelled=unlabelled, weight=weight)


@given(pairs, rest)
def test_swapping_the_arms_mirrors_the_correction(labelled, unlabelled):
    found = correct(labelled, unlabelled)
    mirrored = correct([(-y, -g) for y, g in labelled], [-g for g in unlabelled])
    assert isclose(found.estimate, -mirrored.estimate, abs_tol=1e-12)
    assert isclose(found.se, mirrored.se, rel_tol=1e-9)


@given(pairs, rest)
def test_trust_stays_between_people_only_and_plain_correction(labelled, unlabelled):
    found = correct(labelled, unlabelled)
    assert 0 <= found.weight <= 1
    assert 0 < found.label_share <= 1
    assert found.se > 0


@given(pairs.filter(lambda rows: len({y for y, _ in rows}) > 1), rest)
def test_weight_zero_is_the_peoples_own_t_interval(labelled, unlabelled):
    people = [y for y, _ in labelled]
    found = correct(labelled, unlabelled, weight=0)
    if found.guarded:
        return
    wanted = oracle.ttest_1samp(people, 0).confidence_interval(0.95)
    assert np.allclose(found.interval(0.95), (wanted.low, wanted.high), atol=1e-12)


def test_a_grader_without_an_observed_error_is_not_taken_as_free_of_errors():
    # Rule of three: no error in 50 labels leaves about 3/50 of doubt.
    labelled = [(1, 1)] * 8 + [(0, 0)] * 36 + [(-1, -1)] * 6
    found = correct(labelled, [1] * 700 + [0] * 3600 + [-1] * 700)
    low, high = found.interval(0.95)
    assert found.guarded
    assert 0.05 < (high - low) / 2 < 0.08


def test_unseen_items_are_not_needed():
    found = correct([(1, 1), (0, 1), (0, 0), (1, 0)], [])
    assert (found.estimate, found.weight, found.n_unlabelled) == (0.5, 0, 0)


def test_from_two_hundred_labels_on_the_normal_value_is_used():
    found = [correct([(1, 0), (0, 0)] * half, [0, 1]) for half in (99, 100)]
    assert [round(one.critical(0.95), 4) for one in found] == [1.9721, 1.96]


@pytest.mark.parametrize(("people", "grader"), [([1], [1]), ([1, 0], [1])])
def test_fewer_than_two_labelled_items_are_refused(people, grader):
    with pytest.raises(ValueError, match="at least two"):
        corrected_mean(people=people, grader=grader, grader_unlabelled=[1, 0])


def test_equal_strata_do_not_differ():
    found = cochran_q(estimates=[0.1, 0.1, 0.1], variances=[1, 2, 3])
    assert (found.q, found.df, found.p) == (0, 2, 1)


def test_two_strata_are_compared_by_their_squared_z():
    found = cochran_q(estimates=[0.1, 0.4], variances=[0.01, 0.02])
    assert isclose(found.q, 0.09 / 0.03)
    assert isclose(found.p, oracle.chi2.sf(3, 1))


@pytest.mark.parametrize("variances", [[], [1.0], [1.0, 0.0]])
def test_heterogeneity_is_undefined_for_one_stratum_or_without_a_variance(variances):
    assert cochran_q(estimates=np.zeros(len(variances)), variances=variances) is None
