"""Times on a logarithmic axis: 0 s at the bottom, round ticks that fit, milliseconds among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.charts.log_seconds import LEAST_S, bottom, placed, ticks


@pytest.mark.parametrize(
    ("values", "least"),
    [
        ([2.0, 9.0], 2.0),
        ([0.0, 9.0], LEAST_S),
        ([0.0, 0.0002], 0.0002),
        ([0.0, 0.0], LEAST_S),
        ([], LEAST_S),
    ],
)
def test_no_seconds_stand_at_the_bottom(values, least):
    assert bottom(values) == least
    assert all(each >= least for each in placed(values, least))


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (1.4, 28.0, [2, 5, 10, 20]),
        (0.0012, 0.0067, [0.002, 0.005]),
        (2.2, 4.5, [3, 4]),  # neither 2 nor 5 is on it
        (2.01, 2.35, [2.1, 2.2, 2.3]),
        (0.0008, 700.0, [0.001, 0.01, 0.1, 1, 10, 100]),  # one a decade fits
    ],
)
def test_ticks_are_round_and_fit(low, high, found):
    assert ticks(low, high) == pytest.approx(found)


@given(low=st.floats(1e-4, 1e4), ratio=st.floats(1.3, 1e8))
def test_an_axis_always_has_ticks_and_never_too_many(low, ratio):
    found = ticks(low, low * ratio)
    assert 2 <= len(found) <= 9
    assert all(low <= each <= low * ratio for each in found)
