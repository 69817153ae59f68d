"""A log of one arm feeds Latency and What if: its own figures, and no word of another arm."""

from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore import ingest
from lcexplore.paths import bundle
from lcexplore.store import Store
from lcexplore.words import NBSP
from tests.report.test_source import SHEET, requests
from tests.store import logs

SHELL = Path(__file__).resolve().parents[2] / "lcexplore" / "ui" / "shell.py"
ARM = "long-context"
RULE = """
comparison: with-a-rule
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -2.0 pts"
    - p95_end_to_end: "<= 4.0 s"
    - p95_time_to_first_token: "<= 3x old"
"""
OF_TWO = ("None", "0 of 0", "either arm", "per arm", "The arms", "both arms'", "'s requests ran")


def answers():
    """Thirty questions of an eval: one request in ten misses and takes four times as long."""
    for number in range(300):
        hit = number % 10 > 0
        yield {
            "question": f"q{number // 10}",
            "epoch": number % 10 + 1,
            "arm": ARM,
            "verdict": "correct",
            "started_at": 1_777_000_000 + 60 * number,
            "model": "model-2026-04-17",
            "latency_s": round((1 + number / 1000) * (1 if hit else 4), 3),
            "usage": {"input_uncached": 800, "cache_read": 100_000 * hit,
                      "cache_write": 100_000 * (not hit), "output": 300},
        }  # fmt: skip


@pytest.fixture(scope="module")
def store_path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lone")
    store = Store(folder / "s.duckdb")
    logged = logs.write(folder / "p.jsonl", (row for row in requests() if row["arm"] == ARM))
    asked = logs.write(folder / "e.jsonl", answers())
    store.commit_record("with-a-rule", RULE)
    today = RULE.replace("with-a-rule", "of-today").replace("3x old", f"3x {ARM}")
    store.commit_record("of-today", today)
    for name in ("production", "with-a-rule", "of-today"):
        ingest.import_requests(store, [logged], comparison=name)
    ingest.import_files(store, [asked], comparison="eval")
    (folder / "prices.yaml").write_text(SHEET)
    for name in ("production", "eval"):
        ingest.set_prices(store, folder / "prices.yaml", comparison=name)
    return folder / "s.duckdb"


@pytest.fixture
def opened(store_path, monkeypatch):
    monkeypatch.setenv("LCEXPLORE_STORE", str(store_path))

    def page(stem, comparison, **parameters):
        app = AppTest.from_file(str(SHELL), default_timeout=60)
        for name, value in {"comparison": comparison, **parameters}.items():
            app.query_params[name] = value
        for box in ("levers", "named", "hit-rate"):
            app.session_state[f"{box}-box"] = True
        app.run()
        app.switch_page(str(bundle() / "pages" / f"{stem}.py")).run()
        assert not app.exception, app.exception
        return app

    return page


def said(app):
    drawn = " ".join(each.proto.body for each in app.main.get("html"))
    own, _, _words = drawn.partition('<dl class="lcx-words"')
    return unescape(own).replace(NBSP, " ")


@pytest.mark.parametrize(
    ("comparison", "sentences"),
    [
        # long-context's timed requests: 449 hits of 1 to 2 s, 50 misses of 4 to 8 s; one failed.
        # The 475th of the 499 (0.95 x 499 = 474.05) is the 26th of the misses: 4 x 1.501 s.
        ("production", ("p95 is 6.0 s", "(50 of 499)", "1 of 500 requests failed or timed out",
                        "Requests of a log without questions (500", "No question is stored here",
                        "this one arm's requests", "EUR 71.40")),
        # 0.95 x 300 = 285: the 15th of the 30 misses, number 140: 4 x 1.14 s
        ("eval", ("p95 is 4.6 s", "(30 of 300)", "No request failed, timed out or was replayed.",
                  "this one arm's answers", "EUR 71.40", "10 answers per question;")),
    ],
)  # fmt: skip
def test_latency_shows_the_only_arm(opened, comparison, sentences):
    app = opened("latency", comparison)
    text = said(app)
    for sentence in sentences:
        assert sentence in text
    for drawn in ("p95 falls among the misses", "Hits alone give", f">{ARM}, n<"):
        assert drawn in text
    assert f"{comparison}: only {ARM} is stored" in text
    assert text.count("Nothing is compared") == 1
    for word in OF_TWO:
        assert word not in text
    kind = " --requests" if comparison == "production" else ""
    assert app.code[-1].value.startswith(f"lcexplore import OTHER.jsonl{kind} --comparison")


@pytest.mark.parametrize("comparison", ["production", "eval"])
def test_more_hits_of_the_only_arm_are_shown_without_a_rule(opened, comparison):
    text = said(opened("whatif", comparison, saved="warm!97!!!0"))
    assert "Scenario: a hit rate of 97 % would give a p95 of" in text
    assert "What p95 would be at another hit rate" in text
    assert "About EUR 0.3" in text
    assert "Recorded: no rule was agreed" in text
    assert "The difference is not measured, whatever the number of questions" in text
    for word in ("None", "0 of 0", "the agreed"):
        assert word not in text


def test_a_rule_is_said_where_its_bar_asks_for_no_other_arm(opened):
    text = said(opened("whatif", "with-a-rule"))
    assert "Scenario: a hit rate of 97 % meets the p95 bar" in text
    assert "against the agreed 4.0 s" in text
    assert "Recorded: no decision" in text
    assert "Scenario: no decision, as only long-context is stored" in text
    drawn = opened("latency", "with-a-rule").get("vega_lite_chart")[0].proto
    assert "agreed 4.0" in drawn.spec


def test_an_arm_that_a_bar_multiplies_is_todays_and_is_held_against_no_bar(opened):
    text = said(opened("whatif", "of-today"))
    assert "Scenario: a hit rate of 97 % would give a p95 of" in text
    assert "agreed 4.0 s" not in text
    assert "bar" not in text.partition("Scenario: a hit rate")[2].partition(".")[0]


@pytest.mark.parametrize("view", ["More questions", "Both"])
@pytest.mark.parametrize(
    ("comparison", "needed"),
    [
        ("production", "it needs both arms' answers to an eval's questions; stored are requests of "
                       "long-context alone, which ask none."),
        ("eval", "it needs both arms' answers to the same questions, and only long-context is "
                 "stored."),
    ],
)  # fmt: skip
def test_the_views_that_need_the_other_arm_say_so(opened, view, comparison, needed):
    app = opened("whatif", comparison, view=view)
    assert f"No scenario{' of both' if view == 'Both' else ''}: {needed}" in said(app)
    assert "n" not in [each.key for each in app.slider]


def test_the_decision_of_one_arm_shows_the_levels_of_its_request_log(opened):
    app = opened("decision", "production")
    text = said(app)
    assert "Not measured: only long-context is stored, so there is no gap to show." in text
    assert "6.0 s" in text
    assert "449 of 499" in text or "450 of 500 requests" in text
    assert "not in the log" not in text
