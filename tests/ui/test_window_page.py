"""Window, and what a comparison shows that holds one arm or whose question is reopened."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore.paths import bundle
from lcexplore.words import NBSP

SHELL = Path(__file__).resolve().parents[2] / "lcexplore" / "ui" / "shell.py"
PROBE = "effective-window-probe"


@pytest.fixture
def at(monkeypatch):
    def opened(store, stem="window", **parameters):
        monkeypatch.setenv("LCEXPLORE_STORE", str(store))
        app = AppTest.from_file(str(SHELL), default_timeout=60)
        for name, value in parameters.items():
            app.query_params[name] = value
        app.run()
        if stem != "decision":
            app.switch_page(str(bundle() / "pages" / f"{stem}.py")).run()
        assert not app.exception, app.exception
        return app

    return opened


@pytest.fixture
def stored(tmp_path):
    """Import logs given as rows into a store of their own, one file an arm."""
    from lcexplore import ingest
    from lcexplore.store import Store

    path = tmp_path / "small.duckdb"

    def store(comparison, *logs, record=None):
        files = []
        for place, rows in enumerate(logs):
            files.append(tmp_path / f"{comparison}-{place}.jsonl")
            text = "".join(f"{json.dumps(row)}\n" for row in rows)
            files[-1].write_text(text, encoding="utf-8")
        ingest.import_files(Store(path), files, comparison=comparison)
        if record:
            Store(path).commit_record(comparison, record)
        return path

    return store


def log(arm, *, verdicts=(True, False, True), window=None, day=1, **manifest):
    told = {"lcexplore": 1, "manifest": {"arm": arm, "baseline": "old", **manifest}}
    more = {"window": window} if window else {}
    rows = [
        {"question": f"q{place}", "arm": arm, "verdict": verdict, "latency_s": 1.0 + place,
         "started_at": f"2026-05-{day:02}T09:0{place}:00Z", **more}
        for place, verdict in enumerate(verdicts)
    ]  # fmt: skip
    return [told, *rows]


def said(app):
    return " ".join(each.proto.body for each in app.get("html")).replace(NBSP, " ")


def charts(app):
    return [each.proto for each in app.get("vega_lite_chart")]


@pytest.mark.parametrize(
    "sentence",
    [
        # the probe's design: a dip at 0.50, deeper half full; near-misses cost most; repeats vary
        "Accuracy dips by 12.5 points at depth 0.50 when the window is half full, against 3.0 when "
        "short (40 questions, two versions taken together).",
        "short means 10,000 tokens and half full means 100,000 tokens",
        "Near-miss passages cost 15.0 points when half full and 7.7 points when short; irrelevant "
        "passages cost 2.5 points when half full and 1.9 points when short",
        "more often as the window fills: 41 of 720 repeats (5.7 %) when short, 120 of 720 repeats "
        "(16.7 %) when half full.",
        "beyond sampling error in 4 of 6 cells (version by distractor); at the other depths in 0 "
        "of 12.",
        "The model moved with the version",
        "Every answer has a verdict.",
    ],
)
def test_the_probe_says_what_it_found(at, demo_path, sentence):
    assert sentence in said(at(demo_path, comparison=PROBE))


def test_there_is_a_panel_for_each_distractor_with_words_for_those_who_do_not_see_it(at, demo_path):
    drawn = charts(at(demo_path, comparison=PROBE))
    assert [each.alt.partition(",")[0] for each in drawn] == [
        "With no distractor", "With irrelevant passages", "With near-miss passages",
    ]  # fmt: skip
    scales = {json.dumps(json.loads(each.spec)["layer"][0]["encoding"]["y"]["scale"])
              for each in drawn}  # fmt: skip
    assert len(scales) == 1


def test_another_version_is_one_choice_away_and_part_of_the_address(at, demo_path):
    app = at(demo_path, comparison=PROBE)
    assert "10.4 points below the ends" in said(app)
    app.selectbox(key="version").set_value("release-2026-03").run()
    assert "14.6 points below the ends" in said(app)
    assert "14.6 points below" in said(at(demo_path, comparison=PROBE, version="release-2026-03"))


def test_a_comparison_without_a_probe_says_how_one_is_logged(at, demo_path):
    app = at(demo_path, comparison="policy-assistant-v3")
    assert "says where in the window its fact stood" in said(app)
    assert '"window"' in app.code[0].value
    assert charts(app) == []


def test_a_comparison_without_a_probe_names_the_one_that_has_it(at, demo_path):
    shown = said(at(demo_path, comparison="policy-assistant-v3"))
    assert f"A window was probed in {PROBE}: choose it under Comparison." in shown


def test_a_probe_of_one_arm_is_shown(at, stored):
    fills = [log("old", window={"depth": depth, "fill": fill})
             for depth in (0.25, 0.5, 0.75) for fill in (0.05, 0.5)]  # fmt: skip
    rows = [fills[0][0], *(row for each in fills for row in each[1:])]
    app = at(stored("alone", rows))
    assert "Accuracy does not dip at depth 0.50" in said(app)
    assert "alone: only old is stored" in said(app)
    assert len(charts(app)) == 1


def test_a_probe_without_a_verdict_says_so(at, stored):
    window = {"depth": 0.5, "fill": 0.5}
    logs = [log(arm, verdicts=("", ""), window=window) for arm in ("old", "new")]
    assert "none has a verdict" in said(at(stored("failed", *logs)))


def test_one_arm_shows_its_levels_and_how_to_import_the_other(at, stored):
    app = at(stored("alone", log("old")), "decision")
    text = said(app)
    assert "Not measured: only old is stored, so there is no gap to show." in text
    assert "2 of 3 answers" in text
    assert text.count("○ not measured") >= 4
    assert "--comparison alone" in app.code[0].value


RECORD = """
comparison: small
frozen: {model: model-1}
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= 0 pts"
review_trigger: [model snapshot change, price change]
"""


def test_a_newer_run_with_another_model_reopens_the_question(at, stored):
    store = stored("small", log("old", model="model-1"), log("new", model="model-1"), record=RECORD)
    assert "Reopened" not in said(at(store, "decision"))
    stored("later", log("new", model="model-2", day=9))
    app = at(store, "decision", comparison="small")
    assert "Reopened" in said(app)
    assert "new now runs with model model-2, not model-1" in said(app)


def test_an_older_run_imported_later_reopens_nothing(at, stored):
    logs = [log(arm, model="model-1", day=5) for arm in ("old", "new")]
    store = stored("small", *logs, record=RECORD)
    stored("older", log("new", model="model-0", day=1))
    assert "Reopened" not in said(at(store, "decision", comparison="small"))


def test_nobody_is_said_to_wait_where_no_latency_is_logged(at, stored):
    logs = [
        [{name: value for name, value in row.items() if name != "latency_s"} for row in log(arm)]
        for arm in ("old", "new")
    ]
    text = said(at(stored("untimed", *logs), "decision"))
    assert "waits longer than this<" not in text
    assert "No seconds, so nobody knows how long a request waits" in text


def test_an_answer_of_a_probe_is_opened_with_its_window(at, demo_path):
    app = at(demo_path, "discordance", comparison=PROBE)
    assert "Answer 1 (short" not in said(app)
    assert "Answer 1 (5 % full, depth 0.25, no distractor): " in said(app)
    assert "Answer 2 (half full, depth 0.50, near-miss passages): " in said(app)
