"""Establishes that the baseline named last is in force, and that a name nobody has is said."""

from lcexplore.cli import main
from lcexplore.ingest import import_files, import_requests
from lcexplore.store import Store
from tests.store.logs import load, row, write


def both(tmp_path, **how):
    return load(tmp_path, [row(arm="long"), row(arm="rag")], **how)


def test_a_baseline_that_no_arm_is_called_is_named_with_the_arms_there_are(tmp_path):
    store, account = both(tmp_path, baseline="ragg")
    assert account.notes == (
        "no arm of c is called 'ragg', which --baseline names, so far; its arms are 'long', 'rag'",
    )
    assert store.comparison("c").baseline is None


def test_a_baseline_whose_log_is_among_the_files_of_one_import_is_there(tmp_path):
    paths = [write(tmp_path / f"{arm}.jsonl", [row(arm=arm)]) for arm in ("rag", "long")]
    accounts = import_files(Store(tmp_path / "s"), paths, comparison="c", baseline="long")
    assert not any("--baseline" in note for each in accounts for note in each.notes)


def test_a_known_file_with_another_baseline_changes_the_comparisons_baseline(tmp_path):
    both(tmp_path)
    store, again = both(tmp_path, baseline="rag")
    assert again.already_imported
    assert again.notes[1:] == ("the baseline is 'rag' now",)
    assert store.comparison("c").baseline == "rag"
    load(tmp_path, [row("q2", arm="rag")], name="more.jsonl", baseline="rag")
    store, again = both(tmp_path, baseline="long")
    assert again.notes[1:] == ("the baseline is 'long' now; an import before this one named 'rag'",)
    assert store.comparison("c").baseline == "long"


def test_a_later_import_with_another_baseline_wins_and_says_so(tmp_path):
    both(tmp_path, baseline="rag")
    store, later = load(tmp_path, [row("q2", arm="rag")], name="more.jsonl", baseline="long")
    assert "the baseline is 'long' now; an import before this one named 'rag'" in later.notes
    assert store.comparison("c").baseline == "long"


def test_the_same_baseline_again_or_none_is_not_worth_a_word(tmp_path):
    both(tmp_path, baseline="rag")
    for how in ({"baseline": "rag"}, {}):
        store, again = both(tmp_path, **how)
        assert len(again.notes) == 1
        assert store.comparison("c").baseline == "rag"


def test_a_request_log_names_a_baseline_by_the_same_rules(tmp_path):
    path = write(tmp_path / "r.jsonl", [{"arm": "rag", "latency_s": 2.0}])
    store = Store(tmp_path / "s")
    (account,) = import_requests(store, [path], comparison="c", baseline="raq")
    assert "no arm of c is called 'raq'" in account.notes[0]
    import_requests(store, [path], comparison="c", baseline="rag")
    assert store.comparison("c").baseline == "rag"


def test_the_command_says_that_the_baseline_changed_though_no_row_is_new(tmp_path, capsys):
    path = write(tmp_path / "log.jsonl", [row(arm="long"), row(arm="rag")])
    command = ["import", str(path), "--comparison", "c", "--store", str(tmp_path / "s")]
    assert main(command) == 0
    capsys.readouterr()
    assert main([*command, "--baseline", "rag"]) == 0
    assert "the baseline is 'rag' now" in capsys.readouterr().out
