"""Evaluations of promptfoo: arms, questions, repetitions settled or asked, errors told apart."""

import csv
import json
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore import ingest
from lcexplore.errors import ChoiceNeeded, LogError, UsageError
from lcexplore.importers import identify, promptfoo_log
from lcexplore.log import ReadOptions
from lcexplore.store import Store

DATA = Path(__file__).parent / "data" / "promptfoo"


def log_of(path, **options):
    return promptfoo_log.read(path, ReadOptions(**options))


def records_of(path, **options):
    return [row.record for row in log_of(path, **options).records if row.record is not None]


def result(**fields):
    """A result in the present form; keyword arguments replace its fields."""
    return {
        "provider": {"id": "openai:chat:m", "label": ""},
        "prompt": {"raw": "R", "label": "p"},
        "promptIdx": 0,
        "testIdx": 0,
        "vars": {"qid": "q1"},
        "testCase": {"vars": {"qid": "q1"}, "metadata": {}},
        "success": True,
        "failureReason": 0,
        **fields,
    }


def document(path, results, **around):
    path.write_text(json.dumps({"results": {"version": 3, "results": results}, **around}))
    return path


def one(tmp_path, mapping=None, **fields):
    path = document(tmp_path / "one.json", [result(**fields)])
    (record,) = records_of(path, arm="x", mapping=mapping or {})
    return record


def component(kind, passed, metric=None, reason="because", score=None):
    return {
        "pass": passed,
        "score": score,
        "reason": reason,
        "assertion": {"type": kind, "metric": metric},
    }


# Each field has a value of its own, so that none can stand in for another.
FULL = {
    "provider": {"id": "openai:chat:gpt-x", "label": "long"},
    "vars": {"qid": "q7", "question": "Which berth?", "want": "four"},
    "testCase": {"vars": {}, "metadata": {"stratum": "lookup", "cluster": "doc-9"}},
    "response": {
        "output": "Berth four.",
        "cost": 0.5,
        "latencyMs": 77,
        "metadata": {"model": "served-1", "http": {"headers": {"set-cookie": "secret"}}},
        "tokenUsage": {
            "prompt": 100,
            "completion": 6,
            "total": 106,
            "completionDetails": {"cacheReadInputTokens": 60, "cacheCreationInputTokens": 30},
        },
    },
    "tokenUsage": {"prompt": 999, "assertions": {"total": 888}},
    "latencyMs": 2500,
    "cost": 9.0,
    "success": False,
    "failureReason": 1,
    "error": "wanted five",
    "gradingResult": {
        "pass": False,
        "score": 0.4,
        "reason": "wanted five",
        "componentResults": [component("icontains", False)],
    },
}


def test_every_field_goes_where_it_belongs(tmp_path):
    path = document(tmp_path / "full.json", [result(**FULL)])
    log = log_of(path, arm="long", mapping={"reference": "vars.want"})
    (row,) = log.records
    assert row.record == {
        "question": "q7",
        "arm": "long",
        "epoch": 1,
        "stratum": "lookup",
        "cluster": "doc-9",
        "question_text": "Which berth?",
        "reference": "four",
        "answer": "Berth four.",
        "latency_s": 2.5,
        "replayed": False,
        "usage": {"input_uncached": 10, "cache_read": 60, "cache_write": 30, "output": 6},
        "cost_usd": 0.5,
        "model": "served-1",
        "gradings": [{"grader": "icontains", "verdict": False, "quote": "wanted five"}],
    }
    assert log.manifests == {"long": {"model": "openai:chat:gpt-x"}}
    assert "secret" not in repr(row) + repr(log)


def test_a_reason_in_error_is_a_failed_assertion_and_no_error(tmp_path):
    assert "error" not in one(tmp_path, success=False, failureReason=1, error="want 4, got 5")


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("API error: 503 Service Unavailable", "error"),
        ("Request timed out after 300000 ms", "timeout"),
        ("API error: 400 prompt is too long: 250112 tokens", "context_overflow"),
    ],
)
def test_an_error_of_the_provider_wins_and_has_no_latency(tmp_path, message, kind):
    record = one(tmp_path, success=False, failureReason=2, error=message, latencyMs=9, cost=0)
    assert record["error"] == {"kind": kind, "message": message}
    assert "latency_s" not in record
    assert "cost_usd" not in record


def test_older_results_tell_errors_by_the_missing_output(tmp_path):
    old = {"failureReason": None, "testIdx": None, "testCase": None, "provider": "openai:m"}
    failed = one(tmp_path, **old, success=False, error="boom", response=None)
    assert failed["error"]["kind"] == "error"
    wrong = one(tmp_path, **old, success=False, error="want 4", response={"output": "5"})
    assert "error" not in wrong


