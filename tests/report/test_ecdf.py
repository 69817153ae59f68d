"""The share done within so many seconds, counted for every arm and cache state."""

import numpy as np
import pytest

from lcexplore.model import CacheState, Role
from lcexplore.report import ecdf
from lcexplore.stats.quantile import share_at_most


def test_each_state_rises_to_all_of_its_requests(v3):
    found = ecdf.curves(v3)
    named = {each.name for each in found}
    assert {"long-context, 1,450 hits", "long-context, 190 misses"} <= named
    for each in found:
        assert each.share[-1] == 1
        assert (np.diff(each.share) >= 0).all()


def test_the_share_drawn_is_the_share_counted(v3):
    misses = next(each for each in ecdf.curves(v3) if each.name == "long-context, 190 misses")
    pool = v3.evidence.inputs.timings[Role.CANDIDATE].end_to_end[CacheState.MISS]
    for at, share in zip(misses.seconds[::20], misses.share[::20], strict=True):
        assert share == pytest.approx(share_at_most(pool.values, pool.counts, at))


def test_the_twin_has_a_column_for_every_line(v3):
    found = ecdf.curves(v3, first_token=True)
    header, *rows = ecdf.twin(found)
    assert header == ["Within, s", *(each.name for each in found)]
    assert rows[-1][1:] == ["100.0 %"] * len(found)


def test_requests_of_an_arm_that_uses_no_cache_are_not_called_misses(v3):
    named = {each.name for each in ecdf.curves(v3)}
    assert "retrieval, 1,640 without a cache" in named
