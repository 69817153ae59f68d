"""Labels leave as sheets that no spreadsheet runs, blind, and come back line by line."""

import csv
import io
from datetime import UTC, datetime

import pytest

from lcexplore.errors import UsageError
from lcexplore.evidence.labels import ADJUDICATED, Label, Standing
from lcexplore.evidence.rubric_text import RubricText
from lcexplore.report import label_sheet
from lcexplore.store.draws import Draw, DrawItem

NOW = datetime(2026, 4, 20, tzinfo=UTC)
DRAW = Draw(
    draw="d1",
    comparison="c",
    baseline="retrieval",
    candidate="long-context",
    grader="judge",
    rubric="v4",
    rubric_text=RubricText(),
    seed=7,
    strata=(),
    markers=("secret",),
    labellers=("Ada", "Ben"),
    drawn_at=NOW,
    import_id=None,
    n_items=2,
)
ITEMS = tuple(
    DrawItem(
        item=number,
        arm=arm,
        question="q1",
        epoch=1,
        stratum="",
        weight=None,
        answer=answer,
        question_text="=1+1",
        reference=None,
    )
    for number, arm, answer in ((1, "long-context", "@a secret"), (2, "retrieval", "b"))
)


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def blank():
    return label_sheet.blank(DRAW, "Ada", ITEMS, lambda text: text.replace(" secret", ""))


def test_a_sheet_to_fill_in_names_no_arm_and_runs_no_formula():
    data = blank()
    for word in (b"long-context", b"retrieval", b"secret", b"judge"):
        assert word not in data
    assert {row["question"] for row in rows(data)} == {"'=1+1"}
    assert {row["answer"] for row in rows(data)} == {"'@a", "b"}


def test_a_sheet_that_comes_back_keeps_what_was_filled_in():
    text = "item,verdict,note\n1,Correct,'=so\n2,cannot tell,\n2,,\n3,correct,\n1,maybe,\n"
    found = label_sheet.filled(text.encode(), DRAW)
    assert found.said == ((1, "correct", "=so"), (2, "cannot tell", ""))
    assert found.blank == 1
    assert [line for line, _ in found.refused] == [5, 6]


def test_a_sheet_saved_with_semicolons_is_read_too():
    assert label_sheet.filled(b"item;verdict\n1;i\n", DRAW).said == ((1, "incorrect", ""),)


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"a,b\n1,2\n", "columns item and verdict"), (b"item,verdict\n\xff", "UTF-8")],
)
def test_a_file_that_is_no_sheet_is_refused(data, says):
    with pytest.raises(UsageError, match=says):
        label_sheet.filled(data, DRAW)


def test_labels_given_here_leave_in_the_form_that_the_labels_command_reads(tmp_path):
    from lcexplore.importers import labels

    def said(name, verdict, note=""):
        return {1: Label(item=1, labeller=name, verdict=verdict, note=note, said_at=NOW)}

    standing = Standing(
        draw="d1",
        n_items=2,
        people=("Ada", "Ben"),
        expected=2,
        labels={
            "Ada": said("Ada", "correct", "=x"),
            "Ben": said("Ben", "incorrect"),
            ADJUDICATED: said(ADJUDICATED, "correct", "because"),
        },
    )
    path = tmp_path / "labels.csv"
    path.write_bytes(label_sheet.given(DRAW, standing, ITEMS))
    found = labels.read(path)
    assert [each.values["labeller"] for each in found] == ["Ada", "Ben", ADJUDICATED]
    assert {(each.values["arm"], each.values["rubric"]) for each in found} == {
        ("long-context", "v4")
    }
    assert found[0].values["note"] == "'=x"
    assert all(each.refusal is None for each in found)
