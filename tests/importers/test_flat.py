"""CSV and Parquet with our names, and any file whose columns the user maps."""

import json

import pandas as pd
import pytest

from lcexplore.errors import LogError, UsageError
from lcexplore.importers import IMPORTERS, identify
from lcexplore.ingest import import_files
from lcexplore.log import thresholds
from lcexplore.model import Role
from lcexplore.store import Store
from tests.store.logs import adds_up

HEADER = "question,arm,verdict,latency_s,usage.cache_read,answer\n"


def imported(tmp_path, name, data, **how):
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    store = Store(tmp_path / "s")
    (account,) = import_files(store, [path], comparison="c", **how)
    return store, account


def test_a_csv_with_our_names_needs_no_mapping(tmp_path):
    text = HEADER + '007,new,correct,4.2,5,"two\nlines, quoted"\nb,new,,,,\n'
    store, account = imported(tmp_path, "log.csv", text)
    stored = store.table("answers").set_index("question")
    assert list(stored["cache"]) == ["hit", "unknown"]
    assert stored.loc["007", "latency_s"] == 4.2
    assert store.table("texts")["answer"].tolist() == ["two\nlines, quoted"]
    assert account.not_measured == {"ungraded": 1}


def test_rows_of_a_csv_that_do_not_fit_its_header_are_refused_with_their_line(tmp_path):
    text = HEADER + 'a,new,1,-5,,"x\ny"\nshort,new\nb,new,0,1,1,z,extra\nc,new,1,2,3,w\n'
    data = text.encode() + b"caf\xe9,new,1,1,1,t\n"
    _, account = imported(tmp_path, "log.csv", data)
    found = {each.line: each.field for each in account.refusals}
    assert found == {2: "latency_s", 4: "line", 5: "line", 7: "line"}
    assert (account.rows_read, account.rows_kept) == (5, 2)
    assert adds_up(account)


def test_a_quote_that_is_never_closed_stops_the_import_at_the_line_where_it_opened(tmp_path):
    lines = [f"q{n},new,1,2,3,ok\n" for n in range(9)]
    lines[4] = 'q4,new,1,2,3,"6 pipe\n'
    with pytest.raises(LogError, match=r"line 6\b.*quote.*line 10\b"):
        imported(tmp_path, "log.csv", HEADER + "".join(lines))
    lines[4] = 'q4,new,1,2,"3\n\n","6 pipe\n'
    with pytest.raises(LogError, match=r"line 8\b"):
        imported(tmp_path, "log.csv", HEADER + "".join(lines))


def test_a_quote_inside_a_cell_is_read_as_it_stands(tmp_path):
    store, account = imported(
        tmp_path, "log.csv", HEADER + 'a,new,1,2,3,"5" wide\nb,new,1,2,3,5" wide\n'
    )
    assert account.rows_kept == 2
    assert set(store.table("texts")["answer"]) == {"5 wide", '5" wide'}


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_other_delimiters_and_a_byte_order_mark_are_understood(tmp_path, delimiter):
    text = (
        "\ufeff" + HEADER.replace(",", delimiter) + delimiter.join(["a", "new", "1", "2", "3", "x"])
    )
    _, account = imported(tmp_path, "log.csv", text)
    assert account.rows_kept == 1


def test_parquet_is_read_flat_or_nested(tmp_path):
    rows = [
        {"question": 7, "arm": "new", "verdict": True, "latency_s": 1.5, "usage": {"cache_read": 0}}
    ]
    for name, frame in (("nested", pd.DataFrame(rows)), ("flat", pd.json_normalize(rows))):
        path = tmp_path / f"{name}.parquet"
        frame.to_parquet(path)
        store = Store(tmp_path / name)
        import_files(store, [path], comparison="c")
        stored = store.table("answers").iloc[0]
        assert (stored["question"], stored["cache"], stored["latency_s"]) == ("7", "miss", 1.5)
        assert store.table("gradings")["verdict"].tolist() == ["correct"]


