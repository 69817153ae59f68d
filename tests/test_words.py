"""Establishes how differences are written: rounded alike, and never as none where there is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.model import Interval
from lcexplore.words import (
    NBSP,
    chance,
    level,
    one_in,
    p_in_words,
    points,
    seconds,
    seconds_apart,
    seconds_span,
    tokens,
)


@pytest.mark.parametrize(
    ("fraction", "written"),
    [
        (0.03049, "+3.0 points"),
        (-0.0542, "−5.4 points"),
        (0.0, "0.0 points"),
        (-0.00001, "−0.001 points"),
        (0.0004, "+0.04 points"),
        (1e-17, "0.0 points"),
    ],
)
def test_a_difference_is_written_as_none_only_where_there_is_none(fraction, written):
    assert points(fraction).replace("\u00a0", " ") == written


@pytest.mark.parametrize(
    ("fraction", "written"),
    [
        (0.95, "95 %"),
        (0.9, "90 %"),
        (0.57, "57 %"),
        (0.999, "99.9 %"),
        (0.999999999, "99.9999999 %"),
        (1e-7, "0.00001 %"),
    ],
)
def test_a_level_is_written_in_full_and_never_as_certainty(fraction, written):
    assert level(fraction).replace("\u00a0", " ") == written


@given(st.floats(min_value=0, max_value=1, exclude_min=True, exclude_max=True))
def test_no_level_below_one_is_written_as_all(fraction):
    assert level(fraction).replace("\u00a0", " ") != "100 %"


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.6, "1 token"), (1, "1 token"), (0, "0 tokens"), (1000, "1,000 tokens")],
)
def test_one_token_is_no_plural(value, written):
    assert tokens(value).replace("\u00a0", " ") == written


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (1.0, "every time"),
        (0.999, "nearly every time"),
        (0.96, "about 96 times in 100"),
        (0.94, "about 9 times in 10"),
        (0.41, "about 4 times in 10"),
        (0.12, "about once in 10"),
        (0.08, "about 8 times in 100"),
        (0.01, "about once in 100"),
        (0.001, "less than once in 100"),
    ],
)
def test_how_often_promises_no_certainty_that_is_none(p, said):
    assert p_in_words(p) == said


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (11.57, "11.6 s"),
        (1.0, "1.0 s"),
        (0.84, "0.84 s"),
        (0.01, "0.01 s"),
        (0.0042, "0.004 s"),
        (0.0002, "under 0.0005 s"),
        (0.0, "0.0 s"),
        (float("inf"), "no upper end"),
    ],
)
def test_what_took_some_time_is_never_written_as_none(value, written):
    assert seconds(value).replace("\u00a0", " ") == written


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [
        (10.92, 12.41, "10.9 to 12.4 s"),
        (0.91, 1.24, "0.9 to 1.2 s"),
        (0.996, 1.004, "0.996 to 1.004 s"),
        (0.0096, 0.0104, "0.010 s at both ends"),
        (0.0042, 12.41, "0.004 to 12.4 s"),
        (0.0, 0.04, "0.00 to 0.04 s"),
        (2.0, 2.0000001, "2.000 s at both ends"),
        (0.0001, 0.0002, "under 0.0005 s at both ends"),
        (1.08, 1.12, "1.08 to 1.12 s"),
        (0.5312, 0.5349, "0.531 to 0.535 s"),
        (1.1, 1.1, "1.1 s at both ends"),
        (6.71, float("inf"), "6.7 s upwards, no upper end"),
    ],
)
def test_ends_of_an_interval_that_differ_are_never_written_alike(low, high, written):
    assert seconds_span(Interval(low, high)).replace("\u00a0", " ") == written


@pytest.mark.parametrize(
    ("value", "other", "written"),
    [
        (6.2, 5.0, ("6.2 s", "5.0 s")),
        (2.04, 2.0, ("2.04 s", "2.00 s")),
        (1.94, 1.91, ("1.94 s", "1.91 s")),
        (2.0, 2.0, ("2.0 s", "2.0 s")),
        (0.9996, 0.9999, ("0.9996 s", "0.9999 s")),
        (0.0002, 0.0003, ("0.0002 s", "0.0003 s")),
        (2 + 1e-9, 2.0, ("a little over 2.0 s", "2.0 s")),
        (2 - 1e-9, 2.0, ("a little under 2.0 s", "2.0 s")),
    ],
)
def test_a_latency_never_prints_like_a_bar_that_it_does_not_equal(value, other, written):
    assert tuple(each.replace("\u00a0", " ") for each in seconds_apart(value, other)) == written


@given(st.floats(min_value=0, max_value=1e4), st.floats(min_value=0, max_value=1e4))
def test_no_two_latencies_that_differ_print_alike_beside_each_other(value, other):
    said = seconds_apart(value, other)
    assert (said[0] == said[1]) == (value == other)


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [
        (190, 1640, (1, 9)),  # 1 in 8.6
        (60, 100, (60, 100)),  # 1 in 2 would be 50
        (50, 100, (1, 2)),
        (2, 5, (40, 100)),  # 1 in 2.5
        (98, 100, (1, 1)),
    ],
)
def test_one_in_so_many_is_said_only_where_it_is_about_right(part, whole, said):
    assert one_in(part, whole) == said


@pytest.mark.parametrize(
    ("fraction", "said"),
    [
        (0.0, "0 %"),
        (0.0001, "under 1 %"),
        (0.005, "under 1 %"),
        (0.41, "41 %"),
        (0.9999, "over 99 %"),
        (1.0, "100 %"),
    ],
)
def test_a_chance_is_rounded_neither_to_none_nor_to_certainty(fraction, said):
    assert chance(fraction).replace(NBSP, " ") == said
