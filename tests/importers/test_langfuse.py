"""Establishes what exports of Langfuse say, one answer a trace, scores joined by the trace.

Every file here is invented, made after the types that the SDK publishes (``ObservationV2`` and
``Score`` of langfuse 5.0.4, ``TraceWithFullDetails`` of releases before it); none was written by
Langfuse itself.
"""

import json

import pytest

from lcexplore.errors import ChoiceNeeded, LcexploreError, LogError
from lcexplore.importers import IMPORTERS, heads, identify, langfuse
from lcexplore.ingest import import_files
from lcexplore.log import ReadOptions
from lcexplore.store import Store
from tests.importers.reading import ALL, records, rows, verdicts, write_lines
from tests.store.logs import adds_up

QUESTION = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Which pier?"}]
WRONG = [None, True, -1, 1.5, "x", "[", [], {}, [[]], {"a": []}, [None], 10**30]


def observation(key, **changes):
    return {
        "id": key, "traceId": "t1", "projectId": "p", "parentObservationId": None, "type": "SPAN",
        "name": "answer", "startTime": "2026-11-29T18:00:00.000Z", "level": "DEFAULT",
        "endTime": "2026-11-29T18:00:04.500Z", "completionStartTime": None, "latency": 4.5,
        "statusMessage": None, "input": "Which pier?", "output": "pier nine", "metadata": {},
        "usageDetails": {}, "costDetails": {}, "totalCost": 0, "environment": "default", **changes,
    }  # fmt: skip


def generation(key="g1", **changes):
    return observation(key, **{
        "type": "GENERATION", "name": "chat", "parentObservationId": "s1",
        "startTime": "2026-11-29T18:00:01.000Z", "endTime": "2026-11-29T18:00:04.000Z",
        "completionStartTime": "2026-11-29T18:00:02.250Z", "latency": 3.0, "input": QUESTION,
        "timeToFirstToken": 1.25, "output": {"role": "assistant", "content": "pier nine"},
        "providedModelName": "gpt-4o-2024-08-06", "totalCost": 0.0125,
        "usageDetails": {"input": 12, "cache_read_input_tokens": 50, "output": 7, "total": 69,
                         "cache_creation_input_tokens": 0},
        "costDetails": {"input": 0.01, "output": 0.0025, "total": 0.0125}, **changes,
    })  # fmt: skip


def score(name="right", **changes):
    return {
        "id": f"score-{name}", "traceId": "t1", "observationId": None, "name": name, "value": 1,
        "stringValue": None, "dataType": "NUMERIC", "source": "EVAL", "comment": "same",
        "timestamp": "2026-11-29T18:01:00.000Z", **changes,
    }  # fmt: skip


def trace(name="t1", **changes):
    return {
        "id": name, "timestamp": "2026-11-29T18:00:00.000Z", "name": "qa", "sessionId": None,
        "input": {"question": "Which pier?"}, "output": "pier nine", "release": None,
        "version": None, "userId": None, "metadata": {"question_id": "q1"}, "tags": [],
        "latency": 9.0, "totalCost": 0.5, "observations": [], "scores": [], **changes,
    }  # fmt: skip


SPAN = observation("s1", metadata={"question_id": "q1", "stratum": "lookup"})


def test_every_field_comes_from_its_own_place_and_seconds_stay_seconds(tmp_path):
    path = write_lines(tmp_path, SPAN, generation(), score())
    assert identify(path) is langfuse
    (record,) = records(langfuse, path)
    assert record == {
        "question": "q1",
        "stratum": "lookup",
        "epoch": 1,
        "question_text": "Which pier?",
        "answer": "pier nine",
        "started_at": "2026-11-29T18:00:00.000Z",
        "latency_s": 4.5,
        "ttft_s": 2.25,  # from the start of the span, not of the generation
        "cost_usd": 0.0125,
        "model": "gpt-4o-2024-08-06",
        "usage": {"input_uncached": 12, "cache_read": 50, "cache_write": 0, "output": 7},
        "gradings": [
            {
                "grader": "right",
                "verdict": 1,
                "quote": "same",
                "graded_at": "2026-11-29T18:01:00.000Z",
            }
        ],
    }


def forms(folder):
    """The same trace in every form that is read."""
    whole = trace(observations=[SPAN, generation()], scores=[score()])
    values = {
        "list.json": [generation(), SPAN, score()],
        "answer.json": {"data": [generation(), SPAN, score()], "meta": {"cursor": None}},
        "meta_first.json": {"meta": {"page": 1}, "data": [generation(), SPAN, score()]},
        "traces.json": [whole],
        "page.json": {"data": [whole], "meta": {"page": 1}},
        "single.json": whole,
    }
    for name, value in values.items():
        path = folder / name
        path.write_text(json.dumps(value, indent=2), encoding="utf-8")
        yield path
    yield write_lines(folder, whole)


