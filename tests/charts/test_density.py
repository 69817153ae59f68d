"""The density figure: an outline an arm and cache state, each named, none stacked on another."""

from dataclasses import replace

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
    said = {each.replace("\n", " ") for each in specs.words(chart)}
    assert {each.name for each in HILLS} <= said


def test_each_name_stands_at_its_own_peak_and_above_what_it_names():
    named = {
        row["text"].replace("\n", " "): row
        for _, rows in specs.of(density(HILLS, palette=specs.PALETTE), "text")
        for row in rows
    }
    for hill in HILLS:
        place = max(range(3), key=lambda each: hill.percent[each])
        assert EDGES[place] < named[hill.name]["x"] < EDGES[place + 1]
        assert named[hill.name]["y"] >= max(hill.percent)


def test_a_name_that_stands_high_is_led_to_its_peak():
    beside = (*HILLS[:2], replace(HILLS[2], percent=(0.0, 4.0, 3.0)))
    led = specs.of(density(beside, palette=specs.PALETTE), "rule")
    assert [row["peak"] for _, rows in led for row in rows] == [4.0]


def test_outlines_are_not_stacked_on_each_other():
    spec = density(HILLS, palette=specs.PALETTE).to_dict()
    areas = [each for each in spec["layer"] if each["mark"]["type"] == "area"]
    assert len(areas) == len(HILLS)
    assert all(each["encoding"]["y"]["stack"] is None for each in areas)
