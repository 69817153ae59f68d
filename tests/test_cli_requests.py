"""On the command line, a comparison of request logs gives their figures and says whose they are."""

import json

import pytest

from lcexplore import ingest
from lcexplore.cli import main
from lcexplore.store import Store
from tests.report.test_source import SHEET, requests
from tests.store import logs

RULE = """
comparison: production
frozen: {eval_set: "faq (820 questions)"}
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -2.0 pts"
    - p95_end_to_end: "<= 4x retrieval"
    - cost_per_1k_queries: "<= 50"
    - measured_cache_hit_rate: ">= 0.95"
  reject_if:
    - error_rate: ">= 10 %"
"""
WHOSE = "Requests of a log without questions (1,000"


@pytest.fixture(scope="module")
def store_path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("requests")
    store = Store(folder / "s.duckdb")
    both = logs.write(folder / "p.jsonl", requests())
    one = logs.write(folder / "o.jsonl", (row for row in requests() if row["arm"] != "retrieval"))
    bare = [{"arm": arm, "latency_s": 2.0} for arm in ("old", "new") for _ in range(80)]
    unpriced = logs.write(folder / "b.jsonl", bare)
    store.commit_record("production", RULE)
    ingest.import_requests(store, [both], comparison="production", baseline="retrieval")
    ingest.import_requests(store, [one], comparison="alone")
    ingest.import_requests(store, [unpriced], comparison="bare", baseline="old")
    (folder / "prices.yaml").write_text(SHEET)
    return folder / "s.duckdb"


@pytest.fixture
def told(store_path, monkeypatch, capsys):
    monkeypatch.setenv("LCEXPLORE_STORE", str(store_path))

    def run(*words, code=0):
        assert main([str(word) for word in words]) == code
        found = capsys.readouterr()
        return (found.err if code == 2 else found.out).replace("\u00a0", " ")

    return run


@pytest.fixture
def sheet(store_path):
    return store_path.parent / "prices.yaml"


def test_a_price_sheet_is_read_on_the_requests(told, sheet):
    said = told("prices", sheet, "--comparison", "production")
    # 0.9 x (100,000 read x 0.30 + 800 x 3 + 300 x 15) + 0.1 x (100,000 written x 3.75 + the same)
    assert "EUR 71.40" in said
    assert "500 requests" in said
    assert "Cost per 1,000 queries" in said
    assert "answer of" not in said
    assert WHOSE in said
    data = json.loads(told("prices", sheet, "--comparison", "production", "--json"))
    assert data["source"] == "requests"
    assert data["arms"]["long-context"]["n"] == 500


def test_a_price_sheet_is_read_on_one_arm_alone(told, sheet):
    data = json.loads(told("prices", sheet, "--comparison", "alone", "--json"))
    assert list(data["arms"]) == ["long-context"]
    assert data["arms"]["long-context"]["cost_per_1k_queries"] == pytest.approx(71.4)


def test_requests_that_report_no_tokens_are_called_requests(told, sheet):
    said = told("prices", sheet, "--comparison", "bare")
    assert "no request of new reports any tokens" in said


def test_the_summary_gives_the_request_log_in_words(told, sheet):
    told("prices", sheet, "--comparison", "production")
    said = told("summary", "--comparison", "production")
    # 475th of 499 timed requests, the 26th miss: 4 x 1.501 s; 90 of 100 hit
    assert "6.0 s; interval" in said
    assert "450 of 500 requests" in said
    assert "EUR 71.40 against EUR" in said
    assert WHOSE in said
    assert "No question is stored here, so correctness is not measured" in said
    for lie in ("not in the log", "Start times are not recorded", "missing 820", "no price"):
        assert lie not in said
    assert "the difference between the arms is not licensed" in said


def test_the_summary_gives_the_request_log_under_the_documented_keys(told, sheet):
    told("prices", sheet, "--comparison", "production")
    data = json.loads(told("summary", "--comparison", "production", "--json"))
    arm = data["arms"]["long-context"]
    assert data["source"] == "requests"
    assert (arm["n_answers"], arm["n_measured"], arm["accuracy"]) == (820, 0, None)
    assert arm["hit_rate"] == pytest.approx(0.9)
    assert arm["cost_per_1k_queries"] == pytest.approx(71.4)
    assert (arm["latency"]["n"], arm["latency"]["p95"]) == (499, pytest.approx(6.004))
    assert data["correctness"]["difference"] is None
    assert "no_answers" in [each["id"] for each in data["validity"]]


def test_no_clause_is_measured_on_a_request_log_and_the_reason_is_true(told):
    data = json.loads(told("decide", "--comparison", "production", "--json", code=1))
    assert data["outcome"] == "iterate"
    for clause in data["clauses"]:
        assert clause["status"] == "not_measured"
        assert clause["observed"] is None
        assert clause["reason"] == "no answer is stored, and the rule is read on an eval's answers"
    said = told("decide", "--comparison", "production", code=1)
    assert "no question is stored, so correctness is not measured" in said
    assert "None" not in said


@pytest.mark.parametrize("command", ["summary", "decide", "size"])
def test_one_arm_alone_is_refused_with_what_shows_it(told, command):
    said = told(command, "--comparison", "alone", code=2)
    assert "alone holds one arm, long-context; import the other arm's log too" in said
    assert "Latency and What if in the app (lcexplore app) show what is known of this arm" in said


def test_the_list_says_that_a_request_log_asks_no_questions(told):
    said = told("list")
    assert "production: 1,000 requests of a log, no questions, record committed" in said
    assert "0 answers" not in said


def test_a_request_log_of_other_arms_than_those_compared_is_named(tmp_path, capsys):
    asked = [logs.row(arm=arm) for arm in ("long", "rag")]
    store, _ = logs.load(tmp_path, asked, comparison="c", baseline="rag")
    logged = logs.write(tmp_path / "r.jsonl", [{"arm": "canary", "latency_s": 1.0}])
    ingest.import_requests(store, [logged], comparison="c")
    where = ["--comparison", "c", "--store", str(store.path)]
    assert main(["summary", *where, "--source", "requests"]) == 2
    said = capsys.readouterr().err
    assert "The request log also holds 1 request of canary, which is not compared here" in said
    assert "--candidate" in said
