"""Names of arms in charts: nothing in them steers the text around them, and a long one is cut."""

import json

from lcexplore.charts import kept, marks
from lcexplore.charts.palette import LIGHT
from lcexplore.charts.ranked import Line, ranked
from lcexplore.charts.theme import base
from lcexplore.model import Role

TURNED = "long\u202egar"
ESCAPED = "long\\u202egar"


def test_a_chart_shows_what_turns_text_around_escaped():
    chart = marks.text([{"x": 1, "text": TURNED}], color="#000", x="x:Q", y="x:Q")
    written = kept.spec(base(chart, LIGHT))
    assert ESCAPED in json.dumps(written, ensure_ascii=False).replace("\\\\", "\\")
    assert "\u202e" not in json.dumps(written, ensure_ascii=False)


def test_rows_handed_over_apart_are_written_like_those_within():
    (row,) = kept.table([{"text": TURNED, "x": 1.5, "none": None}]).to_pylist()
    assert row == {"text": ESCAPED, "x": 1.5, "none": None}


def test_a_whole_figure_holds_no_mark_of_direction():
    line = Line(role=Role.CANDIDATE, name=TURNED, rank=(50, 95, 100), seconds=(1, 2, 3), p95=2.0)
    found = kept.spec(ranked((line,), misses=None, agreed=None, palette=LIGHT))
    assert "\u202e" not in json.dumps(found, ensure_ascii=False)


def test_a_long_name_is_cut_in_its_middle_and_a_short_one_is_not():
    assert marks.short("retrieval") == "retrieval"
    assert marks.short("long-context-2026-04-17-b") == "long-cont…-04-17-b"
    assert len(marks.short("x" * 200, marks.LONGEST_NAME)) == marks.LONGEST_NAME
    assert marks.short(TURNED) == ESCAPED
