"""The ranked requests: the inverse CDF of the pooled timings, and an honest share of misses."""

import numpy as np
import pytest

from lcexplore.evidence.inputs import ArmTimings
from lcexplore.model import CacheState
from lcexplore.report import curves
from tests.ui.reviews import timings


def arm(hits=(), misses=(), unknown=()):
    pools = {CacheState.HIT: hits, CacheState.MISS: misses, CacheState.UNKNOWN: unknown}
    kept = {state: timings(values) for state, values in pools.items() if len(values)}
    return ArmTimings(end_to_end=kept, first_token={}, n_planned=10, n_failed=0, n_replays=0,
                      hits=len(hits), misses=len(misses))  # fmt: skip


def test_the_curve_is_the_smallest_value_at_or_below_which_a_share_lies():
    found = curves.ranked(arm(hits=range(1, 101)))
    at = dict(zip(np.round(found.rank, 4), found.seconds, strict=True))
    assert (at[0.5], at[0.95], at[1.0]) == (50, 95, 100)


def test_a_clean_split_puts_every_miss_at_the_slow_end():
    found = curves.ranked(arm(hits=range(1, 89), misses=range(100, 112)))
    assert found.miss_share[:38].tolist() == [0.0] * 38
    assert found.miss_share[38:].tolist() == pytest.approx([1.0] * 12)


def test_overlapping_parts_show_their_true_share():
    found = curves.ranked(arm(hits=[1.0] * 50, misses=[1.0] * 50))
    assert found.miss_share.tolist() == pytest.approx([0.5] * 50)


def test_unknown_states_have_no_share():
    assert curves.ranked(arm(unknown=[1.0, 2.0])).miss_share.size == 0


def test_without_timings_there_is_no_curve():
    assert curves.ranked(arm()) is None


def test_timings_are_pooled_by_value_with_their_counts():
    values, counts, misses = curves.pooled(arm(hits=[1.0, 3.0, 3.0], misses=[2.0]))
    assert values.tolist() == [1.0, 2.0, 3.0]
    assert (counts.tolist(), misses.tolist()) == ([1, 1, 2], [0, 1, 0])
