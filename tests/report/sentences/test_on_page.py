"""The Data page names its own fields where the command line names options."""

import re
from pathlib import Path

import pytest

import lcexplore
from lcexplore.report.sentences import on_page

ROOT = Path(lcexplore.__file__).parent
# What no page has a field for: commands to type, and options of other programs.
COMMANDS = {"--map-file", "--replace", "--store", "--candidate", "--log_samples"}


def named_in_messages():
    """Options that a literal of the importers or of the store names to a reader."""
    found = set()
    for folder in ("importers", "store"):
        for path in (ROOT / folder).glob("*.py"):
            strings = re.findall(r'"([^"\n]*--[a-z][^"\n]*)"', path.read_text(encoding="utf-8"))
            found |= set(strings)
    return sorted(found)


@pytest.mark.parametrize("message", named_in_messages())
def test_no_option_of_the_command_line_is_left_in_a_message_of_the_page(message):
    left = set(re.findall(r"--[a-z][a-z_-]*", on_page.fields(message))) - COMMANDS
    assert not left


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("say which of them mean what with --correct WORDS and --incorrect WORDS; what is in",
         "say which of them mean what with “Verdicts that mean correct” and “Verdicts that mean "
         "incorrect”; what is in"),
        ("say which are correct with --correct-at X: X or more",
         "say which are correct with “Correct from this number on” X: X or more"),
        ("name the format with --format, or its columns with --map question=COLUMN ...",
         "name the format in a mapping file, or its columns with “Column of question”"),
        ("--manifest model=m: the file itself says n", "“model” m: the file itself says n"),
    ],
)  # fmt: skip
def test_an_option_is_named_by_the_field_that_does_the_same(message, shown):
    assert on_page.fields(message) == shown