def test_a_broken_parquet_is_an_error_in_words(tmp_path):
    with pytest.raises(LogError, match=r"log\.parquet"):
        imported(tmp_path, "log.parquet", b"PAR1 but no more")


def test_a_file_that_nobody_recognises_is_named_with_what_to_do(tmp_path):
    with pytest.raises(LogError, match="--map"):
        imported(tmp_path, "log.csv", "id,label\n1,yes\n")


def test_any_columns_can_be_mapped(tmp_path):
    text = "id,label,what\n1,yes,foo\n2,no,bar\n3,perhaps,baz\n"
    how = {
        "mapping": {"question": "id", "verdict": "label"},
        "arm": "new",
        "correct": ["yes"],
        "incorrect": ["no"],
    }
    store, account = imported(tmp_path, "log.csv", text, **how)
    assert store.table("gradings")["verdict"].tolist() == ["correct", "incorrect", "not_measured"]
    assert account.not_measured == {"not_pass_fail": 1}
    assert any("'perhaps'" in note and "1 not measured" in note for note in account.notes)


def test_nested_columns_of_a_jsonl_can_be_mapped_by_dots(tmp_path):
    rows = [{"ex": {"id": "a"}, "score": {"value": 1}}, {"ex": "no object", "score": {"value": 1}}]
    text = "".join(json.dumps(each) + "\n" for each in rows) + "{broken\n"
    how = {"mapping": {"question": "ex.id", "verdict": "score.value"}, "arm": "new"}
    _, account = imported(tmp_path, "log.jsonl", text, **how)
    assert (account.rows_kept, account.rows_refused) == (1, 2)
    assert {each.line for each in account.refusals} == {2, 3}


def test_columns_that_a_mapping_leaves_to_their_own_names_are_named(tmp_path):
    text = "id,label,reason,words,what\n1,pass,It matches,12,foo\n"
    how = {"mapping": {"question": "id", "verdict": "label"}, "arm": "new"}
    store, account = imported(tmp_path, "log.csv", text, **how)
    assert store.table("gradings")["verdict"].tolist() == ["correct"]
    assert "columns read by their own name: words, reason" in account.notes


@pytest.mark.parametrize("mapping", [{"question": "nope"}, {"nope": "id"}, {"verdict": "label"}])
def test_a_mapping_that_cannot_be_is_a_usage_error_that_lists_what_can(tmp_path, mapping):
    with pytest.raises(UsageError, match=r"id|question"):
        imported(tmp_path, "log.csv", "id,label\n1,yes\n", mapping=mapping, arm="x")


def test_an_unknown_format_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match="native"):
        imported(tmp_path, "log.csv", "a\n", format="nope")


def test_every_listed_importer_has_a_name_of_its_own():
    names = [each.FORMAT for each in IMPORTERS]
    assert len(set(names)) == len(names)


def test_a_name_with_quotes_and_braces_does_no_harm(tmp_path):
    _, account = imported(tmp_path, "it's {odd} $x.csv", HEADER + "a,new,1,1,1,x\n")
    assert account.rows_kept == 1
    assert identify(tmp_path / "it's {odd} $x.csv").FORMAT == "flat"


FINANCE = {"question": "financebench_id", "verdict": "label", "answer": "model_answer"}


def finance(tmp_path, folder, **how):
    store = Store(tmp_path / "s")
    base = folder / "logs" / "public" / "financebench"
    accounts = []
    for arm, name in (("retrieval", "singleStore"), ("long-context", "inContext")):
        accounts += import_files(
            store,
            [base / f"gpt-4-1106-preview_{name}.jsonl"],
            comparison="f",
            arm=arm,
            baseline="retrieval",
            mapping=FINANCE,
            correct=["Correct Answer"],
            **how,
        )
    return store.inputs(store.info("f")).tally, accounts


