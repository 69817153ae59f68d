"""The split figure: one row a pool, p95 in figures, an empty pool said to be not measured."""

from dataclasses import replace

from lcexplore.charts import split
from lcexplore.charts.split import Spread
from lcexplore.evidence.latency import Quantiles
from lcexplore.model import CachePart, Interval, Role
from tests.charts import specs


def pool(p95, n=100):
    return Quantiles(n=n, p5=p95 / 5, p25=p95 / 4, p50=p95 / 3, p75=p95 / 2, p90=p95 / 1.1,
                     p95=p95, p99=p95 * 1.4, p95_interval=Interval(p95, p95))  # fmt: skip


NOTHING = Quantiles(n=0, p5=None, p25=None, p50=None, p75=None, p90=None, p95=None, p99=None,
                    p95_interval=None)  # fmt: skip
ROWS = [
    Spread(name="retrieval, all 1,640", role=Role.BASELINE, state=None, quantiles=pool(2.9)),
    Spread(name="long-context, 1,450 hits", role=Role.CANDIDATE, state=CachePart.HIT,
           quantiles=pool(6.2)),
    Spread(name="long-context, 190 misses", role=Role.CANDIDATE, state=CachePart.MISS,
           quantiles=pool(21.3)),
]  # fmt: skip


def draw(rows=ROWS, agreed=5.0):
    return split.split(rows, agreed=agreed, palette=specs.PALETTE)


def said(chart):
    return [each.replace("\u00a0", " ") for each in specs.words(chart)]


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_every_row_is_named_and_its_p95_printed():
    assert {"retrieval, all 1,640", "2.9 s", "6.2 s", "21.3 s"} <= set(said(draw()))


def test_a_miss_is_hollow_and_a_hit_filled():
    fills = [layer["mark"]["fill"] for layer, _ in specs.of(draw(), "point")]
    assert fills == [specs.PALETTE.baseline, specs.PALETTE.candidate, specs.PALETTE.surface]


def test_partial_hits_have_a_faint_box_with_a_dashed_rim():
    partial = Spread(name="long-context, 40 of the hits", role=Role.CANDIDATE,
                     state=CachePart.PARTIAL, quantiles=pool(8.4))  # fmt: skip
    whole, *_, part = [layer["mark"] for layer, _ in specs.of(draw([*ROWS, partial]), "bar")]
    assert part["strokeDash"]
    assert not whole["strokeDash"]
    assert part["fillOpacity"] < whole["fillOpacity"]


def test_the_agreed_bar_is_named():
    assert "agreed 5.0 s" in said(draw())
    assert "agreed 5.0 s" not in said(draw(agreed=None))


def test_an_empty_pool_keeps_its_place_and_says_so():
    empty = Spread(name="long-context, unknown", role=Role.CANDIDATE, state=CachePart.UNKNOWN,
                   quantiles=NOTHING)  # fmt: skip
    chart = draw([*ROWS, empty])
    assert "not measured: no timing" in said(chart)
    assert specs.sound(chart)


def test_only_empty_pools_still_draw():
    nothing = Spread(name="a", role=Role.BASELINE, state=None, quantiles=NOTHING)
    assert specs.sound(draw([nothing], agreed=None))


def test_a_quantile_of_no_seconds_stands_at_the_bottom_and_is_written_as_it_is():
    still = replace(pool(2.0), p5=0.0, p25=0.0, p50=0.0)
    chart = draw([replace(ROWS[1], quantiles=still)], agreed=None)
    _, ((row),) = specs.of(chart, "bar")[0]
    assert (row["p5"], row["p25"], row["p50"], row["p75"], row["x"]) == (0.001, 0.001, 0.001, 1, 2)
    none = draw([replace(ROWS[1], quantiles=pool(0.0))], agreed=None)
    assert specs.sound(none)
    assert "0.0 s" in said(none)
