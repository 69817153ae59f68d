"""Planning: enumeration agrees with itself, with formulas and with the worked figures."""

from math import inf, isclose

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats as oracle

from lcexplore.stats import chance, paired, size
from lcexplore.stats.critical import normal_critical

Z = normal_critical(0.95)
PILOT = {"discordance": 47 / 240, "level": 0.95}  # a pilot: 47 of 240 differ


def multinomial(n, psi, d):
    """Every table of n questions with its chance: b, c, chance."""
    distribution = oracle.multinomial(n, [(psi + d) / 2, (psi - d) / 2, 1 - psi])
    for b in range(n + 1):
        for c in range(n - b + 1):
            yield b, c, distribution.pmf([b, c, n - b - c])


def tango(b, c, n):
    return paired.tango(difference=(b - c) / n, discordance=(b + c) / n, n=n, critical=Z)


@pytest.mark.parametrize(
    ("n", "psi", "d", "margin"),
    [(1, 0.5, 0.1, -0.6), (12, 0.3, 0.1, -0.2), (30, 0.2, 0.2, 0.0), (25, 1, 0.4, 0.1)],
)
def test_chance_to_clear_is_the_sum_over_all_tables(n, psi, d, margin):
    wanted = sum(p for b, c, p in multinomial(n, psi, d) if tango(b, c, n).low >= margin)
    found = chance.chance_to_clear(n=n, truth=d, discordance=psi, margin=margin, level=0.95)
    assert isclose(found, wanted, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("n", "psi", "d", "half_width"),
    [(1, 0.5, 0.1, 0.8), (12, 0.3, 0.1, 0.3), (30, 0.2, 0.2, 0.17), (25, 0.9, 0.0, 0.36)],
)
def test_chance_of_a_half_width_is_the_sum_over_all_tables(n, psi, d, half_width):
    wanted = 0.0
    for b, c, p in multinomial(n, psi, d):
        low, high = tango(b, c, n)
        wanted += p * ((high - low) / 2 <= half_width)
    found = chance.chance_of_half_width(
        n=n, half_width=half_width, discordance=psi, difference=d, level=0.95
    )
    assert isclose(found, wanted, abs_tol=1e-9)


def test_uncertain_discordance_is_the_sum_over_all_predicted_tables():
    # Dirichlet-multinomial with Jeffreys's prior, written out.
    pilot, n, half_width = chance.Pilot(candidate_only=3, baseline_only=2, n=20), 25, 0.22
    posterior = oracle.dirichlet_multinomial([3.5, 2.5, 15.5], n)
    wanted = 0.0
    for b, c, _ in multinomial(n, 0.25, 0.05):
        low, high = tango(b, c, n)
        wanted += posterior.pmf([b, c, n - b - c]) * ((high - low) / 2 <= half_width)
    found = chance.chance_of_half_width_after(n=n, half_width=half_width, pilot=pilot, level=0.95)
    assert isclose(found, wanted, abs_tol=1e-4)


@pytest.mark.parametrize(
    ("assurance", "even", "leaning"),
    [(0.5, 1213, 1196), (0.8, 1272, 1252), (0.9, 1301, 1281), (0.95, 1324, 1304)],
)
def test_assured_size_with_known_discordance(assurance, even, leaning):
    # Tango, 47 of 240 discordant, ±2.5 points: trinomial enumerated by an independent program.
    for difference, wanted in ((0.0, even), (13 / 240, leaning)):
        found = size.n_assured(
            **PILOT, difference=difference, half_width=0.025, assurance=assurance
        )
        assert found == wanted


@pytest.mark.parametrize(("assurance", "wanted"), [(0.8, 1345), (0.9, 1420), (0.95, 1480)])
def test_assured_size_with_the_discordance_as_uncertain_as_the_pilot(assurance, wanted):
    # The same, over a Dirichlet posterior, rounded to about five questions.
    found = size.n_assured(
        **PILOT, difference=13 / 240, half_width=0.025, assurance=assurance, pilot_n=240
    )
    assert abs(found - wanted) <= 10