def test_every_form_of_an_export_is_recognised_and_says_the_same(tmp_path):
    for path in forms(tmp_path):
        assert identify(path) is langfuse, path.name
        (record,) = records(langfuse, path)
        assert (record["question"], record["answer"]) == ("q1", "pier nine"), path.name
        assert (record["latency_s"], record["usage"]["cache_read"]) == (4.5, 50), path.name
        assert verdicts([record], "right") == {1: 1}, path.name


def test_interleaved_traces_are_put_together_and_a_row_twice_is_counted_once(tmp_path):
    other = {"traceId": "t2", "metadata": {"question_id": "q2"}}
    path = write_lines(
        tmp_path, SPAN, observation("s2", **other), generation(), generation(),
        generation("g2", traceId="t2", parentObservationId="s2"), score(value=0, traceId="t2"),
        score(),
    )  # fmt: skip
    found = records(langfuse, path)
    assert [(e["question"], e["gradings"][0]["verdict"]) for e in found] == [("q1", 1), ("q2", 0)]
    assert [each["usage"]["output"] for each in found] == [7, 7]
    notes = langfuse.read(path, ReadOptions(arm="a")).notes
    assert "rows that repeat an observation or a trace: 1" in notes


def test_the_steps_of_an_answer_are_added_up_and_its_grader_is_left_out(tmp_path):
    path = write_lines(
        tmp_path,
        observation("run", name="experiment-item-run", endTime="2026-11-29T18:00:30.000Z"),
        observation("s1", name="experiment-item-task", parentObservationId="run"),
        generation("g0", output="harbour pier", endTime="2026-11-29T18:00:01.500Z",
                   startTime="2026-11-29T18:00:00.500Z"),
        generation(),
        observation("e", name="experiment-item-evaluation", parentObservationId="run"),
        generation("g2", parentObservationId="e", output="correct", totalCost=9.0,
                   startTime="2026-11-29T18:00:06.000Z", endTime="2026-11-29T18:00:29.000Z"),
    )  # fmt: skip
    (record,) = records(langfuse, path)
    assert record["answer"] == "pier nine"
    assert record["latency_s"] == 4.5  # the task, not the run that waits for its evaluators
    assert record["cost_usd"] == 0.025
    assert record["usage"]["output"] == 14


def test_a_span_that_ends_before_its_stream_does_not_cut_the_latency(tmp_path):
    short = {**SPAN, "endTime": "2026-11-29T18:00:00.006Z", "latency": 0.006}
    (record,) = records(langfuse, write_lines(tmp_path, short, generation()))
    assert record["latency_s"] == 4.0


def test_a_first_token_at_the_end_is_that_of_no_stream(tmp_path):
    whole = generation(completionStartTime="2026-11-29T18:00:04.000Z")
    (record,) = records(langfuse, write_lines(tmp_path, SPAN, whole))
    assert "ttft_s" not in record


@pytest.mark.parametrize(
    ("details", "usage"),
    [
        # Anthropic's way: more was cached than counted as input, so it cannot include it.
        ({"input": 10, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 0,
          "output": 5, "total": 105},
         {"input_uncached": 10, "cache_read": 90, "cache_write": 0, "output": 5}),
        # The total of the emitter: the input includes the cache.
        ({"input": 100, "cache_read_input_tokens": 60, "cache_creation_input_tokens": 10,
          "output": 5, "total": 105},
         {"input_uncached": 30, "cache_read": 60, "cache_write": 10, "output": 5}),
        # The server's own sum of all keys proves nothing (langfuse/langfuse issue 10592).
        ({"input": 17_903, "input_cached_tokens": 17_817, "output": 5, "total": 35_725},
         {"cache_read": 17_817, "output": 5}),
        # Reasoning is beside the output where it is more than the output.
        ({"input": 24, "output": 378, "input_cached_tokens": 0, "output_reasoning_tokens": 1029,
          "total": 1431}, {"cache_read": 0, "output": 1407}),
        ({"input": 24, "output": 600, "output_reasoning_tokens": 500, "total": 624},
         {"output": 600}),
        ({"input": 24, "output": 600, "output_reasoning_tokens": 500, "total": 1124}, {}),
        # Writes by their time to live are parts of one sum.
        ({"input": 2, "input_cached_tokens": 47_105, "input_cache_creation": 0,
          "input_cache_creation_1h": 1_076, "output": 714},
         {"input_uncached": 2, "cache_read": 47_105, "cache_write": 1_076, "output": 714}),
        ({"input": 24, "input_audio_tokens": 9, "output": 5}, {"output": 5}),
        ({"input": -3, "output": 1.5}, {}),
    ],
)  # fmt: skip
def test_free_form_usage_is_read_where_its_sums_tell(tmp_path, details, usage):
    (record,) = records(langfuse, write_lines(tmp_path, SPAN, generation(usageDetails=details)))
    assert record.get("usage", {}) == usage


