"""How are chips laid out whose reason is long?"""

from lcexplore.model import Status
from lcexplore.ui import parts


def test_a_reason_of_many_words_stands_across_and_not_in_a_narrow_column(monkeypatch):
    drawn = []
    monkeypatch.setattr(parts.st, "html", drawn.append)
    long = "retrieval ran with another model than the record froze. " * 8
    parts.chips([(Status.FAILED, "Comparable", long), (Status.MET, "Measured", "All are.")])
    (markup,) = drawn
    assert markup.count('<div class="across">') == 1
    assert '<div class="across"><span class="chip chip-failed">✕ failed</span>' in markup
    assert long.strip() in markup
