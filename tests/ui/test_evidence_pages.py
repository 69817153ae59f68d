"""Discordance, Grader, Latency and What if: sentences, figures, and what a choice does."""

import html
import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore.paths import bundle
from lcexplore.words import NBSP

SHELL = Path(__file__).resolve().parents[2] / "lcexplore" / "ui" / "shell.py"
V3, PILOT, PROBE = "policy-assistant-v3", "policy-assistant-pilot", "effective-window-probe"
STEMS = ("discordance", "grader", "latency", "whatif")


@pytest.fixture
def open_page(demo_path, monkeypatch):
    monkeypatch.setenv("LCEXPLORE_STORE", str(demo_path))

    def opened(stem, comparison=V3, **parameters):
        app = AppTest.from_file(str(SHELL), default_timeout=60)
        for name, value in {"comparison": comparison, **parameters}.items():
            app.query_params[name] = value
        app.run()
        app.switch_page(str(bundle() / "pages" / f"{stem}.py")).run()
        assert not app.exception, app.exception
        return app

    return opened


def said(app):
    bodies = " ".join(each.proto.body for each in app.get("html"))
    return html.unescape(bodies).replace(NBSP, " ")


def test_a_figure_stands_below_the_heading_of_the_section_it_is_part_of(open_page):
    assert "<h3>25 labelled questions are too few to correct with" in said(open_page("grader"))


def charts(app):
    return [each.proto for each in app.get("vega_lite_chart")]


def codes(app):
    return [each.value for each in app.code]


@pytest.mark.parametrize(
    ("stem", "comparison", "sentence"),
    [
        ("discordance", V3, "The arms differ on 141 of 820 questions: long-context does better on "
         "86, retrieval on 55; the other 679 cannot move the difference."),
        ("discordance", V3, "(54 − 34 + ½·32 − ½·21) ÷ 820 = +3.1 points"),
        ("discordance", PILOT, "Confounded by the model: as measured, the arms differ on 47 of 240 "
         "questions; only retrieval is correct on 30, only long-context on 17."),
        ("discordance", PILOT, "If the arms were equally good, an imbalance of 13 would turn up 6 "
         "to 8 times in 100 (McNemar, four versions)."),
        ("discordance", PILOT, "as many again (240) that both get right would shrink the pilot's "
         "−5.4 points to −2.7 and leave the test where it is."),
        ("grader", V3, "The grader leaned towards long-context, which is not established: 5 of "
         "its 6 lenient calls on 50 labelled answers were long-context, and rubric v4 took 2.2 "
         "points from long-context but 0.2 from retrieval."),
        ("grader", V3, "5 of the 6 lenient calls are long-context answers: a lean, not a finding"),
        ("grader", V3, "A fair coin splits six calls this unevenly about 2 times in 10 (sign test, "
         "p = 0.22)."),
        ("grader", V3, "3.1 − 5.1 = (−2.2) − (−0.2) = −2.0 points, nothing left over"),
        ("grader", V3, "25 labelled questions are too few to correct with: "),
        ("grader", V3, "not measured under rubric v4: labels belong to rubric v3"),
        ("grader", PILOT, "Not calibrated: the interval assumes the grader errs equally in both "
         "arms."),
        ("latency", V3, "Cache misses set long-context's p95: 1 request in 9 misses (190 of 1,640) "
         "and p95 leaves room for only 1 in 20, so p95 is 11.6 s where hits alone would give "
         "6.2 s."),
        ("latency", V3, "p95 falls among the misses"),
        ("latency", V3, "p95, 11.6 s, is the 57th percentile of the misses; no hit takes longer."),
        ("latency", V3, "Hits alone give 6.2 s; misses reach 21.3 s"),
        ("latency", PILOT, "Not licensed: the arms ran in separate hours;"),
        ("whatif", V3, "Scenario: a hit rate of 97 % meets the hit-rate bar but not the p95 bar: "
         "p95 would be 6.9 s against the agreed 5.0 s, and 6.2 s even if all 1,640 requests hit."),
        ("whatif", V3, "p95 of at most 5.0 s: no hit rate reaches it."),
        ("whatif", V3, "Scenarios do not change the record."),
        ("whatif", V3, "○ not measured: no price recorded"),
        ("whatif", PILOT, "Recorded: no rule was agreed"),
    ],
)  # fmt: skip
def test_the_worked_example_is_there_word_for_word(open_page, stem, comparison, sentence):
    assert sentence in said(open_page(stem, comparison))


@pytest.mark.parametrize("comparison", [V3, PILOT, PROBE])
@pytest.mark.parametrize("stem", STEMS)
def test_every_figure_has_words_for_those_who_do_not_see_it(open_page, stem, comparison):
    app = open_page(stem, comparison)
    for chart in charts(app):
        assert chart.alt
        assert len(chart.spec) < 300_000
    labels = [each.label for each in app.expander]
    figures = sum("vconcat" not in json.loads(chart.spec) for chart in charts(app))
    folded = 3 if stem == "latency" else 0
    assert labels.count("The numbers in this figure") == figures - folded


