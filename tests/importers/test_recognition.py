"""Establishes that every public log is claimed by one importer, or by none with a way out."""

import io
import json
import zipfile

import pytest

from lcexplore.errors import LogError
from lcexplore.importers import IMPORTERS, ReadOptions, heads, identify, read_log
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.spreadsheets import workbook
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
            with pytest.raises(LogError, match="--map question="):
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
        ("samples.jsonl", {"doc_id": 0, "doc": {"text": LONG}, "resps": [], "target": ""},
         "lm-eval"),
        ("rows.jsonl", {"run": {"id": "1", "name": "t", "start_time": "", "inputs": LONG},
                        "example": {}, "evaluation_results": {}}, "langsmith"),
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


def packed(names):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return made.getvalue()


@pytest.mark.parametrize("name", ["log.xlsx", "log.csv", "log"])
@pytest.mark.parametrize("mapping", [{}, {"question": "id"}])
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (packed(["[Content_Types].xml", "xl/workbook.xml"]), "Excel workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "Excel workbook"),
        (packed(["mimetype"]).replace(b"mimetypex", b"mimetypeapplication/vnd.oasis.opendocument."
                                      b"spreadsheet"), "OpenDocument"),
    ],
    ids=["xlsx", "xls", "ods"],
)  # fmt: skip
def test_a_workbook_is_called_one_and_asked_for_as_csv(tmp_path, name, mapping, data, kind):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(LogError, match=rf"{kind}.*CSV"):
        read_log(tmp_path / name, ReadOptions(mapping=mapping))


def test_other_archives_are_no_workbooks():
    assert workbook(packed(["header.json", "samples/xl/1.json"])) is None


@pytest.mark.parametrize("mapping", [{}, {"question": "question"}])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"question": 1, "verdict": 1},\n {"question": 2, "verdict": 0}]',
         r"a JSON array of 2 elements, with the keys question, verdict; .*jq.*--map question="),
        ('[\n{"question": 1},\n{"question": 2}\n]', r"a JSON array of 2 elements"),
        ('{\n "rows": {"question": 1}\n}', r"one JSON object, with the keys rows"),
        ('[{"question": 1, "verdict": 1},\n {"question": 2, "ver',
         r"line 2, character 18: .*never finished.*cut off"),
        ('[{"question": 1},\n', r"line 2, character 1: .*never finished"),
        ('[{"question": 1},\n {"question" 2}]', r"line 2, character 14: wanted JSON.*delimiter"),
        ('{"question": 1, "verdict": tru}', r"line 1, character 28: wanted JSON"),
        ('["a", 1]\n["b", 2]', r"line 2, character 1: .*one object on each line"),
    ],
)  # fmt: skip
def test_json_that_is_not_lines_is_called_what_it_is_with_the_place_where_it_breaks(
    tmp_path, text, said, mapping
):
    (tmp_path / "log.json").write_text(text, encoding="utf-8")
    with pytest.raises(LogError, match=rf"(?s){said}"):
        read_log(tmp_path / "log.json", ReadOptions(mapping=mapping))


def test_lines_of_json_that_nobody_knows_are_told_their_columns(tmp_path):
    (tmp_path / "log.jsonl").write_text('{"id": 1, "ok": 1}\n{"id": 2, "ok"', encoding="utf-8")
    with pytest.raises(LogError, match="with the columns id, ok"):
        identify(tmp_path / "log.jsonl")


@pytest.mark.parametrize(
    ("name", "content", "ending", "format_"),
    [
        ("run.log", '{"question": "q1", "verdict": 1}\n', ".jsonl", "native"),
        ("run.json", '{"question": "q1", "verdict": 1}\n', ".jsonl", "native"),
        ("run.txt", "question,verdict\nq1,1\n", ".csv", "flat"),
        ("run", "question,verdict\nq1,1\n", ".csv", "flat"),
    ],
)
def test_a_log_by_another_ending_is_told_which_one_to_have(
    tmp_path, name, content, ending, format_
):
    (tmp_path / name).write_text(content)
    with pytest.raises(LogError) as caught:
        identify(tmp_path / name)
    assert f"found one that begins as {format_} does and ends in" in str(caught.value)
    assert str(caught.value).endswith(f"rename it to end in {ending}")
    (tmp_path / f"{name}{ending}").write_text(content)
    (found,) = claims(f"{name}{ending}", content.encode())
    assert found == format_
