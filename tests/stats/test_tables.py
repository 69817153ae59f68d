"""Counting tables: the shortcuts against the long way."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import betabinom, binom

from lcexplore.stats import chance, tables

whole = st.integers(0, 60)


@given(st.lists(st.tuples(whole, st.integers(0, 61), st.integers(-80, 80)), max_size=20))
def test_least_is_found_wherever_it_is_looked_for_first(asked):
    counts, wanted, guess = (
        np.array([each[place] for each in asked], dtype=np.int64) for place in range(3)
    )
    wanted = np.minimum(wanted, counts + 1)  # counts + 1: it never holds
    found = tables.least(lambda at, of: at >= wanted[of], counts, guess)
    assert found.tolist() == wanted.tolist()


def test_least_asks_few_times_when_the_guess_is_near():
    counts, asked = np.full(5, 10_000), []

    def holds(at, of):
        asked.append(at.size)
        return at >= 7000 + of

    near = 7000 + np.arange(5)
    assert tables.least(holds, counts, near).tolist() == near.tolist()
    assert asked == [5, 5]


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(-3, 310)), min_size=1, max_size=30),
    st.sampled_from([0.0, 1e-9, 0.2, 0.5, 0.61, 1.0]),
)
def test_chance_of_at_least_so_many_is_the_binomial_tail(asked, lean):
    counts, needed = (np.array(each, dtype=np.int64) for each in zip(*asked, strict=True))
    wanted = binom.sf(needed - 1, counts, lean)
    assert tables.at_least(counts, needed, lean) == pytest.approx(wanted, abs=1e-12)


@given(st.integers(1, 900), st.integers(0, 60), st.floats(0.05, 0.95), st.floats(0.3, 1.0))
def test_a_run_of_successive_counts_has_the_binomial_tails(first, more, lean, share):
    # SciPy's binomial tail, element by element, where the sum along the run is taken.
    counts = np.arange(first, first + more + 1)
    needed = np.ceil(share * counts).astype(np.int64)
    wanted = binom.sf(needed - 1, counts, lean)
    assert tables.at_least(counts, needed, lean) == pytest.approx(wanted, abs=1e-12)


@given(st.integers(1, 3000), st.floats(1e-9, 1.0) | st.just(0.0))
def test_counts_that_are_left_out_never_come(n, discordance):
    likely = tables.known_counts(np.array([n]), discordance)
    assert likely.chances.sum() == pytest.approx(1)
    if np.all(np.diff(likely.counts) == 1):
        wanted = binom.pmf(likely.counts, n, discordance)
        assert likely.chances == pytest.approx(wanted, abs=1e-10)


@given(st.lists(st.integers(1, 200_000), min_size=1, max_size=9), st.floats(0.0, 1.0))
def test_plans_counted_together_have_the_counts_of_each(plans, discordance):
    many = tables.known_counts(np.array(plans), discordance)
    each = [tables.known_counts(np.array([n]), discordance) for n in plans]
    assert many.counts.tolist() == [count for one in each for count in one.counts.tolist()]
    assert many.chances == pytest.approx(np.concatenate([one.chances for one in each]), rel=1e-12)
    assert many.sums(many.chances) == pytest.approx(np.ones(len(plans)))
    assert many.first.tolist() == np.cumsum([0, *many.sizes[:-1]]).tolist()


@given(st.integers(1, 1500), st.floats(0.5, 400), st.floats(0.5, 900))
def test_uncertain_counts_are_beta_binomial(n, discordant, agree):
    likely = tables.uncertain_counts(n, discordant, agree)
    assert likely.chances.sum() == pytest.approx(1)
    wanted = betabinom.pmf(likely.counts, n, discordant, agree)
    assert likely.chances == pytest.approx(wanted, abs=1e-7)


@given(
    st.lists(st.tuples(st.integers(1, 1500), st.floats(0.5, 0.99)), min_size=1, max_size=8),
    st.floats(0.0, 1.0),
    st.floats(-1.0, 1.0),
    st.floats(-0.3, 0.3),
)
def test_many_plans_have_the_chances_of_each(plans, discordance, lean, margin):
    known = {"truth": lean * discordance, "discordance": discordance, "margin": margin}
    sizes, levels = zip(*plans, strict=True)
    many = chance.chances_to_clear(n=sizes, level=levels, **known)
    each = [chance.chance_to_clear(n=n, level=level, **known) for n, level in plans]
    assert many == pytest.approx(each, abs=1e-12)
    assert np.all((many >= 0) & (many <= 1 + 1e-12))