def test_formula_gives_the_pilots_average_size():
    even, leaning = (
        size.n_half_width(**PILOT, difference=d, half_width=0.025) for d in (0, 13 / 240)
    )
    assert (round(even), round(leaning)) == (1204, 1186)


def test_size_to_clear_a_margin_has_the_wanted_chance():
    plan = {"discordance": 0.196, "truth": 0.0, "margin": -0.025, "level": 0.95}
    n = size.n_to_clear(**plan, power=0.8)
    assert n == pytest.approx(2460, rel=0.02)  # (1.96 + .84)² x .196/.025²
    assert chance.chance_to_clear(n=n, **plan) >= 0.8 > chance.chance_to_clear(n=n - 60, **plan)


def test_no_size_clears_a_margin_that_the_truth_does_not():
    plan = {"discordance": 0.2, "truth": 0.01, "margin": 0.01, "level": 0.95}
    assert size.n_margin(**plan, power=0.8) == inf
    assert size.n_to_clear(**plan, power=0.8) is None
    assert size.n_difference(discordance=0.2, difference=0, level=0.95, power=0.8) == inf


def test_no_discordance_at_all_can_be_planned_for():
    # Nothing discordant clears -5 points once n > z²(1 - .05)/.05 = 72.99.
    plan = {"truth": 0, "discordance": 0, "margin": -0.05, "level": 0.95}
    assert [chance.chance_to_clear(n=n, **plan) for n in (72, 73)] == [0, 1]
    assert size.n_half_width(discordance=0, difference=0, half_width=0.05, level=0.95) == 0


@pytest.mark.parametrize("margin", [-0.5, -0.05, -0.025, -0.01])
def test_least_size_is_where_perfect_agreement_clears_the_margin(margin):
    n = size.n_possible(margin=margin, level=0.95)
    assert tango(0, 0, n).low >= margin
    assert n == 1 or tango(0, 0, n - 1).low < margin


def test_least_size_for_a_gain_needs_room_above():
    assert size.n_possible(margin=0.01, level=0.95) is None
    n = size.n_possible(margin=0.01, level=0.95, best=0.2)
    best = {"difference": 0.2, "discordance": 0.2, "critical": Z}
    assert paired.tango(n=n, **best).low >= 0.01 > paired.tango(n=n - 1, **best).low


@example(1, 0.5, 0.0, -2.1e-255)
@given(st.integers(1, 2000), st.floats(0.01, 1), st.floats(-1, 1), st.floats(-0.5, 0.2))
def test_a_chance_is_a_chance_and_falls_with_the_bar(n, psi, lean, margin):
    plan = {"n": n, "truth": psi * lean, "discordance": psi, "level": 0.95}
    strict, lax = (chance.chance_to_clear(margin=m, **plan) for m in (margin, margin - 0.05))
    assert -1e-12 <= strict <= lax + 1e-9 <= 1 + 2e-9


def test_half_widths_come_for_many_sizes_at_once():
    n = np.array([10, 100, 1000])
    found = chance.tango_half_widths(difference=0.05, discordance=0.2, n=n, critical=Z)
    assert (np.diff(found) < 0).all()


def test_a_huge_plan_falls_back_to_its_formula_and_a_tiny_one_stays_whole():
    plan = {"discordance": 0.2, "truth": 0.0, "margin": -0.0005, "level": 0.95, "power": 0.8}
    assert size.n_to_clear(**plan) > 10**6
    assert (
        size.n_assured(discordance=0.2, difference=0, half_width=0.99, level=0.95, assurance=0.8)
        == 1
    )


def test_power_of_a_certain_difference():
    assert size.power_difference(n=4, discordance=1, difference=1, level=0.95) == 1
    assert size.power_difference(n=3, discordance=1, difference=1, level=0.95) == 0


def test_an_impossible_plan_is_refused():
    with pytest.raises(ValueError, match="discordance must lie"):
        chance.chance_to_clear(n=10, truth=0.5, discordance=0.2, margin=0, level=0.95)
