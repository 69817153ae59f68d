"""What a file of labels says is kept where it can be read, and located where it cannot."""

import gzip
import json

import pytest

from lcexplore.errors import LogError
from lcexplore.ingest import import_labels
from lcexplore.model import Verdict
from tests.store.logs import load, row


@pytest.fixture
def store(tmp_path):
    found, _ = load(tmp_path, [row(f"q{n}", arm) for n in range(3) for arm in ("old", "new")])
    return found


def labelled(store, folder, *lines, name="labels.csv", **how):
    path = folder / name
    path.write_text("\n".join(["question,arm,epoch,labeller,verdict", *lines, ""]))
    return import_labels(store, path, comparison="c", **how)


def in_force(store):
    calibration = store.inputs(store.info("c", baseline="old")).calibration
    return [dict(each.labels) for each in calibration.answers]


def test_labels_of_answers_that_are_not_stored_are_located_with_what_was_not_found(store, tmp_path):
    account = labelled(
        store,
        tmp_path,
        "q1,new,1,Ada,1",
        "q9,new,1,Ada,1",
        "q1,nwe,1,Ada,1",
        "q1,new,2,Ada,1",
    )
    (note,) = account.notes
    assert note == (
        "3 labels name an answer that is not in the store: labels.csv, line 3: no question 'q9'; "
        "line 4: no arm 'nwe'; line 5: no epoch 2 of question 'q1' in arm 'new'"
    )
    assert account.rows_kept == 4


@pytest.mark.parametrize("name", ["adjudicated", "Adjudicated", " ADJUDICATED "])
def test_what_was_settled_is_known_by_its_name_in_any_case(store, tmp_path, name):
    labelled(store, tmp_path, "q1,new,1,Ada,1", "q1,new,1,Ben,0", f"q1,new,1,{name},1")
    calibration = store.inputs(store.info("c", baseline="old")).calibration
    (answer,) = calibration.answers
    assert sorted(answer.labels) == ["Ada", "Ben"]
    assert (answer.adjudicated, answer.consensus) == (True, Verdict.CORRECT)


def test_labellers_whose_names_differ_by_case_only_are_pointed_out(store, tmp_path):
    said = "labellers 'Ada' and 'ada' differ only in upper and lower case; they are two people"
    first = labelled(store, tmp_path, "q1,new,1,Ada,1", "q2,new,1,Ben,1", "q2,new,1,Ada,1")
    assert first.notes == ()
    again = labelled(store, tmp_path, "q1,new,1,ada,0", name="again.csv")
    assert again.notes == (said,)
    other = labelled(store, tmp_path, "q0,new,1,Ben,1", name="other.csv")
    assert other.notes == ()


def test_of_many_the_first_few_are_located_and_the_rest_are_counted(store, tmp_path):
    account = labelled(store, tmp_path, *(f"x{n},new,1,Ada,1" for n in range(7)))
    (note,) = account.notes
    assert note.startswith("7 labels name")
    assert note.count("line ") == 5
    assert note.endswith("line 6: no question 'x4'; and 2 more")


@pytest.mark.parametrize("unread", ["", "n/a", "partial", "0.5"])
def test_an_unreadable_verdict_does_not_block_a_later_label_of_its_answer(store, tmp_path, unread):
    account = labelled(
        store, tmp_path, f"q1,new,1,Ada,{unread}", "q1,new,1,Ada,1", "q1,new,1,Ada,0"
    )
    assert (account.rows_kept, account.duplicates, account.rows_refused) == (2, 0, 1)
    assert account.refusals[0].line == 4
    assert account.notes[0] == (
        f"verdict {unread!r} (line 2) is neither correct nor incorrect: 1 not measured"
    )
    assert len(account.notes) == (2 if unread else 1)  # the spellings that are read, if need be
    assert in_force(store) == [{"Ada": Verdict.CORRECT}]


def test_a_sheet_that_was_half_filled_may_come_again_when_it_is_whole(store, tmp_path):
    first = labelled(store, tmp_path, "q0,new,1,Ada,1", "q1,new,1,Ada,", "q2,new,1,Ada,")
    assert (first.rows_kept, first.not_measured) == (3, {"not_pass_fail": 2})
    whole = ("q0,new,1,Ada,1", "q1,new,1,Ada,0", "q2,new,1,Ada,")
    again = labelled(store, tmp_path, *whole, name="whole.csv")
    assert (again.rows_kept, again.duplicates, again.rows_refused) == (1, 2, 0)
    assert in_force(store)[1] == {"Ada": Verdict.INCORRECT}


def test_who_cannot_tell_has_said_so_and_another_verdict_later_contradicts_it(store, tmp_path):
    account = labelled(store, tmp_path, "q1,new,1,Ada,cannot tell", "q1,new,1,Ada,1")
    assert (account.rows_kept, account.rows_refused, account.notes) == (1, 1, ())


def test_of_three_labels_of_one_answer_the_first_is_the_one_to_agree_with(store, tmp_path):
    account = labelled(store, tmp_path, *(f"q1,new,1,Ada,{verdict}" for verdict in (1, 0, 0, 1)))
    assert (account.rows_kept, account.duplicates, account.rows_refused) == (1, 1, 2)


def times(store):
    found = store.table("labels").sort_values("question")["labelled_at"]
    return [str(each) for each in found]


