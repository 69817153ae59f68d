"""The density figure: an outline an arm and cache state, each named, none stacked on another."""

from lcexplore.charts.density import Hill, density
from lcexplore.model import CacheState, Role
from tests.charts import specs

EDGES = (1.0, 2.0, 4.0, 8.0)
HILLS = (
    Hill(name="retrieval, 100 misses", role=Role.BASELINE, state=CacheState.MISS, edges=EDGES,
         percent=(80.0, 20.0, 0.0)),
    Hill(name="long-context, 90 hits", role=Role.CANDIDATE, state=CacheState.HIT, edges=EDGES,
         percent=(10.0, 80.0, 0.0)),
    Hill(name="long-context, 10 misses", role=Role.CANDIDATE, state=CacheState.MISS, edges=EDGES,
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
