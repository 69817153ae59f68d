"""The density figure: an outline an arm and cache state, each named, none stacked on another."""

import pytest

from lcexplore.charts.density import Hill, density
from lcexplore.model import CachePart, Role
from tests.charts import specs

EDGES = (1.0, 2.0, 4.0, 8.0)
HILLS = (
    Hill(name="retrieval, 100 misses", role=Role.BASELINE, part=CachePart.MISS, edges=EDGES,
         percent=(80.0, 20.0, 0.0)),
    Hill(name="long-context, 90 hits", role=Role.CANDIDATE, part=CachePart.HIT, edges=EDGES,
         percent=(10.0, 80.0, 0.0)),
    Hill(name="long-context, 10 misses", role=Role.CANDIDATE, part=CachePart.MISS, edges=EDGES,
         percent=(0.0, 0.0, 10.0)),
)  # fmt: skip


def test_it_is_a_sound_chart_with_every_pool_named():
    chart = density(HILLS, palette=specs.PALETTE)
    assert specs.sound(chart)
    assert {each.name for each in HILLS} <= set(specs.words(chart))


def test_outlines_are_not_stacked_on_each_other():
    spec = density(HILLS, palette=specs.PALETTE).to_dict()
    areas = [each for each in spec["layer"] if each["mark"]["type"] == "area"]
    assert len(areas) == len(HILLS)
    assert all(each["encoding"]["y"]["stack"] is None for each in areas)


def test_partial_hits_are_marked_where_they_are_and_in_the_key():
    partial = Hill(name="long-context, 7 partial hits", role=Role.CANDIDATE,
                   part=CachePart.PARTIAL, edges=EDGES, percent=(0.0, 4.0, 3.0))  # fmt: skip
    chart = density([*HILLS, partial], palette=specs.PALETTE)
    assert specs.sound(chart)
    (drawn, key) = (rows for layer, rows in specs.of(chart, "point"))
    assert [row["y"] for row in drawn] == [4.0, 3.0]
    assert len(key) == 1
    assert not specs.of(density(HILLS, palette=specs.PALETTE), "point")


@pytest.mark.parametrize("more", [0, 1, 3, 6])
def test_no_outline_reaches_the_names(more):
    chart = density([*HILLS, *HILLS[:1] * more], palette=specs.PALETTE)
    keys = [row for _, rows in specs.of(chart, "rect") for row in rows]
    assert len(keys) == len(HILLS) + more
    assert min(row["y"] for row in keys) > 80


def test_states_that_only_a_faint_fill_would_tell_apart_carry_marks_of_their_own():
    unknown, untold = (
        Hill(name=part, role=Role.CANDIDATE, part=part, edges=EDGES, percent=(1.0, 2.0, 0.0))
        for part in (CachePart.UNKNOWN, CachePart.UNTOLD)
    )
    chart = density([*HILLS, unknown, untold], palette=specs.PALETTE)
    shapes = [layer["mark"]["shape"] for layer, _ in specs.of(chart, "point")]
    assert sorted(shapes) == ["cross", "cross", "square", "square"]
    lone = Hill(name="a", role=Role.BASELINE, part=CachePart.UNKNOWN, edges=EDGES,
                percent=(80.0, 20.0, 0.0))  # fmt: skip
    assert not specs.of(density([lone, *HILLS[1:]], palette=specs.PALETTE), "point")
