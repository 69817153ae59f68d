"""The native log: what is kept, what is refused, and that nothing is lost or altered silently."""

import gzip
import json

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lcexplore.errors import LogError, UsageError
from lcexplore.ingest import import_files
from lcexplore.store import Store
from tests.store.logs import adds_up, first, load, row, write


def reasons(account):
    return {(each.line, each.field): each.reason for each in account.refusals}


def gradings(store):
    table = store.table("gradings")
    return [
        (verdict, reason if isinstance(reason, str) else None)
        for verdict, reason in zip(table["verdict"], table["reason"], strict=True)
    ]


@pytest.mark.parametrize("spelling", ["correct", "TRUE", True, 1, "1", 1.0, "pass", "C", " c "])
def test_every_spelling_of_correct_is_read_in_any_case(tmp_path, spelling):
    store, _ = load(tmp_path, [row(verdict=spelling)])
    assert gradings(store) == [("correct", None)]


@pytest.mark.parametrize("spelling", ["incorrect", "False", False, 0, "0", "FAIL", "I"])
def test_every_spelling_of_incorrect_is_read_in_any_case(tmp_path, spelling):
    store, _ = load(tmp_path, [row(verdict=spelling)])
    assert gradings(store) == [("incorrect", None)]


# Case D6 of the known ways such tools mislead: NaN read as a failure.
@pytest.mark.parametrize("spelling", ["N/A", "partial", 0.5, "0.99", "Refusal", float("nan")])
def test_a_verdict_between_pass_and_fail_is_not_measured_and_kept_raw(tmp_path, spelling):
    store, account = load(tmp_path, [row(verdict=spelling)])
    assert gradings(store) == [("not_measured", "not_pass_fail")]
    assert account.not_measured == {"not_pass_fail": 1}
    raw = "NaN" if spelling != spelling else str(spelling)
    assert first(store, "gradings")["raw_verdict"] == raw
    assert any(repr(raw) in note for note in account.notes)


def test_a_blank_or_absent_verdict_is_ungraded(tmp_path):
    rows = [row("a", verdict=""), row("b", verdict=None), {"question": "c", "arm": "new"}]
    _, account = load(tmp_path, rows)
    assert account.not_measured == {"ungraded": 3}
    assert account.rows_kept == 3


def test_the_error_wins_over_a_verdict_and_its_kind_is_the_reason(tmp_path):
    errors = [
        {"kind": "timeout", "message": "m"},
        "boom",
        {"kind": "Context Overflow"},
        {"code": 5},
    ]
    rows = [row(f"q{i}", verdict=0, error=error) for i, error in enumerate(errors)]
    store, account = load(tmp_path, [*rows, row("fine", error=None)])
    assert account.not_measured == {"error": 2, "context_overflow": 1, "timeout": 1}
    messages = store.table("answers").set_index("question")["error_message"]
    assert (messages["q0"], messages["q1"]) == ("m", "boom")


def test_a_cell_that_says_that_there_was_no_error_is_none(tmp_path):
    cells = [0, "no", "N/A", "-", "OK", "success", "None", {}, [], {"kind": None, "message": None}]
    rows = [row(f"q{i}", error=cell) for i, cell in enumerate(cells)]
    failed = [row(f"f{i}", error=cell) for i, cell in enumerate([1, "500", {"a": 1}, [1]])]
    store, account = load(tmp_path, [*rows, *failed])
    assert account.not_measured == {"error": 4}
    kinds = store.table("answers").set_index("question")["error_kind"]
    assert kinds.dropna().index.tolist() == ["f0", "f1", "f2", "f3"]


# Case D23: one blank, one negative, one in milliseconds among seconds.
def test_latencies_that_are_no_seconds_are_named_and_unknown_and_their_rows_kept(tmp_path):
    values = ["", -1.2, 4210, True, "abc", float("inf"), 0, None, *[2.0] * 9]
    rows = [row(f"q{i:02}", latency_s=value) for i, value in enumerate(values)]
    store, account = load(tmp_path, rows)
    stored = store.table("answers").sort_values("question")["latency_s"]
    assert account.rows_kept == len(values)
    assert account.rows_refused == 0
    assert [None if pd.isna(each) else each for each in stored[:8]] == [
        None,
        None,
        4210.0,
        None,
        None,
        None,
        0.0,
        None,
    ]
    assert set(reasons(account)) == {(line, "latency_s") for line in (2, 4, 5, 6)}
    assert any("milliseconds" in note for note in account.notes)