def test_two_answers_make_a_tug_bar_and_one_makes_four_cells(open_page):
    assert '"pick"' not in charts(open_page("discordance"))[0].spec
    assert '"pick"' in charts(open_page("discordance", PILOT))[0].spec


def test_baseline_ahead_is_shown_first_because_a_switch_would_cost_it(open_page):
    app = open_page("discordance")
    assert app.segmented_control(key="questions").value == "Baseline ahead"
    assert "55 of 820 questions." in said(app)


@pytest.mark.parametrize(
    ("place", "number"),
    [("Candidate ahead", 86), ("Baseline ahead", 55), ("Tie: both correct", 547)],
)
def test_a_place_lists_as_many_questions_as_its_cell_counts(open_page, place, number, demo_store):
    from lcexplore.report.questions import CELL_OF
    from lcexplore.report.review import review

    app = open_page("discordance", questions=place)
    cells = review(demo_store, V3).evidence.correctness.cells
    expected = getattr(cells, CELL_OF[place])
    assert f"{expected} of 820 questions." in said(app)
    if place != "Tie: both correct":
        assert expected == number


def test_choosing_a_row_shows_both_arms_answers_as_text(open_page):
    app = open_page("discordance", PILOT, questions="Candidate ahead")
    first = codes(app)
    key = f"rows-{PILOT}-Candidate ahead-v3-"
    app.session_state[key] = {"selection": {"rows": [1], "columns": []}}
    app.run()
    assert not app.exception
    assert codes(app) != first
    assert "retrieval (baseline)" in said(app)
    assert "long-context (candidate)" in said(app)


def test_a_search_that_finds_nothing_offers_a_reset(open_page):
    app = open_page("discordance")
    app.text_input(key="search").set_value("no such words").run()
    assert "No question matches." in said(app)
    next(each for each in app.button if each.label == "Show all again").click().run()
    assert "55 of 820 questions." in said(app)


def test_another_rubric_moves_the_cells_and_says_what_decides(open_page):
    app = open_page("discordance", rubric="v3")
    assert "Rubric v3 is shown; the decision uses rubric v4." in said(app)
    assert "The arms differ on" in said(app)


def test_a_call_is_opened_by_its_number(open_page):
    app = open_page("grader")
    before = codes(app)
    app.number_input(key="call").set_value(7).run()
    assert codes(app) != before
    assert "retrieval: grader failed, people passed." in said(app)


def test_time_to_first_token_is_one_choice_away(open_page):
    app = open_page("latency", until="Time to first token")
    assert "Long-context's first token comes within 8.6 s 19 times in 20" in said(app)


def test_a_slider_changes_the_scenario_and_never_the_record(open_page):
    app = open_page("whatif")
    app.slider(key="hit").set_value(50.0).run()
    assert "meets neither the hit-rate bar nor the p95 bar" in said(app)
    assert "Recorded: iterate" in said(app)
    app.number_input(key="hit_exact").set_value(99.5).run()
    assert app.slider(key="hit").value == 99.5
    assert "a hit rate of 99.5 %" in said(app)


def test_a_hit_rate_of_more_decimals_than_the_slider_has_steps_is_read_as_a_step(open_page):
    app = open_page("whatif", hit="98.46")
    assert "a hit rate of 98.5 %" in said(app)


def test_more_questions_have_their_sentence_and_their_numbers(open_page):
    app = open_page("whatif", view="More questions")
    assert (
        "Scenario: if the true difference is +3.1 points, 820 questions clear the agreed +1.0 "
        "about 4 times in 10; about 2,160 would clear it 8 times in 10."
    ) in said(app)
    assert "More questions can only mend the correctness clause" in said(app)
    app.slider(key="n").set_value(2160).run()
    assert "2,160 questions clear the agreed +1.0 about 8 times in 10" in said(app)


def test_easy_questions_shrink_the_gap_in_points(open_page):
    app = open_page("whatif", view="More questions", easy="820")
    assert "if the true difference is +1.6 points" in said(app)
    assert "Easy questions shrink the gap in points" in said(app)


def test_both_reads_the_rule_again_beside_the_record(open_page):
    app = open_page("whatif", view="Both", n="2160")
    assert "2 of the 4 agreed conditions are met and the rule would still say iterate." in said(app)
    assert "The rule, read again" in [each.value for each in app.header]
    assert "Recorded: iterate" in said(app)


def test_controls_name_no_arm(open_page):
    for stem in STEMS:
        app = open_page(stem)
        words = [each.label for each in (*app.slider, *app.number_input, *app.text_input)]
        words += [option for each in app.get("button_group") for option in each.options]
        assert not [each for each in words if "long-context" in each or "retrieval" in each]
