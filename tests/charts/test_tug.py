"""The tug bar: two arms about zero, half differences next to it, whole ones outside."""

from lcexplore.charts import tug
from lcexplore.charts.tug import Pull
from tests.charts import specs

# the worked example under rubric v4: +1 on 54 questions, -1 on 34, +1/2 on 32, -1/2 on 21
BASELINE, CANDIDATE = Pull(name="retrieval", half=21, full=34), Pull(name="long-context",
                                                                     half=32, full=54)  # fmt: skip


def draw(baseline=BASELINE, candidate=CANDIDATE):
    return tug.tug(baseline=baseline, candidate=candidate, palette=specs.PALETTE)


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_segments_run_outward_from_zero():
    _, rows = specs.of(draw(), "rect")[0]
    assert [(row["x"], row["x2"]) for row in rows] == [(0, -21), (-21, -55), (0, 32), (32, 86)]


def test_each_side_says_its_total():
    assert "retrieval\n◂ ahead on 55" in specs.words(draw())
    assert "long-context\nahead on 86 ▸" in specs.words(draw())


def test_every_count_is_said():
    assert {"34", "21", "32", "54"} <= set(specs.words(draw()))
    assert "21 on one" in specs.words(draw())


def test_zero_has_as_much_room_on_either_side():
    layer, _ = specs.of(draw(), "rect")[0]
    low, high = layer["encoding"]["x"]["scale"]["domain"]
    assert low == -high
    assert high > 86


def test_a_side_without_questions_is_still_drawn():
    chart = draw(baseline=Pull(name="retrieval", half=0, full=0))
    assert "retrieval\n◂ ahead on 0" in specs.words(chart)
