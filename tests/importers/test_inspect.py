"""Logs of Inspect AI: every sample read or refused by name, nothing guessed, graders told apart."""

import gzip
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore import ingest
from lcexplore.errors import ChoiceNeeded, LogError, UsageError
from lcexplore.importers import identify, inspect_files, inspect_log, inspect_shapes, zipped
from lcexplore.log import ReadOptions
from lcexplore.store import Store
from tests.importers.reading import ALL

DATA = Path(__file__).parent / "data" / "inspect"
EVAL = {"eval": {"task": "t", "model": "m/x", "task_args": {"arm": "rag"}}}
HEADER = {"version": 2, "status": "success", **EVAL}
CORRECT = {"judge": {"value": "C"}}


def log_of(path, **options):
    return inspect_log.read(path, ReadOptions(**options))


def rows_of(path, **options):
    return list(log_of(path, **options).records)


def records_of(path, **options):
    return [row.record for row in rows_of(path, **options) if row.record is not None]


def archive(path, samples, header=HEADER, *, name="header.json"):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for member, sample in samples.items():
            data = sample if isinstance(sample, bytes) else json.dumps(sample).encode()
            file.writestr(f"samples/{member}.json", data)
        if name:
            file.writestr(name, json.dumps(header))
    return path


def one(tmp_path, sample, header=HEADER, **options):
    path = archive(tmp_path / "one.eval", {"q_epoch_1": {"id": "q", "epoch": 1, **sample}}, header)
    (record,) = records_of(path, **options)
    return record


def call(seconds=1.0, usage=None, **event):
    usage = {"input_tokens": 5, "output_tokens": 2, "total_tokens": 7, **(usage or {})}
    return {"event": "model", "model": "m/x", "output": {"time": seconds, "usage": usage}, **event}


# Each field has a value of its own, so that none can stand in for another.
FULL = {
    "id": "q7",
    "epoch": 3,
    "input": "Which berth?",
    "target": ["four", "4"],
    "started_at": "2026-04-20T09:00:12+02:00",
    "output": {
        "model": "served-1",
        "completion": "Berth four.",
        "choices": [{"message": {"content": "no"}, "stop_reason": "stop"}],
        "metadata": {"ttft": 0.25},
    },
    "metadata": {"stratum": "lookup", "cluster": "doc-9", "kind": "tide", "rubric": "r3"},
    "scores": {
        "judge": {"value": "P", "explanation": "nearly", "metadata": {"grading": []}},
        "exact": {
            "value": 0.75,
            "history": [{"provenance": {"timestamp": "2026-04-22T00:00:00Z"}}],
        },
    },
    "events": [
        call(2.5, {"input_tokens_cache_read": 90, "total_tokens": 97, "total_cost": 0.5}),
        call(1.25, {"input_tokens_cache_write": 11, "total_tokens": 18, "total_cost": 0.25}),
        {"event": "span_begin", "id": "s", "type": "scorers"},
        {"event": "span_begin", "id": "s1", "parent_id": "s", "type": "scorer", "name": "judge"},
        {**call(100.0), "span_id": "s1"},
        {"event": "score", "span_id": "s1", "timestamp": "2026-04-21T00:00:00Z"},
    ],
    "total_time": 50.0,
    "working_time": 40.0,
}


def test_every_field_goes_where_it_belongs(tmp_path):
    header = {
        **HEADER,
        "stats": {"model_usage": {"m/x": {"input_tokens_cache_read": 90}}},
    }
    mapping = {"ttft_s": "output.metadata.ttft", "rubric": "metadata.rubric"}
    assert one(tmp_path, FULL, header, mapping={**mapping, **ALL}) == {
        "question": "q7",
        "arm": "rag",
        "epoch": 3,
        "question_text": "Which berth?",
        "reference": "four\n4",
        "answer": "Berth four.",
        "started_at": "2026-04-20T09:00:12+02:00",
        "latency_s": 3.75,
        "ttft_s": 0.25,
        "replayed": False,
        "usage": {"input_uncached": 10, "cache_read": 90, "cache_write": 11, "output": 4},
        "cost_usd": 0.75,
        "model": "served-1",
        "stratum": "lookup",
        "cluster": "doc-9",
        "gradings": [
            {
                "grader": "judge",
                "rubric": "r3",
                "verdict": "P",
                "quote": "nearly",
                "graded_at": "2026-04-21T00:00:00Z",
            },
            {
                "grader": "exact",
                "rubric": "r3",
                "verdict": 0.75,
                "graded_at": "2026-04-22T00:00:00Z",
            },
        ],
    }