def test_a_count_of_tokens_that_is_no_whole_number_is_refused_not_rounded(tmp_path):
    usage = {"input_uncached": 12.7, "cache_read": -5, "cache_write": "x", "output": 3}
    store, account = load(tmp_path, [row(usage=usage)])
    stored = first(store)
    assert stored["output"] == 3
    assert stored[["input_uncached", "cache_read", "cache_write"]].isna().all()
    assert len(account.refusals) == 3
    assert all(each.row_kept for each in account.refusals)


@pytest.mark.parametrize("epoch", [12.7, 0, -1, "two", True])
def test_an_epoch_that_is_no_whole_number_from_one_refuses_the_row(tmp_path, epoch):
    _, account = load(tmp_path, [row(), row("q2", epoch=epoch)])
    assert (account.rows_read, account.rows_kept, account.rows_refused) == (2, 1, 1)
    assert reasons(account) == {(2, "epoch"): "not a whole number from 1"}


def test_an_absent_epoch_is_the_first(tmp_path):
    store, _ = load(tmp_path, [row()])
    assert first(store)["epoch"] == 1


def test_question_ids_stay_text(tmp_path):
    store, _ = load(tmp_path, [row("007"), row(7), row("7.0")])
    assert sorted(store.table("answers")["question"]) == ["007", "7", "7.0"]


def test_lines_that_are_no_rows_are_refused_with_line_value_and_reason(tmp_path):
    lines = [
        json.dumps(row()),
        '{"question": "x", ',
        "[1, 2]",
        '{"verdict": "correct", "arm": "new"}',
        '{"question": "a", "question": "b", "arm": "new"}',
        '{"question": "a", "arm": "new", "usage": {"output": 1, "output": 2}}',
        '{"question": "half \\ud800", "arm": "new"}',
        '{"question": {"id": 1}, "arm": "new"}',
        "",
        json.dumps(row("q2")),
        '{"question": "last", "arm": "new", "verd',
    ]
    store, account = load(tmp_path, lines)
    found = reasons(account)
    assert set(found) == {
        (2, "line"),
        (3, "line"),
        (4, "question"),
        (5, "line"),
        (6, "line"),
        (7, "line"),
        (8, "question"),
        (11, "line"),
    }
    assert "twice" in found[5, "line"]
    assert found[3, "line"] == "not a JSON object"
    assert adds_up(account)
    assert account.rows_kept == 2
    assert len(store.rejects(account.import_id)) == 8


def test_what_is_nested_wrongly_is_refused_and_the_row_kept(tmp_path):
    rows = [
        row("a", usage="many"),
        row("b", usage=[1]),
        {"question": "c", "arm": "new", "gradings": {"verdict": "correct"}},
        {"question": "d", "arm": "new", "gradings": ["correct"]},
        row("e", usage={"output": {"n": 1}}),
    ]
    _, account = load(tmp_path, rows)
    assert set(reasons(account)) == {
        (1, "usage"),
        (2, "usage"),
        (3, "gradings"),
        (4, "gradings"),
        (5, "usage.output"),
    }
    assert account.rows_kept == 5


def test_lines_are_counted_as_an_editor_counts_them(tmp_path):
    lines = ["", json.dumps(row()), "   ", '{"question": ', "", json.dumps(row("q2", latency_s=-1))]
    _, account = load(tmp_path, lines)
    assert set(reasons(account)) == {(4, "line"), (6, "latency_s")}


def test_carriage_returns_and_a_byte_order_mark_change_nothing(tmp_path):
    path = tmp_path / "log.jsonl"
    text = "\r\n".join(json.dumps(row(f"q{i}")) for i in range(3)) + "\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    (account,) = import_files(Store(tmp_path / "s"), [path], comparison="c")
    assert (account.rows_read, account.rows_kept) == (3, 3)


def test_a_line_that_is_not_utf8_is_refused_and_the_others_kept(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"question": "caf\xe9", "arm": "new"}\n' + json.dumps(row()).encode())
    (account,) = import_files(Store(tmp_path / "s"), [path], comparison="c")
    assert (account.rows_kept, account.rows_refused) == (1, 1)
    assert "UTF-8" in account.refusals[0].reason


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        "\ufeff{}".encode("utf-16"),
        gzip.compress(b'{"question": "a", "arm": "x", "verdict": 1}\n' * 9999)[:200],
        b"\x1f\x8bnonsense",
        b"[" * 100_000,
        b'{"question": ' + b"[" * 100_000,
    ],
    ids=["empty", "blank", "utf16", "cut gzip", "no gzip", "deep", "deep value"],
)
def test_a_file_that_cannot_be_read_is_an_error_in_words(tmp_path, data):
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    store = Store(tmp_path / "s")
    with pytest.raises(LogError, match=r"log\.jsonl"):
        import_files(store, [path], comparison="c")
    assert not store.comparisons()


