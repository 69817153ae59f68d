"""What one row says of a comparison beside all others: numbers with n, and what confounds them."""

from lcexplore.report.sentences import overview


def spoken(row):
    return [each if isinstance(each, str) else each.plain for each in row]


def test_a_difference_that_is_confounded_says_so_beside_the_others(v3, pilot):
    assert "⚠ confounded by the model" in spoken(overview.row(pilot.entry, pilot))[2]
    assert "⚠" not in spoken(overview.row(v3.entry, v3))[2]


def test_every_figure_of_a_row_says_what_it_rests_on(v3):
    # worked example: 820 questions, 1,450 hits and 190 misses of the candidate, p95 11.6 s
    _, outcome, gap, hit, p95, _ = spoken(overview.row(v3.entry, v3))
    assert outcome == v3.decision.outcome.value
    assert gap.endswith("820 questions")
    assert (hit, p95) == ("88.4\u00a0%; 1,640 requests", "11.6\u00a0s; 1,640 timings")


def test_a_comparison_without_two_arms_says_why_it_has_no_figures(v3):
    name, why, *rest = spoken(overview.row(v3.entry, None))
    assert name.startswith(v3.entry.name)
    assert why == "○ not measured; which of its arms are compared is not settled"
    assert not any(rest)
