"""A figure under the hand: what is waited for, and what gives way to a newer move."""

import pytest

from lcexplore.ui import moving

HERE, THERE = {"scenario": [{"x": 1.0}]}, {"scenario": [{"x": 2.0}]}


class Overtaken(Exception):
    """A newer run was asked for."""


class Session(dict):
    """A session that a newer move takes over while the figure is drawn."""

    waited = False

    def get(self, name, otherwise=None):
        if self.waited:
            raise Overtaken
        return super().get(name, otherwise)


@pytest.fixture
def session(monkeypatch):
    found = Session()
    monkeypatch.setattr(moving.st, "session_state", found)
    return found


@pytest.fixture
def waits(monkeypatch):
    found = []
    monkeypatch.setattr(moving.time, "sleep", found.append)
    return found


def test_what_follows_waits_for_the_browser_and_gives_way_to_a_newer_move(monkeypatch, session):
    moving._once_drawn("one", HERE)

    def asleep(spent):
        assert spent == moving._DRAWN_S
        session.waited = True

    monkeypatch.setattr(moving.time, "sleep", asleep)
    with pytest.raises(Overtaken):
        moving._once_drawn("one", THERE)


def test_without_a_newer_move_the_page_goes_on(session, waits):
    moving._once_drawn("one", HERE)
    moving._once_drawn("one", THERE)
    assert waits == [moving._DRAWN_S]
    assert session["lcx-one-drawn"] == THERE


def test_only_a_figure_whose_marks_moved_is_waited_for(session, waits):
    seen = []
    for live in (HERE, HERE, THERE, THERE):
        waits.clear()
        moving._once_drawn("one", live)
        seen.append(bool(waits))
    assert seen == [False, False, True, False]
    moving._once_drawn("another", HERE)
    assert waits == []
    assert "lcx-another-drawn" in session
