"""Establishes that what is odd about a log is said when it is imported, and never repaired."""

import pytest

from lcexplore.ingest import import_files
from lcexplore.store import Store
from tests.importers.reading import ALL, DATA
from tests.store.logs import load, row, write


def several(n=6, **more):
    return [row(f"q{i}", **more) for i in range(n)]


def said(account, *words):
    """The only note that holds all of these words."""
    (note,) = [each for each in account.notes if all(word in each for word in words)]
    return note


def quiet(account):
    assert account.notes == ()


def test_a_log_without_oddities_is_imported_without_a_word(tmp_path):
    how = {"latency_s": 2.0, "ttft_s": 0.5, "model": "m1"}
    for arm in ("old", "new"):
        manifest = {"arm": arm, "eval_set_size": 6, "epochs": 1, "corpus_hash": "c"}
        rows = several(arm=arm, **how)
        quiet(load(tmp_path, rows, name=f"{arm}.jsonl", manifest=manifest)[1])


def test_a_served_model_that_changes_within_a_run_is_named(tmp_path):
    rows = [row(f"q{i}", model="m-2" if i > 3 else "m-1") for i in range(6)]
    assert said(load(tmp_path, rows)[1], "'new'", "2 models").endswith("m-1 (4), m-2 (2)")


def test_two_arms_served_by_a_model_each_are_not_a_change(tmp_path):
    rows = [*several(model="a"), *several(arm="old", model="b")]
    quiet(load(tmp_path, rows)[1])


def test_a_corpus_that_changes_within_an_arm_is_named(tmp_path):
    for number, corpus in enumerate(("c1", "c2")):
        manifest = {"arm": "new", "corpus_hash": corpus}
        rows = [row(f"q{number}", arm=None)]
        _, account = load(tmp_path, rows, name=f"{number}.jsonl", manifest=manifest)
    assert "c1, c2" in said(account, "corpus_hash", "changed")


def test_a_negative_latency_asks_whether_start_and_end_are_swapped(tmp_path):
    _, account = load(tmp_path, [*several(latency_s=1.0), row("odd", latency_s=-1.2)])
    (refusal,) = account.refusals
    assert (refusal.line, refusal.value, refusal.row_kept) == (7, "-1.2", True)
    assert "start and end swapped" in refusal.reason


@pytest.mark.parametrize(
    ("latency", "shown", "asked"),
    [
        (4210.0, "is 4,210 s", "are they milliseconds?"),
        (2000, "is 2,000 s", "are they milliseconds?"),
        (0.004, "is 0.004 s", "another unit"),
        (0, "is 0 s", "another unit"),
    ],
)
def test_a_median_that_is_no_answers_time_asks_for_the_unit(tmp_path, latency, shown, asked):
    _, account = load(tmp_path, several(latency_s=latency))
    assert shown in said(account, "median latency", asked)


def test_the_median_is_the_smallest_observed_time_that_half_the_answers_do_not_exceed(tmp_path):
    times = [700, 800, 900, 1000, 1100, 1200]
    rows = [row(f"q{n}", latency_s=each) for n, each in enumerate(times)]
    late = [row(f"late{n}", latency_s=9000, error="timeout") for n in range(6)]
    again = [row(f"again{n}", latency_s=1, replayed=True) for n in range(6)]
    _, account = load(tmp_path, [*rows, *late, *again])
    assert said(account, "median latency", "is 900 s")


def test_milliseconds_among_seconds_and_between_arms_are_named(tmp_path):
    _, account = load(tmp_path, [*several(latency_s=2.0), row("odd", latency_s=2100)])
    assert said(account, "latency_s of 1 row is", "milliseconds")
    _, account = load(tmp_path, several(arm="old", latency_s=500), name="b.jsonl")
    assert said(account, "200 times apart", "another unit")


def test_a_first_token_after_the_last_is_named(tmp_path):
    _, account = load(tmp_path, several(latency_s=2.0, ttft_s=400))
    assert said(account, "ttft_s of 6 rows is longer")


