"""Establishes that spans become answers: each model call once, graders apart, nothing assumed."""

import json
from collections import Counter
from pathlib import Path

import pytest

from lcexplore.errors import ChoiceNeeded, LogError
from lcexplore.importers import identify, otlp
from lcexplore.log import ReadOptions

DATA = Path(__file__).parent / "data" / "otlp"
SECOND = 10**9
START = 1_796_145_405 * SECOND


def otlp_span(key, parent=None, *, name="chat", start=0.0, end=1.0, status=None, events=(), **said):
    return {
        "traceId": said.pop("trace", "t1"), "spanId": key, "parentSpanId": parent or "",
        "name": name, "startTimeUnixNano": str(START + int(start * SECOND)),
        "endTimeUnixNano": str(START + int(end * SECOND)), "status": status or {},
        "attributes": listed(said), "events": list(events),
    }  # fmt: skip


def listed(said):
    kinds = {str: "stringValue", int: "intValue", float: "doubleValue", bool: "boolValue"}
    names = {key: key.replace("__", ".") for key in said}
    return [{"key": names[key], "value": {kinds[type(value)]: value}}
            for key, value in said.items()]  # fmt: skip


def judged(name="exact", **said):
    return {"name": "gen_ai.evaluation.result", "timeUnixNano": str(START + 5 * SECOND),
            "attributes": listed({"gen_ai__evaluation__name": name, **said})}  # fmt: skip


def write(folder, *spans, scope="lib", **more):
    document = {"resourceSpans": [
        {"resource": {"attributes": []},
         "scopeSpans": [{"scope": {"name": scope}, "spans": list(spans)}]}], **more}  # fmt: skip
    path = folder / "spans.jsonl"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def records(path, **options):
    return [row.record for row in otlp.read(path, ReadOptions(**options)).records]


ASKED = {"lc__question_id": "q1", "lc__arm": "a"}
CHAT = {"gen_ai__operation__name": "chat", "gen_ai__request__model": "m"}


# Counted by a separate program: 24 logical calls in each file, whatever the number of spans.
@pytest.mark.parametrize(
    ("name", "failed", "uncached", "read", "verdicts"),
    [
        ("manual.otlp.jsonl", 2, 24, 24, {"pass": 18, "fail": 4}),
        ("manual.console.json", 2, 24, 24, {"pass": 18, "fail": 4}),
        ("openai_v2.otlp.jsonl", 0, 0, 0, {"C": 20, "I": 4}),
        ("openllmetry_anthropic.otlp.jsonl", 0, 24, 24, {"C": 20, "I": 4}),
        ("openllmetry_openai.otlp.jsonl", 0, 24, 24, {"C": 23, "I": 1}),
    ],
)
def test_every_logical_call_of_a_real_log_is_read_once(name, failed, uncached, read, verdicts):
    assert identify(DATA / name) is otlp
    found = records(DATA / name)
    assert len(found) == 24
    assert len({(each["question"], each["arm"]) for each in found}) == 24
    assert sum("error" in each for each in found) == failed
    usages = [each.get("usage", {}) for each in found]
    assert sum("input_uncached" in each for each in usages) == uncached
    assert sum("cache_read" in each for each in usages) == read
    assert Counter(g["verdict"] for each in found for g in each.get("gradings", ())) == verdicts


def test_both_exporters_tell_the_same():
    lines, printed = (records(DATA / f"manual.{kind}") for kind in ("otlp.jsonl", "console.json"))
    for one, other in zip(lines, printed, strict=True):
        assert one.pop("latency_s") == pytest.approx(other.pop("latency_s"), abs=2e-6)
        assert one == other


def test_two_spans_of_one_call_are_counted_once_and_said_to_be():
    log = otlp.read(DATA / "openllmetry_anthropic.otlp.jsonl", ReadOptions())
    assert "spans that repeat a call which another span records: 22" in log.notes
    # The long arm's first call: 18,072 input tokens, 18,000 of them cached, 47.66 ms in all.
    second = next(row.record for row in log.records if row.record["arm"] == "long")
    assert second["usage"] == {
        "input_uncached": 72, "cache_read": 18_000, "cache_write": 0, "output": 260
    }  # fmt: skip
    assert second["latency_s"] == pytest.approx(0.047658, abs=1e-6)


