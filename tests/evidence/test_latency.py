"""Latency: quantiles are observed values, failures are slow, and the misses set p95."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore import model
from lcexplore.evidence.inputs import ArmTimings, Timings
from lcexplore.evidence.latency import (
    analyse,
    decompose,
    mixture_curve,
    mixture_quantile,
    quantile_with_failures,
)
from lcexplore.evidence.mixture import asked
from lcexplore.model import CacheState, Role

HIT, MISS, UNKNOWN = CacheState.HIT, CacheState.MISS, CacheState.UNKNOWN


def timings(values):
    found, counts = np.unique(np.array(values, dtype=float), return_counts=True)
    return Timings(values=found, counts=counts)


def arm(hits=(), misses=(), unknown=(), *, planned=None, **more):
    n = len(hits) + len(misses) + len(unknown)
    given = {HIT: timings(hits), MISS: timings(misses), UNKNOWN: timings(unknown)}
    settings = {"n_failed": 0, "n_replays": 0, **more}
    return ArmTimings(
        end_to_end=given,
        first_token={},
        n_planned=n if planned is None else planned,
        hits=len(hits),
        misses=len(misses),
        **settings,
    )


def worked_example():
    """1,450 hits with p95 6.2 s; 190 misses, the 108th 11.6 s, with p95 21.3 s."""
    hits = [*np.linspace(2, 6.2, 1378), *np.linspace(6.21, 8, 72)]
    misses = [*np.linspace(9, 11.6, 108), *np.linspace(11.7, 21.3, 73), *np.linspace(22, 40, 9)]
    return arm(hits, misses)


def test_the_worked_examples_p95_is_a_quantile_of_the_misses():
    tail = decompose(worked_example(), p=0.95)
    assert (tail.value, tail.set_by) == (11.6, MISS)
    assert tail.quantile_of_misses == pytest.approx(0.568, abs=5e-4)
    assert tail.miss_share == pytest.approx(190 / 1640)
    assert (tail.hits_alone, tail.misses_alone) == (6.2, 21.3)
    assert (tail.quantile_of_hits, tail.overlap) == (1, 0)


def test_the_worked_examples_hit_rate_has_its_own_n_and_interval():
    found = analyse({Role.CANDIDATE: worked_example()}).arms[Role.CANDIDATE]
    assert found.hit_rate == pytest.approx(0.884, abs=5e-4)
    assert found.n_cache_known == 1640
    # screens guide 2.1: "interval 86.8 to 89.9".
    assert found.hit_rate_interval == pytest.approx((0.868, 0.899), abs=5e-4)


def test_warmth_alone_never_reaches_five_seconds_in_the_worked_example():
    given = worked_example().end_to_end
    hits, misses = given[HIT], given[MISS]
    assert mixture_quantile(hits, misses, hit_rate=1, p=0.95) == 6.2
    assert 6.5 <= mixture_quantile(hits, misses, hit_rate=0.97, p=0.95) <= 7.5
    found = asked(worked_example(), n=1640)
    assert found.rates_within(p=0.95, bar=5.0) is None
    assert found.rates_within(p=0.95, bar=40.0) == (0, 1)


def test_a_mixture_is_not_a_weighted_mean_of_quantiles():
    hits, misses = timings([1.0] * 100), timings([10.0] * 100)
    curve = mixture_curve(hits, misses, p=0.95, hit_rates=np.array([0.0, 0.94, 0.95, 1.0]))
    assert curve.tolist() == [10, 10, 1, 1]


seconds = st.lists(st.integers(1, 60), min_size=1, max_size=30)


@given(seconds, seconds, st.integers(1, 60), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_the_hit_rates_within_a_bar_are_those_at_which_the_quantile_meets_it(hits, misses, bar, p):
    pools = timings(hits), timings(misses)
    found = asked(arm(hits, misses), n=0).rates_within(p=p, bar=bar)
    rates = np.linspace(0, 1, 41)
    meeting = rates[mixture_curve(*pools, p=p, hit_rates=rates) <= bar]
    if found is None:
        assert meeting.size == 0
        return
    assert all(mixture_quantile(*pools, hit_rate=end, p=p) <= bar for end in found)
    inside = rates[(found.low - 1e-9 <= rates) & (rates <= found.high + 1e-9)]
    assert meeting.tolist() == inside.tolist()


def test_hits_that_are_slower_than_misses_have_a_greatest_rate():
    # 90 of 100 hits are within 5 s, and all misses: 1 - 0.1 h is 0.95 at h = 0.5
    found = asked(arm([2.0] * 90 + [9.0] * 10, [1.0]), n=0)
    assert found.rates_within(p=0.95, bar=5) == (0, pytest.approx(0.5))


def test_requests_of_unknown_cache_state_keep_their_share_and_their_time():
    # 840 hits of 2 s, 100 misses of 6 s, 60 unknown of 30 s: rank 950 of 1,000 is an unknown one
    found = asked(arm([2.0] * 840, [6.0] * 100, [30.0] * 60), n=1000)
    assert found.quantile(hit_rate=840 / 940, p=0.95) == 30
    assert found.rates_within(p=0.95, bar=6) is None
    # 940 x h + 60 x 0 of 1,000 within 2 s is nine in ten from h = 900 / 940
    assert found.rates_within(p=0.9, bar=2) == (pytest.approx(900 / 940), 1)


def test_where_most_requests_are_of_unknown_cache_state_nothing_is_mixed():
    assert asked(arm([2.0] * 30, [6.0] * 20, [3.0] * 50), n=100) is not None
    assert asked(arm([2.0] * 30, [6.0] * 20, [3.0] * 51), n=101) is None
    # whether timed or not: one more is planned, and nobody knows what became of it
    assert asked(arm([2.0] * 30, [6.0] * 20, [3.0] * 50), n=101) is None


def test_nothing_is_mixed_of_hits_or_misses_alone():
    assert asked(arm([1.0]), n=1) is None
    assert asked(arm([], [9.0]), n=1) is None


def test_a_p95_set_by_hits_is_called_so():
    tail = decompose(arm([1.0] * 90 + [5.0] * 10, [20.0] * 2), p=0.95)
    assert (tail.value, tail.set_by) == (5, HIT)


def test_hits_that_take_as_long_as_the_misses_leave_the_question_open():
    tail = decompose(arm([2.0] * 100 + [30.0] * 60, [2.0] * 50 + [30.0] * 30), p=0.95)
    assert (tail.value, tail.set_by) == (30, None)
    assert (tail.quantile_of_hits, tail.quantile_of_misses) == (1, 1)


def test_hits_that_are_slower_than_misses_set_it_by_themselves():
    # the 95th of 100 is a hit of 20 s; the 20 misses take 8 s
    tail = decompose(arm([20.0] * 80, [8.0] * 20), p=0.95)
    assert (tail.value, tail.set_by, tail.other_faster) == (20, HIT, True)
    # 4 slow hits: the 95th of 100 is the slowest miss but one, and all hits are slower
    tail = decompose(arm([20.0] * 4, [8.0] * 94 + [9.0] * 2), p=0.95)
    assert (tail.value, tail.set_by, tail.other_faster) == (9, MISS, False)


def test_that_no_miss_is_among_the_few_slowest_by_chance_sets_nothing():
    # as fast as each other, 1 to 200 s: a fifth misses, by chance none of the slowest eleven, which
    # happens 0.8 ** 11 = 9 times in 100; of the slowest twenty-one, 0.8 ** 21 < 1 in 100
    seconds = list(range(1, 201))
    few = [float(each) for each in seconds[4:185:4]]
    tail = decompose(arm([float(each) for each in seconds if each not in few], few), p=0.95)
    assert (tail.value, tail.set_by) == (190, None)
    few = [float(each) for each in seconds[4:175:4]]
    tail = decompose(arm([float(each) for each in seconds if each not in few], few), p=0.90)
    assert (tail.value, tail.set_by) == (180, HIT)


def test_requests_that_all_take_as_long_are_set_by_no_state():
    tail = decompose(arm([2.0] * 160, [2.0] * 40), p=0.95)
    assert (tail.value, tail.set_by, tail.set_among_known) == (2, None, None)


def test_partial_hits_that_are_the_slow_ones_are_named():
    def parted(partial, misses):
        parts = {
            model.CachePart.AT_LEAST_HALF: timings([1.0] * 70),
            model.CachePart.PARTIAL: timings(partial),
        }
        hits = [1.0] * 70 + list(partial)
        return decompose(replace(arm(hits, misses), hits_end_to_end=parts), p=0.95)

    tail = parted([20.0] * 10, [8.0] * 20)
    assert (tail.value, tail.set_by, tail.partial, tail.rest_alone) == (20, HIT, True, 1)
    # partial hits as slow as the misses: neither holds it alone
    tail = parted([8.0] * 10, [8.0] * 20)
    assert (tail.set_by, tail.partial, tail.rest_alone) == (None, False, None)


def test_a_quantile_that_is_one_stray_request_of_unknown_state_is_read_among_the_known():
    # the 950th of 1,000 is the unknown one of 3 s, between 949 hits and 50 misses
    tail = decompose(arm([1.0] * 949, [9.0] * 50, [3.0]), p=0.95)
    assert tail.value == 3
    assert tail.set_by is MISS  # the 950th of the 999 known is the first of the misses


def test_the_first_token_is_decomposed_by_its_own_timings():
    given = replace(
        arm([2.0] * 90, [20.0] * 10),
        first_token={HIT: timings([1.0] * 90), MISS: timings([5.0 + n for n in range(10)])},
    )
    found = analyse({Role.CANDIDATE: given})
    first = found.first_token_decomposition[Role.CANDIDATE]
    assert found.decomposition[Role.CANDIDATE].value == 20
    # the 95th of 100 is the fifth of ten misses
    assert (first.value, first.set_by, first.quantile_of_misses) == (9, MISS, 0.5)
    assert (first.hits_alone, first.overlap) == (1, 0)
    untold = analyse({Role.CANDIDATE: arm([2.0])})
    assert untold.first_token_decomposition[Role.CANDIDATE] is None


def test_requests_of_unknown_state_leave_open_what_sets_the_rest():
    tail = decompose(arm([1.0] * 90, [9.0] * 10, [1.0] * 5), p=0.95)
    assert (tail.set_by, tail.set_among_known) == (None, MISS)


def test_mixed_hits_and_misses_leave_the_question_open():
    both = list(np.linspace(1, 10, 100))
    tail = decompose(arm(both, both), p=0.95)
    assert tail.set_by is None
    assert tail.overlap == pytest.approx(0.99)


def test_unrecorded_cache_states_are_not_misses():
    tail = decompose(arm(unknown=[1.0] * 50), p=0.95)
    assert tail.set_by is tail.miss_share is tail.hits_alone is tail.quantile_of_misses is None
    found = analyse({Role.BASELINE: arm(unknown=[1.0] * 50)}).arms[Role.BASELINE]
    assert (found.hit_rate, found.n_cache_known) == (None, 0)


def test_an_arm_without_a_hit_has_a_hit_rate_of_zero():
    found = analyse({Role.BASELINE: arm(misses=[2.9] * 1640)}).arms[Role.BASELINE]
    assert (found.hit_rate, found.by_state[HIT].p95) == (0, None)


def test_replays_are_left_out_and_p95_is_of_the_rest():
    # Fault D19: 40 requests of 8 to 12 s, 20 replays of a few milliseconds.
    given = arm(misses=np.linspace(8, 12, 40), planned=60, n_replays=20)
    found = analyse({Role.CANDIDATE: given}).arms[Role.CANDIDATE]
    assert (found.all.n, found.n_replays, found.n_untimed) == (40, 20, 20)
    assert found.all.p5 >= 8


def test_a_quantile_is_the_smallest_value_at_or_below_which_that_share_lies():
    found = analyse({Role.BASELINE: arm(unknown=range(1, 101))}).arms[Role.BASELINE].all
    assert (found.p50, found.p95, found.p99) == (50, 95, 99)
    # Ranks qbinom(.025, 100, .95) and qbinom(.975, 100, .95) + 1 of R 4.2.2.
    assert found.p95_interval == (90, 100)


def test_below_72_timings_p95_has_no_upper_end():
    few, enough = (
        analyse({Role.BASELINE: arm(unknown=range(1, n + 1))}).arms[Role.BASELINE].all
        for n in (71, 72)
    )
    assert few.p95_interval.high == inf
    assert enough.p95_interval.high == 72


def test_no_timing_is_no_number():
    found = analyse({Role.BASELINE: arm(planned=10)})
    assert found.arms[Role.BASELINE].all.p95 is None
    assert found.first_token[Role.BASELINE] is found.decomposition[Role.BASELINE] is None


def test_time_to_first_token_is_read_where_it_was_recorded():
    given = replace(arm(misses=[9.0] * 4), first_token={MISS: timings([0.5, 0.7])})
    found = analyse({Role.BASELINE: given}).first_token[Role.BASELINE]
    assert (found.all.n, found.all.p95, found.n_untimed) == (2, 0.7, 2)


def test_failures_rank_slower_than_every_measured_answer():
    given = arm(unknown=range(1, 96), planned=100, n_failed=5)
    assert quantile_with_failures(given, 0.95) == 95
    assert quantile_with_failures(replace(given, n_planned=101), 0.95) == inf
    assert quantile_with_failures(given, 0.05, failures_fast=True) == 0
    assert quantile_with_failures(arm(planned=3), 0.95) == inf


@given(seconds, st.integers(0, 10), st.sampled_from([0.5, 0.95, 0.99]))
def test_turning_an_answer_into_a_failure_never_speeds_an_arm_up(values, missing, p):
    whole = arm(unknown=values, planned=len(values) + missing)
    for index in range(len(values)):
        one_less = arm(unknown=values[:index] + values[index + 1 :], planned=whole.n_planned)
        assert quantile_with_failures(one_less, p) >= quantile_with_failures(whole, p)