def test_a_manifest_that_contradicts_its_rows_is_named(tmp_path):
    manifest = {"arm": "new", "eval_set_size": 820, "epochs": 2}
    _, account = load(tmp_path, several(), manifest=manifest)
    assert said(account, "820 questions", "6 are here")
    assert said(account, "2 epochs", "1 is here")


def test_a_field_of_a_manifest_that_is_almost_a_known_one_is_asked_about(tmp_path):
    manifest = {"arm": "new", "model_name": "m", "Temp": 0, "rubric": "v1", "Rubric": "v2"}
    _, account = load(tmp_path, several(), manifest={**manifest, "chunk_size": 512})
    assert said(account, "fields of the manifest of arm 'new'").endswith(
        "by name: model_name (is it model?), Temp (is it temperature?)"
    )


def test_epochs_that_differ_between_the_arms_are_named(tmp_path):
    load(tmp_path, [row("q", arm="old", epoch=epoch) for epoch in (1, 2, 3)])
    _, account = load(tmp_path, [row("q")], name="b.jsonl")
    assert said(account, "epochs").endswith("'new' 1, 'old' 3")


def test_a_metric_that_one_arm_only_has_is_named(tmp_path):
    load(tmp_path, [row("q", arm="old", grader="judge", rubric="v1", latency_s=1.0)])
    _, account = load(tmp_path, [row("q", grader="exact", rubric="v1")], name="b.jsonl")
    assert said(account, "'exact'", "arm 'new' only")
    assert said(account, "'judge'", "arm 'old' only")
    assert said(account, "latency_s is recorded for arm 'old' only")


def test_the_same_file_for_both_arms_is_named(tmp_path):
    load(tmp_path, several(), arm="old")
    _, account = load(tmp_path, several(), arm="new")
    assert said(account, "same file", "arm 'old'", "import 1", "chosen twice?")


def test_times_without_a_zone_are_named(tmp_path):
    _, account = load(tmp_path, [row("q", started_at="2026-04-20T09:00:00")])
    assert said(account, "1 start time names", "no time zone")


@pytest.mark.parametrize(
    ("name", "change", "wanted"),
    [
        ("deepeval/test_run_long.json", ('"testPassed": 15', '"testPassed": 16'), "21 rows; 20"),
        (
            "promptfoo/c_arm_in_vars_no_ids.json",
            ('"testPassCount": ', '"testPassCount": 1'),
            "rows;",
        ),
        ("inspect/old_version.json", ('"total_samples": ', '"total_samples": 9'), "rows;"),
    ],
)  # fmt: skip
def test_a_header_that_counts_other_rows_than_the_file_holds_is_named(
    tmp_path, name, change, wanted
):
    text = (DATA / name).read_text("utf-8")
    assert change[0] in text
    for changed in (False, True):
        path = tmp_path / f"{changed}.json"
        path.write_text(text.replace(*change, 1) if changed else text)
        how = {"arm": "a", "mapping": ALL if "deepeval" in name else {}}
        store = Store(tmp_path / "s.duckdb")
        (account,) = import_files(store, [path], comparison=str(changed), **how)
        notes = [note for note in account.notes if "the header speaks of" in note]
        assert [wanted in note for note in notes] == [True] * changed


def asked(arm, texts):
    return [row(f"q{n}", arm=arm, question_text=text) for n, text in enumerate(texts)]


def test_questions_that_another_arm_asks_in_other_words_are_counted_and_named(tmp_path):
    load(tmp_path, asked("old", [f"What is {n}?" for n in range(8)]))
    changed = ["What  is 0?\n", *[f"What was {n}?" for n in range(1, 8)]]
    _, account = load(tmp_path, asked("new", changed), name="b.jsonl")
    told = said(account, "another text in another arm")
    assert told == (
        "7 questions have another text in another arm and will not be paired: "
        "q1, q2, q3, q4, q5 and 2 more"
    )


