"""Arms that a reader has to choose from: every page offers the choice and counts requests."""

from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore import ingest
from lcexplore.paths import bundle
from lcexplore.store import Store
from lcexplore.words import NBSP
from tests.store import logs

SHELL = Path(__file__).resolve().parents[2] / "lcexplore" / "ui" / "shell.py"
ARMS = ("a", "b", "canary")
TURNED, ESCAPED = "n\u202eame", "n\\u202eame"


@pytest.fixture(scope="module")
def store_path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("several")
    store = Store(folder / "s.duckdb")
    rows = [{"arm": arm, "latency_s": 1.0 + n / 100} for n in range(80) for arm in ARMS]
    logged = logs.write(folder / "r.jsonl", rows)
    ingest.import_requests(store, [logged], comparison="open")
    ingest.import_requests(store, [logged], comparison="named", baseline="a")
    asked = [logs.row(f"q{n}", arm, latency_s=1.0) for n in range(5) for arm in "ab"]
    logs.load(folder, asked, comparison="eval", baseline="a")
    ingest.import_requests(store, [logged], comparison="eval")
    lone = [logs.row(f"q{n}", "b", latency_s=1.0) for n in range(5)]
    logs.load(folder, lone, name="b.jsonl", comparison="half", baseline="a")
    ingest.import_requests(store, [logged], comparison="half", arm="a")
    turned = logs.write(folder / "t.jsonl", [{**row, "arm": row["arm"] + TURNED} for row in rows])
    ingest.import_requests(store, [turned], comparison=TURNED, baseline=f"a{TURNED}")
    return folder / "s.duckdb"


@pytest.fixture
def opened(store_path, monkeypatch):
    monkeypatch.setenv("LCEXPLORE_STORE", str(store_path))

    def page(stem, comparison, **parameters):
        app = AppTest.from_file(str(SHELL), default_timeout=60)
        for name, value in {"comparison": comparison, **parameters}.items():
            app.query_params[name] = value
        app.run()
        app.switch_page(str(bundle() / "pages" / f"{stem}.py")).run()
        assert not app.exception, app.exception
        return app

    return page


def said(app):
    drawn = " ".join(each.proto.body for each in [*app.sidebar.get("html"), *app.main.get("html")])
    return unescape(drawn).replace(NBSP, " ")


@pytest.mark.parametrize("stem", ["decision", "latency", "whatif"])
def test_a_page_of_three_arms_counts_their_requests_and_names_no_option_of_the_cli(opened, stem):
    app = opened(stem, "open")
    text = said(app)
    assert "Stored in open are a, b and canary; nothing says which of them runs today." in text
    assert "240 requests of a log, no questions" in text
    assert text.count('data-label="Requests of a log">80<') == 3
    assert "choose the candidate with" not in text
    assert "Choose in the sidebar." in text


def test_the_choice_of_both_arms_opens_the_page_and_is_kept_for_the_next(opened):
    app = opened("latency", "open")
    app.sidebar.selectbox(key="baseline").set_value("a").run()
    assert "which of them would replace a." in said(app)
    app.sidebar.selectbox(key="candidate").set_value("canary").run()
    assert "open: canary (candidate) against a (baseline, runs today)" in said(app)
    assert "The request log also holds 80 requests of b, which is not compared here." in said(app)
    app.switch_page(str(bundle() / "pages" / "whatif.py")).run()
    assert "open: canary (candidate) against a" in said(app)


def test_an_address_names_both_arms(opened):
    assert "named: canary (candidate) against a" in said(
        opened("latency", "named", candidate="canary")
    )
    both = opened("latency", "open", baseline="b", candidate="a")
    assert "open: a (candidate) against b" in said(both)


def test_a_choice_made_for_one_comparison_is_dropped_where_another_has_no_such_arm(opened):
    app = opened("latency", "open", baseline="b", candidate="canary")
    app.sidebar.selectbox(key="comparison").set_value("half").run()
    assert not app.exception
    assert "half: b (candidate) against a (baseline, runs today)" in said(app)


def test_a_canary_beside_an_eval_takes_nobodys_place_and_can_be_chosen(opened):
    text = said(opened("latency", "eval"))
    assert "eval: b (candidate) against a (baseline, runs today)" in text
    assert "5 questions, 5 answers per arm, 240 requests of a log" in text
    logged = said(opened("latency", "eval", requests="Request log"))
    assert "also holds 80 requests of canary, which is not compared here." in logged
    assert "canary (candidate) against a" in said(opened("latency", "eval", candidate="canary"))


@pytest.mark.parametrize("stem", ["discordance", "interval", "grader"])
def test_a_page_about_answers_says_which_arm_has_requests_alone(opened, stem):
    text = said(opened(stem, "half"))
    needed = "it needs both arms' answers to the same questions, and a has no answers here, only"
    assert f"Nothing to show here: {needed} 240 requests of a log." in text
    assert "none with a verdict" not in text


def test_data_lists_every_arm_with_its_requests(opened):
    text = said(opened("data", "eval"))
    assert text.count('data-label="Requests of a log">80<') == 12
    assert text.count('data-label="Requests of a log">240<') == 1


def test_a_name_that_turns_text_around_is_escaped_on_the_page_and_can_be_chosen(opened):
    app = opened("latency", TURNED, candidate=f"b{TURNED}")
    assert f"{ESCAPED}: b{ESCAPED} (candidate) against a{ESCAPED} (baseline, runs today)" in said(
        app
    )
    assert "\u202e" not in said(app)
    assert not any("\u202e" in each.proto.spec for each in app.get("vega_lite_chart"))
