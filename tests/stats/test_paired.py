"""The paired difference: symmetry, monotony, duality, degenerate tables, worked figures."""

from decimal import Decimal, localcontext
from math import isclose

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats as oracle

from lcexplore.stats import chance, contrast, paired
from lcexplore.stats.critical import normal_critical, t_critical
from tests.stats.tables import shares, swapped, tables

Z = normal_critical(0.95)
LEVELS = st.sampled_from([0.8, 0.9, 0.95, 0.99])


def tango(b, c, n, critical=Z):
    return paired.tango(difference=(b - c) / n, discordance=(b + c) / n, n=n, critical=critical)


def cell_table(b, c, n):
    return {"both": n - b - c, "candidate_only": b, "baseline_only": c, "neither": 0}


def intervals_of(table, level=0.95):
    z = normal_critical(level)
    b, c, n = table["candidate_only"], table["baseline_only"], sum(table.values())
    return {
        "tango": paired.tango(**shares(table), critical=z),
        "wald": paired.wald(**shares(table), critical=z),
        "newcombe": paired.newcombe10(**table, critical=z),
        "agresti_min": contrast.agresti_min(b=b, c=c, n=n, critical=z),
        "bonett_price": contrast.bonett_price(b=b, c=c, n=n, critical=z),
        "melded": contrast.exact_melded(b=b, c=c, n=n, level=level),
    }


def in_points(interval):
    return [round(100 * end, 2) for end in interval]


# Tango's definition in 60 digits: the root must lie within 1e-9 of the end that was found.
def decimal_excess(b, c, n, at):
    """Tango 1998, equation for the restricted estimate, lower end: positive outside."""
    with localcontext() as context:
        context.prec = 60
        b, c, n, at = (Decimal(value) for value in (b, c, n, at))
        linear = -b - c + (2 * n - b + c) * at
        constant = -c * at * (1 - at)
        q = ((linear**2 - 8 * n * constant).sqrt() - linear) / (4 * n)
        variance = n * (2 * q + at * (1 - at))
        return (b - c - n * at) - Decimal(Z) * max(Decimal(0), variance).sqrt()


@pytest.mark.parametrize(
    ("b", "c", "n"),
    [
        (17, 30, 240),
        (1, 0, 1),
        (0, 0, 1),
        (0, 0, 10**6),
        (10**6, 0, 10**6),
        (999_999, 1, 10**6),
        (1, 999_999, 10**6),
        (500_000, 500_000, 10**6),
        (60_400, 59_600, 10**6),
        (1, 0, 10**6),
        (0, 5, 100),
        (7, 3, 10),
        (2, 1, 3),
    ],
)
def test_end_solves_the_score_equation_to_nine_digits(b, c, n):
    low = tango(b, c, n).low
    assert decimal_excess(b, c, n, low - 1e-9 if low > -1 + 1e-9 else -1) >= 0
    assert decimal_excess(b, c, n, low + 1e-9) <= 0


@given(tables(), LEVELS)
def test_swapping_the_arms_mirrors_every_interval(table, level):
    before, after = intervals_of(table, level), intervals_of(swapped(table), level)
    for name, (low, high) in before.items():
        assert np.allclose(after[name], (-high, -low), rtol=0, atol=1e-12), name


@given(tables(), LEVELS)
def test_every_interval_lies_within_one_and_holds_what_it_should(table, level):
    found = intervals_of(table, level)
    estimate = shares(table)["difference"]
    assert all(-1 <= low <= high <= 1 for low, high in found.values())
    for name in ("tango", "wald", "newcombe", "melded"):
        assert found[name].low - 1e-9 <= estimate <= found[name].high + 1e-9, name


@given(tables(), LEVELS)
def test_tango_is_never_a_point(table, level):
    low, high = paired.tango(**shares(table), critical=normal_critical(level))
    assert high - low > 1e-7


psi_and_d = st.tuples(st.floats(0.001, 1), st.floats(-1, 1)).map(lambda t: (t[0], t[0] * t[1]))
counts = st.floats(0.5, 1e6)


def lower(difference, discordance, n, critical=Z):
    return paired.tango_end(
        difference=difference, discordance=discordance, n=n, critical=critical, upper=False
    )


@given(psi_and_d, counts, st.floats(0, 1), st.floats(1, 4))
def test_lower_end_rises_with_the_difference(table, n, share, critical):
    psi, d = table
    better = d + share * (psi - d)
    assert lower(d, psi, n, critical) <= lower(better, psi, n, critical) + 1e-12


@given(psi_and_d, counts, st.floats(0, 1), st.floats(1, 4))
def test_lower_end_falls_with_the_discordance(table, n, share, critical):
    psi, d = table
    wider = psi + share * (1 - psi)
    assert lower(d, wider, n, critical) <= lower(d, psi, n, critical) + 1e-12


@given(psi_and_d, counts, st.floats(1, 100), st.floats(1, 4))
def test_lower_end_rises_with_n(table, n, factor, critical):
    psi, d = table
    assert lower(d, psi, n, critical) <= lower(d, psi, factor * n, critical) + 1e-12


