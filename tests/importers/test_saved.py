"""Establishes that what a mapping file says is read strictly and survives being written again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.errors import LogError
from lcexplore.importers import saved
from lcexplore.importers.saved import Reading
from lcexplore.log import FIELDS, ReadOptions

WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12
)
OPTIONS = st.builds(
    ReadOptions,
    arm=st.none() | WORDS,
    mapping=st.dictionaries(st.sampled_from(FIELDS), WORDS, max_size=4),
    correct=st.lists(WORDS, max_size=3).map(tuple),
    incorrect=st.lists(WORDS, max_size=3).map(tuple),
    correct_at=st.none()
    | st.floats(0, 10)
    | st.dictionaries(WORDS, st.floats(0, 10), min_size=1, max_size=3),
    partial=st.sampled_from([None, "correct", "incorrect"]),
    cache_multipliers=st.dictionaries(st.sampled_from(["read", "write"]), st.floats(0, 9)),
)


@given(st.builds(Reading, format=st.none() | WORDS, options=OPTIONS))
def test_what_is_saved_is_read_again_as_it_was(reading):
    text = saved.dump(reading)
    assert reading == Reading() or saved.parse(text) == reading


def test_every_key_goes_where_it_belongs():
    reading = saved.parse(
        "format: mapped\narm: long\nmap:\n  question: qid\n  usage.cache_read: cached\n"
        "correct: [Correct Answer, '1']\nincorrect: Wrong\ncorrect_at: 0.5\npartial: incorrect\n"
        "cache_multipliers: {read: 0.1, write: 1.25}\n"
    )
    assert reading == Reading(
        format="mapped",
        options=ReadOptions(
            arm="long",
            mapping={"question": "qid", "usage.cache_read": "cached"},
            correct=("Correct Answer", "1"),
            incorrect=("Wrong",),
            correct_at=0.5,
            partial="incorrect",
            cache_multipliers={"read": 0.1, "write": 1.25},
        ),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mapp: {question: a}", "did you mean map?"),
        ("map: {questoin: a}", "did you mean question?"),
        ("map: {question: [a]}", "line 1, column 17"),
        ("map: question", "map as `key: value` lines"),
        ("correct_at: half", "a number"),
        ("correct_at: .nan", "a number"),
        ("partial: maybe", "correct or incorrect"),
        ("cache_multipliers: {read: -1}", "prices from 0"),
        ("arm: a\narm: b", "a second time"),
        ("arm: *x", "alias"),
        ("", "an empty file"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_place(text, message):
    with pytest.raises(LogError, match="mapping file") as raised:
        saved.parse(text)
    assert message in str(raised.value)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "how.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LogError, match="UTF-8"):
        saved.load(path)