def test_an_input_that_may_hold_cached_tokens_is_unknown_and_said_to_be():
    notes = otlp.read(DATA / "openai_v2.otlp.jsonl", ReadOptions()).notes
    assert any(
        note.startswith("answers whose uncached input is unknown") and note.endswith(": 23")
        for note in notes
    )


def test_every_attribute_goes_where_it_belongs(tmp_path):
    path = write(tmp_path, otlp_span(
        "s1", **ASKED, **CHAT, lc__stratum="multi", lc__epoch=2, lc__cluster="doc-7",
        gen_ai__response__model="m-2026", gen_ai__provider__name="anthropic",
        gen_ai__usage__input_tokens=100, gen_ai__usage__cache_read__input_tokens=60,
        gen_ai__usage__cache_creation__input_tokens=10, gen_ai__usage__output_tokens=9,
        gen_ai__response__time_to_first_chunk=0.25,
        gen_ai__output__messages='[{"role": "assistant", "parts": [{"content": "42"}]}]',
        events=[judged(gen_ai__evaluation__score__label="C", gen_ai__evaluation__score__value=1.0,
                       gen_ai__evaluation__explanation="as said")]))  # fmt: skip
    assert records(path) == [{
        "question": "q1", "arm": "a", "stratum": "multi", "epoch": 2, "cluster": "doc-7",
        "model": "m-2026", "answer": "42", "started_at": "2026-12-01T17:16:45+00:00",
        "latency_s": 1.0, "ttft_s": 0.25,
        "usage": {"input_uncached": 30, "cache_read": 60, "cache_write": 10, "output": 9},
        "gradings": [{"grader": "exact", "verdict": "C", "quote": "as said",
                      "graded_at": "2026-12-01T17:16:50+00:00"}],
    }]  # fmt: skip


def test_openinference_spans_are_read(tmp_path):
    path = write(tmp_path, otlp_span(
        "s1", **ASKED, openinference__span__kind="LLM", llm__model_name="m",
        llm__provider="openai", llm__token_count__prompt=100, llm__token_count__completion=9,
        llm__token_count__prompt_details__cache_read=60, output__value="42"))  # fmt: skip
    (record,) = records(path)
    assert (record["model"], record["answer"]) == ("m", "42")
    assert record["usage"] == {
        "input_uncached": 40, "cache_read": 60, "cache_write": 0, "output": 9
    }  # fmt: skip


def test_a_call_inside_a_call_is_the_same_call_and_the_outer_one_times_it(tmp_path):
    inner = otlp_span("s2", "s1", start=0.1, end=0.9, **CHAT, gen_ai__usage__output_tokens=9)
    path = write(tmp_path, inner, otlp_span("s1", **ASKED, **CHAT))
    (record,) = records(path)
    assert (record["latency_s"], record["usage"]) == (1.0, {"output": 9})


def test_a_span_exported_twice_is_one_span(tmp_path):
    span = otlp_span("s1", **ASKED, **CHAT, gen_ai__usage__output_tokens=9)
    (record,) = records(write(tmp_path, span, span))
    assert record["usage"] == {"output": 9}


def test_several_calls_make_one_answer(tmp_path):
    root = otlp_span("r", name="question", end=9.0, **ASKED)
    first = otlp_span("s1", "r", **CHAT, gen_ai__usage__output_tokens=4, gen_ai__response__id="x")
    last = otlp_span("s2", "r", start=2.0, end=5.0, **CHAT, gen_ai__usage__output_tokens=9,
                     gen_ai__response__id="y")  # fmt: skip
    (record,) = records(write(tmp_path, last, first, root))
    assert (record["latency_s"], record["usage"]) == (5.0, {"output": 13})


def test_a_graders_call_is_no_answer(tmp_path):
    root = otlp_span("r", name="evaluate question", end=9.0, **ASKED)
    answer = otlp_span("s1", "r", **CHAT, gen_ai__usage__output_tokens=9)
    grade = otlp_span("g", "r", name="grade_answer", start=2.0, end=4.0)
    judge = otlp_span("s2", "g", start=2.0, end=4.0, **CHAT, gen_ai__usage__output_tokens=50)
    log = otlp.read(write(tmp_path, root, answer, grade, judge), ReadOptions())
    (row,) = log.records
    assert (row.record["latency_s"], row.record["usage"]) == (1.0, {"output": 9})
    assert "calls of graders, which are no answers: 1" in log.notes


