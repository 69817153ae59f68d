"""Percentiles stand with their order-statistic intervals, and a missing end is said, not drawn."""

from dataclasses import replace
from math import inf

import pytest

from lcexplore.evidence import latency
from lcexplore.model import Interval, Role
from lcexplore.report.sentences import percentiles
from lcexplore.stats.quantile import quantile_ranks
from tests.report.spoken import said


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        (Interval(10.9, 12.4), "10.9 to 12.4 s"),
        (Interval(10.9, inf), "10.9 s upwards, no upper end"),
        (Interval(-inf, 12.4), "no lower end, up to 12.4 s"),
        (Interval(0.0, 12.4), "no lower end, up to 12.4 s"),
        (Interval(-inf, inf), "no lower end, no upper end"),
        (None, "not measured"),
    ],
)
def test_an_end_that_is_not_there_is_said(interval, words):
    assert said(percentiles.ends(interval)) == words


def test_both_measures_stand_side_by_side_for_every_arm_and_state(v3):
    header, *rows = percentiles.table(v3)
    assert [said(each) for each in header] == [
        "Requests",
        "Percentile",
        "End to end",
        "End to end, 95 % interval",
        "End to end, n",
        "First token",
        "First token, 95 % interval",
        "First token, n",
    ]
    cells = {(row[0], row[1]): [said(each) for each in row[2:]] for row in rows}
    whole = cells["long-context, all", "p95"]
    assert (whole[0], whole[2], whole[3]) == ("11.6 s", "1,640", "8.6 s")
    assert (cells["long-context, hits", "p95"][0], cells["long-context, misses", "p95"][0]) == (
        "6.2 s",
        "21.3 s",
    )
    # 190 misses: p95 has an upper end (from 72 timings on), p99 has none (below 368).
    assert "no upper end" not in cells["long-context, misses", "p95"][1]
    assert cells["long-context, misses", "p99"][1].endswith("no upper end")
    assert {row[1] for row in rows} == {"p50", "p90", "p95", "p99"}


def test_a_measure_nobody_recorded_has_no_columns(v3):
    found = replace(v3.evidence.latency, first_token=dict.fromkeys(Role))
    shown = replace(v3, evidence=replace(v3.evidence, latency=found))
    assert len(percentiles.table(shown)[0]) == 5


@pytest.mark.parametrize(("p", "least"), [(0.95, 72), (0.99, 368)])
def test_the_sizes_named_are_those_of_the_binomial(p, least):
    # Closed form: n observations have an upper end once p^n < 0.025.
    assert quantile_ranks(n=least, p=p, level=0.95)[1] == least
    assert quantile_ranks(n=least - 1, p=p, level=0.95)[1] is None
    assert str(least) in percentiles.SMALL


def test_the_median_of_few_timings_has_neither_end(v3):
    pool = next(iter(v3.evidence.inputs.timings[Role.CANDIDATE].end_to_end.values()))
    few = replace(pool, values=pool.values[:4], counts=pool.counts[:4] * 0 + 1)
    arm = replace(v3.evidence.inputs.timings[Role.CANDIDATE], end_to_end={}, first_token={})
    state = next(iter(v3.evidence.inputs.timings[Role.CANDIDATE].end_to_end))
    found = latency.analyse({Role.CANDIDATE: replace(arm, end_to_end={state: few})})
    assert found.arms[Role.CANDIDATE].all.intervals[50] == Interval(-inf, inf)