def test_a_stored_response_is_a_replay_without_latency_cost_or_tokens(tmp_path):
    response = {"output": "a", "cached": True, "cost": 1, "tokenUsage": {"cached": 9, "total": 9}}
    record = one(tmp_path, response=response, latencyMs=3, cost=1)
    assert record["replayed"] is True
    assert not {"latency_s", "cost_usd", "usage"} & record.keys()


def test_a_price_that_nobody_gave_is_unknown_and_a_price_of_zero_is_zero(tmp_path):
    assert "cost_usd" not in one(tmp_path, response={"output": "a"}, cost=0)
    assert "cost_usd" not in one(tmp_path, response={"output": "a", "cost": 0}, cost=0)
    told = {"output": "a", "cost": 0, "tokenUsage": {"prompt": 9, "completion": 1, "total": 10}}
    assert one(tmp_path, response=told, cost=0)["cost_usd"] == 0


ZEROS = {
    "cached": 0,
    "numRequests": 1,
    "completionDetails": {
        "reasoning": 0,
        "cacheReadInputTokens": 0,
        "cacheCreationInputTokens": 0,
    },
    "assertions": {"total": 0, "prompt": 0, "completion": 0, "cached": 0, "numRequests": 0},
}


# Usage of an HTTP provider in promptfoo-results.json of github.com/SuhaasNv/VoyageAI-v1.
def test_zeros_that_promptfoo_fills_in_for_a_provider_that_counts_nothing_are_unknown(tmp_path):
    used = {"prompt": 0, "completion": 0, "total": 0, **ZEROS}
    record = one(tmp_path, response={"output": "a", "cost": 0, "tokenUsage": used}, cost=0)
    assert not {"usage", "cost_usd", "cache"} & record.keys()


# Usage of ollama in an export of github.com/cyberbount/AI-LEMS: it reports tokens and no cache.
def test_zeros_filled_in_beside_counted_tokens_are_no_cache_miss(tmp_path):
    used = {"prompt": 679, "completion": 65, "total": 744, **ZEROS}
    record = one(tmp_path, response={"output": "a", "cost": 0, "tokenUsage": used}, cost=0)
    assert record["usage"]["output"] == 65
    assert not {"cache_read", "cache_write"} & record["usage"].keys()
    assert "cost_usd" not in record


def test_filled_in_zeros_are_misses_of_a_provider_that_counts_cached_tokens_elsewhere(tmp_path):
    cached = {"cacheReadInputTokens": 600, "cacheCreationInputTokens": 0}
    used = {"prompt": 679, "completion": 65, "total": 744, **ZEROS}
    results = [
        result(testIdx=n, vars={"qid": f"q{n}"}, response={"output": "a", "tokenUsage": each})
        for n, each in enumerate((used, used | {"completionDetails": cached}))
    ]
    records = records_of(document(tmp_path / "a.json", results), arm="x")
    assert [each["usage"]["cache_read"] for each in records] == [0, 600]


# google:gemini-2.5-pro in promptfoo-results.json of github.com/ada333/mcp-server-rhoai.
def test_reasoning_that_the_total_shows_beside_the_output_is_output(tmp_path):
    used = {"prompt": 402, "completion": 25, "total": 1125, "completionDetails": {"reasoning": 698}}
    assert one(tmp_path, response={"tokenUsage": used})["usage"]["output"] == 723
    inside = {"prompt": 402, "completion": 700, "total": 1102,
              "completionDetails": {"reasoning": 698}}  # fmt: skip
    assert one(tmp_path, response={"tokenUsage": inside})["usage"]["output"] == 700


def test_a_broken_judge_is_no_verdict_unless_something_else_failed_as_well(tmp_path):
    broken = component("llm-rubric", False, "j", "Could not extract JSON from llm-rubric response")
    failed = {"success": False, "failureReason": 1}
    alone = {"componentResults": [component("icontains", True, "e"), broken]}
    record = one(tmp_path, {"verdict": "success"}, **failed, gradingResult=alone)
    assert record["gradings"][0]["reason"] == "grader_failed"
    both = {"componentResults": [component("icontains", False, "e"), broken]}
    record = one(tmp_path, {"verdict": "success"}, **failed, gradingResult=both)
    assert record["gradings"][0]["verdict"] is False
    record = one(tmp_path, {"verdict": "metric.e"}, **failed, gradingResult=alone)
    assert record["gradings"] == [{"grader": "e", "verdict": True, "quote": "because"}]
    record = one(tmp_path, {"verdict": "assertion.1"}, **failed, gradingResult=alone)
    assert record["gradings"][0]["reason"] == "grader_failed"


