"""The run order: every request is in one slice, and separate hours show as separate slabs."""

from datetime import UTC, datetime

import numpy as np
import pytest

from lcexplore.charts import run_order, theme
from lcexplore.evidence.inputs import RunOrder
from lcexplore.model import Role

NAMES = {Role.BASELINE: "retrieval", Role.CANDIDATE: "long-context"}
START = datetime(2026, 4, 20, 9, tzinfo=UTC).timestamp()


def order(n, *, blocked):
    at = START + 4 * np.arange(2 * n, dtype=float)
    place = np.arange(2 * n)
    return RunOrder(
        started_at=at,
        is_candidate=place >= n if blocked else place % 2 == 1,
        question=place % n,
    )


def span(slices, role):
    of_role = [each for each in slices if each["role"] is role]
    return min(each["x"] for each in of_role), max(each["x2"] for each in of_role)


@pytest.mark.parametrize("n", [1, 7, 240, 1640])
@pytest.mark.parametrize("blocked", [True, False])
def test_every_request_falls_in_exactly_one_slice(n, blocked):
    slices = run_order.binned(order(n, blocked=blocked))
    for role in Role:
        assert sum(each["n"] for each in slices if each["role"] is role) == n
    assert len({each["x"] for each in slices}) <= run_order.BINS


def test_separate_hours_do_not_overlap_and_interleaved_arms_do():
    apart = run_order.binned(order(240, blocked=True))
    assert span(apart, Role.BASELINE)[1] <= span(apart, Role.CANDIDATE)[0] + 1000 * 40
    together = run_order.binned(order(240, blocked=False))
    assert span(together, Role.CANDIDATE)[0] == span(together, Role.BASELINE)[0]


def test_no_start_times_give_no_slices():
    empty = RunOrder(
        started_at=np.empty(0), is_candidate=np.empty(0, dtype=bool), question=np.empty(0, int)
    )
    assert run_order.binned(empty) == []


def test_the_lanes_carry_the_arms_names_and_counts_as_text():
    chart = run_order.draw(order(240, blocked=True), NAMES, theme.LIGHT).to_dict()
    named = [each["data"]["name"] for each in chart["layer"] if "text" in each["encoding"]]
    texts = [chart["datasets"][name][0]["text"] for name in named]
    assert texts == ["retrieval, 240 requests", "long-context, 240 requests"]


def axis(hours):
    at = START + 3600 * np.linspace(0, hours, 40)
    found = RunOrder(
        started_at=at, is_candidate=np.arange(40) % 2 == 1, question=np.arange(40) // 2
    )
    chart = run_order.draw(found, NAMES, theme.LIGHT).to_dict()
    (one,) = {str(each["encoding"]["x"]) for each in chart["layer"] if "x2" in each["encoding"]}
    return one


def test_runs_of_more_than_a_day_name_the_dates_and_where_they_begin():
    assert "%-d %b" not in axis(20)
    assert "clock time (UTC)" in axis(20)
    assert "utcFormat(datum.value, '%-d %b')" in axis(60)
    assert "UTC, from 20 Apr 2026" in axis(60)
    assert "%b %Y" in axis(24 * 500)


def test_the_numbers_beside_the_figure_add_up():
    header, *rows = run_order.twin(order(240, blocked=True), NAMES)
    assert header == ["From (UTC)", "retrieval", "long-context"]
    assert rows[0][0] == "2026-04-20 09:00:00"
    assert [sum(int(row[i]) for row in rows) for i in (1, 2)] == [240, 240]


def test_an_arm_alone_has_the_only_lane():
    alone = {Role.CANDIDATE: "long-context"}
    mine = order(40, blocked=True)
    drawn = str(run_order.draw(mine, alone, theme.LIGHT).to_dict())
    assert "long-context, 40 requests" in drawn
    assert "retrieval" not in drawn
    assert {len(row) for row in run_order.twin(mine, alone)} == {2}