@given(psi_and_d, counts, st.floats(1, 4), st.floats(0, 2))
def test_lower_end_falls_with_the_critical_value(table, n, critical, more):
    psi, d = table
    assert lower(d, psi, n, critical + more) <= lower(d, psi, n, critical) + 1e-12


@given(tables(), st.floats(-0.99, 0.99))
def test_score_test_rejects_exactly_what_the_interval_leaves_out(table, at):
    low, high = paired.tango(**shares(table), critical=Z)
    assume(min(abs(at - low), abs(at - high)) > 1e-9)
    assume(at == 0 or abs(at) > 1e-150)  # below, the square of ``at`` is no longer a number
    z = paired.tango_z(**shares(table), at=at)
    assert (abs(z) <= Z) == (low <= at <= high)


@given(tables())
def test_score_test_at_zero_is_mcnemar_without_correction(table):
    b, c = table["candidate_only"], table["baseline_only"]
    assume(b + c > 0)
    z = paired.tango_z(**shares(table), at=0)
    assert isclose(z**2, paired.mcnemar_statistic(b=b, c=c, corrected=False), abs_tol=1e-8)


def test_end_beyond_the_closed_form_is_where_the_score_test_says():
    # All 15 discordant of 31 on one side: the likeliest count of the other side is 0 at the
    # end itself, where Tango's interval is Wilson's. Expected: scipy 1.17.1, optimize.brentq
    # on the score statistic of Tango (1998), equation 8.
    table = {"difference": 15 / 31, "discordance": 15 / 31, "n": 31}
    low = paired.tango(**table, critical=1.959963984540054).low
    assert isclose(low, 0.3197025156241432, abs_tol=1e-12)


@given(tables())
def test_many_tables_at_once_agree_with_one_at_a_time(table):
    low, high = paired.tango(**shares(table), critical=Z)
    many = chance.tango_half_widths(**shares(table), critical=Z)
    assert isclose(float(many), (high - low) / 2, abs_tol=1e-12)


@given(psi_and_d, st.floats(-0.95, 0.95))
def test_the_slope_of_the_score_variance_is_that_of_a_short_chord(table, at):
    psi, d = (np.array([each]) for each in table)
    step = 1e-6
    ends = [paired.score_variance(d, psi, np.array([at + way])) for way in (-step, step)]
    assume(min(float(end[0]) for end in ends) > 1e-3)  # away from the kink at 0
    root = ((2 - d) * at - psi) ** 2 - 4 * (d - psi) * at * (1 - at)
    assume(float(root[0]) > 1e-2)  # and from where two likeliest shares meet
    chord = float((ends[1] - ends[0])[0]) / (2 * step)
    found = paired.score_variance_slope(d, psi, np.array([at]))
    assert isclose(float(found[0]), chord, rel_tol=1e-4, abs_tol=1e-4)


@given(st.integers(1, 400), st.data())
def test_strict_interval_never_contradicts_the_exact_test(n, data):
    m = data.draw(st.integers(0, n))
    b = data.draw(st.integers(0, m))
    low, high = contrast.exact_melded(b=b, c=m - b, n=n, level=0.95)
    assume(min(abs(low), abs(high)) > 1e-7)
    assert (low <= 0 <= high) == (paired.mcnemar_p_exact(b=b, c=m - b) > 0.05)


@pytest.mark.parametrize("n", [1, 2, 15, 60, 100, 10**6])
def test_without_a_discordant_question_the_interval_has_a_closed_form(n):
    end = Z**2 / (n + Z**2)  # the score equation with b = c = 0
    assert np.allclose(tango(0, 0, n), (-end, end), rtol=0, atol=1e-12)


@pytest.mark.parametrize("n", [1, 3, 60, 10**6])
def test_all_questions_for_one_arm_end_at_one(n):
    low, high = tango(n, 0, n)
    assert high == 1
    assert isclose(low, (n - Z**2) / (n + Z**2), abs_tol=1e-12)


def test_without_questions_everything_is_possible():
    nothing = {"difference": 0.0, "discordance": 0.0, "n": 0}
    assert paired.tango(**nothing, critical=Z) == (-1, 1)
    assert paired.wald(**nothing, critical=Z) == (-1, 1)
    assert paired.newcombe10(**cell_table(0, 0, 0), critical=Z) == (-1, 1)


@pytest.mark.parametrize(
    "table",
    [
        {"difference": 0.5, "discordance": 0.4, "n": 10},
        {"difference": 0.0, "discordance": 1.2, "n": 10},
        {"difference": 0.0, "discordance": 0.1, "n": -1},
    ],
)
def test_an_impossible_table_is_refused(table):
    with pytest.raises(ValueError, match="must"):
        paired.tango(**table, critical=Z)


