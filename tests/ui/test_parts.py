"""What is counted slowly waits until the browser has drawn, and gives way to a newer move."""

import pytest

from lcexplore.ui import parts


class Overtaken(Exception):
    """A newer run was asked for."""


class Session(dict):
    """A session that a newer move has taken over: any look at it ends the run."""

    def get(self, name, otherwise=None):
        raise Overtaken


def test_slow_counting_waits_for_the_browser_and_gives_way_to_a_newer_move(monkeypatch):
    waited = []
    monkeypatch.setattr(parts.time, "sleep", waited.append)
    monkeypatch.setattr(parts.st, "session_state", Session())
    with pytest.raises(Overtaken):
        parts.once_drawn()
    assert waited == [parts._DRAWN_S]


def test_without_a_newer_move_the_counting_goes_on(monkeypatch):
    waited = []
    monkeypatch.setattr(parts.time, "sleep", waited.append)
    monkeypatch.setattr(parts.st, "session_state", {})
    assert parts.once_drawn() is None
    assert waited == [parts._DRAWN_S]
