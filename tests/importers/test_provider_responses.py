"""Establishes what a log of providers' response objects says: answers, tokens, times, failures."""

import json
from collections import Counter
from pathlib import Path

import pytest

from lcexplore.errors import ChoiceNeeded, LogError, UsageError
from lcexplore.importers import identify, provider_responses, read_log
from lcexplore.log import ReadOptions

DATA = Path(__file__).parent / "data" / "provider_responses"

# Counted from the same files by a separate program: answers without an error, then the sums over
# those of uncached input, cache reads and output, and of all latencies in seconds.
COUNTED = {
    "openai_chat.jsonl": (31, 53_027, 1_151_000, 3_315, 2.872),
    "openai_chat_stream_chunks.jsonl": (24, 51_252, 413_000, 1_817, 1.9721),
    "openai_responses.jsonl": (31, 52_900, 1_151_000, 3_280, 2.7791),
    "anthropic_messages.jsonl": (31, 49_751, 1_151_000, 2_956, 2.6771),
    "gemini_sdk_snake.jsonl": (31, 54_919, 1_151_000, 3_426, 2.682),
    "deepseek_chat.jsonl": (30, 263_618, 690_000, 2_671, 3.0781),
}

GEMINI_REST = {
    "candidates": [{
        "content": {"parts": [{"text": "hm", "thought": True}, {"text": "42"}]},
        "finishReason": "STOP"}],
    "usageMetadata": {"promptTokenCount": 100, "cachedContentTokenCount": 60,
                      "candidatesTokenCount": 7, "thoughtsTokenCount": 4, "totalTokenCount": 111},
    "modelVersion": "gemini-x"}  # fmt: skip
BEDROCK = {
    "output": {"message": {"role": "assistant", "content": [{"text": "4"}, {"text": "2"}]}},
    "stopReason": "end_turn", "metrics": {"latencyMs": 840},
    "usage": {"inputTokens": 40, "outputTokens": 11, "totalTokens": 51,
              "cacheReadInputTokens": 50, "cacheWriteInputTokens": 10}}  # fmt: skip
CHAT = {
    "object": "chat.completion", "model": "m-1",
    "choices": [{"finish_reason": "stop", "message": {"content": "42"}}],
    "usage": {"prompt_tokens": 100, "completion_tokens": 11,
              "prompt_tokens_details": {"cached_tokens": 60}}}  # fmt: skip
ANTHROPIC_STREAM = [
    {"type": "message_start", "message": {"model": "c-1", "usage": {
        "input_tokens": 40, "cache_read_input_tokens": 60, "cache_creation_input_tokens": 3,
        "output_tokens": 1}}},
    {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "4"}},
    {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "2"}},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 11}},
    {"type": "message_stop"}]  # fmt: skip


def write(folder, *rows):
    path = folder / "log.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def records(path, **options):
    return [row.record for row in provider_responses.read(path, ReadOptions(**options)).records]


def one(folder, response, **envelope):
    path = write(folder, {"question_id": "q1", "arm": "a", "response": response, **envelope})
    return records(path)[0]


@pytest.mark.parametrize("name", COUNTED)
def test_every_line_of_a_real_log_is_read_and_adds_up(name):
    n, uncached, read, output, seconds = COUNTED[name]
    assert identify(DATA / name) is provider_responses
    found = records(DATA / name)
    usages = [each["usage"] for each in found if "usage" in each]
    assert (len(found), len({each["question"] for each in found})) == (32, 16)
    assert Counter(each["arm"] for each in found) == {"rag": 16, "long": 16}
    assert sum("error" not in each for each in found) == n
    assert [set(each) for each in usages] == n * [
        {"input_uncached", "cache_read", "cache_write", "output"}
    ]
    assert sum(each["input_uncached"] for each in usages) == uncached
    assert sum(each["cache_read"] for each in usages) == read
    assert sum(each["cache_write"] for each in usages) == 0
    assert sum(each["output"] for each in usages) == output
    assert sum(each["latency_s"] for each in found) == pytest.approx(seconds, abs=1e-4)


def test_a_prompt_that_is_too_long_and_a_stream_that_breaks_off_are_failures():
    failed = [each["error"] for each in records(DATA / "openai_chat_stream_chunks.jsonl")
              if "error" in each]  # fmt: skip
    assert Counter(each["kind"] for each in failed) == {"context_overflow": 1, "error": 7}
    assert {each["message"] for each in failed if each["kind"] == "error"} == {
        "the stream broke off before its end"
    }


def test_every_field_of_a_line_goes_where_it_belongs(tmp_path):
    assert one(
        tmp_path, CHAT, question="Why?", epoch=3, stratum="multi", cluster="doc-7",
        reference="41", request_started_at="2026-03-01T10:00:00Z", latency_ms=1250.5, ttft_ms=310,
        cost_usd=0.02, cache="hit", replayed=True, verdict="C", grader="g", rubric="v2",
    ) == {
        "question": "q1", "arm": "a", "question_text": "Why?", "epoch": 3, "stratum": "multi",
        "cluster": "doc-7", "reference": "41", "started_at": "2026-03-01T10:00:00Z",
        "latency_s": 1.2505, "ttft_s": 0.31, "cost_usd": 0.02, "cache": "hit", "replayed": True,
        "verdict": "C", "grader": "g", "rubric": "v2", "answer": "42", "model": "m-1",
        "usage": {"input_uncached": 40, "cache_read": 60, "cache_write": 0, "output": 11},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("response", "written", "model"),
    [(GEMINI_REST, 0, "gemini-x"), (BEDROCK, 10, None), (CHAT, 0, "m-1"),
     ({"events": ANTHROPIC_STREAM}, 3, "c-1"), (ANTHROPIC_STREAM, 3, "c-1")],
)  # fmt: skip
def test_every_provider_says_the_same_of_the_same_answer(tmp_path, response, written, model):
    record = one(tmp_path, response)
    read = 50 if response is BEDROCK else 60
    assert record["answer"] == "42"
    assert record.get("model") == model
    assert record["usage"] == {
        "input_uncached": 40, "cache_read": read, "cache_write": written, "output": 11
    }  # fmt: skip
    assert "error" not in record