@pytest.mark.parametrize(
    ("sample", "kind"),
    [
        ({"error": {"message": "RuntimeError('overloaded')"}}, "error"),
        ({"error": {"message": "APITimeoutError('Request timed out.')"}}, "timeout"),
        ({"error": {"message": "400 prompt is too long: 9 > 5"}}, "context_overflow"),
        ({"limit": {"type": "message", "limit": 3}}, "limit"),
        ({"limit": {"type": "time", "limit": 3}}, "timeout"),
        ({"limit": {"type": "context", "limit": 3}}, "context_overflow"),
        ({"output": {"choices": [{"stop_reason": "model_length"}]}}, "context_overflow"),
        ({"output": {"choices": [{"stop_reason": "content_filter"}]}}, "refused"),
        ({"invalidation": {"author": "x"}}, "invalidated"),
    ],
)
def test_a_failure_is_told_beside_the_score_that_the_log_gave_it(tmp_path, sample, kind):
    record = one(tmp_path, {**sample, "scores": {"judge": {"value": "I"}}})
    assert record["error"]["kind"] == kind
    assert record["gradings"] == [{"grader": "judge", "verdict": "I"}]


@pytest.mark.parametrize("stop", ["stop", "max_tokens", "tool_calls", "unknown"])
def test_an_answer_that_merely_stopped_is_no_failure(tmp_path, stop):
    record = one(tmp_path, {"output": {"choices": [{"stop_reason": stop}]}, "scores": CORRECT})
    assert "error" not in record


@pytest.mark.parametrize(
    ("score", "wanted"),
    [
        (b'{"value": NaN, "reason": "grader_failed"}', {"reason": "grader_failed"}),
        (b'{"value": NaN, "reason": "scoring_failed"}', {"reason": "grader_failed"}),
        (
            b'{"value": NaN, "metadata": {"unscored_reason": "grader_failed"}}',
            {"reason": "grader_failed"},
        ),
        (b'{"value": NaN, "reason": "refusal"}', {"reason": "refused"}),
        (b'{"value": NaN}', {"reason": "ungraded"}),
        (b'{"value": "N"}', {"verdict": "N"}),
        (b'{"value": true}', {"verdict": True}),
        (b'{"value": [1, 0]}', {"verdict": [1, 0]}),
        (b'{"value": null}', {}),
    ],
)
def test_a_value_is_passed_on_raw_and_a_failed_grader_is_named(tmp_path, score, wanted):
    data = b'{"id": "q", "epoch": 1, "input": "NaN \\" NaN", "scores": {"judge": %s}}' % score
    path = archive(tmp_path / "nan.eval", {"q_epoch_1": data})
    (record,) = records_of(path)
    assert record["gradings"] == [{"grader": "judge", **wanted}]
    assert record["question_text"] == 'NaN " NaN'


def test_an_answer_from_the_response_cache_is_a_replay():
    assert [record["replayed"] for record in records_of(DATA / "replays.eval", arm="x")] == [
        True
    ] * 4


def test_a_replay_is_known_without_events_by_its_empty_account_of_tokens(tmp_path):
    output = {"usage": {"input_tokens": 5}, "time": 1.0}
    assert one(tmp_path, {"output": output, "model_usage": {}})["replayed"] is True
    assert one(tmp_path, {"output": output})["replayed"] is False