def test_a_retry_that_came_through_is_an_answer_and_one_that_did_not_is_an_error(tmp_path):
    failed = {"code": "STATUS_CODE_ERROR", "message": "Request timed out."}
    root = otlp_span("r", name="question", **ASKED)
    first = otlp_span("s1", "r", status=failed, **CHAT)
    second = otlp_span("s2", "r", start=2.0, end=3.0, **CHAT)
    (record,) = records(write(tmp_path, root, first, second))
    assert "error" not in record
    (record,) = records(write(tmp_path, root, first))
    assert record["error"]["kind"] == "timeout"


def test_a_question_that_failed_before_any_call_is_an_error(tmp_path):
    told = {"exception__type": "ValueError", "exception__message": "context length exceeded"}
    event = {"name": "exception", "attributes": listed(told)}
    root = otlp_span("r", name="question", status={"code": 2}, events=[event], **ASKED)
    (record,) = records(write(tmp_path, root))
    assert record["error"]["kind"] == "context_overflow"


def test_verdicts_sent_as_log_records_reach_their_span(tmp_path):
    log = {"eventName": "gen_ai.evaluation.result", "traceId": "t1", "spanId": "s1",
           "attributes": listed({"gen_ai__evaluation__name": "g",
                                 "gen_ai__evaluation__score__value": 0.5})}  # fmt: skip
    path = write(tmp_path, otlp_span("s1", **ASKED, **CHAT),
                 resourceLogs=[{"scopeLogs": [{"logRecords": [log]}]}])  # fmt: skip
    (record,) = records(path)
    assert record["gradings"] == [{"grader": "g", "verdict": 0.5}]


def test_a_grader_that_failed_gives_no_verdict(tmp_path):
    event = judged(error__type="timeout", gen_ai__evaluation__score__value=0.0)
    (record,) = records(write(tmp_path, otlp_span("s1", **ASKED, **CHAT, events=[event])))
    assert record["gradings"][0]["reason"] == "grader_failed"
    assert "verdict" not in record["gradings"][0]


def test_a_mapping_names_attributes_and_the_evaluation(tmp_path):
    events = [judged("exact", gen_ai__evaluation__score__label="C"),
              judged("style", gen_ai__evaluation__score__label="I")]  # fmt: skip
    path = write(tmp_path, otlp_span("s1", my__key="k1", way="x", events=events, **CHAT))
    with pytest.raises(ChoiceNeeded) as needed:
        records(path)
    assert (needed.value.field, set(needed.value.choices)) == ("question", {"my.key", "way"})
    (record,) = records(path, mapping={"question": "my.key", "arm": "way", "verdict": "style"})
    assert (record["question"], record["arm"]) == ("k1", "x")
    assert [each["verdict"] for each in record["gradings"]] == ["I"]
    with pytest.raises(ChoiceNeeded, match=r"exact \(C\); style \(I\); all"):
        records(path, mapping={"question": "my.key", "arm": "way"})


def test_spans_that_go_round_in_circles_come_to_an_end(tmp_path):
    one, other = otlp_span("s1", "s2", **CHAT), otlp_span("s2", "s1", **ASKED, **CHAT)
    assert len(records(write(tmp_path, one, other))) == 1


def test_prompts_and_headers_are_not_kept(tmp_path):
    said = {"gen_ai__input__messages": "secret " * 2_000, "http__request__header__x": "hidden"}
    (record,) = records(write(tmp_path, otlp_span("s1", **ASKED, **CHAT, **said)))
    assert "secret" not in json.dumps(record)
    assert "hidden" not in json.dumps(record)


def test_a_file_without_spans_is_refused(tmp_path):
    with pytest.raises(LogError, match="wanted OpenTelemetry spans"):
        records(write(tmp_path))


def test_arms_that_the_user_overrules_are_named(tmp_path):
    other = otlp_span("2", trace="t2", lc__question_id="q1", lc__arm="b", **CHAT)
    path = write(tmp_path, otlp_span("1", **ASKED, **CHAT), other)
    said = "every row is of arm 'mine', though lc.arm says a, b"
    assert said in otlp.read(path, ReadOptions(arm="mine")).notes
