"""A label is kept at once and for good, whatever else happens, and enters the evidence whole."""

import json
import subprocess
import sys
import threading

import duckdb
import pytest

from lcexplore.errors import StoreError, UsageError
from lcexplore.evidence.draw import draw
from lcexplore.evidence.labels import ADJUDICATED
from lcexplore.ingest import import_files
from lcexplore.model import Verdict
from lcexplore.store import label_events
from lcexplore.store.labelling import Labelling
from tests.store.logs import load, row, write

QUESTIONS = 12
TEXT = {"grader": "judge", "rubric": "v1", "baseline": "old"}


def answers(manifest=None, *, rubric="v1", stratum=True):
    return [
        row(
            f"q{n}",
            arm,
            answer=f"Answer {n} of {arm}",
            question_text=f"Question {n}?",
            reference=f"Reference {n}",
            **({"stratum": "hard" if n < 4 else "easy"} if stratum else {}),
            gradings=[{"grader": "judge", "rubric": rubric, "verdict": "correct"}],
        )
        | {"verdict": None}
        for n in range(QUESTIONS)
        for arm in ("old", "new")
    ]


@pytest.fixture
def people(tmp_path):
    store, account = load(tmp_path, answers(), manifest=TEXT, baseline="old")
    assert account.rows_kept == 2 * QUESTIONS
    return Labelling(store)


def drawn(people, *, size=6, chosen=None, labellers=("Ada", "Ben"), **how):
    info = people.store.info("c")
    sample = draw(people.frame(info), seed=7, size=size, chosen=chosen)
    made = people.add(info, sample, labellers=labellers, **how)
    return next(each for each in people.draws() if each.draw == made.draw)


def again(people, given):
    return next(each for each in people.draws() if each.draw == given.draw)


def label_all(people, given, *, differ=()):
    for name in given.labellers:
        for item in range(1, given.n_items + 1):
            wrong = name == given.labellers[-1] and item in differ
            people.say(given, name, item, "incorrect" if wrong else "correct")


def test_a_draw_is_stored_with_its_seed_and_can_be_repeated(people):
    given = drawn(people)
    stored = people.draws()[-1]
    assert (stored.seed, stored.n_items, stored.rubric) == (7, 12, "v1")
    repeated = draw(people.frame(people.store.info("c")), seed=stored.seed, size=6)
    assert {(each.question, each.epoch) for each in repeated.questions} == {
        (each.question, each.epoch) for each in people.items(given)
    }
    assert repeated.strata == stored.strata


def test_both_answers_of_every_drawn_question_are_labelled_with_their_texts(people):
    items = people.items(drawn(people))
    assert sorted((each.question, each.arm) for each in items) == sorted(
        (question, arm) for question in {each.question for each in items} for arm in ("new", "old")
    )
    for each in items:
        number = each.question.removeprefix("q")
        assert each.answer == f"Answer {number} of {each.arm}"
        assert (each.question_text, each.reference) == (
            f"Question {number}?",
            f"Reference {number}",
        )


def test_failed_and_ungraded_answers_are_not_drawn(tmp_path):
    rows = answers()
    rows[0] |= {"error": "timeout"}
    rows[2] |= {"gradings": [{"grader": "judge", "rubric": "v1", "verdict": "partly"}]}
    store, _ = load(tmp_path, rows, manifest=TEXT, baseline="old")
    found = {each.question for each in Labelling(store).frame(store.info("c"))}
    assert found == {f"q{n}" for n in range(2, QUESTIONS)}


def test_a_label_is_kept_while_another_process_holds_the_store(people):
    given = drawn(people)
    with duckdb.connect(str(people.store.path)) as held:
        held.execute("CREATE TABLE big AS SELECT range AS n FROM range(200000)")
        for item in range(1, given.n_items + 1):
            people.say(given, "Ada", item, "correct")
    assert len(people.standing(given).by("Ada")) == given.n_items


SAYS_FOREVER = """
import itertools, sys
from lcexplore.store import Store
from lcexplore.store.labelling import Labelling
people = Labelling(Store(sys.argv[1]))
draw = people.draws()[-1]
for n in itertools.count():
    people.say(draw, sys.argv[2], 1 + n % draw.n_items, "correct", f"note {n}")
    print(n, flush=True)
"""


