"""Establishes that a grading shown by default is never taken for the only one."""

import pytest

from lcexplore.cli import main
from lcexplore.report.review import review
from lcexplore.report.sentences import common, graded_by
from tests.store.logs import load, row


def graded(folder, *graders, **more):
    """A review of two arms, every answer graded by all of them."""
    gradings = [{"grader": name, "rubric": "v1", "verdict": "correct"} | more for name in graders]
    rows = [
        {"question": f"q{n}", "arm": arm, "gradings": gradings}
        for arm in ("old", "new")
        for n in range(3)
    ]
    store, _ = load(folder, rows, baseline="old")
    return review(store, "c")


def words(found):
    return [each.word for each in common.banners(found)]


def test_one_grader_is_the_only_one(tmp_path):
    found = graded(tmp_path, "judge")
    assert (graded_by.others(found), "Several graders" in words(found)) == ("", False)


def test_several_graders_without_times_ask_for_a_choice(tmp_path, capsys):
    found = graded(tmp_path, "exact", "judge")
    assert found.info.grader == "judge"
    said = graded_by.others(found)
    assert said.startswith("Graded as well by exact, rubric v1. Nothing says which one decides")
    assert "--grader" in said
    assert "Several graders" in words(found)
    assert main(["summary", "--comparison", "c", "--store", str(tmp_path / "s.duckdb")]) == 0
    assert "Nothing says which one decides" in capsys.readouterr().out


def test_the_later_of_two_graders_is_named_as_the_later(tmp_path):
    found = graded(tmp_path, "exact", "judge", graded_at="2026-04-20T11:00:00Z")
    assert "judge graded last" in graded_by.others(found)
    assert "Several graders" not in words(found)


@pytest.mark.parametrize("n", [7])
def test_a_long_list_is_cut(tmp_path, n):
    found = graded(tmp_path, *(f"g{number}" for number in range(n)))
    assert "; and 1 more." in graded_by.others(found)


def test_a_row_has_one_grading_as_before(tmp_path):
    store, _ = load(tmp_path, [row("q", arm="old"), row("q", arm="new")], baseline="old")
    assert graded_by.others(review(store, "c")) == ""