def test_effective_counts_give_the_clustered_interval():
    # Worked example: b 140, c 89 of 1,640, design effect 1.77, 820 clusters.
    n = 1640 / 1.77
    found = paired.tango(
        difference=51 / 1640, discordance=229 / 1640, n=n, critical=t_critical(0.95, 819)
    )
    assert in_points(found) == [0.71, 5.56]


def test_pilot_is_not_established_and_not_shown_to_be_harmless():
    # The pilot's table: 139 both, 17 candidate only, 30 baseline only, 54 neither.
    assert [round(end, 1) for end in in_points(tango(17, 30, 240))] == [-11.2, 0.2]
    assert round(paired.mcnemar_statistic(b=17, c=30, corrected=True), 2) == 3.06
    assert round(paired.mcnemar_statistic(b=17, c=30, corrected=False), 2) == 3.60
    assert round(paired.mcnemar_p_asymptotic(b=17, c=30, corrected=True), 3) == 0.080
    assert round(paired.mcnemar_p_asymptotic(b=17, c=30, corrected=False), 3) == 0.058
    assert round(paired.mcnemar_p_exact(b=17, c=30), 3) == 0.079
    assert round(paired.mcnemar_p_midp(b=17, c=30), 3) == 0.059


def test_paired_data_are_not_tested_as_if_unpaired():
    # Both 120, candidate only 24, baseline only 8, neither 48: an unpaired test says p .085.
    assert round(paired.mcnemar_p_exact(b=24, c=8), 4) == 0.0070
    assert [round(end, 1) for end in in_points(tango(24, 8, 200))] == [2.6, 13.8]
    unpaired = contrast.unpaired(candidate_share=0.72, baseline_share=0.64, n=200, critical=Z)
    assert unpaired.low < 0 < unpaired.high


def test_exact_test_and_interval_may_disagree_and_both_are_known():
    # Near .05 the exact test is the stricter one; mid-p sides with the interval.
    assert round(paired.mcnemar_p_exact(b=9, c=2), 3) == 0.065
    assert round(paired.mcnemar_p_midp(b=9, c=2), 3) == 0.039
    assert [round(end, 1) for end in in_points(tango(9, 2, 60))] == [1.0, 23.5]
    assert paired.mcnemar_p_exact(b=0, c=5) == 0.0625
    assert [round(end, 1) for end in in_points(tango(0, 5, 100))] == [-11.2, -1.1]


def test_identical_arms_are_neither_significant_nor_certain():
    # 60 identical rows: a 5-point loss margin is not cleared.
    low, high = tango(0, 0, 60)
    assert [round(end, 1) for end in in_points((low, high))] == [-6.0, 6.0]
    assert low < -0.05
    for corrected in (True, False):
        assert paired.mcnemar_p_asymptotic(b=0, c=0, corrected=corrected) == 1
    assert paired.mcnemar_p_exact(b=0, c=0) == paired.mcnemar_p_midp(b=0, c=0) == 1
    assert paired.mcnemar_p_one_sided(b=0, c=0) == 1


discordant = st.tuples(st.integers(0, 3000), st.integers(0, 3000)).filter(any)


@given(discordant)
def test_exact_p_is_the_binomial_test(cells):
    b, c = cells
    wanted = oracle.binomtest(b, b + c).pvalue
    assert isclose(paired.mcnemar_p_exact(b=b, c=c), wanted, rel_tol=1e-9, abs_tol=1e-200)
    one_sided = oracle.binomtest(b, b + c, alternative="greater").pvalue
    assert isclose(paired.mcnemar_p_one_sided(b=b, c=c), one_sided, rel_tol=1e-9, abs_tol=1e-200)


@given(discordant)
def test_mid_p_is_the_exact_p_less_the_observed_table(cells):
    b, c = cells
    observed = oracle.binom.pmf(b, b + c, 0.5)
    wanted = oracle.binomtest(b, b + c).pvalue - observed * (0.5 if b == c else 1)
    assert isclose(paired.mcnemar_p_midp(b=b, c=c), wanted, rel_tol=1e-7, abs_tol=1e-12)


@given(discordant)
def test_the_tests_keep_their_order_and_ignore_which_arm_is_which(cells):
    b, c = cells
    exact, midp = paired.mcnemar_p_exact(b=b, c=c), paired.mcnemar_p_midp(b=b, c=c)
    assert 0 <= midp <= exact <= 1
    assert midp == paired.mcnemar_p_midp(b=c, c=b)
    corrected, plain = (
        paired.mcnemar_p_asymptotic(b=b, c=c, corrected=flag) for flag in (True, False)
    )
    assert plain <= corrected
    assert isclose(plain, oracle.chi2.sf((b - c) ** 2 / (b + c), 1), rel_tol=1e-9, abs_tol=1e-300)


def test_a_million_discordant_questions_are_no_trouble():
    p = paired.mcnemar_p_exact(b=500_500, c=499_500)
    assert isclose(p, oracle.binomtest(500_500, 10**6).pvalue, rel_tol=1e-8)
    assert paired.mcnemar_p_exact(b=10**6, c=0) == 0
