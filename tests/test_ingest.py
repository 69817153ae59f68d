"""From paths to a store: the worked example's own figures, and what a user is told."""

import hashlib

import numpy as np
import pyarrow as pa
import pytest

from lcexplore.decision.record import parse
from lcexplore.errors import LogError, UsageError
from lcexplore.importers import labels, saved
from lcexplore.ingest import build_demo, commit_record, import_files, import_labels, set_prices
from lcexplore.model import CacheState, Cells, Role, Verdict
from lcexplore.paths import bundle
from lcexplore.store import Store
from lcexplore.store.word_count import words_of
from tests.store.logs import row, write

LONG, RAG = Role.CANDIDATE, Role.BASELINE


@pytest.fixture(scope="module")
def v3(demo_store):
    return demo_store.inputs(demo_store.info("policy-assistant-v3"))


# Figures of the worked example: the article's counts over 820 questions asked twice.
def test_the_worked_example_is_counted_as_the_article_counts_it(v3):
    tally = v3.tally
    assert tally.answer_pairs == Cells(both=1079, candidate_only=140, baseline_only=89, neither=332)
    difference = tally.candidate.correct - tally.baseline.correct
    assert np.bincount(difference + 2).tolist() == [34, 21, 679, 32, 54]
    assert tally.words_mean == {LONG: 210.0, RAG: 120.0}
    assert sum(each == "multi_passage" for each in tally.strata) == 336
    assert tally.planned_per_arm == 1640


def test_the_worked_examples_rubrics_and_their_movement_are_counted(v3):
    counts = {(each.rubric, each.role): each.correct for each in v3.rubrics}
    assert counts == {("v3", LONG): 1255, ("v3", RAG): 1171, ("v4", LONG): 1219, ("v4", RAG): 1168}
    net = {each.role: each.gained - each.lost for each in v3.rubric_moves}
    assert net == {LONG: -36, RAG: -3}


def test_the_worked_examples_cache_states_and_timings_are_counted(v3):
    arm = v3.timings[LONG]
    assert (arm.hits, arm.misses, arm.n_replays, arm.n_failed) == (1450, 190, 0, 0)
    assert arm.end_to_end[CacheState.MISS].n == 190
    assert v3.tokens[RAG].cache_read == 0
    assert v3.tokens[LONG].n_priced == 0


def test_the_worked_examples_labels_belong_to_rubric_v3(v3):
    found = v3.calibration
    assert (found.rubric, found.stale, len(found.answers)) == (
        "v3",
        "labels belong to rubric v3",
        50,
    )
    assert sum(each.consensus is Verdict.CORRECT for each in found.answers) == 30
    assert sum(each.consensus is each.grader for each in found.answers) == 43
    assert sum(each.adjudicated for each in found.answers) == 4


def test_the_worked_examples_record_precedes_its_own_gradings_as_it_claims(demo_store):
    info = demo_store.info("policy-assistant-v3")
    record = parse(demo_store.record("policy-assistant-v3").text)
    times = demo_store.record_times(info, record)
    assert times.claimed_at < times.first_grading_at < times.recorded_at
    assert times.grading_times_known


def test_the_pilot_and_the_window_probe_are_there(demo_store):
    assert {each.name for each in demo_store.comparisons()} == {
        "effective-window-probe",
        "policy-assistant-pilot",
        "policy-assistant-v3",
    }
    pilot = demo_store.inputs(demo_store.info("policy-assistant-pilot")).tally.answer_pairs
    assert pilot == Cells(both=139, candidate_only=17, baseline_only=30, neither=54)
    probe = demo_store.inputs(demo_store.info("effective-window-probe"))
    assert len({each.depth for each in probe.window}) == 3
    assert sum(each.measured for each in probe.window) == 2880


def test_building_the_demo_again_changes_nothing(tmp_path, demo_path):
    store = Store(demo_path)
    before = len(store.imports())
    build_demo(store)
    assert len(store.imports()) == before


def test_a_comparison_without_a_name_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match="--comparison"):
        import_files(Store(tmp_path / "s"), [write(tmp_path / "a.jsonl", [row()])], comparison=" ")


