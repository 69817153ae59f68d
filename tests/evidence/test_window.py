"""Window: accuracy by depth and fill, and how deep the dip in the middle is."""

import pytest

from lcexplore.evidence.inputs import WindowCount
from lcexplore.evidence.window import analyse


def cell(depth, fill, correct, *, distractor="none", version="v1", measured=40, **more):
    return WindowCount(
        version=version, depth=depth, fill=fill, distractor=distractor,
        correct=correct, measured=measured, **more,
    )  # fmt: skip


PROBE = (
    cell(0.25, 0.05, 38), cell(0.5, 0.05, 36), cell(0.75, 0.05, 38),
    cell(0.25, 0.5, 34), cell(0.5, 0.5, 24), cell(0.75, 0.5, 36),
)  # fmt: skip


def test_the_dip_is_deeper_when_the_window_is_half_full():
    found = analyse(PROBE)
    assert found.dip_short == pytest.approx(2 / 40)
    assert found.dip_full == pytest.approx(35 / 40 - 24 / 40)
    assert (found.short, found.full, found.middle) == (0.05, 0.5, 0.5)


def test_nothing_probed_is_no_window():
    assert analyse(()) is None
    assert analyse((cell(0.5, 0.5, 0, measured=0),)) is None


def test_a_missing_depth_or_a_single_fill_leaves_the_dip_unknown():
    assert analyse(PROBE[:2]).dip_short is None
    assert analyse(PROBE[:3]).dip_full is None
    assert analyse(PROBE[1:2]).dip_short is None


def test_cells_carry_their_n_and_their_interval():
    found = analyse((cell(0.5, 0.5, 0), cell(0.5, 0.5, 40, distractor="near_miss")))
    zero, full = found.cells
    assert (zero.accuracy, zero.measured, zero.interval.low) == (0, 40, 0)
    assert (full.accuracy, full.interval.high) == (1, 1)


def test_repeats_that_differ_are_a_share_of_the_repeated_questions():
    found = analyse((cell(0.5, 0.5, 30, repeat_disagreements=3, repeat_groups=20),))
    assert found.cells[0].repeat_disagreement == 0.15
    assert analyse((cell(0.5, 0.5, 30),)).cells[0].repeat_disagreement is None


def test_cells_come_by_version_with_undistracted_ones_first():
    found = analyse(
        (
            cell(0.5, 0.5, 1, version="v2"),
            cell(0.5, 0.5, 1, distractor="irrelevant"),
            cell(0.75, 0.5, 1),
            cell(0.5, 0.5, 1),
        )
    )
    order = [(each.version, each.distractor, each.depth) for each in found.cells]
    assert order == [
        ("v1", "none", 0.5),
        ("v1", "none", 0.75),
        ("v1", "irrelevant", 0.5),
        ("v2", "none", 0.5),
    ]