def test_ids_with_slashes_come_from_inside_the_member():
    rows = rows_of(DATA / "replays.eval", arm="x")
    assert [row.record["question"] for row in rows] == [f"mc/{n}:β" for n in range(4)]
    assert rows[0].locator == "samples/mc/0:β_epoch_1.json"


def test_a_sample_that_a_limit_ended_is_not_measured_though_it_was_graded():
    records = records_of(DATA / "limits.eval", arm="x")
    assert {record["error"]["kind"] for record in records} == {"limit"}


def test_an_overflow_that_the_grader_called_wrong_is_an_overflow():
    records = {record["question"]: record for record in records_of(DATA / "overflow.eval")}
    assert records["q013"]["error"]["kind"] == "context_overflow"
    assert sum("error" in each for each in records.values()) == 1
    assert "usage" not in records["q013"]


def test_calls_of_the_grader_count_neither_as_time_nor_as_tokens(tmp_path):
    old = [
        call(1.5),
        {"event": "step", "action": "begin", "type": "scorer", "name": "judge"},
        call(90.0),
        {"event": "step", "action": "end", "type": "scorer", "name": "judge"},
    ]
    assert one(tmp_path, {"events": old})["latency_s"] == 1.5
    assert one(tmp_path, {"events": [call(1.5), call(90.0, role="grader")]})["latency_s"] == 1.5


def test_a_call_that_failed_and_was_retried_adds_nothing(tmp_path):
    record = one(tmp_path, {"events": [call(60.0, error="503"), call(1.5)]})
    assert record["latency_s"] == 1.5
    assert record["usage"]["output"] == 2


def test_a_call_without_a_time_makes_the_latency_unknown(tmp_path):
    record = one(tmp_path, {"events": [call(None), call(1.5)]})
    assert "latency_s" not in record


def test_an_absent_count_of_cached_tokens_stays_unknown(tmp_path):
    assert one(tmp_path, {"events": [call()]})["usage"] == {"input_uncached": 5, "output": 2}


def test_an_absent_count_is_zero_where_the_run_counts_cached_tokens_and_the_total_agrees(tmp_path):
    header = {**HEADER, "stats": {"model_usage": {"m/x": {"input_tokens_cache_read": 9}}}}
    agreed = one(tmp_path, {"events": [call()]}, header)
    assert (agreed["usage"]["cache_read"], agreed["usage"]["cache_write"]) == (0, 0)
    other = one(tmp_path, {"events": [call(1.0, {"total_tokens": 900})]}, header)
    assert "cache_read" not in other["usage"]


@pytest.mark.parametrize(
    ("header", "sample", "arm"),
    [
        ({"task_args": {"arm": "rag"}}, {}, "rag"),
        ({"metadata": {"arm": "rag"}}, {}, "rag"),
        ({"metadata": {"arm": "rag"}, "task_args": {"arm": "rag"}}, {}, "rag"),
        ({}, {"metadata": {"arm": 7}}, "7"),
    ],
)
def test_what_is_called_an_arm_is_the_arm(tmp_path, header, sample, arm):
    assert one(tmp_path, sample, {"eval": {"task": "t", "model": "m", **header}})["arm"] == arm


@pytest.mark.parametrize(
    "eval_", [{}, {"metadata": {"arm": "a"}, "task_args": {"arm": "b"}}], ids=["none", "two"]
)
def test_an_arm_that_is_open_is_asked_for_with_examples(tmp_path, eval_):
    header = {"eval": {"task": "harbour", "model": "m/x", **eval_}}
    with pytest.raises(ChoiceNeeded) as caught:
        one(tmp_path, {}, header)
    assert caught.value.field == "arm"
    assert caught.value.choices["eval.task"] == "harbour"
    assert one(tmp_path, {}, header, mapping={"arm": "eval.model"})["arm"] == "m/x"
    assert one(tmp_path, {}, header, arm="mine")["arm"] == "mine"


def test_arms_that_the_user_overrules_are_named():
    said = "every row is of arm 'mine', though metadata.arm says "
    notes = log_of(DATA / "both_arms.eval", arm="mine", mapping=ALL).notes
    assert any(note.startswith(said) for note in notes)