def test_a_count_that_cannot_be_settled_is_refused_by_name(tmp_path):
    details = {"input": 24, "output": 600, "output_reasoning_tokens": 500}
    (row,) = rows(langfuse, write_lines(tmp_path, SPAN, generation(usageDetails=details)))
    assert [each.field for each in row.refusals] == ["usage.output"]


def test_a_cost_of_nothing_without_details_is_unknown(tmp_path):
    free = generation(costDetails={}, totalCost=0)
    (record,) = records(langfuse, write_lines(tmp_path, SPAN, free))
    assert "cost_usd" not in record
    older = generation(totalCost=None, costDetails={"total": 0.25})
    (record,) = records(langfuse, write_lines(tmp_path, SPAN, older))
    assert record["cost_usd"] == 0.25


def test_a_failure_of_the_answer_wins_and_one_that_was_tried_again_does_not(tmp_path):
    broken = {"level": "ERROR", "statusMessage": "prompt is too long: 210000 tokens"}
    path = write_lines(tmp_path, SPAN, generation("g0", **broken), generation(), score())
    (record,) = records(langfuse, path)
    assert "error" not in record
    path = write_lines(tmp_path, SPAN, generation(**broken), score())
    (record,) = records(langfuse, path)
    assert record["error"] == {"kind": "context_overflow", "message": broken["statusMessage"]}
    assert "answer" not in record


@pytest.mark.parametrize(
    ("changes", "grader", "verdict"),
    [
        ({"dataType": "CATEGORICAL", "value": 0, "stringValue": "correct"}, "right", "correct"),
        ({"dataType": "BOOLEAN", "value": 1, "stringValue": "True"}, "right", "True"),
        ({"dataType": "BOOLEAN", "value": False}, "right", False),
        ({"dataType": "CATEGORICAL", "value": "wrong"}, "right", "wrong"),
        ({"source": "ANNOTATION", "value": 1}, "right (human)", 1),
        ({"observationId": "g1"}, "right", 1),
    ],
)
def test_a_score_is_read_by_its_type_and_one_of_a_person_is_named_so(
    tmp_path, changes, grader, verdict
):
    (record,) = records(langfuse, write_lines(tmp_path, SPAN, generation(), score(**changes)))
    assert [(e["grader"], e["verdict"]) for e in record["gradings"]] == [(grader, verdict)]


def test_a_score_of_a_step_or_a_correction_is_no_verdict_on_the_answer(tmp_path):
    path = write_lines(
        tmp_path, SPAN, observation("r", type="RETRIEVER", parentObservationId="s1"), generation(),
        score(observationId="r"), score("better", dataType="CORRECTION", stringValue="pier ten"),
        {**score("right"), "id": "x", "sessionId": "s", "traceId": None},
    )  # fmt: skip
    (record,) = records(langfuse, path)
    assert record["gradings"] == []


def test_the_latest_of_several_scores_of_one_grader_counts(tmp_path):
    later = score(value=0, timestamp="2026-11-30T18:01:00.000Z")
    (record,) = records(langfuse, write_lines(tmp_path, SPAN, generation(), later, score()))
    assert verdicts([record], "right") == {0: 1}


def test_times_are_compared_as_times(tmp_path):
    early = score(value=0, timestamp="2026-11-29T20:00:05+05:00")
    late = score(value=1, timestamp="2026-11-29T19:00:00Z")
    unset = score(value=None, timestamp=None)
    (record,) = records(langfuse, write_lines(tmp_path, SPAN, generation(), late, early, unset))
    assert verdicts([record], "right") == {1: 1}