def test_both_arms_in_one_file_are_compared_as_well(tmp_path):
    rows = [*asked("old", ["a", "b"]), *asked("new", ["a", "c"])]
    told = said(load(tmp_path, rows)[1], "1 question has another text")
    assert told.endswith("paired: q1")


def test_questions_whose_text_one_arm_lacks_are_no_difference(tmp_path):
    load(tmp_path, asked("old", ["a", None]))
    _, account = load(tmp_path, asked("new", [None, "b"]), name="b.jsonl")
    assert not [each for each in account.notes if "another text" in each]


def test_only_the_questions_of_the_import_are_said(tmp_path):
    load(tmp_path, [*asked("old", ["a"]), *asked("new", ["b"])])
    _, account = load(tmp_path, [row("q9", arm="new", question_text="c")], name="b.jsonl")
    assert not [each for each in account.notes if "another text" in each]


@pytest.mark.parametrize(("uncached", "asked"), [(1000, True), (200, False)])
def test_uncached_tokens_that_may_hold_the_cached_ones_are_asked_about(tmp_path, uncached, asked):
    usage = {"input_uncached": uncached, "cache_read": 800, "cache_write": 0, "output": 9}
    _, account = load(tmp_path, several(usage=usage))
    told = [each for each in account.notes if "hold the cached ones" in each]
    assert len(told) == asked
    assert all("6 answers of arm 'new'" in each for each in told)


def both(tmp_path, name, **more):
    """Import a file of each arm in one command; the accounts."""
    files = [
        write(tmp_path / f"{arm}-{name}.jsonl", several(arm=arm, **more)) for arm in ("old", "new")
    ]
    return import_files(Store(tmp_path / "s.duckdb"), files, comparison="c")


def test_arms_are_compared_when_every_file_of_a_command_is_in(tmp_path):
    both(tmp_path, "first", rubric="r1", latency_s=2.0)
    for name, more in (("regraded", {"rubric": "r2"}), ("again", {"rubric": "r1", "epoch": 2})):
        for account in both(tmp_path, name, latency_s=2.0, **more):
            assert not [each for each in account.notes if "only" in each or "epochs" in each]
    new = write(tmp_path / "more.jsonl", several(rubric="r3", latency_s=2.0))
    old = write(tmp_path / "same.jsonl", several(arm="old", rubric="r1", latency_s=2.0))
    old.write_text(old.read_text() + "\n")
    first, last = import_files(Store(tmp_path / "s.duckdb"), [new, old], comparison="c")
    assert not [each for each in first.notes if "only" in each]
    assert "graded arm 'new' only" in said(last, "r3")


def test_questions_that_one_arm_writes_with_a_decimal_are_named_with_an_example(tmp_path):
    load(tmp_path, [row("5", arm="old"), row("12", arm="old")], name="old.jsonl")
    _, account = load(tmp_path, [row("5.0"), row("12.0")], name="new.jsonl")
    note = said(account, "arm 'new' writes the key of 2 questions with a decimal")
    assert "arm 'old' leaves out, such as 5.0 and 5, so they do not pair" in note
    assert "lcexplore forget" in note


def test_keys_with_any_number_of_zeros_after_the_point_are_named(tmp_path):
    load(tmp_path, [row("5", arm="old"), row("12", arm="old")], name="old.jsonl")
    _, account = load(tmp_path, [row("5.00"), row("12.000")], name="new.jsonl")
    note = said(account, "arm 'new' writes the key of 2 questions with a decimal")
    assert "such as 5.00 and 5, so they do not pair" in note


def test_keys_with_a_decimal_that_pair_or_mean_something_else_are_not_worth_a_word(tmp_path):
    keys = {"old": ("5", "5.0", "1.2", "v1", "7.0"), "new": ("5", "5.0", "1.20", "v1.0", "7.0")}
    rows = [row(key, arm=arm) for arm, own in keys.items() for key in own]
    quiet(load(tmp_path, rows)[1])
