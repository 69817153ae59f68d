"""Words, a threshold and partial credit, each said of the same verdicts: all of them are read."""

import pytest

from lcexplore.errors import LogError
from tests.store.logs import load, row


def read(folder, verdicts, **how):
    rows = [row(f"q{n}", verdict=each) for n, each in enumerate(verdicts)]
    store, account = load(folder, rows, **how)
    return list(store.table("gradings").sort_values("answer_id")["verdict"]), account


def test_partial_credit_is_read_beside_words(tmp_path):
    how = {"correct": ["C"], "incorrect": ["I", "N"], "partial": "incorrect"}
    found, account = read(tmp_path, ["C", "I", "N", "P", "0.5"], **how)
    assert found == ["correct", *["incorrect"] * 4]
    assert account.not_measured == {}


def test_a_threshold_is_read_beside_words(tmp_path):
    how = {"correct_at": 3, "incorrect": ["skip"]}
    found, _ = read(tmp_path, ["1", "2", "3", "4", "skip", "5"], **how)
    assert found == ["incorrect", "incorrect", "correct", "correct", "incorrect", "correct"]


def test_a_word_beats_the_threshold_and_the_threshold_beats_partial_credit(tmp_path):
    how = {"correct": ["0.1"], "correct_at": 0.5, "partial": "correct"}
    found, _ = read(tmp_path, ["0.1", "0.2", "0.5", "partial"], **how)
    assert found == ["correct", "incorrect", "correct", "correct"]


def test_beside_words_no_other_word_and_no_bare_number_is_read(tmp_path):
    found, account = read(tmp_path, ["yes", "correct", "1", "P"], correct=["yes"])
    assert found == ["correct", *["not_measured"] * 3]
    told = " ".join(account.notes)
    assert "'1' is neither pass nor fail: 1 not measured; --correct-at says" in told
    assert "'correct' is neither pass nor fail: 1 not measured; --correct and" in told
    assert "'P' is neither pass nor fail: 1 not measured; --partial says" in told


def test_words_do_not_let_one_threshold_read_two_scales(tmp_path):
    def judged(n):
        scales = [("likert", n % 5 + 1), ("f1", n % 3 / 2)]
        return [{"grader": grader, "verdict": each} for grader, each in scales]

    rows = [row(f"q{n}", verdict=None, gradings=judged(n)) for n in range(15)]
    rows.append(row("s", verdict=None, gradings=[{"grader": "f1", "verdict": "skip"}]))
    with pytest.raises(LogError, match="that --correct-at 3 can part"):
        load(tmp_path, rows, correct_at=3, incorrect=["skip"])