def test_several_values_of_one_scorer_are_asked_for():
    with pytest.raises(ChoiceNeeded) as caught:
        log_of(DATA / "both_arms.eval")
    assert caught.value.field == "verdict"
    assert set(caught.value.choices) == {"rubric.correct", "rubric.cites", "all"}
    found = [row.record for row in log_of(DATA / "both_arms.eval", mapping=ALL).records]
    graders = Counter(made["grader"] for each in found for made in each["gradings"])
    assert graders == {"rubric.correct": 40, "rubric.cites": 40}


def test_several_scorers_are_asked_for(tmp_path):
    scores = {"judge": {"value": "C"}, "exact": {"value": 0}}
    with pytest.raises(ChoiceNeeded, match=r"judge \(C\); exact \(0\); all"):
        one(tmp_path, {"id": "q", "scores": scores})
    read = one(tmp_path, {"id": "q", "scores": scores}, mapping={"verdict": "exact"})
    assert read["gradings"] == [{"grader": "exact", "verdict": 0}]


def samples_scored(tmp_path, *scores):
    made = {
        f"q{n:03}_epoch_1": {
            "id": f"q{n}",
            "epoch": 1,
            "scores": {name: {"value": value} for name, value in each.items()},
        }
        for n, each in enumerate(scores)
    }
    return archive(tmp_path / "scored.eval", made)


def graded(path, verdict):
    return [
        {made["grader"]: made.get("verdict") for made in record.get("gradings", [])}
        for record in records_of(path, mapping={"verdict": verdict})
    ]


def test_a_scorer_whose_name_has_a_dot_is_no_value_of_another(tmp_path):
    path = samples_scored(tmp_path, {"a": "C"}, {"a": "I", "a.b": "C"}, {"a": "C", "a.b": "I"})
    assert graded(path, "a") == [{"a": "C"}, {"a": "I"}, {"a": "C"}]
    assert graded(path, "a.b") == [{}, {"a.b": "C"}, {"a.b": "I"}]
    assert graded(path, "all") == [{"a": "C"}, {"a": "I", "a.b": "C"}, {"a": "C", "a.b": "I"}]


def test_a_value_called_like_a_scorer_has_a_name_of_its_own(tmp_path):
    path = samples_scored(tmp_path, {"a": {"b": "C"}, "a.b": "I"})
    assert graded(path, "all") == [{"a[b]": "C", "a.b": "I"}]
    assert graded(path, "a.b") == [{"a.b": "I"}]
    assert graded(path, "a[b]") == [{"a[b]": "C"}]


def test_one_value_instead_of_several_grades_none_of_them_unless_it_marks_a_failure(tmp_path):
    path = samples_scored(tmp_path, {"j": {"x": 1, "y": 0}}, {"j": "C"}, {"j": "NaN"})
    log = log_of(path, mapping=ALL)
    assert [record.record["gradings"] for record in log.records] == [
        [{"grader": "j.x", "verdict": 1}, {"grader": "j.y", "verdict": 0}],
        [{"grader": f"j.{k}", "verdict": "C", "reason": "ungraded"} for k in "xy"],
        [{"grader": f"j.{k}", "reason": "ungraded"} for k in "xy"],
    ]
    assert "scores of j with one value instead of its several, which are not graded: 1" in log.notes


@pytest.mark.parametrize("held", [inspect_files.HELD_BYTES, 0])
def test_a_scorer_that_first_appears_in_the_last_sample_is_asked_for(tmp_path, monkeypatch, held):
    monkeypatch.setattr(inspect_files, "HELD_BYTES", held)
    path = samples_scored(tmp_path, *[{"judge": "C"}] * 60, {"judge": "C", "late": "I"})
    with pytest.raises(ChoiceNeeded, match=r"judge \(C\); late \(I\)"):
        log_of(path)
    assert graded(path, "late")[-2:] == [{}, {"late": "I"}]