@pytest.mark.parametrize("name", ["missing.jsonl", "missing.csv"])
def test_a_file_that_is_not_there_is_named(tmp_path, name):
    with pytest.raises(LogError, match="check the name"):
        import_files(Store(tmp_path / "s"), [tmp_path / name], comparison="c")
    with pytest.raises(LogError, match="missing"):
        import_labels(Store(tmp_path / "s"), tmp_path / name, comparison="c")
    with pytest.raises(LogError, match=r"missing.*No such file"):
        commit_record(Store(tmp_path / "s"), tmp_path / name, comparison="c")
    with pytest.raises(LogError, match=r"missing.*No such file"):
        set_prices(Store(tmp_path / "s"), tmp_path / name, comparison="c")
    with pytest.raises(LogError, match=r"missing.*mapping file; found no such file; check"):
        saved.load(tmp_path / name)


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_record_is_kept_with_the_hash_of_its_file_whatever_ends_its_lines(tmp_path, newline):
    content = (bundle() / "sample_runs" / "policy-assistant-v3" / "decision.yaml").read_bytes()
    path = tmp_path / "decision.yaml"
    path.write_bytes(content.replace(b"\r\n", b"\n").replace(b"\n", newline))
    store = Store(tmp_path / "s")
    import_files(store, [write(tmp_path / "a.jsonl", [row()])], comparison="c")
    stored, record = commit_record(store, path, comparison="c")
    assert stored.sha256 == record.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_labels_without_their_columns_name_the_ones_that_are_missing(tmp_path):
    (tmp_path / "l.csv").write_text("question,arm\na,b\n")
    with pytest.raises(LogError, match="labeller, verdict"):
        import_labels(Store(tmp_path / "s"), tmp_path / "l.csv", comparison="c")


@pytest.mark.parametrize(("ending", "last"), [("", 3), ("q3,a,p,1,fine\n", 4)])
def test_a_quote_that_no_label_closes_stops_the_file(tmp_path, ending, last):
    path = tmp_path / "l.csv"
    text = 'question,arm,labeller,verdict,note\nq1,a,p,1,ok\nq2,a,p,0,"cut off\n'
    path.write_text(text + ending)
    with pytest.raises(LogError, match=rf"line 3: wanted a quote that is closed.*line {last}"):
        import_labels(Store(tmp_path / "s"), path, comparison="c")


def test_what_follows_a_closed_quote_is_named_with_its_own_line(tmp_path):
    path = tmp_path / "l.csv"
    path.write_text('question,arm,labeller,verdict,note\nq1,a,p,1,ok\nq2,a,p,0,"no" way\n')
    with pytest.raises(LogError, match=r"line 3: wanted a CSV in UTF-8"):
        import_labels(Store(tmp_path / "s"), path, comparison="c")


def test_a_label_of_other_cells_than_the_header_is_refused_and_the_rest_is_kept(tmp_path):
    path = tmp_path / "l.csv"
    path.write_text("question,arm,labeller,verdict,note\nq1,a,p,1,ok\nq2,a,p,0,no, not so\n")
    good, bad = labels.read(path)
    assert (good.refusal, good.values["verdict"]) == (None, "1")
    assert (bad.line, bad.refusal.reason) == (3, "6 cells where the header has 5")


def test_long_work_is_reported_as_it_goes(tmp_path):
    told = []
    path = write(tmp_path / "a.jsonl", [row()])
    import_files(Store(tmp_path / "s"), [path], comparison="c", progress=told.append)
    assert told == ["reading a.jsonl", "writing to the store"]


@pytest.mark.parametrize(
    "texts",
    [["", " ", "a", " a  b\n\nc\t", "é ü", "x" * 50], ["tail"], ["", ""], ["a b", "", "c\r\nd e"]],
)
def test_words_are_counted_as_split_counts_them(texts):

    column = pa.array(["before", *texts])[1:]
    assert words_of(column).to_pylist() == [len(each.split()) for each in texts]


@pytest.mark.parametrize("name", ["two\nlines", "a\ttab", "one\u2028two", "\x1b[31mred"])
def test_a_comparison_is_named_by_one_line_without_control_characters(tmp_path, name):
    path = write(tmp_path / "x.jsonl", [row("q")])
    with pytest.raises(UsageError, match="one line without tabs"):
        import_files(Store(tmp_path / "s"), [path], comparison=name)
    assert import_files(Store(tmp_path / "s"), [path], comparison=' Müller & Co "v2" #1\n')
