"""The share done within so many seconds: a stepped line an arm and state, each one named."""

from lcexplore.charts.ecdf import Rise, ecdf
from lcexplore.model import CacheState, Role
from tests.charts import specs

SECONDS = (1.0, 2.0, 4.0, 8.0)
RISES = (
    Rise(name="retrieval, 100 misses", role=Role.BASELINE, state=CacheState.MISS, seconds=SECONDS,
         percent=(80.0, 90.0, 100.0, 100.0)),
    Rise(name="long-context, 90 hits", role=Role.CANDIDATE, state=CacheState.HIT, seconds=SECONDS,
         percent=(10.0, 50.0, 90.0, 100.0)),
    Rise(name="long-context, 10 misses", role=Role.CANDIDATE, state=CacheState.MISS,
         seconds=SECONDS, percent=(0.0, 0.0, 10.0, 100.0)),
)  # fmt: skip


def draw():
    return ecdf(RISES, palette=specs.PALETTE)


def test_it_is_a_sound_chart_with_every_pool_named():
    assert specs.sound(draw())
    assert {each.name for each in RISES} <= set(specs.words(draw()))


def test_seconds_are_on_a_log_scale_and_states_are_told_by_dash():
    lines = [layer for layer, _ in specs.of(draw(), "line")]
    assert all(each["encoding"]["x"]["scale"]["type"] == "log" for each in lines)
    assert len({tuple(each["mark"]["strokeDash"]) for each in lines}) == 2
