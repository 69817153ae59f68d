"""The command line: exit codes of diff(1), one JSON object, and never a traceback."""

import json
import os
import socket
import subprocess
import sys
from argparse import ArgumentTypeError
from contextlib import nullcontext
from pathlib import Path

import pytest

from lcexplore.cli import answer, main, serve, stored, values
from lcexplore.cli.parser import build
from lcexplore.store import Store

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = "from lcexplore.cli import run; run()"
V3 = ["--comparison", "policy-assistant-v3"]
COMMANDS = [
    "demo",
    "app",
    "import",
    "labels",
    "judgements",
    "commit",
    "list",
    "forget",
    "summary",
    "decide",
    "size",
    "paired",
]
RECORD = """\
comparison: any gain will do
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= -50 pts"
  otherwise: iterate
committed_at: {committed_at}
calibration: not_required
"""


def process(*arguments, environment=None, **options):
    """Run the program in a process of its own, in any folder."""
    everything = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        text=True,
        check=False,
        **everything,
    )


def lines(arm, verdicts):
    for number, verdict in enumerate(verdicts, start=1):
        row = {"question": f"q{number:03}", "arm": arm, "verdict": verdict}
        yield json.dumps({**row, "graded_at": "2026-04-20T11:00:00Z"})


@pytest.fixture
def logs(tmp_path):
    arms = {"new": ["correct"] * 90 + ["incorrect"] * 10, "old": ["correct", "incorrect"] * 50}
    paths = []
    for arm, verdicts in arms.items():
        path = tmp_path / f"{arm}.jsonl"
        path.write_text("\n".join(lines(arm, verdicts)) + "\n", encoding="utf-8")
        paths.append(str(path))
    return paths


@pytest.fixture
def store(tmp_path, monkeypatch):
    path = tmp_path / "runs.duckdb"
    monkeypatch.setenv("LCEXPLORE_STORE", str(path))
    return path


@pytest.fixture
def imported(store, logs, capsys):
    assert main(["import", *logs, "--comparison", "c", "--baseline", "old"]) == 0
    capsys.readouterr()
    return store


def said(capsys, *arguments):
    code = main([*map(str, arguments), "--json"])
    return code, json.loads(capsys.readouterr().out)


def complaint(capsys, *arguments):
    code = main([*map(str, arguments)])
    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert shown.err.startswith("lcexplore: ")
    assert "Traceback" not in shown.err
    return shown.err


# Help and wrong arguments


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command, capsys):
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"example: lcexplore {command}" in shown
    assert "--store FILE" in shown
    assert "--json" in shown


def test_help_lists_every_command(capsys):
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n    {command}" in shown for command in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "required"),
        (["fly"], "invalid choice"),
        (["paired", "1", "2", "3"], "neither"),
        (["paired", "1", "-2", "3", "4"], "wanted a count"),
        (["paired", "1", "2", "3", "1e3"], "wanted a count"),
        (["paired", "1", "2", "3", "1_000"], "wanted a count"),
        (["paired", "1", "2", "3", "9" * 22], "at most 1,000,000,000,000"),
        (["paired", "0", "0", "0", "0"], "at least one question"),
        (["paired", "1", "2", "3", "4", "--level", "95"], "0.95"),
        (["size"], "--discordance"),
        (["size", "--discordance", "0.1", "--difference", "0.2"], "needs a discordance"),
        (["size", "--discordance", "nan", "--difference", "0"], "wanted a fraction such as"),
        (["forget", "last"], "wanted a count"),
        (["import", "x.jsonl"], "--comparison"),
        (["import", "x.jsonl", "--comparison", " "], "wanted a name"),
        (["import", "x.jsonl", "--comparison", "c", "--cache-multipliers", "read=-1"], "read=0.1"),
        (["import", "x.jsonl", "--comparison", "c", "--map", "question"], "FIELD=COLUMN"),
        (["summary", "--compar", "c"], "--comparison"),
    ],
)
def test_wrong_arguments_are_named_and_exit_with_2(arguments, part, capsys):
    assert part in complaint(capsys, *arguments)


def test_a_file_that_is_not_there_is_named(store, capsys):
    assert "nowhere.jsonl: wanted a file; found nothing" in complaint(
        capsys, "import", "nowhere.jsonl", "--comparison", "c"
    )
    assert not store.exists()