def test_both_arms_in_one_log_are_paired_by_what_they_share():
    log = log_of(DATA / "both_arms.eval", mapping={"verdict": "rubric.correct"})
    records = [row.record for row in log.records]
    assert Counter(record["arm"] for record in records) == {"rag": 20, "long": 20}
    assert {record["question"] for record in records} == {str(n) for n in range(20)}
    assert "question from metadata.question_id" in log.notes
    assert "eval_set_size" not in log.manifest
    verdicts = Counter(str(each["gradings"][0].get("verdict")) for each in records)
    assert verdicts == {"1.0": 31, "0.0": 8, "None": 1}


@pytest.mark.parametrize(
    "mapping",
    [{"verdict": "nobody"}, {"latency_s": "elsewhere"}, {"answer": "id"}],
    ids=["score", "path", "field"],
)
def test_a_mapping_that_fits_nothing_is_refused(mapping):
    with pytest.raises(UsageError):
        log_of(DATA / "old_version.eval", mapping=mapping)


@pytest.mark.parametrize("name", ["old_version.eval", "old_version.json"])
def test_old_versions_are_read_in_both_forms(name):
    log = log_of(DATA / name)
    records = [row.record for row in log.records]
    assert len(records) == 32
    assert {record["question"] for record in records} == {str(n) for n in range(1, 17)}
    assert Counter(each["gradings"][0]["verdict"] for each in records) == {"C": 27, "I": 5}
    assert all(record["started_at"] for record in records)
    assert (log.manifest["epochs"], log.manifest["eval_set_size"]) == (2, 16)


def test_a_packed_json_is_read_like_a_plain_one(tmp_path):
    path = tmp_path / "old.json.gz"
    path.write_bytes(gzip.compress((DATA / "old_version.json").read_bytes()))
    assert identify(path) is inspect_log
    assert records_of(path) == records_of(DATA / "old_version.json")


def test_a_killed_run_is_read_from_its_journal(tmp_path):
    samples = {"q_epoch_1": {"id": "q", "epoch": 1, "scores": CORRECT}}
    path = archive(tmp_path / "killed.eval", samples, EVAL, name="_journal/start.json")
    log = log_of(path)
    assert len(list(log.records)) == 1
    assert any("did not finish" in note for note in log.notes)


def test_an_unknown_version_is_noted_and_read(tmp_path):
    path = archive(tmp_path / "new.eval", {"q": {"id": "q"}}, {**HEADER, "version": 99})
    log = log_of(path)
    assert any("version 99" in note for note in log.notes)
    assert len(list(log.records)) == 1


def test_an_archive_without_any_header_is_no_log(tmp_path):
    with pytest.raises(LogError, match=r"header\.json"):
        log_of(archive(tmp_path / "bare.eval", {"q": {"id": "q"}}, name=None))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_members_of_one_name_the_later_holds(tmp_path):
    path = archive(tmp_path / "twice.eval", {"q": {"id": "q", "scores": {"j": {"value": "I"}}}})
    with zipfile.ZipFile(path, "a") as file:
        file.writestr("samples/q.json", json.dumps({"id": "q", "scores": {"j": {"value": "C"}}}))
    log = log_of(path)
    (row,) = log.records
    assert row.record["gradings"][0]["verdict"] == "C"
    assert "1 member is replaced by a later one of the same name" in log.notes


def test_a_member_that_would_leave_its_folder_is_just_a_name(tmp_path):
    path = archive(tmp_path / "way.eval", {"../../x_epoch_1": {"id": "../../x", "epoch": 1}})
    (record,) = records_of(path)
    assert record["question"] == "../../x"
    assert [each.name for each in tmp_path.iterdir()] == ["way.eval"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b'{"id": "q"',
        b'{"id": "q", "events": 7}',
        b'{"id": "\xff"}',
        b'{"id": NaN, "scores": [NaN]}',
        b'{"id": "q", "input": ' + b"[" * 200_000,
    ],
    ids=["empty", "list", "null", "cut", "type", "bytes", "scores", "deep"],
)
def test_a_sample_that_cannot_be_read_is_refused_and_the_others_are_kept(tmp_path, data):
    path = archive(tmp_path / "bad.eval", {"a": {"id": "a"}, "b": data, "c": {"id": "c"}})
    kept, refused, kept_too = rows_of(path)
    assert kept.record is not None
    assert kept_too.record is not None
    assert refused.record is None
    assert refused.locator == "samples/b.json"
    assert refused.refusals[0].reason


