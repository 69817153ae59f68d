"""A chart is drawn once for the same figures, anew for others, and stays whole when shown."""

import copy

import numpy as np
import streamlit as st

from lcexplore.charts import kept, run_order, theme
from lcexplore.evidence.inputs import RunOrder
from lcexplore.model import Role

NAMES = {Role.BASELINE: "retrieval", Role.CANDIDATE: "long-context"}


def order(seconds):
    at = np.array(seconds, dtype=float)
    return RunOrder(
        started_at=at, is_candidate=np.arange(len(at)) % 2 == 1, question=np.arange(len(at))
    )


def test_the_same_figures_give_the_same_chart():
    first = run_order.draw(order([0, 5, 9]), NAMES, theme.LIGHT)
    assert run_order.draw(order([0, 5, 9]), NAMES, theme.LIGHT) is first
    assert kept.spec(first) is kept.spec(first)


def test_other_figures_and_other_colours_give_another_chart():
    first = run_order.draw(order([0, 5, 9]), NAMES, theme.LIGHT)
    assert run_order.draw(order([0, 5, 8]), NAMES, theme.LIGHT) is not first
    assert run_order.draw(order([0, 5, 9]), NAMES, theme.DARK) is not first


def test_the_oldest_chart_makes_room_so_that_memory_stays_bounded():
    first = run_order.draw(order([0, 1]), NAMES, theme.LIGHT)
    for end in range(2, 3 + kept.MOST):
        run_order.draw(order([0, end]), NAMES, theme.LIGHT)
    assert run_order.draw(order([0, 1]), NAMES, theme.LIGHT) is not first


def test_the_specification_that_is_shown_holds_every_row_where_it_is_used():
    chart = run_order.draw(order([0, 5, 9]), NAMES, theme.LIGHT)
    shown, whole = kept.spec(chart), chart.to_dict()
    assert "datasets" not in shown
    for layer, of_altair in zip(shown["layer"], whole["layer"], strict=True):
        assert layer["data"]["values"] == whole["datasets"][of_altair["data"]["name"]]


def test_showing_a_chart_leaves_its_specification_as_it_was():
    spec = kept.spec(run_order.draw(order([0, 5, 9]), NAMES, theme.LIGHT))
    before = copy.deepcopy(spec)
    st.vega_lite_chart(spec=spec, theme=None)
    assert spec == before
