"""What people said of an answer is not said of the one that took its place."""

from lcexplore.ingest import import_files, import_labels
from tests.store.logs import load, row, write

HEADER = "question,arm,epoch,verdict,labeller,grader,rubric\n"


def answers(text, n=4):
    graded = {"grader": "g", "rubric": "r"}
    return [row(f"q{i}", arm, answer=f"{text} {i}", **graded) for i in range(n) for arm in "ab"]


def labelled(folder):
    store, _ = load(folder, answers("old"), baseline="a")
    sheet = folder / "labels.csv"
    lines = [f"q{i},{arm},1,correct,me,g,r\n" for i in range(4) for arm in "ab"]
    sheet.write_text(HEADER + "".join(lines))
    import_labels(store, sheet, comparison="c")
    return store


def calibration(store):
    return store.inputs(store.info("c")).calibration


def replaced(store, folder, rows, name="new.jsonl"):
    (account,) = import_files(store, [write(folder / name, rows)], comparison="c", replace=True)
    return account


def test_labels_of_a_replaced_answer_are_set_aside_where_others_are_left(tmp_path):
    store = labelled(tmp_path)
    account = replaced(store, tmp_path, answers("new", n=1))
    said = "2 labels were given to an answer text that has been replaced since"
    assert f"{said}: they are set aside" in account.notes
    found = calibration(store)
    assert ({each.question for each in found.answers}, found.stale) == ({"q1", "q2", "q3"}, None)


def test_where_every_labelled_answer_was_replaced_the_labels_certify_nothing(tmp_path):
    store = labelled(tmp_path)
    account = replaced(store, tmp_path, answers("new"))
    said = "8 labels were given to an answer text that has been replaced since"
    assert calibration(store).stale == f"{said}; label a fresh draw"
    store.forget(account.import_id)
    import_files(store, [write(tmp_path / "again.jsonl", answers("old"))], comparison="c")
    assert calibration(store).stale is None


def test_labels_stay_where_all_but_the_answers_text_was_replaced(tmp_path):
    store = labelled(tmp_path)
    account = replaced(store, tmp_path, [each | {"latency_s": 2.0} for each in answers("old")])
    assert account.rows_kept == 8
    assert calibration(store).stale is None
    assert len(calibration(store).answers) == 8
