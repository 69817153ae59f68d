"""Establishes that every public log is claimed by one importer, or by none with a way out."""

import json

import pytest

from lcexplore.errors import LogError
from lcexplore.importers import IMPORTERS, heads, identify
from lcexplore.importers.first_keys import first_keys
from tests.importers.reading import DATA

# Folders of the public logs, each with the format that claims its files; None where a mapping is
# needed, because the files are of nobody's format.
CLAIMS = {
    "generated/braintrust": "braintrust",
    "generated/deepeval": "deepeval",
    "generated/inspect": "inspect",
    "generated/langsmith": "langsmith",
    "generated/lm_eval": "lm-eval",
    "generated/mlflow": "mlflow",
    "generated/openai_evals": "openai-evals",
    "generated/otel": "otlp",
    "generated/phoenix": "phoenix",
    "generated/promptfoo": "promptfoo",
    "generated/providers": "provider-responses",
    "generated/ragas": "ragas",
    "public": None,
}
PAYLOADS = "litellm_standard_logging_payload.jsonl"
LONG = "passage " * 20_000
# Verdicts that compare two answers are no run log: they have a command of their own.
NO_LOGS = "judgements"


def claims(name, head):
    return [each.FORMAT for each in IMPORTERS if each.recognises(name, head)]


def test_every_file_of_the_corpus_has_the_one_claim_it_should_have(shared_cases):
    folder = shared_cases / "logs"
    seen = 0
    for start, format_ in CLAIMS.items():
        for path in sorted(each for each in (folder / start).rglob("*") if each.is_file()):
            told = "litellm" if path.name == PAYLOADS else format_
            found = claims(path.name, heads.head(path))
            assert (path.name, found) == (path.name, [told] if told else [])
            seen += 1
    assert seen > 90


def test_a_file_of_nobodys_format_is_told_how_to_go_on(shared_cases):
    for path in sorted((shared_cases / "logs" / "public").rglob("*")):
        if path.is_file():
            with pytest.raises(LogError, match=r"--format, or its columns with --map question="):
                identify(path)


def test_every_file_of_these_tests_has_one_claim():
    for path in sorted(DATA.rglob("*")):
        kind = path.relative_to(DATA).parts[0]
        if path.is_file() and path.name != "README.md" and kind != NO_LOGS:
            assert len(claims(path.name, heads.head(path))) == 1, path.name


def test_a_set_of_judgements_is_claimed_by_no_log_format():
    for path in sorted((DATA / NO_LOGS).iterdir()):
        assert claims(path.name, heads.head(path)) == [], path.name


@pytest.mark.parametrize(
    ("name", "row", "format_"),
    [
        ("samples.jsonl", {"doc_id": 0, "doc": {"text": LONG}, "resps": []}, "lm-eval"),
        ("rows.jsonl", {"run": {"id": "1", "name": "t", "start_time": "", "inputs": LONG},
                        "example": {}}, "langsmith"),
        ("traces.jsonl", {"info": {"trace_id": "1", "request_preview": LONG}, "data": {}},
         "mlflow"),
        ("table.json", [{"trace_id": "1", "trace": LONG, "state": "OK"}], "mlflow"),
        ("experiment.json", [{"example_id": "1", "repetition_number": 1, "input": LONG}],
         "phoenix"),
        ("results.json", [{"user_input": "q", "retrieved_contexts": [LONG], "response": "a"}],
         "ragas"),
        ("run.json", {"test_results": [{"name": "q", "input": LONG}]}, "deepeval"),
    ],
)  # fmt: skip
def test_a_first_row_longer_than_what_is_looked_at_is_still_recognised(
    name, row, format_, tmp_path
):
    path = tmp_path / name
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert claims(name, heads.head(path)) == [format_]


def test_keys_are_those_of_the_first_object_and_not_of_its_texts():
    keys = first_keys(b'[{"a": "{\\"b\\": 1}", "c": {"d": {"e": 1}}, "f": [{"g": 1}]}, {"h": 1}]')
    assert keys.names == {"a", "c", "c.d", "f"}
    assert (keys.whole, keys.in_array) == (True, True)


def test_a_key_beyond_what_was_read_may_still_come():
    cut = first_keys(b'{"a": 1, "b": "and so o')
    assert (cut.whole, cut.have("a", late=("z",)), cut.have("z")) == (False, True, False)