@pytest.mark.parametrize("time", [{}, {"timestamp": None}])
def test_two_scores_of_one_grader_of_which_none_is_later_refuse_the_verdict(tmp_path, time):
    path = write_lines(tmp_path, SPAN, generation(), score(), score(value=0, **time), trace())
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_files(store, [path], comparison="c", arm="a")
    assert (account.rows_kept, account.rows_refused) == (0, 1)
    assert "two verdicts of one grader" in store.rejects(1)[0].reason


def test_a_score_finds_its_trace_by_the_observation_and_one_of_nothing_is_noted(tmp_path):
    path = write_lines(
        tmp_path, SPAN, generation(), score(observationId="g1", traceId=None),
        score(observationId="gone", value=0), score(traceId=None, observationId="lost", value=0),
    )  # fmt: skip
    (record,) = records(langfuse, path)
    assert verdicts([record], "right") == {1: 1}
    notes = langfuse.read(path, ReadOptions(arm="a")).notes
    assert "scores of nothing that is in the file, which are not read: 2" in notes


def test_several_scores_stop_the_import_which_names_them(tmp_path):
    path = write_lines(tmp_path, SPAN, generation(), score(), score("style", source="ANNOTATION"))
    with pytest.raises(ChoiceNeeded, match=r"right \(1\); style \(human\) \(1\); all \("):
        rows(langfuse, path)
    (record,) = records(langfuse, path, mapping=ALL)
    assert [each["grader"] for each in record["gradings"]] == ["right", "style (human)"]
    (record,) = records(langfuse, path, mapping={"verdict": "style (human)"})
    assert [each["grader"] for each in record["gradings"]] == ["style (human)"]


def test_the_trace_of_a_judge_is_refused_by_name(tmp_path):
    judge = {"traceId": "t9", "environment": "langfuse-llm-as-a-judge"}
    named = generation("g8", traceId="t8", parentObservationId=None, name="judge")
    path = write_lines(tmp_path, SPAN, generation(), generation("g9", **judge), named)
    found = rows(langfuse, path)
    assert [each.record is None for each in found] == [False, True, True]
    assert {each.refusals[0].reason for each in found[1:]} == {
        "the trace of a grader, not an answer"
    }


def test_the_arm_is_read_where_one_is_named_and_asked_for_where_it_may_be_several(tmp_path):
    named = generation(metadata={"arm": "long-context"})
    assert records(langfuse, write_lines(tmp_path, SPAN, named), arm=None)[0]["arm"] == (
        "long-context"
    )
    tagged = generation(tags=["team:search", "arm:retrieval", "v2"])
    assert records(langfuse, write_lines(tmp_path, SPAN, tagged), arm=None)[0]["arm"] == "retrieval"
    open_ = [{**SPAN, "version": "2.1", "sessionId": "s-77"}, generation(tags=["rag"])]
    path = write_lines(tmp_path, *open_)
    with pytest.raises(ChoiceNeeded) as refusal:
        rows(langfuse, path, arm=None)
    assert (refusal.value.field, refusal.value.choices) == (
        "arm", {"version": "2.1", "sessionId": "s-77", "tag": "rag", "name": "answer"},
    )  # fmt: skip
    (record,) = records(langfuse, path, arm=None, mapping={"arm": "version"})
    assert record["arm"] == "2.1"


def test_an_experiment_names_its_items_and_its_run(tmp_path):
    said = {"experiment_name": "v3", "experiment_run_name": "v3 - rag", "dataset_item_id": "i-4"}
    (record,) = records(langfuse, write_lines(tmp_path, {**SPAN, "metadata": said}), arm=None)
    assert (record["question"], record["arm"]) == ("i-4", "v3 - rag")


def test_texts_in_json_are_read_and_numbers_stay_as_they_were_written(tmp_path):
    said = {"metadata": '{"question_id": "q5"}', "output": "1e3", "input": json.dumps(QUESTION)}
    path = write_lines(tmp_path, {**SPAN, **said})
    (record,) = records(langfuse, path)
    assert (record["question"], record["answer"]) == ("q5", "1e3")
    assert record["question_text"] == "Which pier?"


def test_the_same_question_asked_again_is_the_next_epoch(tmp_path):
    path = write_lines(tmp_path, SPAN, {**SPAN, "id": "s2", "traceId": "t2"})
    assert [each["epoch"] for each in records(langfuse, path)] == [1, 2]


def test_traces_that_only_name_their_scores_have_no_verdict_and_say_so(tmp_path):
    path = write_lines(tmp_path, trace(observations=["s1"], scores=["score-right"]))
    (record,) = records(langfuse, path)
    assert (record["gradings"], record["latency_s"]) == ([], 9.0)
    notes = langfuse.read(path, ReadOptions(arm="a")).notes
    assert "traces that name their scores and do not hold them: 1" in notes
    assert any(each.startswith("no scores: verdicts") for each in notes)