# The counts were taken from the published files by a separate program: both 23, candidate only 14,
# baseline only 52, neither 61.
def test_the_published_financebench_pair_gives_its_known_table(tmp_path, shared_cases):
    tally, _ = finance(tmp_path, shared_cases, incorrect=["Incorrect Answer", "Refusal"])
    cells = tally.answer_pairs
    assert (cells.both, cells.candidate_only, cells.baseline_only, cells.neither) == (
        23,
        14,
        52,
        61,
    )


def test_words_that_nobody_declared_stop_the_import_with_their_counts(tmp_path):
    text = "id,who,said\n1,x,Right\n2,x,Wrong\n3,x,Refusal\n4,x,Right\n5,x,N/A\n6,x,\n"
    how = {"mapping": {"question": "id", "arm": "who", "verdict": "said"}}
    with pytest.raises(LogError) as refused:
        imported(tmp_path, "log.csv", text, **how)
    assert refused.value.found == "'Right' (2), 'N/A' (1), 'Refusal' (1), 'Wrong' (1)"
    assert "--incorrect" in refused.value.todo
    assert Store(tmp_path / "s").imports() == ()
    _, account = imported(tmp_path, "log.csv", text, **how, correct=["right"])
    assert account.not_measured == {"not_pass_fail": 3, "ungraded": 1}


def test_marks_of_a_missing_verdict_stop_nothing_and_are_not_measured(tmp_path):
    said = ["correct", "NaN", "N/A", "none", "error", "partial", ""]
    lines = [f"{n},x,{each}" for n, each in enumerate(said)]
    how = {"mapping": {"question": "id", "arm": "who", "verdict": "said"}}
    _, account = imported(tmp_path, "log.csv", "\n".join(["id,who,said", *lines]) + "\n", **how)
    assert account.rows_kept == len(said)
    assert sum(account.not_measured.values()) == len(said) - 1


@pytest.mark.parametrize(
    ("said", "found", "partly"),
    [
        (["1", "0", "0.5", "0.5", "0.9"], "5 numbers from 0 to 1, 3 of them neither", True),
        (["1", "0", "7"], "3 numbers from 0 to 7, 1 of them neither pass nor fail: '7' (1)", False),
        (["pass", "-1"], "1 number from -1 to -1, 1 of them neither", False),
    ],
)
def test_scores_that_nobody_declared_stop_the_import_which_asks_for_a_threshold(
    tmp_path, said, found, partly
):
    lines = [f"{n},x,{each}" for n, each in enumerate(said)]
    text = "\n".join(["id,who,said", *lines]) + "\n"
    how = {"mapping": {"question": "id", "arm": "who", "verdict": "said"}}
    with pytest.raises(LogError) as refused:
        imported(tmp_path, "log.csv", text, **how)
    assert refused.value.found.startswith(found)
    assert "--correct-at" in refused.value.todo
    assert ("--partial" in refused.value.todo) == partly
    _, account = imported(tmp_path, "log.csv", text, **how, correct_at=0.9)
    assert account.not_measured == {}


def test_a_score_that_partial_credit_does_not_cover_stops_the_import_all_the_same(tmp_path):
    how = {"mapping": {"question": "id", "arm": "who", "verdict": "said"}, "partial": "incorrect"}
    _, account = imported(tmp_path, "log.csv", "id,who,said\n1,x,1\n2,x,0.5\n", **how)
    assert account.not_measured == {}
    with pytest.raises(LogError, match=r"from 0\.5 to 5"):
        imported(tmp_path, "more.csv", "id,who,said\n3,x,5\n4,x,0.5\n", **how)