def test_a_folder_given_as_a_file_says_how_to_name_the_files_in_it(store, capsys, tmp_path):
    said = complaint(capsys, "import", str(tmp_path), "--comparison", "c")
    assert f"found a folder; name the files in it, such as {tmp_path}/*" in said


def test_a_store_that_is_not_there_is_an_error_and_is_not_made(store, capsys):
    assert "no store at" in complaint(capsys, "summary", *V3)
    assert "no store at" in complaint(capsys, "list")
    assert not store.exists()


def test_an_unknown_field_is_refused_with_the_nearest_one(store, logs, capsys):
    options = ["--comparison", "c", "--map", "quesion=id"]
    assert "did you mean question?" in complaint(capsys, "import", *logs, *options)


def test_a_verdict_cannot_be_both_correct_and_incorrect(store, logs, capsys):
    options = ["--comparison", "c", "--correct", "yes,ok", "--incorrect", "no, ok"]
    assert "'ok'" in complaint(capsys, "import", *logs, *options)


# Values


def test_verdict_values_keep_their_spaces_and_may_be_repeated():
    options = ["--correct", "Correct Answer, right", "--correct", '"yes, mostly"']
    given = build().parse_args(["import", "f", "--comparison", "c", *options])
    assert given.correct == ["Correct Answer", "right", "yes, mostly"]


def test_a_line_break_belongs_to_a_value_in_quotes_and_to_no_other():
    assert values.words('"yes,\n no", ok') == ("yes,\n no", "ok")
    for text in ("yes,\n no", "yes\r no", "\n"):
        with pytest.raises(ArgumentTypeError, match="wanted VALUE,VALUE"):
            values.words(text)


def test_a_column_may_hold_an_equals_sign():
    assert values.pair("verdict=scores.a=b") == ("verdict", "scores.a=b")


@pytest.mark.parametrize("text", ["0.025", "2.5pts", "2.5 points", "2.5%"])
def test_points_need_their_unit_and_a_fraction_has_none(text):
    assert values.difference(text) == pytest.approx(0.025)


def test_what_could_steer_a_terminal_is_escaped():
    assert answer.printable("a\x1b[2Jb\u202ec\nd\u00a0e") == "a\\x1b[2Jb\\u202ec\nd\u00a0e"


# Paired and size: no store


# The article's pilot, 240 questions.
def test_paired_gives_the_pilots_interval(capsys):
    code, found = said(capsys, "paired", 139, 17, 30, 54)
    assert code == 0
    assert found["interval"]["low"] == pytest.approx(-0.112, abs=5e-4)
    assert found["interval"]["high"] == pytest.approx(0.002, abs=5e-4)


def test_paired_says_direction_and_n_in_words(capsys):
    assert main(["paired", "139", "17", "30", "54"]) == 0
    shown = capsys.readouterr().out
    assert "candidate minus baseline; positive favours the candidate" in shown
    assert "240 questions" in shown


# 60 questions, 9 against 2: exact p .065, score interval above zero.
def test_paired_explains_a_test_that_disagrees_with_the_interval(capsys):
    assert main(["paired", "49", "9", "2", "0"]) == 0
    assert "The interval decides." in capsys.readouterr().out


def test_paired_gives_an_interval_even_when_nothing_differs(capsys):
    code, found = said(capsys, "paired", 60, 0, 0, 0)
    assert code == 0
    assert found["mcnemar"]["p_exact"] == 1
    # z²/(n + z²) at n = 60, Tango's interval of an empty off-diagonal
    assert found["interval"]["high"] == pytest.approx(0.0602, abs=1e-4)