def test_the_providers_own_latency_stands_in_where_the_harness_has_none(tmp_path):
    assert one(tmp_path, BEDROCK)["latency_s"] == 0.84
    assert one(tmp_path, BEDROCK, latency_s=2)["latency_s"] == 2


def test_an_anthropic_stream_that_breaks_off_has_no_output_count(tmp_path):
    record = one(tmp_path, ANTHROPIC_STREAM[:2])
    assert record["error"]["kind"] == "error"
    assert record["usage"] == {"input_uncached": 40, "cache_read": 60, "cache_write": 3}


@pytest.mark.parametrize(
    ("response", "kind"),
    [
        ({**CHAT, "choices": [{"finish_reason": "content_filter", "message": {}}]}, "refused"),
        ({**CHAT, "choices": [{"message": {"refusal": "I will not."}}]}, "refused"),
        ({"type": "message", "content": [], "stop_reason": "refusal"}, "refused"),
        ({"type": "message", "content": [], "stop_reason": "model_context_window_exceeded"},
         "context_overflow"),
        ({"candidates": [{"finish_reason": "FinishReason.SAFETY"}]}, "refused"),
        ({"promptFeedback": {"blockReason": "OTHER"}, "usageMetadata": {}}, "refused"),
        ({**BEDROCK, "stopReason": "guardrail_intervened"}, "refused"),
        ({"object": "response", "status": "failed", "output": [],
          "error": {"code": "server_error", "message": "upstream timed out"}}, "timeout"),
        ({"object": "response", "status": "incomplete", "output": [],
          "incomplete_details": {"reason": "content_filter"}}, "refused"),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
         "error"),
        (None, "missing"),
    ],
)  # fmt: skip
def test_an_answer_that_did_not_come_says_why(tmp_path, response, kind):
    row = {"question_id": "q1", "arm": "a", "response": response}
    found = records(write(tmp_path, row, {"question_id": "q2", "arm": "a", "response": CHAT}))
    assert found[0]["error"]["kind"] == kind


def test_a_cut_answer_is_still_an_answer(tmp_path):
    cut = {**CHAT, "choices": [{"finish_reason": "length", "message": {"content": "4"}}]}
    assert "error" not in one(tmp_path, cut)


def test_the_harness_error_wins_and_shows_no_key(tmp_path):
    error = {"type": "AuthenticationError", "message": "Incorrect API key: sk-abc123def456ghi"}
    record = one(tmp_path, CHAT, error=error)
    assert record["error"]["kind"] == "error"
    assert "abc123" not in record["error"]["message"]


def test_batch_outputs_are_unwrapped(tmp_path):
    row = {"id": "batch_req_1", "custom_id": "q9", "error": None,
           "response": {"status_code": 200, "request_id": "r", "body": CHAT}}  # fmt: skip
    log = provider_responses.read(write(tmp_path, row), ReadOptions(arm="a"))
    assert log.notes == ("question key from custom_id",)
    (read,) = log.records
    assert (read.record["question"], read.record["answer"]) == ("q9", "42")


def test_two_question_keys_are_a_choice_and_a_mapping_settles_it(tmp_path):
    row = {"question_id": "a", "qid": "b", "arm": "x", "kind": "multi", "response": CHAT}
    path = write(tmp_path, row)
    with pytest.raises(ChoiceNeeded) as needed:
        records(path)
    assert (needed.value.field, needed.value.choices) == (
        "question", {"question_id": "a", "qid": "b"})  # fmt: skip
    log = read_log(path, ReadOptions(mapping={"question": "qid", "stratum": "kind"}))
    (read,) = log.records
    assert (log.format, read.record["question"], read.record["stratum"]) == (
        "provider-responses", "b", "multi")  # fmt: skip


def test_a_mapping_of_an_unknown_field_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no such field"):
        records(write(tmp_path, {"qid": "a", "response": CHAT}), mapping={"colour": "qid"})


def test_a_file_without_ids_asks_for_the_question(tmp_path):
    with pytest.raises(ChoiceNeeded) as needed:
        records(write(tmp_path, {"arm": "x", "note": "n", "response": CHAT}))
    assert needed.value.field == "question"


def test_a_file_without_responses_is_not_this_format(tmp_path):
    with pytest.raises(LogError, match="wanted response objects"):
        records(write(tmp_path, {"question_id": "q1", "response": "text"}))


def test_a_native_log_with_a_response_beside_it_stays_native(tmp_path):
    row = {"question": "q1", "arm": "a", "verdict": "C", "response": CHAT}
    assert identify(write(tmp_path, row)).FORMAT == "native"


def test_a_count_that_contradicts_the_provider_is_refused_and_the_row_kept(tmp_path):
    usage = {"prompt_tokens": 5, "completion_tokens": 9,
             "prompt_tokens_details": {"cached_tokens": 128_955}}  # fmt: skip
    path = write(tmp_path, {"question_id": "q1", "arm": "a", "response": {**CHAT, "usage": usage}})
    (row,) = provider_responses.read(path, ReadOptions()).records
    assert row.record["usage"] == {"cache_read": 128_955, "cache_write": 0, "output": 9}
    assert [each.field for each in row.refusals] == ["usage.input_uncached"]
