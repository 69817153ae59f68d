"""Establishes how differences are written: rounded alike, and never as none where there is one."""

import pytest

from lcexplore.words import points


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