def test_several_assertions_are_asked_about():
    with pytest.raises(ChoiceNeeded) as caught:
        log_of(DATA / "a_custom_repeat2.csv")
    assert caught.value.field == "verdict"
    assert set(caught.value.choices) == {"success", "metric.exact", "metric.judge", "metric.lat"}


def test_an_arm_in_a_variable_is_asked_for_and_then_questions_pair():
    path = DATA / "c_arm_in_vars_no_ids.json"
    with pytest.raises(ChoiceNeeded) as caught:
        log_of(path)
    assert caught.value.choices == {"vars.arm_context": "RAG"}
    records = records_of(path, mapping={"arm": "vars.arm_context"})
    questions = {
        arm: {r["question"] for r in records if r["arm"] == arm} for arm in ("RAG", "LONG")
    }
    assert len(questions["RAG"]) == 6
    assert questions["RAG"] == questions["LONG"]
    assert Counter(r["epoch"] for r in records) == {1: 12, 2: 4}


@pytest.mark.parametrize("suffix", ["json", "jsonl", "csv"])
def test_all_three_forms_of_one_run_have_the_same_questions_and_verdicts(suffix):
    def told(name):
        records = records_of(DATA / name, mapping={"arm": "vars.arm_context"})
        return {
            (r["arm"], r["question"], r["epoch"], r["answer"], r["gradings"][0]["verdict"])
            for r in records
        }

    stem = "c_arm_in_vars_no_ids"
    assert told(f"{stem}.{suffix}") == told(f"{stem}.json")


def test_prompts_crossed_with_providers_are_arms_of_their_own():
    arms = Counter(record["arm"] for record in records_of(DATA / "b_prompts_as_arms_run1.csv"))
    assert len(arms) == 6
    assert set(arms.values()) == {20}


def test_one_arm_for_several_providers_is_refused():
    with pytest.raises(LogError, match="6 combinations in mine"):
        log_of(DATA / "b_prompts_as_arms_run1.csv", arm="mine")


def test_two_labels_of_one_provider_are_two_arms_and_repetitions_are_epochs():
    records = records_of(DATA / "a_custom_repeat2.csv", mapping={"verdict": "success"})
    counted = Counter((record["arm"], record["epoch"]) for record in records)
    assert counted == {(arm, n): 20 for arm in ("rag-k8", "long-context") for n in (1, 2)}
    failed = [record for record in records if "error" in record]
    assert [(each["arm"], each["question"]) for each in failed] == [("long-context", "q013")] * 2


def repeated(path, cases, **options):
    """Epochs by question of test cases that all have the same variables, each run twice."""
    results = [
        result(testIdx=n, vars={"city": "Dubai"}, testCase={"vars": {"city": "Dubai"}, **case})
        for n, case in enumerate([*cases, *cases])
    ]
    log = log_of(document(path, results), arm="x", **options)
    found = {}
    for row in log.records:
        found.setdefault(row.record["question"], []).append(row.record["epoch"])
    return log, found


# After promptfoo-results.json of github.com/SuhaasNv/VoyageAI-v1: 39 tests share their variables.
def test_tests_of_equal_variables_are_told_apart_by_their_descriptions(tmp_path):
    cases = [{"description": name, "prompt": name} for name in ("delimiter split", "xml roles")]
    log, found = repeated(tmp_path / "a.json", cases)
    assert list(found.values()) == [[1, 2], [1, 2]]
    assert "question key from the variables and the description of the test" in log.notes
    for way in ("description", "testCase.description"):
        _, named = repeated(tmp_path / "b.json", cases, mapping={"question": way})
        assert named == {"delimiter split": [1, 2], "xml roles": [1, 2]}


def test_tests_of_equal_variables_and_description_are_told_apart_by_what_they_assert(tmp_path):
    cases = [{"assert": [{"type": "contains", "value": each}]} for each in ("a", "b")]
    _, found = repeated(tmp_path / "a.json", cases)
    assert list(found.values()) == [[1, 2], [1, 2]]


def test_the_same_test_again_stays_a_repetition(tmp_path):
    log, found = repeated(tmp_path / "a.json", [{"description": "one"}])
    assert list(found.values()) == [[1, 2]]
    assert "question key from a digest of the variables" in log.notes


def test_a_file_of_one_provider_and_prompt_says_how_its_arm_can_be_named(tmp_path):
    path = document(tmp_path / "one.json", [result()])
    with pytest.raises(ChoiceNeeded) as asked:
        log_of(path)
    assert asked.value.choices == {"provider": "openai:chat:m", "prompt": "p"}
    (row,) = log_of(path, mapping={"arm": "provider"}).records
    assert row.record["arm"] == "openai:chat:m"


