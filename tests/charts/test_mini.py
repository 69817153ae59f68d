"""The small figures: one line from zero up, measured filled, scenario hollow."""

from pathlib import Path

from lcexplore.charts import mini
from tests.charts import specs


def draw():
    return mini.mini(
        [0.0, 50.0, 75.0, 100.0],
        [5.0, 4.6, 4.4, 4.1],
        measured=(88.4, 4.3),
        left=70.0,
        unit="Seconds",
        palette=specs.PALETTE,
    )


def test_it_is_a_sound_chart():
    assert specs.sound(draw())


def test_only_the_shown_range_is_drawn_and_from_zero():
    layer, rows = specs.of(draw(), "line")[0]
    assert [row["x"] for row in rows] == [75.0, 100.0]
    assert layer["encoding"]["y"]["scale"]["domain"][0] == 0


def test_the_scenario_is_dotted():
    _, scenario = (layer["mark"] for layer, _ in specs.of(draw(), "point"))
    assert scenario["strokeDash"] == [2, 2]


def test_the_axis_is_written_in_plain_decimals():
    layer, _ = specs.of(draw(), "line")[0]
    assert layer["encoding"]["y"]["axis"]["format"] == ",~f"
    texts = [path.read_text(encoding="utf-8") for path in Path(mini.__file__).parent.glob("*.py")]
    assert not any("~s" in text for text in texts)  # d3 writes 0.5 as 500m
