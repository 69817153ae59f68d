"""A quantile is one thing: the inverse of the distribution function, mixtures included."""

from fractions import Fraction
from math import ceil, inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as oracle

from lcexplore.stats.quantile import (
    mixture_quantile,
    mixture_quantiles,
    quantile,
    quantile_interval,
    quantile_ranks,
    quantile_upper,
    share_at_most,
)

pools = st.dictionaries(st.integers(0, 60), st.integers(1, 5), min_size=1, max_size=12).map(
    lambda pool: (np.array(sorted(pool), dtype=float), np.array([pool[k] for k in sorted(pool)]))
)
percents = st.integers(0, 100)


def by_definition(pool, weight, p):
    """Smallest value at or below which at least the share lies, in exact fractions."""
    total = Fraction(0)
    for value in sorted(pool):
        total += weight(value)
        if total >= p and total > 0:
            return value
    raise AssertionError


def share_of(pool):
    values, counts = pool
    n = int(counts.sum())
    return {value: Fraction(int(count), n) for value, count in zip(values, counts, strict=True)}


@given(pools, percents)
def test_quantile_is_the_smallest_value_that_enough_do_not_exceed(pool, percent):
    shares = share_of(pool)
    wanted = by_definition(shares, shares.__getitem__, Fraction(percent, 100))
    assert quantile(*pool, percent / 100) == wanted


@given(pools, percents)
def test_quantile_agrees_with_numpy_on_the_written_out_sample(pool, percent):
    # Exact where n * p is no whole number; numpy's rounding of n * p is its own.
    values, counts = pool
    if (int(counts.sum()) * percent) % 100 == 0:
        return
    wanted = np.quantile(np.repeat(values, counts), percent / 100, method="inverted_cdf")
    assert quantile(values, counts, percent / 100) == wanted


@given(pools, pools, percents, percents)
def test_mixture_is_the_quantile_of_the_mixed_shares(hits, misses, hit_percent, percent):
    rate, p = Fraction(hit_percent, 100), Fraction(percent, 100)
    hit, miss = share_of(hits), share_of(misses)
    wanted = by_definition(
        hit.keys() | miss.keys(),
        lambda value: rate * hit.get(value, 0) + (1 - rate) * miss.get(value, 0),
        p,
    )
    found = mixture_quantile(*hits, *misses, hit_rate=hit_percent / 100, p=percent / 100)
    assert found == wanted


@given(pools, pools, st.integers(1, 30), st.integers(1, 30), percents)
def test_mixture_is_the_quantile_of_pools_replicated_in_proportion(hits, misses, h, m, percent):
    n_hits, n_misses = int(hits[1].sum()), int(misses[1].sum())
    sample = np.concatenate(
        [np.repeat(hits[0], hits[1] * h * n_misses), np.repeat(misses[0], misses[1] * m * n_hits)]
    )
    rank = max(1, ceil(Fraction(percent, 100) * len(sample)))
    wanted = np.sort(sample)[rank - 1]
    found = mixture_quantile(*hits, *misses, hit_rate=h / (h + m), p=percent / 100)
    assert found == wanted


@given(pools, pools, st.floats(0.01, 0.99))
def test_curve_agrees_with_one_rate_at_a_time(hits, misses, p):
    rates = np.linspace(0, 1, 21)
    curve = mixture_quantiles(*hits, *misses, hit_rates=rates, p=p)
    alone = [mixture_quantile(*hits, *misses, hit_rate=rate, p=p) for rate in rates]
    assert curve.tolist() == alone


@given(pools, pools, st.floats(0.01, 0.99))
def test_ends_of_the_curve_are_the_pools_themselves(hits, misses, p):
    curve = mixture_quantiles(*hits, *misses, hit_rates=[0, 1], p=p)
    assert curve.tolist() == [quantile(*misses, p), quantile(*hits, p)]


def test_an_observed_mixture_is_the_quantile_of_all_requests():
    hits, misses = np.arange(1.0, 38.0), np.arange(100.0, 163.0)
    together = quantile(np.concatenate([hits, misses]), np.ones(100), 0.95)
    found = mixture_quantile(hits, np.ones(37), misses, np.ones(63), hit_rate=0.37, p=0.95)
    assert found == together


def test_mixture_is_not_the_mean_of_two_quantiles():
    # Exponential hits (mean 0.2 s) and misses (4 s) at 70 %: 7.167 s, reference case mix-exp;
    # the weighted mean of both p95s would say 4.014.
    u = (np.arange(20_000) + 0.5) / 20_000
    hits, misses = -0.2 * np.log1p(-u), -4.0 * np.log1p(-u)
    ones = np.ones(u.size)
    found = mixture_quantile(hits, ones, misses, ones, hit_rate=0.7, p=0.95)
    assert found == pytest.approx(7.16703787691223, rel=1e-3)


def test_an_empty_pool_matters_only_where_it_has_a_share():
    some = (np.array([1.0, 2.0]), np.array([1, 1]))
    none = (np.array([]), np.array([], dtype=int))
    assert mixture_quantile(*none, *some, hit_rate=0, p=0.95) == 2
    assert mixture_quantile(*some, *none, hit_rate=1, p=0.5) == 1
    with pytest.raises(ValueError, match="at least one"):
        mixture_quantile(*none, *some, hit_rate=0.5, p=0.95)
    with pytest.raises(ValueError, match="at least one"):
        quantile(*none, 0.5)


def test_shares_that_floats_cannot_hold_do_not_move_the_rank():
    values = np.arange(1.0, 1001.0)
    for percent in range(1, 100):
        assert quantile(values, np.ones(1000), percent / 100) == 10 * percent


@pytest.mark.parametrize(("n", "finite"), [(1, False), (71, False), (72, True), (5000, True)])
def test_p95_has_an_upper_end_from_72_on(n, finite):
    # P(no observation beyond) = 0.95^n <= 0.025 from n = 72.
    assert np.isfinite(quantile_interval([3.0], [n], 0.95, 0.95).high) == finite


def test_one_sided_upper_end_of_p95_exists_from_59_on():
    assert quantile_upper([3.0], [58], 0.95, 0.95) == inf
    assert quantile_upper([3.0], [59], 0.95, 0.95) == 3.0


@given(st.integers(1, 3000), st.sampled_from([0.05, 0.5, 0.95, 0.99]))
def test_ranks_are_the_binomial_quantiles(n, p):
    lower, upper = quantile_ranks(n=n, p=p, level=0.95)
    binomial = oracle.binom(n, p)
    assert (lower or 0) == binomial.ppf(0.025)
    assert (upper or n + 1) == binomial.ppf(0.975) + 1
    inside = binomial.cdf((upper or n + 1) - 1) - binomial.cdf((lower or 0) - 1)
    assert inside >= 0.95 - 1e-9


@given(pools)
def test_interval_holds_its_quantile(pool):
    for p in (0.05, 0.5, 0.95):
        low, high = quantile_interval(*pool, p, 0.95)
        assert low <= quantile(*pool, p) <= high


@given(pools, st.integers(0, 61))
def test_share_at_most_counts(pool, bar):
    values, counts = pool
    assert share_at_most(values, counts, bar) == pytest.approx(
        counts[values <= bar].sum() / counts.sum()
    )


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_a_share_outside_0_to_1_is_refused(p):
    with pytest.raises(ValueError, match="p must lie"):
        quantile([1.0], [1], p)
    with pytest.raises(ValueError, match="hit rates must lie"):
        mixture_quantiles([1.0], [1], [1.0], [1], hit_rates=[p], p=0.5)