def test_grades_from_1_to_5_are_asked_about_as_their_1_is_no_pass(tmp_path):
    graded = [1, 1, 2, 3, 5]
    text = "question,arm,verdict\n" + "".join(f"{n},x,{at}\n" for n, at in enumerate(graded))
    lines = [{"question": f"q{n}", "arm": "x", "verdict": at} for n, at in enumerate(graded)]
    native = "".join(f"{json.dumps(each)}\n" for each in lines)
    for name, content in {"log.csv": text, "log.jsonl": native}.items():
        folder = tmp_path / name
        folder.mkdir()
        with pytest.raises(LogError, match="--correct-at X") as refused:
            imported(folder, name, content)
        assert refused.value.found.startswith("5 numbers from 1 to 5, 3 of them neither pass")
        store, account = imported(folder, name, content, correct_at=3)
        assert account.not_measured == {}
        assert list(store.table("gradings").verdict).count("correct") == 2


def graded(**verdicts):
    """A native log of four questions, its graders' verdicts by name."""
    lines = [
        {"question": f"q{n}", "arm": "x", "gradings": [
            {"grader": grader, "rubric": "r", "verdict": said[n]}
            for grader, said in verdicts.items()
        ]}
        for n in range(4)
    ]  # fmt: skip
    return "".join(f"{json.dumps(each)}\n" for each in lines)


def test_each_grader_is_asked_from_which_on_its_own_grades_are_correct(tmp_path):
    text = graded(judge=[0, 1, 0, 1], likert=[1, 2, 4, 5])
    with pytest.raises(LogError, match="--correct-at likert=X") as refused:
        imported(tmp_path, "log.jsonl", text)
    assert refused.value.found.startswith("4 numbers from 1 to 5 of 'likert', 3 of them neither")
    store, account = imported(tmp_path, "log.jsonl", text, correct_at={"likert": 4})
    assert account.not_measured == {}
    kept = store.table("gradings").sort_values("answer_id")
    for grader in ("judge", "likert"):
        read = sorted(kept[kept.grader == grader].verdict)
        assert read == ["correct", "correct", "incorrect", "incorrect"]


def test_a_number_for_all_that_is_of_another_graders_scale_is_refused(tmp_path):
    text = graded(judge=[0, 1, 0, 1], likert=[1, 2, 4, 5])
    with pytest.raises(LogError, match="judge") as refused:
        imported(tmp_path, "log.jsonl", text, correct_at=4)
    assert "all of which it would read as incorrect" in refused.value.found
    with pytest.raises(LogError, match="likert") as refused:
        imported(tmp_path, "log.jsonl", text, correct_at=0.5)
    assert "all of which it would read as correct" in refused.value.found
    _, account = imported(tmp_path, "log.jsonl", text, correct_at={"likert": 4, "judge": 0.5})
    assert account.rows_kept == 4


def test_a_rubric_has_a_threshold_of_its_own_where_one_grader_reads_by_two(tmp_path):
    lines = [
        {"question": f"q{n}", "arm": "x", "gradings": [
            {"grader": "judge", "rubric": "style", "verdict": n + 1},
            {"grader": "judge", "rubric": "facts", "verdict": n % 2},
        ]}
        for n in range(4)
    ]  # fmt: skip
    text = "".join(f"{json.dumps(each)}\n" for each in lines)
    with pytest.raises(LogError, match="--correct-at style=X"):
        imported(tmp_path, "log.jsonl", text)
    store, account = imported(tmp_path, "log.jsonl", text, correct_at={"style": 4})
    assert account.not_measured == {}
    kept = store.table("gradings")
    assert list(kept[kept.rubric == "style"].verdict).count("correct") == 1
    assert list(kept[kept.rubric == "facts"].verdict).count("correct") == 2


def test_a_threshold_for_a_grader_who_graded_nothing_here_is_pointed_out(tmp_path):
    text = graded(judge=[0, 1, 0, 1])
    _, account = imported(tmp_path, "log.jsonl", text, correct_at={"jugde": 4, "judge": 1})
    (told,) = [each for each in account.notes if "jugde" in each]
    assert "no grader or rubric of this file" in told


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ([], None),
        (["4"], 4.0),
        (["likert=4", "a=b = 0.5"], {"likert": 4.0, "a=b": 0.5}),
    ],
)
def test_thresholds_are_read_for_all_graders_or_for_each(said, read):
    assert thresholds(said) == read


