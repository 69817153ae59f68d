"""Judgement sets: verdicts on two answers, read in one frame whatever order they were shown in."""

import json
import shutil
from pathlib import Path

import pytest

from lcexplore.cli import main
from lcexplore.errors import LogError, UsageError
from lcexplore.importers import judgements
from lcexplore.ingest import import_judgements
from lcexplore.store import Store
from lcexplore.store.judgements import Judgements
from tests.store.logs import adds_up, load, row

# Twelve of the hundred records of princeton-nlp/LLMBar (MIT), Natural, GPT-4 with the Swap
# evaluator, texts cut short: three verdicts flip in the last round, four were settled by it.
LLMBAR = Path(__file__).parent / "data" / "judgements" / "llmbar_swap_trimmed.json"


def write(folder, records, name="judge.jsonl"):
    path = folder / name
    lines = (each if isinstance(each, str) else json.dumps(each) for each in records)
    path.write_text("\n".join(lines), "utf-8")
    return path


def judged(pair, label, first, second):
    decisions = [each and {"decision": each} for each in (first, second)]
    return {"pair_id": pair, "label": label, "judgments": decisions}


def preferred(one, other, preference, **more):
    return {"instruction": "i", "output_1": one, "output_2": other, "preference": preference} | more


def counted(folder, path, **how):
    store = Store(folder / "s.duckdb")
    account = import_judgements(store, path, comparison="c", **how)
    assert adds_up(account)
    return store, account, Judgements(store).judges("c")


def test_llmbar_winners_are_told_in_the_listed_order_and_the_last_round_holds(tmp_path):
    _, account, [found] = counted(tmp_path, LLMBAR)
    assert (account.rows_kept, account.format) == (12, "judgements")
    assert (found.items, found.both_orders, found.same) == (12, 12, 9)
    assert (found.first_twice, found.second_twice, found.to_tie) == (3, 0, 0)
    assert (found.labelled, found.agree) == (12, 9)
    assert found.judge == "llmbar_swap_trimmed"


def test_a_judgebench_decision_on_the_swapped_order_is_turned_back(tmp_path):
    path = write(
        tmp_path,
        [
            judged("steady", "A>B", "A>B", "B>A"),  # the same answer in both orders
            judged("first", "A>B", "A>B", "A>B"),  # whichever is shown first
            judged("second", "B>A", "B>A", "B>>A"),  # whichever is shown second
            judged("tie", "B>A", "A=B", "A>B"),
            judged("once", "B>A", "A>B", None),
        ],
    )
    _, _, [found] = counted(tmp_path, path)
    assert (found.items, found.both_orders, found.same) == (5, 4, 1)
    assert (found.first_twice, found.second_twice, found.to_tie) == (1, 1, 1)
    assert (found.labelled, found.agree) == (4, 1)


def test_an_alpaca_eval_pair_meets_the_row_of_its_other_order(tmp_path):
    records = [
        preferred("x", "y", 1.0, annotator="gpt"),  # x
        preferred("y", "x", 1.9, annotator="gpt"),  # x again
        preferred("u", "v", 1.2, annotator="gpt"),  # u
        preferred("v", "u", 1.2, annotator="gpt"),  # v: the first shown, twice
        preferred("s", "t", 1.5, annotator="gpt"),  # a tie, in one order only
    ]
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps(records), "utf-8")
    _, account, [found] = counted(tmp_path, path)
    assert account.rows_kept == 5
    assert (found.judge, found.items, found.both_orders, found.same) == ("gpt", 3, 2, 1)
    assert (found.first_twice, found.second_twice, found.labelled) == (1, 0, 0)


def test_rows_that_judge_nothing_are_refused_with_their_place(tmp_path):
    path = write(
        tmp_path,
        [
            judged("a", "A>B", "A>B", "B>A"),
            judged("b", "A>B", None, None),
            "not json",
            {"pair_id": "c"},
            judged("a", "A>B", "A>B", "B>A"),
            judged("a", "A>B", "A>B", "A>B"),
        ],
    )
    _, account, [found] = counted(tmp_path, path)
    assert (account.rows_kept, account.duplicates, account.rows_refused) == (1, 1, 4)
    assert [each.line for each in account.refusals] == [2, 3, 4, 6]
    assert found.items == 1


def test_the_same_file_again_changes_nothing_and_it_can_be_taken_back(tmp_path):
    store, account, before = counted(tmp_path, LLMBAR)
    assert import_judgements(store, LLMBAR, comparison="c").already_imported
    assert Judgements(store).judges("c") == before
    store.forget(account.import_id)
    assert Judgements(store).judges("c") == ()


def test_a_judge_is_named_as_given_else_by_its_folder_where_the_file_is_called_result(tmp_path):
    folder = tmp_path / "GPT-4" / "CoT"
    folder.mkdir(parents=True)
    shutil.copy(LLMBAR, folder / "result.json")
    assert {each.judge for each in judgements.read(folder / "result.json")} == {"GPT-4/CoT"}
    assert {each.judge for each in judgements.read(LLMBAR, judge="mine")} == {"mine"}


@pytest.mark.parametrize("content", ['[{"question": "q", "verdict": "correct"}]', "[1]", "[", "{}"])
def test_a_file_of_another_kind_is_refused_with_what_was_wanted(tmp_path, content):
    path = tmp_path / "log.json"
    path.write_text(content, "utf-8")
    with pytest.raises(LogError, match=r"LLMBar|JSON"):
        judgements.read(path)


def test_a_comparison_must_be_named(tmp_path):
    with pytest.raises(UsageError, match="--comparison"):
        import_judgements(Store(tmp_path / "s.duckdb"), LLMBAR, comparison=" ")


def test_judgements_enter_no_accuracy(tmp_path):
    store, _ = load(tmp_path, [row(arm="old"), row(arm="new")], baseline="old")
    info = store.info("c")
    before = store.inputs(info).tally
    import_judgements(store, LLMBAR, comparison="c")
    assert store.inputs(info).tally.answer_pairs == before.answer_pairs
    assert len(store.comparisons()) == 1


def test_the_command_says_the_share_that_flips(tmp_path, capsys):
    where = ["--comparison", "c", "--store", str(tmp_path / "s.duckdb")]
    assert main(["judgements", str(LLMBAR), *where, "--judge", "swap", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["judges"][0] == {
        "judge": "swap", "items": 12, "both_orders": 12, "same": 9, "first_twice": 3,
        "second_twice": 0, "to_tie": 0, "labelled": 12, "agree": 9,
    }  # fmt: skip
    assert main(["judgements", str(LLMBAR), *where, "--judge", "again"]) == 0
    assert "again: 3 of 12 verdicts (25\u00a0%) flip with the order" in capsys.readouterr().out
