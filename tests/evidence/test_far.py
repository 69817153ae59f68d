"""Start times far from all others are odd: they squeeze no figure, and are counted."""

from datetime import UTC, datetime

import numpy as np
import pytest

from lcexplore.evidence import far, run_order
from lcexplore.evidence.inputs import RunOrder
from lcexplore.model import Role

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0


def kept(at):
    each = np.array(at, dtype=np.float64)
    return int(far.near(each, np.ones(each.size, dtype=np.int64)).sum())


def hour(n):
    return [*np.linspace(NOON, NOON + 3600, n)]


@pytest.mark.parametrize("odd", [0.0, -62_000_000_000.0, NOON + 40 * DAY, 4_000_000_000.0])
def test_a_time_far_from_all_others_is_odd_whenever_it_is(odd):
    assert kept([*hour(10), odd]) == 10
    assert kept([*hour(100), odd, odd]) == 100


def test_a_part_of_the_run_that_came_later_is_no_oddity():
    assert kept([*hour(80), *(NOON + 60 * DAY + each for each in range(20))]) == 100
    assert kept([*hour(99), NOON + 29 * DAY]) == 100


def test_times_of_before_the_first_year_are_odd_however_many():
    assert kept([*hour(50), *range(50)]) == 50
    assert kept(range(50)) == 50  # where there are no others, nothing is far from them


def test_what_is_left_out_is_counted_with_its_first_and_its_last():
    at, n = np.array([0.0, NOON, NOON + 60, 5e9]), np.array([2, 500, 500, 3])
    found = far.left_out(at, n, far.near(at, n))
    assert (found.n, found.first_s, found.last_s) == (5, 0.0, 5e9)
    assert far.left_out(at[1:3], n[1:3], far.near(at[1:3], n[1:3])) is None


def test_one_odd_time_does_not_stretch_how_long_an_arm_ran():
    at = np.array([0.0, *hour(40)])
    arms = np.arange(at.size) % 2 == 0
    order = RunOrder(started_at=at, is_candidate=arms, question=np.full(at.size, -1))
    assert max(run_order.read(order).span_s.values()) <= 3600
    shown, odd = far.without(order)
    assert (shown.started_at.size, shown.is_candidate.size, odd.n) == (40, 40, 1)
    assert set(run_order.read(order).span_s) == set(Role)
