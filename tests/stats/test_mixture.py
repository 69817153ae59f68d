"""A mixture of two pools is read by inverse CDF at any share, and its band is that of redrawing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.stats import quantile
from lcexplore.stats.mixture import mixture

RATES = np.linspace(0, 1, 21)
POOL = st.lists(
    st.one_of(st.sampled_from([0.0, 0.2, 1.0, 5.0]), st.floats(0, 100, allow_nan=False)),
    min_size=1,
    max_size=30,
)


def counted(values):
    return np.unique(np.array(values, dtype=float), return_counts=True)


def worked_example():
    """Hits and misses like those of the worked example: 1,450 and 190, a gap between them."""
    generator = np.random.default_rng(1)
    hits = np.sort(generator.lognormal(1.1, 0.4, 1450).clip(0.5, 7.9))
    misses = np.sort(generator.lognormal(2.4, 0.35, 190).clip(8.1, 40))
    return hits, misses


def by_hand(hits, misses, rate, p):
    """The definition, in the slowest way: the smallest value whose mixed share reaches p."""
    for value in sorted({*hits, *misses}):
        share = rate * np.mean(np.array(hits) <= value)
        share += (1 - rate) * np.mean(np.array(misses) <= value)
        if share >= p - 1e-12 and share > 0:
            return value
    return max(*hits, *misses)


@settings(max_examples=60, deadline=None)
@given(POOL, POOL, st.sampled_from([0.0, 0.5, 0.95, 0.99, 1.0]))
def test_one_search_gives_the_inverse_cdf_of_the_mixture_at_every_share(hits, misses, p):
    mixed = mixture(*counted(hits), *counted(misses))
    one_by_one = [mixed.quantile(hit_rate=rate, p=p) for rate in RATES]
    assert one_by_one == [by_hand(hits, misses, rate, p) for rate in RATES]
    assert mixed.quantiles(hit_rates=RATES, p=p).tolist() == one_by_one


@settings(max_examples=40, deadline=None)
@given(POOL, POOL, POOL, st.sampled_from([0.5, 0.95, 0.99]))
def test_a_third_pool_keeps_its_share_so_the_measured_share_gives_the_measured_quantile(
    hits, misses, fixed, p
):
    mixed = mixture(*counted(hits), *counted(misses), *counted(fixed))
    measured = len(hits) / (len(hits) + len(misses))
    whole = quantile.quantile(*counted([*hits, *misses, *fixed]), p)
    assert mixed.quantile(hit_rate=measured, p=p) == whole
    assert mixed.quantiles(hit_rates=[measured], p=p).tolist() == [whole]
    low, high = mixed.band(hit_rates=[measured], p=p, level=0.95)
    assert low[0] <= whole <= high[0]


@settings(max_examples=30, deadline=None)
@given(POOL, POOL)
def test_the_band_holds_the_order_of_its_ends_and_stays_among_the_values(hits, misses):
    mixed = mixture(*counted(hits), *counted(misses))
    low, high = mixed.band(hit_rates=RATES, p=0.95, level=0.95)
    assert (low <= high).all()
    assert set(low) | set(high) <= set(hits) | set(misses)


@pytest.mark.parametrize("rate", [0.0, 0.7, 0.884, 0.97, 1.0])
def test_the_band_is_what_redrawing_both_pools_gives(rate):
    hits, misses = worked_example()
    generator = np.random.default_rng(7)
    drawn = []
    for _ in range(600):
        again = mixture(
            *counted(generator.choice(hits, hits.size)),
            *counted(generator.choice(misses, misses.size)),
        )
        drawn.append(again.quantile(hit_rate=rate, p=0.95))
    mixed = mixture(*counted(hits), *counted(misses))
    low, high = mixed.band(hit_rates=[rate], p=0.95, level=0.95)
    # 600 draws place an end that should cut off 2.5 in 100 only roughly, among values far apart.
    assert np.quantile(drawn, 0.005) <= low[0] <= np.quantile(drawn, 0.05)
    assert np.quantile(drawn, 0.95) <= high[0] <= np.quantile(drawn, 0.995)


def test_with_hits_alone_the_band_is_the_order_statistic_interval_but_for_one_rank():
    hits, misses = worked_example()
    mixed = mixture(*counted(hits), *counted(misses))
    low, high = mixed.band(hit_rates=[1.0], p=0.95, level=0.95)
    lower, upper = quantile.quantile_ranks(n=hits.size, p=0.95, level=0.95)
    assert abs(np.searchsorted(hits, low[0]) + 1 - lower) <= 1
    assert abs(np.searchsorted(hits, high[0]) + 1 - upper) <= 1


def test_ten_million_requests_have_a_narrow_band():
    values = np.geomspace(1, 100, 500)
    counts = np.full(500, 20_000)
    low, high = mixture(values, counts, 2 * values, counts).band(
        hit_rates=[0.9], p=0.95, level=0.95
    )
    assert high[0] / low[0] < 1.03


def test_an_empty_pool_is_allowed_only_where_its_share_is_zero():
    empty = (np.empty(0), np.empty(0, dtype=np.int64))
    mixed = mixture(*counted([1.0, 2.0]), *empty)
    assert mixed.quantile(hit_rate=1.0, p=0.5) == 1.0
    with pytest.raises(ValueError, match="at least one observation"):
        mixed.quantile(hit_rate=0.5, p=0.5)