def test_scores_without_what_they_judge_are_refused(tmp_path):
    path = write_lines(tmp_path, score(), score("style"))
    assert identify(path) is langfuse
    with pytest.raises(LogError, match="found scores only"):
        rows(langfuse, path)


def test_a_prompt_longer_than_what_is_looked_at_changes_no_claim(tmp_path):
    long = [{"role": "user", "content": "passage " * 20_000}]
    for row in (generation(input=long), trace(observations=[generation(input=long)])):
        path = write_lines(tmp_path, row)
        assert [e.FORMAT for e in IMPORTERS if e.recognises(path.name, heads.head(path))] == [
            "langfuse"
        ]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_value_of_the_wrong_type_anywhere_ends_in_an_account(tmp_path, wrong):
    whole = trace(observations=[SPAN, generation()], scores=[score()])
    good = [SPAN, generation(), score(), whole]
    broken = [{**row, key: wrong} for row in good for key in row]
    broken += [trace(observations=[{**generation(), key: wrong}]) for key in generation()]
    for number, row in enumerate(broken):
        path = write_lines(tmp_path, row, SPAN, generation(), name=f"{number}.jsonl")
        assert all(each.line for each in rows(langfuse, path, mapping=ALL))


@pytest.mark.parametrize("cut", [1, 40, 400, 700])
def test_a_list_that_is_cut_off_and_a_line_that_is_are_not_lost_silently(tmp_path, cut):
    path = tmp_path / "list.json"
    path.write_text(json.dumps([SPAN, generation()])[:cut], encoding="utf-8")
    with pytest.raises(LcexploreError):
        rows(langfuse, path)
    path = write_lines(tmp_path, SPAN)
    path.write_text(path.read_text() + json.dumps(generation())[:cut], encoding="utf-8")
    assert [each.record is None for each in rows(langfuse, path)].count(True) == 1


def test_rows_read_are_kept_refused_or_duplicates(tmp_path):
    stray = {"id": "x", "hello": 1}
    path = write_lines(
        tmp_path, SPAN, generation(), score(), stray, observation("s2", traceId="t2"),
        generation("g3", traceId="t3", environment="langfuse-llm-as-a-judge"),
    )  # fmt: skip
    store = Store(tmp_path / "s.duckdb")
    (account,) = import_files(store, [path], comparison="c", arm="a")
    assert adds_up(account)
    assert (account.rows_read, account.rows_kept, account.rows_refused) == (4, 2, 2)


# The columns are those that Langfuse's own worker writes (langfuse/langfuse,
# worker/src/features/database-read-stream: observation-stream.ts and trace-stream.ts).
PAGES = {"traceName": "qa", "traceTags": [], "traceTimestamp": "2026-11-29T18:00:00.000Z"}
TABLES = {
    "observations": "id,traceId,type,startTime,endTime,input,output,metadata,traceTimestamp,right",
    "traces": "id,timestamp,name,userId,sessionId,release,tags,bookmarked,public,input,right",
}


def test_scores_that_a_page_averaged_into_columns_are_said_not_to_be_read(tmp_path):
    rows = [{**generation(parentObservationId=None), **PAGES, "right": [1]}]
    path = write_lines(tmp_path, *rows, name="observations.jsonl")
    log = langfuse.read(path, ReadOptions(arm="long"))
    (note,) = [each for each in log.notes if each.startswith("no scores")]
    assert note.endswith("add the rows of its table of scores to the file")
    both = write_lines(tmp_path, *rows, score(), name="both.jsonl")
    log = langfuse.read(both, ReadOptions(arm="long"))
    assert not any(each.startswith("no scores") for each in log.notes)


@pytest.mark.parametrize("what", TABLES)
def test_a_table_downloaded_as_csv_is_named_with_what_to_export_instead(tmp_path, what):
    path = tmp_path / "download.csv"
    path.write_text(f"{TABLES[what]}\n1\n")
    with pytest.raises(LogError, match=f"table of {what} downloaded from Langfuse as CSV; export"):
        identify(path)


def test_a_table_of_traces_as_json_is_named_too(tmp_path):
    path = tmp_path / "traces.json"
    path.write_text(json.dumps([dict.fromkeys(TABLES["traces"].split(","), "x")]))
    with pytest.raises(LogError, match="a table of traces downloaded from Langfuse; export"):
        identify(path)
