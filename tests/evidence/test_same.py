"""What was worked out for an object is not worked out again for it, and never for another."""

from lcexplore.evidence.same import once


class Thing:
    def __eq__(self, other):
        return True

    __hash__ = None


def test_work_is_done_once_for_the_very_same_object_and_arguments():
    done = []

    @once
    def work(thing, *, twice=False):
        done.append((thing, twice))
        return len(done)

    first, equal = Thing(), Thing()
    assert [work(first), work(first), work(first, twice=True), work(first, twice=True)] == [
        1, 1, 2, 2
    ]  # fmt: skip
    assert work(equal) == 3
    assert work(first) == 1
