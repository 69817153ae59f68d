"""Fisher's test between the arms, how little it sees, and kappa with questions resampled."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from lcexplore.stats.agreement import cohen_kappa, kappa_interval_resampled
from lcexplore.stats.critical import t_critical
from lcexplore.stats.leniency import fisher_p, fisher_p_midp, fisher_power


# Statistics guide 2.8, exact: 6 %, 18 % and 41 % at 13, 25 and 50 answers an arm.
@pytest.mark.parametrize(("n", "power"), [(13, 0.06), (25, 0.18), (50, 0.41)])
def test_the_power_at_calibration_sizes_is_poor(n, power):
    assert fisher_power(n_a=n, n_b=n, rate_a=0.25, rate_b=0.10) == pytest.approx(power, abs=0.005)


@pytest.mark.parametrize("midp", [False, True])
def test_power_is_the_chance_of_every_table_that_the_test_rejects(midp):
    test = fisher_p_midp if midp else fisher_p
    n_a, n_b, one, other = 9, 7, 0.6, 0.1
    expected = sum(
        oracle.binom.pmf(a, n_a, one) * oracle.binom.pmf(b, n_b, other)
        for a in range(n_a + 1)
        for b in range(n_b + 1)
        if test(errors_a=a, n_a=n_a, errors_b=b, n_b=n_b) <= 0.05
    )
    found = fisher_power(n_a=n_a, n_b=n_b, rate_a=one, rate_b=other, midp=midp)
    assert found == pytest.approx(expected, abs=1e-12)


def test_power_without_any_answer_is_zero():
    assert fisher_power(n_a=0, n_b=5, rate_a=0.25, rate_b=0.10) == 0


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=3, max_size=12))
def test_resampling_leaves_out_one_question_at_a_time(rows):
    tables = np.array(rows, dtype=float).reshape(-1, 2, 2)
    found = kappa_interval_resampled(tables, 0.95)
    total = tables.sum(axis=0)
    without = [cohen_kappa(total - each)[0] for each in tables]
    if found is None:
        assert None in without or cohen_kappa(total)[0] is None or np.ptp(without) < 1e-12
        return
    n = len(tables)
    se = np.sqrt((n - 1) / n * ((np.array(without) - np.mean(without)) ** 2).sum())
    half = t_critical(0.95, n - 1) * se
    kappa = cohen_kappa(total)[0]
    assert found == pytest.approx((max(-1, kappa - half), min(1, kappa + half)), abs=1e-9)


def test_twice_the_same_answers_are_no_more_certain():
    items = [np.array(each) for each in ([[1, 0], [0, 0]], [[0, 1], [0, 0]], [[0, 0], [0, 1]])] * 8
    once = kappa_interval_resampled(np.array(items), 0.95)
    twice = kappa_interval_resampled(2 * np.array(items), 0.95)
    assert twice == pytest.approx(once, abs=1e-9)


def test_one_question_says_nothing_of_the_spread():
    assert kappa_interval_resampled(np.ones((1, 2, 2)), 0.95) is None