def test_deep_nesting_in_a_good_log_does_no_harm(tmp_path):
    deep = '{"question": "a", "arm": "new", "verdict": 1, "x": ' + "[" * 5000 + "]" * 5000 + "}"
    _, account = load(tmp_path, [json.dumps(row("b")), deep])
    assert adds_up(account)


def test_no_arm_anywhere_says_what_to_do(tmp_path):
    with pytest.raises(LogError, match="--arm"):
        load(tmp_path, [{"question": "a", "verdict": 1}])


def test_the_arm_given_beats_the_rows_and_the_rows_beat_the_manifest(tmp_path):
    rows = [row("a", arm=" Kept "), {"question": "b", "verdict": 1}]
    _, account = load(tmp_path, rows, manifest={"arm": "said"})
    assert account.arms == {"Kept": 1, "said": 1}
    _, account = load(tmp_path, rows, manifest={"arm": "said"}, arm="told", comparison="d")
    assert account.arms == {"told": 2}


# Case D18: arm labels in a different case.
def test_arms_that_differ_only_by_case_are_pointed_out(tmp_path):
    _, account = load(tmp_path, [row("a", arm="RAG"), row("a", arm="rag ")])
    assert account.arms == {"RAG": 1, "rag": 1}
    assert any("'RAG' and 'rag'" in note for note in account.notes)


@pytest.mark.parametrize(
    ("more", "state"),
    [
        ({"cache": "MISS", "usage": {"cache_read": 5}}, "miss"),
        ({"usage": {"cache_read": 5}}, "hit"),
        ({"usage": {"cache_read": 0}}, "miss"),
        ({"usage": {"input_uncached": 5}}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_an_explicit_cache_state_wins_and_an_unreported_one_is_unknown(tmp_path, more, state):
    store, _ = load(tmp_path, [row(**more)])
    assert first(store)["cache"] == state


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-04-20T09:00:12Z", "2026-04-20 09:00:12"),
        ("2026-04-20T09:00:12+09:00", "2026-04-20 00:00:12"),
        ("2026-04-20 09:00:12", "2026-04-20 09:00:12"),
        (1_776_675_612, "2026-04-20 09:00:12"),
        (1_776_675_612_000, "2026-04-20 09:00:12"),
        (1_776_675_612_000_000_000, "2026-04-20 09:00:12"),
    ],
)
def test_times_are_stored_in_utc_and_naive_ones_are_pointed_out(tmp_path, text, utc):
    store, account = load(tmp_path, [row(started_at=text)])
    assert str(first(store)["started_at"]) == utc
    naive = isinstance(text, str) and len(text) == 19
    assert any("time zone" in note for note in account.notes) is naive


def test_a_second_manifest_in_a_file_is_an_error(tmp_path):
    rows = [row(), {"lcexplore": 1, "manifest": {"arm": "other"}}, row("q2")]
    with pytest.raises(LogError, match="line 3"):
        load(tmp_path, rows, manifest={"arm": "new"})


def test_fields_that_nobody_reads_are_named(tmp_path):
    _, account = load(tmp_path, [row(colour="red")])
    assert account.notes == ("fields that are not read: colour",)


@pytest.mark.parametrize(
    ("how", "verdicts"),
    [
        ({"correct_at": 0.5}, ["incorrect", "correct", "correct", "not_measured"]),
        ({"partial": "incorrect"}, ["incorrect", "incorrect", "correct", "incorrect"]),
        (
            {"correct": ["0.2"], "incorrect": ["partial"]},
            ["correct", "not_measured", "not_measured", "incorrect"],
        ),
    ],
)
def test_an_import_can_say_how_verdicts_are_read(tmp_path, how, verdicts):
    rows = [row(f"q{i}", verdict=each) for i, each in enumerate([0.2, 0.5, 1, "partial"])]
    store, _ = load(tmp_path, rows, **how)
    assert [verdict for verdict, _ in gradings(store)] == verdicts


def test_a_wrong_reading_of_partial_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match="--partial"):
        load(tmp_path, [row()], partial="half")


def test_a_time_of_grading_that_is_none_is_named_and_unknown(tmp_path):
    times = ["soon", 1_776_675_612_000, "2026-04-20T09:00:12Z"]
    rows = [row(f"q{i}", verdict=1, graded_at=each) for i, each in enumerate(times)]
    store, account = load(tmp_path, rows)
    stored = [str(each) for each in store.table("gradings")["graded_at"]]
    assert stored == ["NaT", "2026-04-20 09:00:12", "2026-04-20 09:00:12"]
    (((line, field), reason),) = reasons(account).items()
    assert (line, field) == (1, "gradings.graded_at")
    assert reason.startswith("not a time: write it as 2026-05-01T09:00:00Z, or in seconds since")