def speaking(people, name):
    command = [sys.executable, "-c", SAYS_FOREVER, str(people.store.path), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_what_was_acknowledged_survives_a_kill(people):
    given = drawn(people)
    with speaking(people, "Ada") as process:
        said = [int(process.stdout.readline()) for _ in range(40)][-1]
        process.kill()
    lines = label_events.beside(people.store.path).read_text("utf-8").splitlines()
    notes = [json.loads(line)["note"] for line in lines]
    assert notes[: said + 1] == [f"note {n}" for n in range(said + 1)]
    assert len(people.standing(given).by("Ada")) == given.n_items


def test_two_processes_label_at_once_and_no_label_is_lost(people):
    given = drawn(people)
    with speaking(people, "Ada") as ada, speaking(people, "Ben") as ben:
        said = {}
        readers = [
            threading.Thread(target=lambda n=n, p=p: said.update({n: [*map(int, _first(p, 60))]}))
            for n, p in (("Ada", ada), ("Ben", ben))
        ]
        for each in readers:
            each.start()
        for each in readers:
            each.join()
        ada.kill()
        ben.kill()
    lines = label_events.beside(people.store.path).read_text("utf-8").splitlines()
    kept = [(event["labeller"], event["note"]) for event in map(json.loads, lines)]
    for name, numbers in said.items():
        assert {(name, f"note {n}") for n in numbers} <= set(kept)
    assert again(people, given).import_id is None


def _first(process, n):
    return [process.stdout.readline() for _ in range(n)]


def test_a_line_that_a_power_cut_left_unfinished_harms_no_other(people):
    given = drawn(people)
    people.say(given, "Ada", 1, "correct")
    with label_events.beside(people.store.path).open("ab") as journal:
        journal.write(b'{"draw": "half of a li')
    people.say(given, "Ada", 2, "incorrect")
    assert {n: each.verdict for n, each in people.standing(given).by("Ada").items()} == {
        1: "correct",
        2: "incorrect",
    }


def test_an_undo_is_an_event_and_takes_back_the_last_label(people):
    given = drawn(people)
    people.say(given, "Ada", 3, "correct")
    people.say(given, "Ada", 5, "incorrect")
    people.undo(given, "Ada", people.standing(given).last_item("Ada"))
    assert set(people.standing(given).by("Ada")) == {3}
    assert len(label_events.beside(people.store.path).read_text().splitlines()) == 3


def test_labels_of_one_draw_are_not_those_of_another(people):
    first, second = drawn(people), drawn(people)
    people.say(first, "Ada", 1, "correct")
    assert people.standing(second).by("Ada") == {}


def test_labels_enter_the_evidence_only_when_everybody_is_done(people):
    given = drawn(people)
    people.say(given, "Ada", 1, "correct")
    with pytest.raises(UsageError, match="everybody is done"):
        people.publish(given)
    assert people.store.inputs(people.store.info("c")).calibration is None


def calibration(people):
    return people.store.inputs(people.store.info("c")).calibration


def test_published_labels_calibrate_the_grading_they_were_drawn_under(people):
    given = drawn(people)
    label_all(people, given, differ={1, 2})
    people.publish(given)
    found = calibration(people)
    assert (found.grader, found.rubric, found.stale) == ("judge", "v1", None)
    assert len(found.answers) == given.n_items
    assert sum(each.consensus is None for each in found.answers) == 2
    assert {each.weight for each in found.answers} == {None}


def test_settled_answers_count_as_consensus_and_stay_marked(people):
    given = drawn(people)
    label_all(people, given, differ={1, 2})
    with pytest.raises(UsageError, match="reason"):
        people.settle(given, 1, "incorrect", " ")
    with pytest.raises(UsageError, match="do not differ"):
        people.settle(given, 3, "incorrect", "because")
    people.settle(given, 1, "incorrect", "because")
    first = people.publish(given)
    people.settle(given, 2, "cannot tell", "no rule decides it")
    assert people.publish(given) == first
    found = [each for each in calibration(people).answers if each.adjudicated]
    assert sorted(each.consensus or "" for each in found) == ["", Verdict.INCORRECT]
    notes = people.store.table("labels").query(f"labeller == '{ADJUDICATED}'")["note"]
    assert set(notes) == {"because", "no rule decides it"}


def test_publishing_again_replaces_the_import_and_forgetting_takes_it_back(people):
    given = drawn(people)
    label_all(people, given)
    number = people.publish(given)
    assert people.publish(again(people, given)) == number
    (entry,) = [each for each in people.store.imports() if each.kind == "labels"]
    assert (entry.rows_kept, entry.arms) == (2 * given.n_items, {"new": 12, "old": 12})
    assert people.published(again(people, given), people.standing(given))
    people.store.forget(number)
    assert again(people, given).import_id is None
    assert calibration(people) is None


def test_an_uneven_draw_reaches_the_estimator_with_its_weights(people):
    given = drawn(people, chosen={"easy": 2, "hard": 4})
    label_all(people, given)
    people.publish(given)
    weights = {each.weight for each in calibration(people).answers}
    # 12 questions, 6 drawn: easy 8 x 6 / (12 x 2) = 2, hard 4 x 6 / (12 x 4) = 0.5.
    assert weights == {2.0, 0.5}


def test_labels_that_shaped_a_rubric_cannot_certify_it_until_a_fresh_draw_is_labelled(people):
    given = drawn(people)
    label_all(people, given)
    people.shaped(people.publish(given), "v1")
    assert again(people, given).shaped == ("v1",)
    assert "a fresh draw is needed" in calibration(people).stale
    spent = {each.question for each in people.items(given)}
    fresh = drawn(people)
    assert not spent & {each.question for each in people.items(fresh)}
    label_all(people, fresh)
    people.publish(fresh)
    found = calibration(people)
    assert found.stale is None
    assert not spent & {each.question for each in found.answers}


def test_labels_go_stale_when_the_text_of_the_rubric_changes_under_its_name(tmp_path):
    text = {**TEXT, "rubric_text": "Be strict."}
    store, _ = load(tmp_path, answers(), manifest=text, baseline="old")
    people = Labelling(store)
    given = drawn(people)
    assert given.rubric_text.text == "Be strict."
    label_all(people, given)
    people.publish(given)
    assert calibration(people).stale is None
    more = [{**row("extra", "new"), "gradings": [], "answer": "x"}]
    changed = write(tmp_path / "more.jsonl", more, {**text, "rubric_text": "Be kind."})
    import_files(store, [changed], comparison="c")
    assert "the text of the rubric changed" in calibration(people).stale


def test_labels_go_stale_when_another_rubric_grades(people, tmp_path):
    given = drawn(people)
    label_all(people, given)
    people.publish(given)
    log = write(tmp_path / "v2.jsonl", answers(rubric="v2"), {**TEXT, "rubric": "v2"})
    import_files(people.store, [log], comparison="c")
    assert calibration(people).stale == "labels belong to rubric v1"


def test_nobody_joins_once_labels_may_be_seen(people):
    given = drawn(people)
    label_all(people, given)
    assert people.join(given, " Ada ") == "Ada"
    with pytest.raises(UsageError, match="draw anew"):
        people.join(given, "Cem")


@pytest.mark.parametrize("name", ["", "  "])
def test_nobody_joins_without_a_name_and_is_told_so_in_words(people, name):
    with pytest.raises(UsageError, match="labeller's name is missing; choose yours"):
        people.join(drawn(people), name)


@pytest.mark.parametrize("name", ["adjudicated", "x" * 61])
def test_a_labeller_needs_a_name_of_their_own(people, name):
    with pytest.raises(UsageError, match="labeller's name"):
        people.join(drawn(people), name)


def test_only_labels_can_have_shaped_a_rubric(people):
    with pytest.raises(UsageError, match="holds no labels"):
        people.shaped(1, "v1")


def test_a_journal_that_cannot_be_written_is_said_and_keeps_nothing(people):
    given = drawn(people)
    label_events.beside(people.store.path).mkdir()
    with pytest.raises(StoreError, match="no label is kept"):
        people.say(given, "Ada", 1, "correct")
