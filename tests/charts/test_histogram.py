"""The histogram: questions at each mean difference, ties as a number."""

from lcexplore.charts import histogram
from tests.charts import specs

BINS = [(-1 / 3, 12), (1 / 3, 20), (1.0, 4)]


def draw():
    return histogram.histogram(
        BINS, baseline="retrieval", candidate="long-context", ties=300, palette=specs.PALETTE
    )


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_bars_stand_at_the_differences_with_their_counts():
    _, rows = specs.of(draw(), "rule")[0]
    assert [(row["x"], row["y"]) for row in rows] == BINS


def test_ties_are_a_number_and_no_bar():
    assert "300 tie" in specs.words(draw())
    assert all(at for at, _ in BINS)


def test_direction_is_said_by_name():
    assert {"◂ retrieval", "long-context ▸"} <= set(specs.words(draw()))
