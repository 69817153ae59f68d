"""Words that give an arm away are taken out of an answer, and nothing else is."""

import pytest

from lcexplore.evidence.blind import markers, stripped, too_short

LISTED = ("according to the retrieved passages", "long-context", "model-2026-04-17")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("According to the retrieved passages, two weeks.", "two weeks."),
        ("Two weeks, according to  the\nretrieved passages.", "Two weeks, ."),
        ("As long-context model-2026-04-17 I say no.", "As I say no."),
        ("along-contextual reading", "along-contextual reading"),
        ("nothing to strip", "nothing to strip"),
        ("a.b is no pattern", "a.b is no pattern"),
    ],
)
def test_listed_words_go_in_any_case_and_other_words_stay(text, shown):
    assert stripped(text, LISTED) == shown


def test_a_marker_is_text_and_no_pattern():
    assert stripped("say .* and a+b", (".*", "a+b")) == "say and"


def test_nothing_listed_changes_nothing():
    assert stripped("  as it is  ", ()) == "  as it is  "


def test_short_names_are_not_offered_as_markers():
    assert markers(["a", "long-context", None, "rag", "long-context"]) == ("long-context",)


def test_names_that_are_left_in_are_told_once():
    assert too_short(["a", "long-context", None, " rag", "a", ""]) == ("a", "rag")