@pytest.mark.parametrize(
    "said", [["four"], ["=4"], ["likert="], ["nan"], ["4", "5"], ["a=1", "a=2"], ["4", "a=1"]]
)
def test_a_threshold_that_says_nothing_clear_is_refused(said):
    with pytest.raises(UsageError, match="from which score on"):
        thresholds(said)


@pytest.mark.parametrize("header", ["id,who,said", "question,arm,verdict"])
def test_words_that_no_verdict_of_the_file_is_stop_the_import_and_the_files_own_are_shown(
    tmp_path, header
):
    text = f"{header}\n1,x,Yes\n2,x,No\n3,x,Yes\n4,x,\n"
    how = {"mapping": {"question": "id", "arm": "who", "verdict": "said"}} if "id" in header else {}
    with pytest.raises(LogError, match="--correct and --incorrect") as refused:
        imported(tmp_path, "log.csv", text, **how, correct=["right"], incorrect=["wrong"])
    assert "'Yes' (2), 'No' (1)" in refused.value.found
    _, account = imported(tmp_path, "log.csv", text, **how, correct=["yes"], incorrect=["wrong"])
    assert account.not_measured == {"not_pass_fail": 1, "ungraded": 1}


@pytest.mark.parametrize(
    ("said", "advice"),
    [("0.5", "--correct-at or --partial says"), ("7", "--correct-at says"), ("P", "--partial says"),
     ("good", "--correct and --incorrect say")],
)  # fmt: skip
def test_the_account_names_the_option_that_reads_such_a_verdict(tmp_path, said, advice):
    _, account = imported(tmp_path, "log.csv", f"question,arm,verdict\n1,x,1\n2,x,{said}\n")
    assert account.notes == (
        f"verdict {said!r} is neither pass nor fail: 1 not measured; {advice} how to read it",
    )


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("latency_s", "3,71", "; a decimal comma? write 3.71"),
        (
            "latency_s",
            "4,321",
            "; a comma between thousands, or a decimal comma? write 4321 or 4.321",
        ),
        ("cost_usd", " 0,002", "; a decimal comma? write 0.002"),
        ("window.depth", "0,5", "; a decimal comma? write 0.5"),
        ("latency_s", "3,7,1", "million"),
        ("usage.output", "1,200", "whole number from 0"),
    ],
)
def test_a_decimal_comma_is_refused_with_the_number_it_may_mean(tmp_path, field, value, said):
    text = f"question;arm;verdict;{field}\n1;x;1;{value}\n"
    _, account = imported(tmp_path, "log.csv", text)
    (refusal,) = account.refusals
    assert (refusal.field, refusal.row_kept) == (field, True)
    assert refusal.reason.endswith(said)


def test_refusals_that_nobody_declared_are_not_measured_and_named(tmp_path, shared_cases):
    tally, accounts = finance(tmp_path, shared_cases, incorrect=["Incorrect Answer"])
    cells = tally.answer_pairs
    assert (cells.both, cells.candidate_only, cells.baseline_only, cells.neither) == (23, 2, 27, 6)
    assert tally.not_measured[Role.CANDIDATE] == {"not_pass_fail": 59}
    assert accounts[0].not_measured == {"not_pass_fail": 58}
    assert any("'Refusal'" in note and "58" in note for note in accounts[0].notes)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_header_in_the_middle_of_two_joined_files_is_no_answer(tmp_path, mark):
    header = "question,arm,verdict,answer"
    text = f'{header}\nq1,rag,1,"a\nb"\n{mark}{header}\nq1,long,0,c\n'
    store, account = imported(tmp_path, "joined.csv", text)
    assert (account.rows_read, account.rows_kept, account.rows_refused) == (3, 2, 1)
    assert [(each.line, each.field) for each in account.refusals] == [(4, "line")]
    assert "the header once more" in account.refusals[0].reason
    assert sorted(store.table("answers")["arm"]) == ["long", "rag"]
