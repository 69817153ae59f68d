"""Establishes what LiteLLM's logging payloads say, and what only looks as if they said it."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from lcexplore import ingest
from lcexplore.errors import ChoiceNeeded, UsageError
from lcexplore.importers import identify, litellm, read_log
from lcexplore.log import ReadOptions
from lcexplore.store import Store

DATA = Path(__file__).parent / "data" / "litellm" / "standard_logging_payload.jsonl"
TAGGED = {"arm": "request_tags.1+model"}


def records(path, **options):
    options.setdefault("mapping", {"arm": "request_tags.1"})
    return [row.record for row in litellm.read(path, ReadOptions(**options)).records]


def changed(folder, **changes):
    payload = json.loads(DATA.read_text(encoding="utf-8").splitlines()[0])
    path = folder / "log.jsonl"
    path.write_text(json.dumps({**payload, **changes}), encoding="utf-8")
    return records(path, arm="a", mapping={})[0]


def test_real_payloads_add_up():
    assert identify(DATA) is litellm
    found = records(DATA, mapping=TAGGED)
    # Three requests of each of four providers, the third one too long for its model.
    assert len(found) == 12
    assert Counter(each["error"]["kind"] for each in found if "error" in each) == {
        "context_overflow": 4
    }
    # Sums over the file's own usage_object and response_cost.
    usages = [each["usage"] for each in found if "usage" in each]
    assert sum(sum(each.values()) - each["output"] for each in usages) == 85_870
    assert sum(each["cost_usd"] for each in found if "cost_usd" in each) == pytest.approx(
        0.05318566
    )
    assert len({each["arm"] for each in found}) == 8
    assert not any("ttft_s" in each for each in found)


def test_what_can_be_the_arm_is_a_choice():
    with pytest.raises(ChoiceNeeded) as needed:
        litellm.read(DATA, ReadOptions())
    assert needed.value.field == "arm"
    assert set(needed.value.choices) == {"request_tags.1", "custom_llm_provider", "model"}
    log = read_log(DATA, ReadOptions(arm="long"))
    assert log.notes == ("question key from the text of the last user message",)


def test_every_field_of_a_payload_goes_where_it_belongs(tmp_path):
    record = changed(
        tmp_path, request_tags=["question_id:q7", "pilot"], startTime=1_000_000_000.0,
        completionStartTime=1_000_000_000.75, endTime=1_000_000_003.0, response_time=3.0,
        response_cost=0.5, cache_hit=None,
    )  # fmt: skip
    assert record == {
        "question": "q7",
        "question_text": "Which entry number does Harbour Tariff 14 give for berth 3?",
        "answer": "Answer: 1000", "model": "gpt-4o-2024-08-06", "started_at": 1_000_000_000.0,
        "latency_s": 3.0, "ttft_s": 0.75, "cost_usd": 0.5,
        "usage": {"input_uncached": 2_414, "cache_read": 0, "cache_write": 0, "output": 58},
    }  # fmt: skip


def test_the_id_of_a_question_is_taken_from_what_the_caller_wrote(tmp_path):
    record = changed(tmp_path, metadata={"requester_metadata": {"question_id": "q3"}})
    assert record["question"] == "q3"


def test_a_stored_response_is_a_replay_and_cost_nothing_to_know(tmp_path):
    record = changed(tmp_path, cache_hit=True, response_cost=0.0)
    assert record["replayed"] is True
    assert "cost_usd" not in record


def test_a_request_without_a_price_is_not_free(tmp_path):
    unpriced = {"model_map_information": {"model_map_value": None}}
    assert "cost_usd" not in changed(tmp_path, response_cost=0.0, **unpriced)
    assert changed(tmp_path, response_cost=0.0)["cost_usd"] == 0.0


def test_a_request_for_an_embedding_is_no_answer(tmp_path):
    assert changed(tmp_path, call_type="aembedding") is None


def test_a_long_message_pairs_by_its_fingerprint(tmp_path):
    record = changed(tmp_path, messages=[{"role": "user", "content": "word " * 5_000}])
    assert record["question"].startswith("sha256:")
    assert "question_text" not in record


@pytest.mark.skipif("LCEXPLORE_SHARED_CASES" not in os.environ, reason="needs the shared logs")
def test_the_whole_log_agrees_with_an_independent_count():
    cases = Path(os.environ["LCEXPLORE_SHARED_CASES"])
    name = "generated/providers/litellm_standard_logging_payload.jsonl"
    logs = next(each for each in (cases, cases / "logs") if (each / name).exists())
    expected = json.loads((logs / "expected.json").read_text(encoding="utf-8"))[name]
    found = records(logs / name, mapping=TAGGED)
    assert len(found) == expected["records"]
    assert sum("error" in each for each in found) == expected["status"]["failure"]
    assert sum("ttft_s" in each for each in found) == expected["ttft_usable"]
    assert sum(each.get("cost_usd", 0) for each in found) == pytest.approx(expected["cost_sum"])


def asked(folder, path, **how):
    store = Store(folder / "s.duckdb")
    how = {"arm": "rag", **how}
    (account,) = ingest.import_requests(store, [path], comparison="c", **how)
    return store.table("requests"), account


def test_payloads_given_as_requests_have_the_times_tokens_and_costs_that_they_log(tmp_path):
    found, account = asked(tmp_path, DATA)
    told = records(DATA, mapping={}, arm="rag")
    assert (account.rows_kept, account.format) == (12, "requests")
    assert found["latency_s"].tolist() == pytest.approx([each["latency_s"] for each in told])
    assert found["started_at"].notna().all()
    assert float(found["cost_usd"].sum()) == pytest.approx(0.05318566)
    assert (found["error_kind"] == "context_overflow").sum() == 4


def test_a_replay_given_as_a_request_is_no_fresh_answer(tmp_path):
    payload = json.loads(DATA.read_text(encoding="utf-8").splitlines()[0])
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps({**payload, "cache_hit": True}), encoding="utf-8")
    for number, mapping in enumerate(({}, {"latency_s": "response_time", "time": "startTime"})):
        found, account = asked(tmp_path, path, mapping=mapping, arm=f"rag {number}")
        assert found["replayed"].all()
        assert any("1 row is a replay" in note for note in account.notes)


def test_a_mapped_field_of_payloads_given_as_requests_is_one_of_a_request(tmp_path):
    with pytest.raises(UsageError, match="no such field"):
        asked(tmp_path, DATA, mapping={"verdict": "status"})