def test_a_member_larger_than_any_sample_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(zipped, "MEMBER_BYTES", 1000)
    path = archive(tmp_path / "large.eval", {"a": {"id": "a"}, "b": {"id": "b" * 2000}})
    kept, refused = rows_of(path)
    assert kept.record is not None
    assert "more than the 1,000 allowed" in refused.refusals[0].reason


def test_an_archive_that_unpacks_to_far_more_than_its_size_is_no_log(tmp_path, monkeypatch):
    monkeypatch.setattr(zipped, "ARCHIVE_BYTES", 0)
    monkeypatch.setattr(zipped, "_MOST_SAVED", 1)
    path = archive(tmp_path / "bomb.eval", {"a": {"id": "a" * 100_000}})
    with pytest.raises(LogError, match="far more than its size"):
        rows_of(path)


def test_a_document_that_ends_in_the_middle_is_no_log(tmp_path):
    path = tmp_path / "cut.json"
    path.write_bytes((DATA / "old_version.json").read_bytes()[:100_000])
    with pytest.raises(LogError, match="the end of the file"):
        rows_of(path)


def test_samples_that_are_no_objects_are_refused_in_a_document_too(tmp_path):
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({**HEADER, "samples": [{"id": "a"}, [1], 5, {"id": "b"}]}))
    assert [row.record is None for row in rows_of(path)] == [False, True, True, False]


@pytest.mark.parametrize("name", ["old_version.eval", "overflow.eval", "old_version.json"])
@settings(max_examples=25, deadline=None)
@given(place=st.floats(0, 1), value=st.integers(0, 255), cut=st.booleans())
def test_a_damaged_file_is_refused_or_accounted_for(tmp_path_factory, name, place, value, cut):
    data = bytearray((DATA / name).read_bytes())
    at = int(place * (len(data) - 1))
    data = data[:at] if cut else data[:at] + bytes([value]) + data[at + 1 :]
    path = tmp_path_factory.mktemp("damaged") / name
    path.write_bytes(data)
    try:
        rows = rows_of(path, arm="x")
    except LogError:
        return
    assert all(row.record is not None or row.refusals for row in rows)


def test_lists_of_logs_and_strangers_are_not_claimed():
    listing = json.dumps({"a.eval": HEADER}).encode()
    assert not inspect_log.recognises("logs.json", listing)
    assert not inspect_log.recognises("a.eval", b"not a zip")
    assert not inspect_log.recognises("a.json", b'{"results": {"version": 3}}')


def test_what_is_read_is_kept_refused_or_a_duplicate(tmp_path):
    store = Store(tmp_path / "store.duckdb")
    (account,) = ingest.import_files(
        store, [DATA / "both_arms.eval"], comparison="c", mapping={"verdict": "rubric.correct"}
    )
    assert (account.rows_read, account.rows_kept) == (40, 40)
    (again,) = ingest.import_files(store, [DATA / "overflow.eval"], comparison="d")
    assert again.rows_read == again.rows_kept + again.rows_refused + again.duplicates == 16


