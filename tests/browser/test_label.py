"""People label in a real browser, by keyboard alone, two at once, blind, and settle the rest."""

import re

import pytest

from lcexplore.evidence.draw import draw
from lcexplore.report.sentences.glossary import WORDS
from lcexplore.store import Store
from lcexplore.store.labelling import Labelling

pytestmark = pytest.mark.browser

V3 = "policy-assistant-v3"


@pytest.fixture
def people(store):
    return Labelling(Store(store))


def drawn(people, *, size=3, labellers=("Ada", "Ben"), markers=()):
    info = people.store.info(V3)
    sample = draw(people.frame(info), seed=7, size=size)
    made = people.add(info, sample, labellers=labellers, markers=markers)
    return next(each for each in people.draws() if each.draw == made.draw)


def joined(visit, address, given, name):
    return visit(f"{address}/label?draw={given.draw}&labeller={name}")


def press(seen, key, waits_for):
    seen.page.wait_for_timeout(300)  # what was typed before has to reach the server first
    seen.settle()
    seen.page.keyboard.press(key)
    seen.page.get_by_text(waits_for).first.wait_for(timeout=20_000)
    seen.settle()


def progress(seen):
    return re.search(r"(\d+) of (\d+) answers labelled by (\w+)", seen.text).groups()


def tab_to(seen, name, *, most=60):
    """Walk with the Tab key alone until the control of that name has the focus."""
    script = """() => { const at = document.activeElement;
        return at.matches("input, textarea, button") ? at.ariaLabel || at.innerText : "" }"""
    for _ in range(most):
        seen.page.keyboard.press("Tab")
        if name in seen.page.evaluate(script):
            return
    raise AssertionError(f"no Tab leads to {name}")


def test_a_person_starts_labels_notes_undoes_and_finishes_by_keyboard_alone(visit, address, people):
    given = drawn(people, size=2)
    seen = visit(f"{address}/label?comparison={V3}")
    tab_to(seen, "Your name")
    seen.page.keyboard.type("Ada")
    seen.page.wait_for_timeout(300)
    seen.page.keyboard.press("Enter")
    seen.page.wait_for_timeout(300)
    seen.settle()
    tab_to(seen, "Start labelling")
    press(seen, "Enter", "0 of 4 answers labelled by Ada")
    press(seen, "1", "1 of 4 answers")
    tab_to(seen, "Note")
    seen.page.keyboard.type("12 days, not 10")
    seen.page.keyboard.press("Tab")
    seen.settle()
    press(seen, "2", "2 of 4 answers")
    press(seen, "3", "3 of 4 answers")
    press(seen, "u", "2 of 4 answers")
    press(seen, "1", "3 of 4 answers")
    press(seen, "1", "Results appear when both are done.")
    own = people.standing(given).by("Ada").values()
    assert [each.verdict for each in own] == ["correct", "incorrect", "correct", "correct"]
    assert [each.note for each in own] == ["", "12 days, not 10", "", ""]
    assert seen.complaints == []
    assert seen.strangers == []


def test_two_people_label_at_once_and_see_nothing_of_each_other_until_both_are_done(
    visit, address, people
):
    given = drawn(people, size=2)
    ada, ben = (joined(visit, address, given, name) for name in ("Ada", "Ben"))
    for done in range(1, 5):
        for seen in (ada, ben):
            seen.page.wait_for_timeout(300)
            seen.settle()
        ada.page.keyboard.press("1")
        ben.page.keyboard.press("2" if done == 4 else "1")
        if done < 4:
            for seen in (ada, ben):
                seen.page.get_by_text(f"{done} of 4 answers").first.wait_for(timeout=20_000)
                assert "agree on" not in seen.text
                assert progress(seen)[0] == str(done)
    ben.page.get_by_text(re.compile("4 of 4 answers")).first.wait_for(timeout=20_000)
    ada.page.reload()
    ada.settle()
    assert "4 of 4 answers labelled by both people: they agree on 3" in ada.text
    standing = people.standing(given)
    assert (len(standing.by("Ada")), len(standing.by("Ben")), standing.finished) == (4, 4, True)
    (stored,) = [each for each in people.draws() if each.draw == given.draw]
    assert stored.n_published == 8
    assert ada.complaints == ben.complaints == []


def test_nothing_on_the_page_gives_the_arm_or_the_grader_away(visit, address, people):
    given = drawn(people, markers=("handbook", "handbooks"))
    seen = joined(visit, address, given, "Ada")
    heard = []
    seen.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame))
    )
    seen.page.reload()
    seen.settle()
    answer = seen.page.locator('[data-testid="stCode"]').last.inner_text()
    assert answer
    assert "handbook" not in answer.lower()
    sent = b"".join(each if isinstance(each, bytes) else each.encode() for each in heard)
    assert answer.split("\n")[0][:30].encode() in sent
    glossary = b"".join(f"{meaning} {example}".encode() for _, meaning, example in WORDS)
    assert sent.count(b"long-context") == glossary.count(b"long-context")
    assert seen.page.get_by_label("Comparison").count() == 0
    assert "words" not in seen.page.locator('[data-testid="stMain"]').inner_text()


def test_labelling_goes_on_where_it_was_left(visit, address, people):
    given = drawn(people)
    first = joined(visit, address, given, "Ada")
    press(first, "1", "1 of 6 answers")
    question = first.page.locator('[data-testid="stCode"]').last.inner_text()
    first.page.context.close()
    second = joined(visit, address, given, "Ada")
    assert progress(second) == ("1", "6", "Ada")
    assert second.page.locator('[data-testid="stCode"]').last.inner_text() == question


def test_what_people_differ_on_is_settled_with_a_reason_and_kept_apart(visit, address, people):
    given = drawn(people, size=2)
    for name in given.labellers:
        for item in range(1, given.n_items + 1):
            people.say(given, name, item, "incorrect" if (name, item) == ("Ben", 2) else "correct")
    people.publish(given)
    seen = joined(visit, address, given, "Ada")
    assert "they agree on 3, and 1 is to be settled." in seen.text
    assert "Ada: correct" in seen.text
    assert "Ben: incorrect" in seen.text
    press(seen, "2", "wanted a reason")
    tab_to(seen, "Reason")
    seen.page.keyboard.type("the handbook names 12 days")
    seen.page.keyboard.press("Tab")
    seen.settle()
    press(seen, "2", "they agree on 3, and 1 was settled by argument.")
    assert "the handbook names 12 days" in seen.text
    labels = people.store.table("labels").query("labeller == 'adjudicated' and note == note")
    assert "the handbook names 12 days" in set(labels["note"])
    assert seen.complaints == []


def test_a_draw_is_made_on_the_page_with_its_plan_in_sight(visit, address, people):
    before = len(people.draws())
    seen = visit(f"{address}/label?comparison={V3}")
    seen.page.get_by_text("Draw questions to label").click()
    seen.page.get_by_text("would give the corrected difference to about").wait_for(timeout=20_000)
    seen.page.get_by_label("Seed").fill("77")
    seen.page.keyboard.press("Enter")
    seen.settle()
    seen.page.get_by_label("People who will label, one name a line").fill("Ada\nBen")
    seen.page.keyboard.press("Tab")
    seen.page.wait_for_timeout(500)
    seen.settle()
    seen.page.get_by_role("button", name="Draw", exact=True).click()
    seen.page.get_by_text("seed 77: 20 of 336 multi passage").wait_for(timeout=20_000)
    assert len(people.draws()) == before + 1
    assert (people.draws()[-1].seed, people.draws()[-1].labellers) == (77, ("Ada", "Ben"))
    assert seen.complaints == []
