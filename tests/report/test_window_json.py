"""The probe in JSON holds every number of the Window page, and only what JSON can hold."""

import json

from lcexplore.evidence.inputs import WindowCount
from lcexplore.evidence.window import analyse
from lcexplore.report.review import review
from lcexplore.report.to_json import summary
from lcexplore.report.window_json import window


def test_nothing_probed_is_null(demo_store):
    assert window(None) is None
    assert summary(review(demo_store, "policy-assistant-v3"))["window"] is None


def test_every_cell_version_and_distractor_of_the_probe_is_there(demo_store):
    found = json.loads(json.dumps(summary(review(demo_store, "effective-window-probe"))))["window"]
    assert len(found["cells"]) == 36
    assert {each["measured"] for each in found["cells"]} == {80}
    assert round(found["dip_full"], 4) == 0.125
    assert round(found["dip_short"], 4) == 0.0302
    assert list(found["versions"]) == ["release-2026-03", "release-2026-05"]
    assert list(found["distractors"]) == ["irrelevant", "near_miss"]
    assert sum(each["interval"][1] < 0 for each in found["full_against_short"]) == 4
    assert found["unmeasured"] == {"0.05": 0, "0.5": 0}


def test_what_was_not_probed_is_null():
    alone = WindowCount(version="v1", depth=0.5, fill=0.5, distractor="none", correct=1, measured=2)
    found = window(analyse((alone,)))
    assert (found["full"], found["dip_short"], found["versions"]["v1"]["full"]) == (None,) * 3
