"""Every kind of figure in its own form, and two that differ never print alike."""

import pytest

from lcexplore.report.sentences import figures
from lcexplore.words import NBSP


@pytest.mark.parametrize(
    ("quantity", "unit", "kind"),
    [
        ("correctness_delta_lower_ci", "pts", "points"),
        ("p95_end_to_end", "s", "seconds"),
        ("p95_end_to_end", "x", "seconds"),
        ("cost_per_1k_queries", "x", "money USD"),
        ("measured_cache_hit_rate", "", "share"),
        ("effective_input_tokens", "", "tokens"),
        ("kappa", "", "number"),
        ("abandonment_rate", "%", "share"),
        ("time_to_task_completion", "s", "seconds"),
        ("freshness_lag", "", "number"),
    ],
)
def test_the_kind_follows_from_quantity_and_unit(quantity, unit, kind):
    assert figures.kind(quantity, unit) == kind


@pytest.mark.parametrize(
    ("factor", "said"),
    [
        (4.0, "four times"),
        (3.98, "four times"),
        (6.9, "nearly seven times"),
        (2.1, "a little over two times"),
        (2.5, "2.5 times"),
        (0.6, "0.6 times"),
        (12.0, "12 times"),
    ],
)
def test_a_ratio_in_words(factor, said):
    assert figures.times_words(factor) == said


@pytest.mark.parametrize(
    ("what", "value", "written"),
    [
        ("points", 0.01, "+1.0 points"),
        ("points", 0.0, "0"),
        ("share", 0.95, "95 %"),
        ("share", 0.955, "95.5 %"),
        ("seconds", 5.0, "5.0 s"),
    ],
)
def test_a_bar_is_written_as_people_say_it(what, value, written):
    assert figures.bar(what, value).replace(NBSP, " ") == written


@pytest.mark.parametrize(
    ("value", "other", "decimals"), [(0.884, 0.95, 1), (0.94999, 0.95, 3), (0.95, 0.95, 1)]
)
def test_two_figures_that_differ_print_differently(value, other, decimals):
    assert figures.apart("share", value, other) == decimals


def test_a_quantile_among_failed_requests_is_not_given_a_number():
    assert figures.write("seconds", float("inf")) == "longer than anything measured"
