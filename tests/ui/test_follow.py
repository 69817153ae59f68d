"""What the figure over the hit rate says at every step of its slider is what Python counts."""

import pytest

from lcexplore.charts import hit_rate
from lcexplore.report import mixture, source
from lcexplore.report.review import review
from lcexplore.ui import hits
from lcexplore.words import percent, seconds


@pytest.fixture(scope="module", params=["policy-assistant-v3", "policy-assistant-pilot"])
def found(request, demo_store):
    shown = review(demo_store, request.param)
    return source.on(shown, source.usual(shown))


@pytest.fixture(scope="module")
def steps(found):
    return hits.steps(found)[hit_rate.SCENARIO].to_pylist()


def test_there_is_a_row_for_every_step_of_the_slider(steps):
    assert [row["step"] for row in steps] == list(range(1001))
    assert [row["x"] for row in steps] == [step / 10 for step in range(1001)]


def test_the_seconds_of_every_step_are_those_the_page_counts_for_that_rate(found, steps):
    for row in steps:
        slider = round(float(f"{row['x']:.1f}"), 1)
        assert row["y"] == mixture.quantile_at(found, slider / 100)


def test_the_words_of_every_step_name_its_rate_and_its_seconds(found, steps):
    for row in steps:
        rate = percent(row["x"] / 100, decimals=1 if row["step"] % 10 else 0)
        at = seconds(mixture.quantile_at(found, row["x"] / 100))
        assert row["text"] == f"scenario\n{rate}, {at}"


def test_what_the_figure_needs_is_made_once_for_a_comparison(found):
    assert hits.steps(found) is hits.steps(found)
