"""Shares, critical values, leniency and agreement: against scipy, and where undefined."""

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from lcexplore.stats.agreement import judge_agreement
from lcexplore.stats.critical import normal_critical, t_critical
from lcexplore.stats.leniency import fisher_p, fisher_p_midp, sign_test_p
from lcexplore.stats.proportion import clopper_pearson, wilson

levels = st.sampled_from([0.5, 0.9, 0.95, 0.99])
parts = st.integers(0, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
some = parts.filter(lambda part: part[1] > 0)


@given(some, levels)
def test_intervals_of_a_share_agree_with_scipy(part, level):
    k, n = part
    test = oracle.binomtest(k, n)
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "exact")):
        wanted = test.proportion_ci(level, method=method)
        found = ours(successes=k, n=n, level=level)
        assert np.allclose(found, (wanted.low, wanted.high), rtol=0, atol=1e-9)
        assert 0 <= found.low <= k / n <= found.high <= 1


def test_a_share_of_nothing_may_be_anything():
    assert wilson(successes=0, n=0, level=0.95) == (0, 1)
    assert clopper_pearson(successes=0, n=0, level=0.95) == (0, 1)


@pytest.mark.parametrize("interval", [wilson, clopper_pearson])
def test_more_successes_than_trials_are_refused(interval):
    with pytest.raises(ValueError, match="successes must lie"):
        interval(successes=3, n=2, level=0.95)


@given(levels, st.floats(1, 1e4))
def test_critical_values_agree_with_scipy(level, df):
    assert isclose(normal_critical(level), oracle.norm.ppf((1 + level) / 2))
    assert isclose(t_critical(level, df), oracle.t.ppf((1 + level) / 2, df))


@pytest.mark.parametrize("level", [0, 1, 95, float("nan")])
def test_a_level_outside_0_to_1_is_refused(level):
    with pytest.raises(ValueError, match="level must lie"):
        normal_critical(level)
    with pytest.raises(ValueError, match="df must be"):
        t_critical(0.95, 0)


@given(parts, parts)
def test_fisher_agrees_with_scipy_and_ignores_which_arm_is_which(a, b):
    counts = {"errors_a": a[0], "n_a": a[1], "errors_b": b[0], "n_b": b[1]}
    turned = {"errors_a": b[0], "n_a": b[1], "errors_b": a[0], "n_b": a[1]}
    p, midp = fisher_p(**counts), fisher_p_midp(**counts)
    wanted = oracle.fisher_exact([[a[0], a[1] - a[0]], [b[0], b[1] - b[0]]]).pvalue
    assert isclose(p, wanted, rel_tol=1e-6, abs_tol=1e-12)
    assert 0 <= midp <= p <= 1
    assert isclose(p, fisher_p(**turned), rel_tol=1e-9, abs_tol=1e-300)


def test_fisher_with_nothing_to_tell_apart_is_one():
    for counts in ((0, 0, 0, 0), (0, 5, 0, 7), (5, 5, 7, 7), (0, 0, 3, 7)):
        names = dict(zip(("errors_a", "n_a", "errors_b", "n_b"), counts, strict=True))
        assert fisher_p(**names) == fisher_p_midp(**names) == 1


def test_fisher_refuses_more_errors_than_answers():
    with pytest.raises(ValueError, match="errors must lie"):
        fisher_p(errors_a=3, n_a=2, errors_b=0, n_b=1)


def test_sign_test_of_four_repeats_cannot_pass():
    # Four questions to none, one-sided 1/16, however often each is repeated.
    assert sign_test_p(positive=4, negative=0) == 1 / 8
    assert sign_test_p(positive=0, negative=0) == 1


cells = st.tuples(*[st.integers(0, 60)] * 4)


def agreement_of(a, b, c, d):
    return judge_agreement(both_correct=a, first_only=b, second_only=c, both_incorrect=d)


@given(cells)
def test_coefficients_do_not_depend_on_which_judge_is_first_or_what_passing_means(table):
    a, b, c, d = table
    first, turned, renamed = (
        agreement_of(a, b, c, d),
        agreement_of(a, c, b, d),
        agreement_of(d, c, b, a),
    )
    for name in ("share", "kappa", "kappa_se", "ac1", "ac1_se", "pabak"):
        values = [getattr(found, name) for found in (first, turned, renamed)]
        if values[0] is None:
            assert values == [None] * 3
        else:
            assert np.allclose(values, values[0], atol=1e-7)


@given(cells)
def test_coefficients_stay_within_their_range(table):
    found = agreement_of(*table)
    for value in (found.kappa, found.ac1, found.pabak, found.prevalence_index, found.bias_index):
        assert value is None or -1 - 1e-12 <= value <= 1 + 1e-12
    interval = found.kappa_interval(0.95)
    assert interval is None or -1 <= interval.low < interval.high <= 1


def test_kappa_is_undefined_when_both_judges_know_one_verdict_only():
    found = agreement_of(50, 0, 0, 0)
    assert (found.kappa, found.kappa_interval(0.95)) == (None, None)
    assert (found.share, found.pabak, found.ac1) == (1, 1, 1)


def test_perfect_agreement_has_a_kappa_but_no_interval_without_width():
    found = agreement_of(30, 0, 0, 20)
    assert (found.kappa, found.kappa_interval(0.95)) == (1, None)
    assert found.share_interval(0.95).low < 0.95


def test_without_items_nothing_is_defined():
    found = agreement_of(0, 0, 0, 0)
    assert found.n == 0
    assert {found.share, found.kappa, found.ac1, found.pabak, found.bias_index} == {None}
    assert found.share_interval(0.95) == (0, 1)


def test_same_agreement_can_hide_a_different_kappa():
    # The prevalence paradox (Feinstein & Cicchetti 1990): 118/5/2/0 gives .94, kappa -.02, AC1 .94.
    found = agreement_of(118, 5, 2, 0)
    assert [round(x, 2) for x in (found.share, found.kappa, found.ac1)] == [0.94, -0.02, 0.94]