def test_a_csv_says_what_it_does_not_hold():
    log = log_of(DATA / "b_prompts_as_arms_run1.csv")
    assert any("no latency" in note for note in log.notes)
    assert not {"latency_s", "usage", "cost_usd"} & set().union(*(r.record for r in log.records))


def test_an_older_csv_has_the_verdict_in_the_cell(tmp_path):
    path = tmp_path / "old.csv"
    rows = [
        ["qid", "[m] a", "[m] b"],
        ["q1", "[PASS] four", "[FAIL] want 4\n---\nfive"],
    ]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    first, second = records_of(path)
    assert (first["answer"], first["gradings"][0]["verdict"]) == ("four", True)
    assert (second["answer"], second["gradings"][0]["verdict"]) == ("five", False)
    assert (first["arm"], second["arm"]) == ("a", "b")


def test_a_row_of_a_csv_with_too_few_cells_is_refused_for_every_arm(tmp_path):
    path = tmp_path / "cut.csv"
    lines = (DATA / "c_arm_in_vars_no_ids.csv").read_text()
    path.write_text(f"{lines}only,two\n")
    rows = list(log_of(path, arm="x").records)
    assert [row.record is None for row in rows] == [False] * 16 + [True]


def test_a_row_that_is_not_utf_8_is_refused_and_not_mended(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes(b"qid,[m] a,Status,Score\r\nq1,caf\xe9,PASS,1\r\nq2,tea,PASS,1\r\n")
    refused, kept = log_of(path, arm="x").records
    assert refused.refusals[0].reason == "not UTF-8"
    assert kept.record["answer"] == "tea"


def test_ids_that_disagree_are_asked_about(tmp_path):
    rows = [
        result(testIdx=n, vars={"qid": f"a{n % 2}", "case_id": f"b{n}"}, testCase=None)
        for n in range(4)
    ]
    with pytest.raises(ChoiceNeeded) as caught:
        log_of(document(tmp_path / "ids.json", rows), arm="x")
    assert caught.value.field == "question"
    assert set(caught.value.choices) == {"vars.qid", "vars.case_id"}


def test_cached_tokens_of_unknown_meaning_are_used_only_when_mapped(tmp_path):
    usage = {"prompt": 100, "completion": 5, "total": 105, "cached": 80}
    response = {"output": "a", "cached": False, "tokenUsage": usage}
    assert one(tmp_path, response=response)["usage"] == {"output": 5}
    mapped = one(tmp_path, {"usage.cache_read": "tokenUsage.cached"}, response=response)
    assert mapped["usage"]["cache_read"] == 80
    assert mapped["usage"]["input_uncached"] == 20


@pytest.mark.parametrize(
    "mapping",
    [{"answer": "vars.x"}, {"arm": "nowhere"}, {"verdict": "vars.x"}, {"question": "id"}],
)
def test_a_mapping_that_fits_nothing_is_refused(mapping):
    with pytest.raises(UsageError):
        log_of(DATA / "c_arm_in_vars_no_ids.json", mapping=mapping)


@pytest.mark.parametrize(
    "bad",
    ["null", "5", '"text"', "[]", '{"vars": 7}', '{"success": NaN}', "[" * 100_000 + "]" * 100_000],
    ids=["null", "number", "text", "list", "type", "nan", "deep"],
)
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_result_that_cannot_be_read_is_refused_and_the_others_are_kept(tmp_path, bad, form):
    good = json.dumps(result())
    path = tmp_path / f"bad.{form}"
    if form == "json":
        path.write_text(f'{{"results": {{"version": 3, "results": [{good}, {bad}, {good}]}}}}')
    else:
        path.write_text(f"{good}\n{bad}\n{good}\n")
    rows = list(log_of(path, arm="x").records)
    assert [row.record is None for row in rows] == [False, True, False]
    assert rows[1].refusals[0].reason


@pytest.mark.parametrize("text", ['{"results": {"version": 3}}', '{"results": {"version": 3, "re'])
def test_an_export_without_results_or_cut_off_is_no_log(tmp_path, text):
    path = tmp_path / "none.json"
    path.write_text(text)
    with pytest.raises(LogError):
        log_of(path, arm="x")


@pytest.mark.parametrize("suffix", ["json", "jsonl", "csv"])
@settings(max_examples=25, deadline=None)
@given(place=st.floats(0, 1), value=st.integers(0, 255), cut=st.booleans())
def test_a_damaged_file_is_refused_or_accounted_for(tmp_path_factory, suffix, place, value, cut):
    data = bytearray((DATA / f"c_arm_in_vars_no_ids.{suffix}").read_bytes())
    at = int(place * (len(data) - 1))
    data = data[:at] if cut else data[:at] + bytes([value]) + data[at + 1 :]
    path = tmp_path_factory.mktemp("damaged") / f"c.{suffix}"
    path.write_bytes(data)
    try:
        rows = list(log_of(path, mapping={"arm": "vars.arm_context"}).records)
    except LogError:
        return
    assert all(row.record is not None or row.refusals for row in rows)


def test_a_file_far_larger_than_its_parts_takes_little_memory(tmp_path):
    path = tmp_path / "large.json"
    document_text = "a passage of the document; " * 20_000
    with path.open("w") as file:
        file.write('{"evalId": "e", "results": {"version": 3, "results": [')
        for n in range(60):
            case = {"qid": f"q{n}", "document": document_text}
            row = result(testIdx=n, vars=case, testCase={"vars": case})
            file.write(("," if n else "") + json.dumps(row))
        file.write("]}}")
    tracemalloc.start()
    count = sum(1 for _ in log_of(path, arm="x").records)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 60
    assert path.stat().st_size > 60e6
    assert peak < 15e6


@pytest.mark.parametrize("path", sorted(DATA.glob("*.[cj]s*")), ids=lambda path: path.name)
def test_every_form_is_recognised_by_this_importer_alone(path):
    assert identify(path) is promptfoo_log


def test_a_first_line_longer_than_what_is_read_of_it_is_recognised():
    head = (
        b'{"cost":0,"gradingResult":{"componentResults":[]},"latencyMs":3,"prompt":{"raw":"' + b"a"
    )
    assert promptfoo_log.recognises("a.jsonl", head)
    assert not promptfoo_log.recognises("a.jsonl", b'{"question": "q", "verdict": "C"}\n')


def test_what_is_read_is_kept_refused_or_a_duplicate(tmp_path):
    store = Store(tmp_path / "store.duckdb")
    (account,) = ingest.import_files(store, [DATA / "b_prompts_as_arms_run1.csv"], comparison="c")
    assert (account.rows_read, account.rows_kept) == (120, 120)


def test_every_real_export_gives_the_counts_that_another_program_took(shared_cases):

    expected = json.loads((shared_cases / "logs" / "expected.json").read_text())
    wanted = {name: each for name, each in expected.items() if "/promptfoo/" in name}
    assert len(wanted) == 3
    for name, counts in wanted.items():
        mapping = {"verdict": "success"}
        if name.endswith("c_arm_in_vars_no_ids.json"):
            mapping["arm"] = "vars.arm_context"
        records = records_of(shared_cases / "logs" / name, mapping=mapping)
        assert len(records) == counts["records"]
        said = Counter(_word(record) for record in records)
        judged = counts["verdicts"]
        assert said["pass"] == judged.get("pass", 0)
        assert said["error"] == judged.get("unscored", 0) == counts["status"].get("error", 0)
        assert said["fail"] + said["grader_failed"] == judged.get("fail", 0)
        timed = [each["latency_s"] for each in records if "latency_s" in each]
        assert len(timed) == counts["n_with_latency"]
        assert sum(timed) == pytest.approx(counts["latency_s_sum"], abs=1e-6)
        outputs = [r["usage"]["output"] for r in records if "output" in r.get("usage", {})]
        # Zeros throughout are those of a provider that counts nothing, and known to nobody.
        n_counted = counts["n_with_out"] if counts["sum_output"] else 0
        assert (len(outputs), sum(outputs)) == (n_counted, counts["sum_output"])
        if "b_prompts" in name:
            for ours, theirs in (
                ("input_uncached", "sum_uncached_input"),
                ("cache_read", "sum_cache_read"),
                ("cache_write", "sum_cache_write"),
            ):
                found = [r["usage"][ours] for r in records if ours in r.get("usage", {})]
                assert (len(found), sum(found)) == (counts["n_with_out"], counts[theirs])


def _word(record):
    if "error" in record:
        return "error"
    (grading,) = record["gradings"]
    return grading.get("reason") or {True: "pass", False: "fail"}[grading["verdict"]]


# The message in an export of github.com/reDreamAI/measure-ai-drift.
def test_a_rate_limit_is_named_as_one(tmp_path):
    message = "RateLimitExhaustedError: Rate limit exceeded for openai:chat:m"
    record = one(tmp_path, success=False, failureReason=2, error=message)
    assert record["error"]["kind"] == "rate_limited"