@pytest.mark.parametrize(
    "time", ["1777626000", "1777626000000", "1.777626e9", "2026-05-01T09:00:00Z"]
)
def test_a_time_of_labelling_may_be_a_number_since_1970(store, tmp_path, time):
    account = timed(store, tmp_path, time)
    assert times(store) == ["2026-05-01 09:00:00"]
    assert (account.refusals, account.notes) == ((), ())


@pytest.mark.parametrize("time", ["yesterday", "20260501", "46143.5", "5", "NaN", "01/05/2026"])
def test_a_time_of_labelling_that_may_mean_anything_is_named_and_its_label_kept(
    store, tmp_path, time
):
    account = timed(store, tmp_path, time)
    assert times(store) == ["NaT"]
    (refusal,) = account.refusals
    assert (refusal.line, refusal.field, refusal.value) == (2, "labelled_at", time)
    assert refusal.reason.startswith("not a time: write it as 2026-05-01T09:00:00Z, or in seconds")
    assert (account.rows_kept, account.rows_refused) == (1, 0)
    assert account.notes == ("labelled_at of 1 label is unknown; they are kept",)
    assert store.rejects(account.import_id) == (refusal,)


def timed(store, folder, time):
    path = folder / "timed.csv"
    path.write_text(f"question,arm,labeller,verdict,labelled_at\nq1,new,Ada,1,{time}\n")
    return import_labels(store, path, comparison="c")


@pytest.mark.parametrize("name", ["labels.csv.gz", "labels.jsonl.gz"])
@pytest.mark.parametrize("cut", [slice(None, -2000), slice(None, -8)])
def test_a_packed_file_that_was_cut_off_is_an_error_in_words(store, tmp_path, name, cut):
    rows = "".join(f"q{n * 7919 % 30_011},new,Ada,1\n" for n in range(30_000))
    path = tmp_path / name
    path.write_bytes(gzip.compress(f"question,arm,labeller,verdict\n{rows}".encode())[cut])
    with pytest.raises(LogError, match=r"labels.*gz: wanted a readable file; found Compressed"):
        import_labels(store, path, comparison="c")


def test_an_epoch_may_be_written_as_tables_write_whole_numbers(store, tmp_path):
    account = labelled(store, tmp_path, "q1,new,1.0,Ada,1", "q2,new,1.5,Ada,1")
    assert [each.field for each in account.refusals] == ["epoch"]
    assert (account.rows_kept, account.notes) == (1, ())


def test_a_list_or_an_object_is_no_value_of_a_label(store, tmp_path):
    path = tmp_path / "labels.jsonl"
    row = {"question": "q1", "arm": "new", "labeller": "Ada", "verdict": 1}
    rows = [row, row | {"arm": ["new"]}, row | {"question": {"id": 1}}, row | {"verdict": [1]}]
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    account = import_labels(store, path, comparison="c")
    assert [each.field for each in account.refusals] == ["arm", "question", "verdict"]
    assert {each.reason for each in account.refusals} == {"not one value"}


def test_words_that_nobody_reads_stop_and_can_be_named(store, tmp_path):
    lines = ("q1,new,1,Ada,yes", "q1,old,1,Ada,no")
    with pytest.raises(LogError, match="--correct WORDS and --incorrect WORDS") as stopped:
        labelled(store, tmp_path, *lines)
    assert "'no' (1), 'yes' (1)" in str(stopped.value)
    assert store.inputs(store.info("c", baseline="old")).calibration is None
    account = labelled(store, tmp_path, *lines, correct=["Yes"], incorrect=["no"])
    assert (account.rows_kept, account.not_measured, account.notes) == (2, {}, ())
    assert in_force(store) == [{"Ada": Verdict.CORRECT}, {"Ada": Verdict.INCORRECT}]
    assert labelled(store, tmp_path, *lines, correct=["Yes"], incorrect=["no"]).already_imported


@pytest.mark.parametrize("pair", ["1 0", "pass fail", "TRUE false", "c i", "Correct incorrect"])
def test_the_usual_spellings_of_a_verdict_are_read_without_a_word(store, tmp_path, pair):
    good, bad = pair.split()
    account = labelled(store, tmp_path, f"q1,new,1,Ada,{good}", f"q1,old,1,Ada,{bad}")
    assert (account.not_measured, account.notes) == ({}, ())


def test_a_word_that_nobody_reads_among_others_stops_so_that_no_side_is_lost(store, tmp_path):
    with pytest.raises(LogError, match="'wrong'"):
        labelled(store, tmp_path, "q1,new,1,Ada,correct", "q1,old,1,Ada,wrong")


def test_grades_of_people_are_not_read_as_passes(store, tmp_path):
    grades = [f"q{n},{arm},1,Ada,{n + 1}" for n in range(3) for arm in ("old", "new")]
    with pytest.raises(LogError, match="6 numbers from 1 to 3"):
        labelled(store, tmp_path, *grades)
    account = labelled(store, tmp_path, *grades, correct=["2", "3"], incorrect=["1"])
    assert (account.rows_kept, account.not_measured) == (6, {})


def test_words_given_of_which_the_file_has_none_stop(store, tmp_path):
    with pytest.raises(LogError, match="none of them"):
        labelled(store, tmp_path, "q1,new,1,Ada,ja", correct=["yes"], incorrect=["no"])


def test_a_sheet_on_which_nobody_can_tell_is_kept(store, tmp_path):
    account = labelled(store, tmp_path, "q1,new,1,Ada,cannot tell", "q1,old,1,Ada,")
    assert account.rows_kept == 2