# In UTC these fall before year 1 and after year 9999, which no date of Python can hold.
def test_a_time_beyond_the_calendar_is_named_and_the_store_stays_readable(tmp_path):
    times = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "infinity"]
    rows = [row(f"q{i}", verdict=1, started_at=t, graded_at=t) for i, t in enumerate(times)]
    store, account = load(tmp_path, rows)
    fields = [(i, name) for i in (1, 2, 3) for name in ("gradings.graded_at", "started_at")]
    found = reasons(account)
    assert set(found) == set(fields)
    assert all(reason.startswith("not a time") for reason in found.values())
    assert store.comparison("c").gradings[0].first_graded_at is None


def test_a_word_is_no_time_and_a_small_z_is_utc(tmp_path):
    times = ["epoch", "1970-01-01T00:00:00Z", "2026-01-01T00:00:00z"]
    rows = [row(f"q{i}", started_at=t, graded_at=t) for i, t in enumerate(times)]
    store, account = load(tmp_path, rows)
    found = reasons(account)
    assert set(found) == {(1, "gradings.graded_at"), (1, "started_at")}
    assert all(reason.startswith("not a time") for reason in found.values())
    stored = store.table("answers").sort_values("question")["started_at"]
    assert [str(each) for each in stored] == ["NaT", "1970-01-01 00:00:00", "2026-01-01 00:00:00"]
    assert not any("no time zone" in note for note in account.notes)


def test_a_grader_that_failed_is_a_reason_of_its_own(tmp_path):
    graded = {"gradings": [{"grader": "g", "verdict": None, "reason": "grader_failed"}]}
    _, account = load(tmp_path, [{"question": "a", "arm": "new", **graded}])
    assert account.not_measured == {"grader_failed": 1}


def test_space_of_any_kind_around_names_and_verdicts_makes_no_other_ones(tmp_path):
    space = ["\t", "\n", "\r\n", " ", "\u00a0"]
    rows = [row(f"{each}q{i}{each}", f"new{each}", f"{each}correct{each}", stratum=f"s{each}")
            for i, each in enumerate(space)]  # fmt: skip
    store, account = load(tmp_path, rows)
    assert account.arms == {"new": 5}
    assert set(store.table("answers")["question"]) == {f"q{i}" for i in range(5)}
    assert set(store.table("answers")["stratum"]) == {"s"}
    assert gradings(store) == [("correct", None)] * 5


def test_a_spelling_is_known_in_both_cases_of_any_alphabet(tmp_path):
    rows = [row("a", verdict="İYİ"), row("b", verdict="ÉCHEC"), row("c", verdict="échec")]
    store, _ = load(tmp_path, rows, correct=["İyi"], incorrect=["Échec"])
    assert [verdict for verdict, _ in gradings(store)] == ["correct", "incorrect", "incorrect"]


def test_a_judges_explanation_is_no_reason_to_have_no_verdict(tmp_path):
    said = "The answer matches"
    rows = [
        row("a", reason=said),
        row("b", gradings=[{"grader": "g", "verdict": "incorrect", "reason": said, "quote": "x"}]),
        row("c", reason=" Timeout "),
        row("d", verdict=None, grader="g", reason="parse_error"),
    ]
    del rows[1]["verdict"]
    store, account = load(tmp_path, rows)
    assert gradings(store) == [
        ("correct", None),
        ("incorrect", None),
        ("not_measured", "timeout"),
        ("not_measured", "parse_error"),
    ]
    assert list(store.table("gradings")["quote"])[:2] == [said, "x"]
    assert account.not_measured == {"timeout": 1, "parse_error": 1}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["correct", "new", "1", "hit", "2026-01-01"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["kind", "cache_read", "output", "grader", "verdict"]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=4,
)
NAMES = [
    "question",
    "arm",
    "epoch",
    "verdict",
    "gradings",
    "error",
    "usage",
    "latency_s",
    "window",
    "started_at",
    "cache",
    "answer",
    "lcexplore",
]
LINES = st.one_of(
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6).map(json.dumps),
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6).map(lambda d: json.dumps(d)[:-2]),
    st.text(max_size=12).filter(lambda text: not set(text) & set("\n\r") and text.strip()),
    JSON.map(json.dumps),
)


@given(st.lists(LINES, max_size=8))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_rows_read_are_rows_kept_refused_and_duplicate_whatever_the_lines(tmp_path_factory, lines):
    folder = tmp_path_factory.mktemp("fuzz")
    (account,) = import_files(
        Store(folder / "s"),
        [write(folder / "log.jsonl", [row("anchor"), *lines])],
        comparison="c",
        arm="new",
        format="native",
    )
    assert adds_up(account)
    assert account.rows_read == 1 + sum(bool(each.strip()) for each in lines)
