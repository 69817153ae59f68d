"""A comparison of request logs, which ask no questions: what its pages show, and what they lack."""

from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore import ingest
from lcexplore.paths import bundle
from lcexplore.store import Store
from lcexplore.words import NBSP
from tests.report.test_source import SHEET, filled, requests
from tests.store import logs
from tests.test_cli_requests import RULE

SHELL = Path(__file__).resolve().parents[2] / "lcexplore" / "ui" / "shell.py"
NEEDED = (
    "it needs both arms' answers to an eval's questions; stored are requests of both arms, which "
    "ask none."
)


@pytest.fixture(scope="module")
def store_path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("both")
    store = filled(folder)
    both = logs.write(folder / "both.jsonl", requests())
    today = logs.write(folder / "t.jsonl", (row for row in requests() if row["arm"] == "retrieval"))
    store.commit_record("production", RULE)
    ingest.import_requests(store, [both], comparison="production", baseline="retrieval")
    ingest.import_requests(store, [both], comparison="free", baseline="retrieval")
    logs.load(folder, logs_of_two(), comparison="mixed", baseline="retrieval")
    ingest.import_requests(Store(folder / "s.duckdb"), [today], comparison="mixed")
    (folder / "prices.yaml").write_text(SHEET)
    ingest.set_prices(store, folder / "prices.yaml", comparison="production")
    return folder / "s.duckdb"


def logs_of_two():
    """Answers of both arms to a hundred questions."""
    for number in range(100):
        for arm in ("retrieval", "long-context"):
            yield logs.row(f"q{number}", arm, latency_s=1.0)


@pytest.fixture
def opened(store_path, monkeypatch):
    monkeypatch.setenv("LCEXPLORE_STORE", str(store_path))

    def page(stem, comparison="production", **parameters):
        app = AppTest.from_file(str(SHELL), default_timeout=60)
        for name, value in {"comparison": comparison, **parameters}.items():
            app.query_params[name] = value
        app.session_state["named-box"] = True
        app.run()
        if stem != "decision":
            app.switch_page(str(bundle() / "pages" / f"{stem}.py")).run()
        assert not app.exception, app.exception
        drawn = " ".join(each.proto.body for each in app.main.get("html"))
        return unescape(drawn.partition('<dl class="lcx-words"')[0]).replace(NBSP, " ")

    return page


def test_the_decision_says_what_is_not_stored_and_shows_the_request_log(opened):
    text, _, _others = opened("decision").partition("To check: which corpus")
    assert (
        "Do not switch yet: no question is stored, so correctness is not measured, and all" in text
    )
    assert "latency, cache hits, tokens and cost are theirs" in text
    assert "6.0 s" in text
    assert "EUR 71.40 against EUR" in text
    assert "no answer is stored, and the rule is read on an eval's answers" in text
    assert "Run an eval and import it" in text
    for lie in ("not in the log", "add usage", "add latency_s", "Add a price", "None", "Log the"):
        assert lie not in text


def test_without_a_rule_the_first_step_is_to_agree_on_one_before_an_eval_is_run(opened):
    text, _, _others = opened("decision", "free").partition("To check: which corpus")
    assert "there is no decision: no question is stored" in text
    agree, run = "Write down what would settle it (minutes): before", "Run an eval and import it"
    assert 0 < text.index(agree) < text.index(run)
    assert "not in the log" not in text


def test_the_conditions_of_a_request_log_are_those_of_requests_and_not_of_questions(opened):
    text = opened("decision")
    assert "Nobody assigned these requests: who was served by which arm" in text
    for of_questions in ("who wrote the questions", "A grader whose errors", "nobody labelled"):
        assert of_questions not in text


def test_hits_are_held_against_a_bar_that_multiplies_the_logged_baseline(opened):
    text = opened("whatif")
    # retrieval: 500 requests of 1.000 to 1.998 s; the 475th is 1.948 s, and four times that 7.8 s
    assert "Not licensed: nobody assigned these requests to an arm" in text
    assert "against the agreed 7.8 s" in text


@pytest.mark.parametrize("view", ["More questions", "Both"])
def test_what_needs_questions_says_so(opened, view):
    text = opened("whatif", view=view, saved="warm!97!!!0")
    assert f"No scenario{' of both' if view == 'Both' else ''}: {NEEDED}" in text
    assert "agreed conditions are met" not in text
    assert f"whatever the number of questions: {NEEDED}" in text


@pytest.mark.parametrize("stem", ["discordance", "interval", "grader"])
def test_a_page_about_answers_shows_no_nought_of_nought(opened, stem):
    text = opened(stem)
    assert f"Nothing to show here: {NEEDED}" in text
    for nought in ("p = 1", "0 of 0", "McNemar", "Tango", "Not calibrated", "0 of them"):
        assert nought not in text


def test_validity_reads_no_order_into_a_request_log(opened):
    text = opened("validity")
    assert "Nobody assigned the requests of a log to the arms." in text
    assert "carry no start times" not in text


def test_a_request_log_of_one_of_two_arms_compares_nothing(opened):
    text = opened("latency", "mixed", requests="Request log")
    assert "The request log holds requests of retrieval only: nothing is compared." in text
    assert "the start times of long-context are not there. retrieval's median in its" in text


@pytest.mark.parametrize("until", [None, "Time to first token"])
@pytest.mark.parametrize("slowest", [0.0, 0.004])
def test_a_log_of_no_seconds_opens_and_asks_about_them(tmp_path, monkeypatch, slowest, until):
    timed = [0.0] * 60 + [slowest] * 40
    rows = [
        {"arm": "a", "latency_s": each, "ttft_s": each, "cache": "miss" if at % 5 else "hit"}
        for at, each in enumerate(timed)
    ]
    store = Store(tmp_path / "z.duckdb")
    ingest.import_requests(store, [logs.write(tmp_path / "z.jsonl", rows)], comparison="z")
    monkeypatch.setenv("LCEXPLORE_STORE", str(tmp_path / "z.duckdb"))
    app = AppTest.from_file(str(SHELL), default_timeout=60)
    app.query_params["comparison"] = "z"
    if until:
        app.query_params["until"] = until
    app.run().switch_page(str(bundle() / "pages" / "latency.py")).run()
    assert not app.exception, app.exception
    drawn = unescape(" ".join(each.proto.body for each in app.main.get("html")))
    assert f"a: {60 if slowest else 100} of 100 " in drawn
    assert "are 0 s, which no request takes: check the unit or the log." in drawn
