"""Establishes how differences are written: rounded alike, and never as none where there is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.words import level, p_in_words, points, tokens


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
