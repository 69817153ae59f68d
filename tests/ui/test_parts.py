"""What follows a figure that moved waits for the browser, and gives way to a newer move."""

import pytest

from lcexplore.model import Status
from lcexplore.ui import parts


class Overtaken(Exception):
    """A newer run was asked for."""


class Session(dict):
    """A session that a newer move has taken over: any look at it ends the run."""

    def get(self, name, otherwise=None):
        raise Overtaken


def test_what_follows_waits_for_the_browser_and_gives_way_to_a_newer_move(monkeypatch):
    waited = []
    monkeypatch.setattr(parts.time, "sleep", waited.append)
    monkeypatch.setattr(parts.st, "session_state", Session())
    with pytest.raises(Overtaken):
        parts._once_drawn()
    assert waited == [parts._DRAWN_S]


def test_without_a_newer_move_the_page_goes_on(monkeypatch):
    waited = []
    monkeypatch.setattr(parts.time, "sleep", waited.append)
    monkeypatch.setattr(parts.st, "session_state", {})
    assert parts._once_drawn() is None
    assert waited == [parts._DRAWN_S]


def test_only_a_figure_whose_marks_moved_is_waited_for(monkeypatch):
    monkeypatch.setattr(parts.st, "session_state", {})
    here, there = {"scenario": [{"x": 1.0}]}, {"scenario": [{"x": 2.0}]}
    seen = [parts._moved("one", live) for live in (here, here, there, there)]
    assert seen == [False, False, True, False]
    assert not parts._moved("another", here)


def test_a_reason_of_many_words_stands_across_and_not_in_a_narrow_column(monkeypatch):
    drawn = []
    monkeypatch.setattr(parts.st, "html", drawn.append)
    long = "retrieval ran with another model than the record froze. " * 8
    parts.chips([(Status.FAILED, "Comparable", long), (Status.MET, "Measured", "All are.")])
    (markup,) = drawn
    assert markup.count('<div class="across">') == 1
    assert '<div class="across"><span class="chip chip-failed">✕ failed</span>' in markup
    assert long.strip() in markup
