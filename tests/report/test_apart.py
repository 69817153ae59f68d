"""Partial hits have a row, a curve and a spread of their own wherever latencies are spread out."""

import pytest

from lcexplore.cli import figures
from lcexplore.model import CachePart, Role
from lcexplore.report import density, ecdf, to_json
from lcexplore.report.named_pools import named_pools
from lcexplore.report.sentences import latency_care, latency_split, percentiles
from tests.report import apart
from tests.report.apart import sent
from tests.report.spoken import said

BOTH = pytest.mark.parametrize("read", [apart.of_answers, apart.of_requests])
FIRST = pytest.mark.parametrize("first_token", [False, True])
# 20 hits of 1 to 20 s, 20 partial ones of 21 to 40 s, one of unknown share, 20 misses.
NEW = [
    *sent(range(1, 21), apart.AT_HALF),
    *sent(range(21, 41), apart.BELOW),
    *sent([50], apart.OF_READS),
    *sent(range(61, 81), apart.MISS),
    *sent([90]),
    *sent([0.001], apart.BELOW, replayed=True),
]
OLD = sent([1.0, 2.0], apart.AT_HALF, arm="old")


@BOTH
def test_the_table_of_percentiles_has_a_row_for_every_part_with_interval_and_n(tmp_path, read):
    _, *rows = percentiles.table(read(tmp_path, [*OLD, *NEW]))
    cells = {(row[0], row[1]): [said(each) for each in row[2:]] for row in rows}
    assert list(dict.fromkeys(row[0] for row in rows)) == [
        "old, all",
        "old, hits",
        "new, all",
        "new, hits, at least half cached",
        "new, hits, less than half cached (partial)",
        "new, hits, cached share not reported",
        "new, misses",
        "new, cache unknown",
    ]
    # By hand: the 10th and 19th of 20; 95 % ranks of the median of 20 are 6 and 15.
    assert cells["new, hits, less than half cached (partial)", "p50"] == [
        "30.0 s", "26.0 to 35.0 s", "20", "3.0 s", "2.6 to 3.5 s", "20",
    ]  # fmt: skip
    assert cells["new, hits, at least half cached", "p95"][0] == "19.0 s"
    assert cells["new, hits, less than half cached (partial)", "p95"][0] == "39.0 s"
    assert cells["new, all", "p95"][2] == "62"


@BOTH
@FIRST
def test_the_pools_that_are_drawn_are_told_apart_and_none_is_drawn_twice(
    tmp_path, read, first_token
):
    shown = read(tmp_path, [*OLD, *NEW])
    found = named_pools(shown, first_token=first_token)
    assert [each.name for each in found] == [
        "old, 2 hits",
        "new, 20 hits, half or more cached",
        "new, 20 partial hits, under half",
        "new, 1 hit, share not logged",
        "new, 20 misses",
        "new, 1 unknown",
    ]
    scale = 10 if first_token else 1
    partial = next(each for each in found if each.part is CachePart.PARTIAL)
    assert (partial.pool.values * scale).tolist() == pytest.approx(list(range(21, 41)))
    curves = {each.part: each for each in ecdf.curves(shown, first_token=first_token)}
    assert (curves[CachePart.PARTIAL].share[0], curves[CachePart.PARTIAL].share[-1]) == (0, 1)
    hills = density.spreads(shown, first_token=first_token)
    own = [each.share.sum() for each in hills if each.role is Role.CANDIDATE]
    assert sum(own) == pytest.approx(1)  # of all timed requests, the replay is none
    assert own[1] == pytest.approx(20 / 62)
    for twin in (ecdf.twin(list(curves.values())), density.twin(hills)):
        assert "new, 20 partial hits, under half" in twin[0]


@BOTH
def test_the_split_figure_shows_partial_hits_once_they_have_a_box(tmp_path, read):
    names = [row[0] for row in latency_split.parts(read(tmp_path, [*OLD, *NEW]))]
    assert names == [
        "old, all 2",
        "new, all 62",
        "new, 41 hits",
        "new, 20 of the hits, less than half cached",
        "new, 20 misses",
        "new, 1 unknown",
    ]
    (tmp_path / "few").mkdir()
    few = read(tmp_path / "few", [*OLD, *NEW[:39]])
    assert "partial" not in str([row[0] for row in latency_split.parts(few)])
    assert [row[0] for row in latency_split.parts(few)][2:] == ["new, 39 hits"]


@BOTH
def test_partial_hits_are_pointed_out_and_stay_hits(tmp_path, read):
    shown = read(tmp_path, [*OLD, *NEW])
    assert any(
        each.startswith("new: 20 of 41 hits had less than half of their input in the cache")
        for each in latency_care.warnings(shown)
    )
    assert shown.evidence.latency.arms[Role.CANDIDATE].hit_rate == pytest.approx(41 / 61)


@BOTH
def test_the_summary_shows_partial_hits_apart_below_the_hits_that_they_are_among(tmp_path, read):
    shown = read(tmp_path, [*OLD, *NEW])
    lines = [" ".join(said(each).split()) for each in figures.summary(shown)]
    at = lines.index("new hit 21.0 s 39.0 s 50.0 s 41 requests")
    assert lines[at + 1] == "new hit, partial 30.0 s 39.0 s 40.0 s 20 requests"
    assert not [line for line in lines if line.startswith("old hit, partial")]
    found = to_json.summary(shown)["arms"]
    assert found["new"]["latency"]["hit_partial"] == {"n": 20, "p50": 30, "p95": 39, "p99": 40}
    assert (found["new"]["partial_hits"], found["new"]["latency"]["hit"]["n"]) == (20, 41)
    assert (found["old"]["partial_hits"], found["old"]["latency"]["hit_partial"]["n"]) == (0, 0)