def test_paired_needs_no_store(tmp_path):
    done = process("paired", 139, 17, 30, 54, "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["n_questions"] == 240
    assert list(tmp_path.iterdir()) == []


def test_size_plans_for_a_margin(capsys):
    options = ["--discordance", "0.2", "--difference", "3pts", "--margin", "1pts"]
    code, found = said(capsys, "size", *options)
    assert code == 0
    assert found["n_power"] > found["n_half_width"] > 0
    assert found["margin"] == pytest.approx(0.01)


@pytest.mark.parametrize("margin", [["--margin", "-2pts"], ["--margin=-0.02"], ["--margin", "-2%"]])
def test_a_margin_that_tolerates_a_loss_may_follow_its_option(margin, capsys):
    options = ["--discordance", "0.2", "--difference", "0", *margin]
    code, found = said(capsys, "size", *options)
    assert (code, found["margin"]) == (0, pytest.approx(-0.02))


def test_size_of_a_comparison_takes_what_was_seen(demo_path, capsys):
    code, found = said(capsys, "size", *V3, "--store", demo_path)
    assert code == 0
    # 229 of 1,640 answer pairs are discordant; the record asks for +1.0 points
    assert found["discordance"] == pytest.approx(229 / 1640)
    assert found["margin"] == pytest.approx(0.01)


# Import, list, forget


# Labels by people: both arms correct on 23 of 150 questions, only the long context on 14, only
# retrieval on 52, neither on 61 (counted from the published files by another program).
def test_two_public_files_with_their_own_column_names_are_paired(store, shared_cases, capsys):
    folder = shared_cases / "logs" / "public" / "financebench"
    read = ["--comparison", "finance", "--map", "question=financebench_id", "--map"]
    read += ["verdict=label", "--correct", "Correct Answer"]
    read += ["--incorrect", "Incorrect Answer,Refusal"]
    files = {"long-context": "inContext", "retrieval": "singleStore"}
    for arm, name in files.items():
        file = folder / f"gpt-4-1106-preview_{name}.jsonl"
        options = ["--arm", arm, "--baseline", "retrieval"]
        assert main(["import", str(file), *read, *options]) == 0
    capsys.readouterr()
    _, found = said(capsys, "summary", "--comparison", "finance")
    cells = found["correctness"]["cells"]
    assert cells == {"both": 23, "candidate_only": 14, "baseline_only": 52, "neither": 61}


def test_an_import_accounts_for_every_row(store, logs, capsys):
    code, accounts = said(capsys, "import", *logs, "--comparison", "c", "--baseline", "old")
    assert code == 0
    assert [each["arms"] for each in accounts] == [{"new": 100}, {"old": 100}]
    for each in accounts:
        parts = each["rows_kept"] + each["rows_refused"] + each["duplicates"]
        assert each["rows_read"] == parts == 100


def test_one_file_gives_one_object(store, logs, capsys):
    code, account = said(capsys, "import", logs[0], "--comparison", "c")
    assert (code, account["rows_kept"]) == (0, 100)
    assert {"file", "format", "sha256", "already_imported", "not_measured", "refusals"} <= set(
        account
    )


def test_the_same_file_again_changes_nothing(imported, logs, capsys):
    code, account = said(capsys, "import", logs[0], "--comparison", "c", "--baseline", "old")
    assert (code, account["already_imported"], account["rows_kept"]) == (0, True, 0)


def test_one_bad_file_leaves_the_others_out_too(store, logs, tmp_path, capsys):
    bad = tmp_path / "bad.bin"
    bad.write_bytes(b"\x00\x01 not a log \xff")
    assert "bad.bin" in complaint(capsys, "import", *logs, bad, "--comparison", "c")
    assert not store.exists() or said(capsys, "list")[1]["comparisons"] == []


def test_the_list_shows_arms_and_imports(imported, capsys):
    code, found = said(capsys, "list")
    assert code == 0
    (comparison,) = found["comparisons"]
    assert (comparison["name"], comparison["baseline"]) == ("c", "old")
    assert comparison["arms"] == {"new": 100, "old": 100}
    assert len(found["imports"]) == 2


def test_on_a_narrow_terminal_the_list_writes_names_whole_on_lines_of_their_own(
    store, logs, monkeypatch, capsys
):
    name = "a comparison whose name alone is wider than the terminal " * 2
    assert main(["import", *logs, "--comparison", name, "--baseline", "old"]) == 0
    capsys.readouterr()
    assert main(["list"]) == 0
    wide = capsys.readouterr().out
    assert any(name.strip() in line and logs[0] in line for line in wide.splitlines())
    monkeypatch.setattr(stored, "_width", lambda: 80)
    assert main(["list"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "#1  log  100 rows read = 100 kept + 0 refused + 0 duplicates" in shown
    assert shown.count(f"    {name.strip()}") == 2
    assert f"    {logs[0]}" in shown
    monkeypatch.setattr(stored, "_width", lambda: 1000)
    assert main(["list"]) == 0
    assert capsys.readouterr().out == wide


def test_an_import_can_be_taken_back(imported, capsys):
    before = said(capsys, "list")[1]["imports"]
    code, gone = said(capsys, "forget", before[0]["import_id"])
    assert (code, gone["import_id"]) == (0, before[0]["import_id"])
    assert len(said(capsys, "list")[1]["imports"]) == len(before) - 1


def test_hostile_names_cannot_steer_the_terminal(store, tmp_path, capsys):
    path = tmp_path / "odd.jsonl"
    path.write_text("\n".join(lines("arm\x1b[2J", ["correct"])) + "\n", encoding="utf-8")
    assert main(["import", str(path), "--comparison", "c"]) == 0
    assert main(["list"]) == 0
    assert "\x1b" not in capsys.readouterr().out


# Summary and decide


def test_one_arm_is_not_a_comparison(store, logs, capsys):
    assert main(["import", logs[0], "--comparison", "c"]) == 0
    capsys.readouterr()
    assert "arm" in complaint(capsys, "summary", "--comparison", "c")


def test_an_unknown_comparison_is_answered_with_the_known_ones(imported, capsys):
    assert "the store holds c" in complaint(capsys, "summary", "--comparison", "d")


def test_a_mistyped_comparison_is_answered_with_the_nearest_one(demo_path, capsys):
    asked = ["--comparison", "Policy-Asistant-v3", "--store", demo_path]
    assert "did you mean 'policy-assistant-v3'?" in complaint(capsys, "summary", *asked)


def test_a_summary_without_a_record_has_no_decision(imported, capsys):
    code, found = said(capsys, "summary", "--comparison", "c")
    assert (code, found["decision"]) == (0, None)
    # 45 questions only new, 5 only old, of 100
    assert found["correctness"]["difference"] == pytest.approx(0.40)


def test_the_summary_says_the_four_numbers_and_the_clauses(demo_path, capsys):
    assert main(["summary", *V3, "--store", str(demo_path)]) == 0
    shown = capsys.readouterr().out.replace("\u00a0", " ")
    for part in (
        "long-context minus retrieval; positive favours long-context",
        "+3.1 points",
        "+0.7 to +5.6",
        "820 questions",
        "11.6 s",
        "88.4 %",
        "not measured",
        "43 of 50",
    ):
        assert part in shown


def test_a_summary_in_which_nothing_pairs_shows_keys_of_both_sides(store, tmp_path, capsys):
    rows = {"new": ("1.0", "2.0"), "old": ("1", "2")}
    path = tmp_path / "a.csv"
    told = [f"{key},{arm},correct" for arm, keys in rows.items() for key in keys]
    path.write_text("\n".join(["question,arm,verdict", *told]), encoding="utf-8")
    assert main(["import", str(path), "--comparison", "c", "--baseline", "old"]) == 0
    assert main(["summary", "--comparison", "c"]) == 0
    shown = capsys.readouterr().out
    assert "Questions of old: 1, 2.\nQuestions of new: 1.0, 2.0.\n" in shown
    assert "new writes the key of 2 questions with a decimal that old leaves out" in shown


def test_a_decision_needs_a_record(imported, capsys):
    assert "commit" in complaint(capsys, "decide", "--comparison", "c")


def test_the_worked_example_does_not_switch(demo_path, capsys):
    code, found = said(capsys, "decide", *V3, "--store", demo_path)
    assert (code, found["outcome"]) == (1, "iterate")
    accepted = main(["decide", *V3, "--store", str(demo_path), "--accept-claimed"])
    assert accepted == 1


def record(tmp_path, committed_at):
    path = tmp_path / "decision.yaml"
    path.write_text(RECORD.format(committed_at=committed_at), encoding="utf-8")
    return path


def test_a_claimed_date_exits_0_only_when_it_is_accepted(imported, tmp_path, capsys):
    path = record(tmp_path, "2026-04-01T00:00:00Z")
    asked = ["decide", "--comparison", "c", "--record", path]
    code, found = said(capsys, *asked)
    assert (code, found["post_hoc"]) == (1, None)
    code, found = said(capsys, *asked, "--accept-claimed")
    assert (code, found["outcome"]) == (0, "switch")


def test_a_rule_that_came_after_the_results_never_exits_0(imported, tmp_path, capsys):
    path = record(tmp_path, "2026-05-01T00:00:00Z")
    asked = ["decide", "--comparison", "c", "--record", path, "--accept-claimed"]
    code, found = said(capsys, *asked)
    assert (code, found["post_hoc"]) == (1, True)


def test_a_broken_record_is_refused_with_its_line(imported, tmp_path, capsys):
    path = tmp_path / "broken.yaml"
    path.write_text("decision_rule:\n  switch_if: [\n", encoding="utf-8")
    asked = ["decide", "--comparison", "c", "--record", path]
    assert "broken.yaml, line" in complaint(capsys, *asked)


def test_a_record_can_be_committed_once(imported, tmp_path, capsys):
    path = record(tmp_path, "2026-04-01T00:00:00Z")
    code, found = said(capsys, "commit", path, "--comparison", "c")
    assert (code, found["title"]) == (0, "any gain will do")
    assert said(capsys, "commit", path, "--comparison", "c")[0] == 0
    path.write_text(path.read_text(encoding="utf-8").replace("-50", "-40"), encoding="utf-8")
    complaint(capsys, "commit", path, "--comparison", "c")


# The app


def test_a_commit_names_its_comparison_and_says_when_nothing_is_stored_under_it(
    imported, tmp_path, capsys
):
    path = record(tmp_path, "2026-04-01T00:00:00Z")
    assert main(["commit", str(path), "--comparison", "c"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("committed for comparison c at ")
    assert "no answers yet" not in shown
    assert main(["commit", str(path), "--comparison", "policy"]) == 0
    assert "policy holds no answers yet; the store holds c" in capsys.readouterr().out


def test_a_commit_after_the_results_says_that_it_reads_as_exploratory(imported, tmp_path, capsys):
    late = record(tmp_path, "2030-01-01T00:00:00Z")
    assert main(["commit", str(late), "--comparison", "c"]) == 0
    shown = capsys.readouterr().out
    assert "committed after results and reads as exploratory" in shown


def test_a_commit_that_claims_to_come_first_is_not_called_exploratory(imported, tmp_path, capsys):
    early = record(tmp_path, "2020-01-01T00:00:00Z")
    assert main(["commit", str(early), "--comparison", "c"]) == 0
    shown = capsys.readouterr().out
    assert "exploratory" not in shown


def test_a_record_without_logs_is_said_to_have_none(imported, tmp_path, capsys):
    assert main(["commit", str(record(tmp_path, "2026-04-01T00:00:00Z")), "--comparison", "e"]) == 0
    capsys.readouterr()
    message = complaint(capsys, "decide", "--comparison", "e")
    assert "a decision record is committed for e and no log is imported yet" in message


def test_the_demo_says_which_store_it_takes(capsys):
    assert main(["demo", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "default one of its own, made once and kept in the cache folder" in shown
    assert "LCEXPLORE_STORE" not in shown


def test_labels_for_a_mistyped_comparison_create_none_and_name_those_there_are(
    imported, tmp_path, capsys
):
    path = tmp_path / "labels.csv"
    path.write_text("question,arm,epoch,labeller,verdict\nq001,new,1,ann,1\nq999,new,1,ann,1\n")
    message = complaint(capsys, "labels", path, "--comparison", "d")
    assert "no comparison is called 'd'; the store holds c" in message
    assert [each.comparison for each in Store(imported).imports()] == ["c", "c"]
    assert main(["labels", str(path), "--comparison", "c"]) == 0
    assert "1 label names an answer that is not in the store" in capsys.readouterr().out


def test_labels_in_words_of_their_own_are_read_as_the_options_say(imported, tmp_path, capsys):
    path = tmp_path / "labels.csv"
    path.write_text("question,arm,labeller,verdict\nq001,new,ann,Yes\nq001,old,ann,nope\n")
    asked = ["labels", path, "--comparison", "c"]
    assert "--correct" in complaint(capsys, *asked)
    options = ["--correct", "yes", "--incorrect", "no,nope"]
    code, account = said(capsys, *asked, *options)
    assert (code, account["rows_kept"], account["not_measured"]) == (0, 2, {})
    assert "keep one" in complaint(capsys, *asked, "--correct", "yes", "--incorrect", "yes")


def test_an_import_that_refuses_every_row_could_not_be_done(store, tmp_path, capsys):
    path = tmp_path / "a.jsonl"
    path.write_text('{"question": "", "arm": "old", "verdict": "correct"}\n')
    code, found = said(capsys, "import", path, "--comparison", "c")
    assert (code, found["rows_kept"], found["rows_refused"]) == (2, 0, 1)


def test_a_file_that_nobody_recognises_is_shown_with_its_columns(store, tmp_path, capsys):
    path = tmp_path / "table.csv"
    path.write_text("prompt_id,system,score\n1,a,1\n")
    message = complaint(capsys, "import", path, "--comparison", "c")
    assert "none of them recognises, with the columns prompt_id, system, score;" in message
    path = tmp_path / "rows.jsonl"
    path.write_text('{"prompt_id": 1, "score": {"value": 1}}\n')
    message = complaint(capsys, "import", path, "--comparison", "c")
    assert "with the columns prompt_id, score, score.value;" in message


def test_a_log_that_names_no_grader_is_listed_as_one_that_names_none(imported, capsys):
    assert main(["list"]) == 0
    assert "graded by an unnamed grader and rubric" in capsys.readouterr().out


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the cache is elsewhere there")
def test_the_demo_builds_its_store_once_and_leaves_nothing_half_done(cache):
    first = serve._demo_store(None)
    made = first.stat().st_mtime_ns
    assert serve._demo_store(None) == first
    assert first.stat().st_mtime_ns == made
    assert [each for each in cache.rglob("*") if ".part" in each.name] == []


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the cache is elsewhere there")
def test_a_demo_that_was_interrupted_is_not_taken_for_a_whole_one(cache, monkeypatch):
    def interrupted(store):
        store.path.write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr("lcexplore.ingest.build_demo", interrupted)
    assert main(["demo", "--no-open"]) == 130
    assert [each for each in cache.rglob("*") if each.is_file()] == []


def test_a_named_store_of_the_demo_is_filled_and_filled_again_without_change(tmp_path):
    named = tmp_path / "mine.duckdb"
    assert serve._demo_store(str(named)) == named
    before = Store(named).imports()
    serve._demo_store(str(named))
    assert Store(named).imports() == before


def test_a_port_that_is_taken_is_refused_when_named_and_passed_over_when_not(tmp_path, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        asked = ["app", "--no-open", "--port", port, "--store", tmp_path / "s.duckdb"]
        assert f"port {port} is taken" in complaint(capsys, *asked)
        assert serve._port(None) != port


class Ended:
    def wait(self):
        return 0


def test_the_app_says_that_the_store_it_opens_is_not_there_yet(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(serve, "_server", lambda *_: nullcontext(Ended()))
    monkeypatch.setattr(serve, "_await", lambda *_: None)
    assert main(["app", "--no-open", "--store", str(tmp_path / "nosuch.duckdb")]) == 0
    assert "nosuch.duckdb, which is not there yet: the first import makes it" in (
        capsys.readouterr().out
    )


# Processes


def test_a_reader_that_stops_listening_is_no_error(demo_path):
    listing = [sys.executable, "-c", PROGRAM, "list", "--store", str(demo_path), "--json"]
    with subprocess.Popen(listing, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        complaints = running.stderr.read()
    assert (running.returncode, complaints) == (0, b"")


def test_an_ascii_terminal_gets_a_substitute_and_no_traceback(tmp_path):
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = process("paired", 139, 17, 30, 54, environment=ascii_only, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "?5.4" in done.stdout


def test_a_full_disk_is_reported_without_a_traceback(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:
        done = process("paired", 1, 1, 1, 1, stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith("lcexplore: ")
    assert "Traceback" not in done.stderr


def test_the_package_is_a_program_too():
    done = subprocess.run(
        [sys.executable, "-m", "lcexplore", "--version"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.startswith("lcexplore ")
