"""What a page asks of the store at every touch of a control is read once per store version."""

import pytest

from lcexplore.report.review import review
from lcexplore.store import Store
from lcexplore.ui import load

V3 = "policy-assistant-v3"


@pytest.fixture
def counted(demo_path, monkeypatch):
    """Names of the store's methods, once for every call."""
    monkeypatch.setenv("LCEXPLORE_STORE", str(demo_path))
    load._detail.clear()
    load._info.clear()
    calls = []
    for name in ("question_detail", "info"):
        whole = getattr(Store, name)

        def counting(*given, name=name, whole=whole, **more):
            calls.append(name)
            return whole(*given, **more)

        monkeypatch.setattr(Store, name, counting)
    return calls


def test_one_question_is_read_once_and_another_one_again(counted, demo_store):
    shown = review(demo_store, V3)
    counted.clear()
    first, second = (each.question for each in load.question_rows(shown)[:2])
    assert load.question_detail(shown, first) is load.question_detail(shown, first)
    assert load.question_detail(shown, second) is not load.question_detail(shown, first)
    assert counted == ["question_detail"] * 2


def test_arms_and_grading_are_settled_once(counted):
    assert load.info(V3) is load.info(V3)
    assert counted == ["info"]
