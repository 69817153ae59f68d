"""The Label page shows log text as text, waits for everybody, and offers a draw."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from lcexplore.evidence.draw import draw
from lcexplore.paths import bundle
from lcexplore.report.sentences import draw as told
from lcexplore.store.labelling import Labelling
from lcexplore.words import NBSP
from tests.store.logs import load, row
from tests.ui.test_pages import SHELL

HOSTILE = "![p](http://a.b/c) <img src=x onerror=alert(1)> $5 $9 :red[x]"
PAGE = str(bundle() / "pages" / "label.py")


@pytest.fixture
def people(tmp_path, monkeypatch):
    rows = [
        row(f"q{n}", arm, answer=HOSTILE, question_text=HOSTILE, reference=HOSTILE, stratum=HOSTILE)
        for n in range(3)
        for arm in ("old", "new")
    ]
    manifest = {"baseline": "old", "rubric": "v1", "grader": "judge", "rubric_text": HOSTILE}
    store, _ = load(tmp_path, rows, manifest=manifest, baseline="old")
    monkeypatch.setenv("LCEXPLORE_STORE", str(store.path))
    return Labelling(store)


def drawn(people):
    info = people.store.info("c")
    made = people.add(
        info, draw(people.frame(info), seed=1, size=2), labellers=("Ada", HOSTILE[:40])
    )
    return next(each for each in people.draws() if each.draw == made.draw)


def opened(given=None, labeller=""):
    app = AppTest.from_file(str(SHELL), default_timeout=60).run()
    app.switch_page(PAGE)
    if given:
        app.query_params["draw"], app.query_params["labeller"] = given.draw, labeller
    app.run()
    assert not app.exception, app.exception
    return app


def said(app):
    return " ".join(each.proto.body for each in app.get("html")).replace(NBSP, " ")


def test_every_text_of_the_log_is_shown_as_it_is(people):
    app = opened(drawn(people), "Ada")
    assert [each.value for each in app.code] == [HOSTILE] * 4  # with the rubric's text
    assert "<img" not in said(app)
    assert not app.markdown or not any("onerror" in each.value for each in app.markdown)


def test_buttons_label_one_answer_after_the_other_until_the_wait(people):
    given = drawn(people)
    app = opened(given, "Ada")
    for done in range(given.n_items):
        assert f"{done} of 4 answers labelled by Ada." in said(app)
        next(each for each in app.button if each.label == "Incorrect").click().run()
    assert "Results appear when both are done." in said(app)
    assert {each.verdict for each in people.standing(given).by("Ada").values()} == {"incorrect"}


def test_a_link_to_a_draw_that_is_not_stored_says_so(people):
    drawn(people)
    app = AppTest.from_file(str(SHELL), default_timeout=60).run()
    app.switch_page(PAGE)
    app.query_params["draw"] = "<b>none"
    app.run()
    assert "The link names draw &lt;b&gt;none, which is not in this store." in said(app)


def test_the_start_says_how_far_each_person_is_and_when_labels_count(people):
    given = drawn(people)
    people.say(given, "Ada", 1, "correct")
    shown = said(opened())
    assert "Ada: 1 of 4" in shown
    assert "Results appear when both are done. Until then no page counts these labels." in shown


def test_questions_without_their_text_are_pointed_out_when_they_are_drawn(people):
    items = people.items(drawn(people))
    assert told.untold(items) == ""
    bare = [replace(each, question_text=None) for each in items]
    assert told.untold(bare).startswith("The text of 2 of 2 questions is not in the log")
    assert "question_text" in told.untold(bare)


def test_results_of_hostile_names_and_notes_are_text(people):
    given = drawn(people)
    for name in given.labellers:
        for item in range(1, 5):
            verdict = "correct" if (name, item) == ("Ada", 1) else "incorrect"
            people.say(given, name, item, verdict, HOSTILE)
    app = opened(given, "Ada")
    assert "they agree on 3, and 1 is to be settled." in said(app)
    assert "<img" not in said(app)
    next(each for each in app.button if each.label == "Put them into the evidence").click().run()
    assert not app.exception
    assert people.draws()[-1].n_published == 8


def test_a_stranger_to_the_draw_is_asked_who_they_are(people):
    app = opened(drawn(people), "Zoe")
    assert [each.label for each in app.button if "Start" in each.label] == ["Start labelling"]
    assert HOSTILE not in [each.value for each in app.code]


def test_without_a_draw_one_is_offered(people):
    app = opened()
    assert "Nothing has been drawn to label yet." in said(app)
    assert "<img" not in said(app)
    assert [each.label for each in app.button if each.label == "Draw"] == ["Draw"]


def test_the_grader_page_opens_where_people_never_differ_from_the_grader(people):
    given = drawn(people)
    for name in given.labellers:
        for item in range(1, 5):
            people.say(given, name, item, "correct")
    people.publish(given)
    app = AppTest.from_file(str(SHELL), default_timeout=60)
    app.query_params["comparison"] = "c"
    app.run().switch_page(str(bundle() / "pages" / "grader.py")).run()
    assert not app.exception, app.exception
    assert "Grader and people agree on every labelled answer." in said(app)


def test_the_draw_begins_with_the_comparison_of_the_address(people, tmp_path):
    for name in ("alone", "z"):
        rows = [row("q1", "new", answer="Yes.", question_text="Why?")]
        load(tmp_path, rows, name=f"{name}.jsonl", comparison=name)
    app = AppTest.from_file(str(SHELL), default_timeout=60).run()
    app.switch_page(PAGE)
    app.query_params["comparison"] = "alone"
    app.session_state["comparison"] = None
    app.run()
    assert app.selectbox(key="draw-comparison").value == "alone"
    assert "comparison alone holds one arm, new" in said(app)
