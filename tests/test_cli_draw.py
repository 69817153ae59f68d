"""The draw command says what labels would buy, draws what the seed says, and records it."""

import json
import shutil

import pytest

from lcexplore.cli import main
from lcexplore.paths import bundle
from lcexplore.store import Store
from lcexplore.store.labelling import Labelling

V3 = "policy-assistant-v3"


@pytest.fixture
def store(demo_path, tmp_path):
    copy = tmp_path / "runs.duckdb"
    shutil.copyfile(demo_path, copy)
    return copy


@pytest.fixture
def said(store, capsys):
    def run(*arguments):
        code = main(["draw", "--comparison", V3, "--store", str(store), *arguments])
        return code, capsys.readouterr()

    return run


def test_the_default_is_fifty_questions_of_both_arms(said, store):
    code, out = said("--seed", "7", "--labeller", "Ada", "--labeller", "Ben", "--json")
    found = json.loads(out.out)
    assert code == 0
    assert (found["n_questions"], found["n_answers"], found["seed"]) == (50, 100, 7)
    assert found["labellers"] == ["Ada", "Ben"]
    assert found["weighted"] is False
    # guides: 820 questions, 484 of them single passage.
    assert {each["name"]: each["n_frame"] for each in found["strata"]} == {
        "single_passage": 484,
        "multi_passage": 336,
    }
    (stored,) = Labelling(Store(store)).draws()
    assert (stored.draw, stored.seed, stored.n_items) == (found["draw"], 7, 100)
    assert stored.markers == ("retrieval", "long-context", "model-2026-04-17")


def test_the_same_seed_draws_the_same_questions(said):
    first, second = (json.loads(said("--seed", "7", "--json")[1].out) for _ in range(2))
    assert first["questions"] == second["questions"]
    assert first["draw"] != second["draw"]


def test_a_plan_says_what_labels_would_buy_and_draws_nothing(said, store):
    code, out = said("--plan", "--half-width", "6pts")
    assert code == 0
    assert "50 labelled questions would give the corrected difference to about ±" in out.out
    assert "±6.0\u00a0points would take about" in out.out
    assert Labelling(Store(store)).draws() == ()


def test_a_chosen_allocation_is_weighted(said):
    _, out = said("--stratum", "single_passage=10", "--stratum", "multi_passage=40", "--json")
    found = json.loads(out.out)
    assert found["weighted"] is True
    assert {each["n_drawn"] for each in found["strata"]} == {10, 40}


def test_words_to_strip_are_kept_as_they_are_listed(said):
    _, out = said("--strip", "according to the retrieved passages", "--json")
    assert json.loads(out.out)["markers"] == ["according to the retrieved passages"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--size", "821"), "--size between 1 and 820"),
        (("--stratum", "single_passage=x"), "wanted one whole number"),
        (("--stratum", "tables=5"), "no question is of the kind"),
        (("--labeller", "adjudicated"), "labeller's name"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_ends_with_2(said, store, arguments, says):
    code, out = said(*arguments)
    assert code == 2
    assert says in out.err
    assert Labelling(Store(store)).draws() == ()


def test_labels_that_shaped_a_rubric_are_pointed_out_with_what_to_do(store, capsys):
    labels = bundle() / "sample_runs" / V3 / "labels.csv"
    where = ["--comparison", V3, "--store", str(store)]
    assert main(["labels", str(labels), "--shaped", "v4", *where]) == 0
    capsys.readouterr()
    main(["summary", "--json", *where])
    validity = {each["id"]: each for each in json.loads(capsys.readouterr().out)["validity"]}
    assert validity["calibration_out_of_date"]["message"] == (
        "The calibration is out of date: labels were used to shape rubric v4 and cannot certify "
        "it; a fresh draw is needed."
    )


def test_where_no_texts_are_stored_the_draw_says_so_and_asks_for_no_number(tmp_path, capsys):
    log, store = tmp_path / "log.jsonl", ["--store", str(tmp_path / "s.duckdb")]
    rows = [{"question": "q1", "arm": arm, "verdict": 1} for arm in ("old", "new")]
    log.write_text("\n".join(map(json.dumps, rows)))
    assert main(["import", str(log), "--comparison", "c", "--baseline", "old", *store]) == 0
    assert main(["draw", "--comparison", "c", "--plan", *store]) == 2
    said = capsys.readouterr().err
    assert "no question of c can be drawn: none has the text of an answer and a verdict" in said
    assert "between" not in said


def test_fewer_questions_than_the_default_are_answered_with_the_option_to_give(said, monkeypatch):
    few = Labelling.frame
    monkeypatch.setattr(Labelling, "frame", lambda *given: few(*given)[:40])
    code, out = said()
    assert code == 2
    assert "wanted a --size between 1 and 40; found 50 (it is 50 where none is given)" in out.err
    assert said("--size", "40", "--plan")[0] == 0