def test_samples_that_a_retry_copied_are_duplicates_and_a_new_outcome_asks_for_replace(tmp_path):
    done = {"id": "a", "epoch": 1, "uuid": "u", "scores": CORRECT}
    failed = {"id": "b", "epoch": 1, "error": {"message": "boom"}}
    retried = {"id": "b", "epoch": 1, "scores": CORRECT}
    ended = {**HEADER, "status": "error"}
    first = archive(tmp_path / "first.eval", {"a": done, "b": failed}, ended)
    second = archive(tmp_path / "second.eval", {"a": done, "b": retried})
    store = Store(tmp_path / "store.duckdb")
    ingest.import_files(store, [first], comparison="c")
    (account,) = ingest.import_files(store, [second], comparison="c")
    assert (account.rows_read, account.duplicates, account.rows_refused) == (2, 1, 1)
    (account,) = ingest.import_files(store, [second], comparison="c", replace=True)
    assert account.rows_refused == 0


EXPECTED_VERDICTS = {"C": "correct", "I": "incorrect", "P": "partial"}


def verdict_of(record, scorer):
    """Verdict in the words of the expected counts, whose unscored is any without one."""
    gradings = record.get("gradings", [])
    chosen = [each for each in gradings if each["grader"] == scorer] or gradings
    raw = chosen[0].get("verdict") if chosen else None
    return EXPECTED_VERDICTS.get(raw, "unscored" if raw in (None, "NaN") else "dict")


def total(records, name):
    return sum(record.get("usage", {}).get(name, 0) for record in records)


def test_every_real_log_gives_the_counts_that_another_program_took(shared_cases):
    expected = json.loads((shared_cases / "logs" / "expected.json").read_text())
    wanted = {name: each for name, each in expected.items() if "/inspect/" in name}
    assert len(wanted) >= 15
    for name, counts in wanted.items():
        records = records_of(shared_cases / "logs" / name, mapping=ALL)
        said = Counter(verdict_of(each, counts["scorer_used"]) for each in records)
        assert len(records) == counts["records"], name
        assert Counter(r.get("error", {"kind": "ok"})["kind"] for r in records) == counts["status"]
        assert said == counts["verdicts"], name
        assert total(records, "input_uncached") == counts["sum_uncached_input"], name
        assert total(records, "cache_read") == counts["sum_cache_read"], name
        assert total(records, "cache_write") == counts["sum_cache_write"], name
        assert total(records, "output") == counts["sum_output"], name
        timed = [each["latency_s"] for each in records if "latency_s" in each]
        assert len(timed) == counts["n_with_latency"], name
        assert sum(timed) == pytest.approx(counts["latency_s_sum"], abs=1e-4), name


def test_only_strings_that_are_no_texts_are_quoted():
    data = b'{"a": NaN, "b": "NaN", "c": [-Infinity, "x\\" NaN"]}'
    assert inspect_shapes.without_stray(data) == (
        b'{"a": "NaN", "b": "NaN", "c": ["-Infinity", "x\\" NaN"]}'
    )


# NOANSWER, "N", is 0 in value_to_float of inspect_ai/scorer/_metric.py (0.3.285).
def test_a_letter_for_no_answer_is_incorrect_as_inspect_counts_it(tmp_path):
    samples = {
        f"q{n}_epoch_1": {"id": f"q{n}", "epoch": 1, "scores": {"judge": {"value": letter}}}
        for n, letter in enumerate("CIPN")
    }
    path = archive(tmp_path / "letters.eval", samples)
    store = Store(tmp_path / "store.duckdb")
    (account,) = ingest.import_files(store, [path], comparison="c", partial="incorrect")
    gradings = store.table("gradings").set_index("raw_verdict")["verdict"]
    assert gradings.to_dict() == dict(zip("CIPN", ["correct", *["incorrect"] * 3], strict=True))
    assert "1 verdict N, no answer: incorrect, as Inspect counts it" in account.notes


def test_the_size_of_the_eval_set_is_kept_where_the_arm_is_that_of_the_whole_log(tmp_path):
    header = {"eval": {"task": "t", "model": "m/x", "dataset": {"samples": 12}}}
    path = archive(tmp_path / "a.eval", {"q_epoch_1": {"id": "q", "epoch": 1}}, header)
    for way in ("eval.model", "eval.task"):
        assert log_of(path, mapping={"arm": way}).manifest["eval_set_size"] == 12
