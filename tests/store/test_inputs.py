"""What the store counts for the evidence: pairs, reasons, cache states, texts and labels."""

from datetime import UTC, datetime

import pytest

from lcexplore.decision.preconditions import is_post_hoc
from lcexplore.decision.record import parse
from lcexplore.errors import UsageError
from lcexplore.evidence.validity import examine
from lcexplore.ingest import commit_record, import_files, import_labels
from lcexplore.model import CacheState, Role, Verdict
from lcexplore.store import Store
from tests.store.logs import load, row, write

BASE, CAND = Role.BASELINE, Role.CANDIDATE


def counted(tmp_path, old, new, **how):
    rows = [row(arm="old", **each) for each in old] + [row(arm="new", **each) for each in new]
    store, _ = load(tmp_path, rows, baseline="old", **how)
    return store.inputs(store.info("c"))


# Case D2: arm A [1, 0], arm B [1, null].
def test_an_answer_without_a_verdict_is_planned_and_not_measured(tmp_path):
    old = [{"question": "a", "verdict": 1}, {"question": "b", "verdict": 0}]
    new = [{"question": "a", "verdict": 1}, {"question": "b", "verdict": None}]
    tally = counted(tmp_path, old, new).tally
    assert list(tally.candidate.planned) == [1, 1]
    assert list(tally.candidate.measured) == [1, 0]
    assert tally.not_measured == {BASE: {}, CAND: {"ungraded": 1}}
    assert tally.answer_pairs.n == 1


# Case D5: a row with both an error and a score.
def test_an_errored_answer_with_a_score_is_not_measured(tmp_path):
    new = [{"question": "a", "verdict": 0, "error": {"kind": "timeout"}, "latency_s": 60}]
    found = counted(tmp_path, [{"question": "a", "verdict": 1}], new)
    assert found.tally.not_measured[CAND] == {"timeout": 1}
    arm = found.timings[CAND]
    assert (arm.n_failed, arm.end_to_end[CacheState.UNKNOWN].n, arm.failed_after.n) == (1, 0, 1)


def test_a_question_or_epoch_that_one_arm_lacks_is_missing_there(tmp_path):
    old = [{"question": "a", "epoch": 1}, {"question": "a", "epoch": 2}, {"question": "b"}]
    tally = counted(tmp_path, old, [{"question": "a"}]).tally
    assert list(tally.candidate.planned) == [2, 1]
    assert tally.not_measured[CAND] == {"missing": 2}


# Case D11: the same ids with other texts.
def test_questions_whose_texts_differ_are_named_and_not_paired(tmp_path):
    texts = {f"q{i}": f"What is {i}?" for i in range(1, 6)}
    swapped = texts | {"q2": texts["q5"], "q5": texts["q2"], "q1": " What  is 1? "}
    old = [{"question": q, "question_text": text} for q, text in texts.items()]
    new = [{"question": q, "question_text": text} for q, text in swapped.items()]
    found = counted(tmp_path, old, new)
    assert found.question_text_conflicts == ("q2", "q5")
    assert found.tally.answer_pairs.n == 3
    assert found.tally.not_measured[CAND] == {"question_text_differs": 2}


# Case D19: 40 misses of 8 to 12 s and 20 replays of 2 to 6 ms.
def test_replays_are_counted_apart_from_hits_and_have_no_latency(tmp_path):
    new = [
        {"question": f"m{i}", "latency_s": 8 + i / 10, "usage": {"cache_read": 0}}
        for i in range(40)
    ]
    new += [
        {
            "question": f"r{i}",
            "latency_s": 0.004,
            "replayed": True,
            "cost_usd": 5,
            "usage": {"input_uncached": 1, "cache_read": 9, "cache_write": 0},
        }
        for i in range(20)
    ]
    found = counted(tmp_path, [{"question": "m0"}], new)
    arm = found.timings[CAND]
    assert (arm.n_replays, arm.hits, arm.misses) == (20, 0, 40)
    assert arm.end_to_end[CacheState.MISS].values.min() == 8
    assert (found.tokens[CAND].n_priced, found.tokens[CAND].n_reported) == (0, 0)


# Case D24: uncached 5, read 128,955, write 1,253.
def test_tokens_are_summed_by_class_and_an_unpriced_arm_is_not_free(tmp_path):
    usage = {"input_uncached": 5, "cache_read": 128_955, "cache_write": 1_253}
    manifest = {"cache_multipliers": {"read": 0.1, "write": 1.25}}
    found = counted(
        tmp_path,
        [{"question": "a", "cost_usd": 0}],
        [{"question": "a", "usage": usage}],
        manifest=manifest,
    )
    new, old = found.tokens[CAND], found.tokens[BASE]
    assert new.uncached + new.cache_read + new.cache_write == 130_213
    assert (new.read_multiplier, new.write_multiplier) == (0.1, 1.25)
    assert (new.n_priced, old.n_priced, old.cost_usd, old.n_reported) == (0, 1, 0.0, 0)


def test_hits_below_half_are_partial(tmp_path):
    def usage(read):
        return {"input_uncached": 60, "cache_read": read, "cache_write": 0}

    new = [{"question": "a", "usage": usage(59)}, {"question": "b", "usage": usage(60)}]
    arm = counted(tmp_path, [{"question": "a"}], new).timings[CAND]
    assert (arm.hits, arm.partial_hits) == (2, 1)


def test_run_order_points_at_the_questions_of_the_tally(tmp_path):
    old = [{"question": "b", "started_at": "2026-01-01T00:00:02Z"}, {"question": "a"}]
    new = [{"question": "b", "started_at": "2026-01-01T00:00:01Z"}]
    found = counted(tmp_path, old, new)
    assert list(found.order.is_candidate) == [True, False]
    assert [found.tally.questions[i] for i in found.order.question] == ["b", "b"]
    assert found.order.n_without_time == {BASE: 1, CAND: 0}


def test_measurements_and_multipliers_come_from_the_manifests(tmp_path):
    manifest = {"arm": "new", "measurements": {"abandonment_rate": 0.031, "odd": "text"}}
    rows = [row(arm="old"), row(arm="new")]
    store, _ = load(
        tmp_path, rows, manifest=manifest, baseline="old", cache_multipliers={"read": 0.2}
    )
    found = store.inputs(store.info("c"))
    assert found.measurements == {"abandonment_rate": {BASE: 0.031, CAND: 0.031}}
    assert found.tokens[CAND].read_multiplier == 0.2


@pytest.mark.parametrize("reverse", [False, True])
def test_reversing_the_arms_reverses_the_table(tmp_path, reverse):
    rows = [row("a", arm="RAG", verdict=1), row("a", arm="LC", verdict=0)]
    store, _ = load(tmp_path, rows)
    names = ("LC", "RAG") if reverse else ("RAG", "LC")
    info = store.info("c", baseline=names[0], candidate=names[1])
    cells = store.inputs(info).tally.answer_pairs
    assert (cells.candidate_only, cells.baseline_only) == ((1, 0) if reverse else (0, 1))


def test_what_is_missing_for_a_comparison_is_said(tmp_path):
    store, _ = load(tmp_path, [row(arm="one")])
    with pytest.raises(UsageError, match="other arm"):
        store.info("c")
    load(tmp_path, [row(arm="two")], name="2.jsonl")
    with pytest.raises(UsageError, match="--baseline"):
        store.info("c")
    load(tmp_path, [row(arm="three")], name="3.jsonl", baseline="one")
    with pytest.raises(UsageError, match="--candidate"):
        store.info("c")
    assert store.info("c", candidate="three").baseline == "one"
    with pytest.raises(UsageError, match="holds c"):
        store.info("other")
    with pytest.raises(UsageError, match="no grading"):
        store.info("c", candidate="two", rubric="v9")


LABELS = "question,arm,epoch,labeller,verdict,rubric\n"


def test_labels_belong_to_their_rubric_and_go_stale_under_another(tmp_path):
    gradings = [
        {"grader": "g", "rubric": rubric, "verdict": 1, "graded_at": f"2026-01-0{day}"}
        for rubric, day in (("v3", 1), ("v4", 2))
    ]
    rows = [
        {"question": q, "arm": arm, "answer": "two words", "gradings": gradings}
        for q in ("a", "b")
        for arm in ("old", "new")
    ]
    store, _ = load(tmp_path, rows, baseline="old")
    lines = [
        "a,new,1,x,incorrect,v3",
        "a,new,1,y,correct,v3",
        "a,new,1,adjudicated,incorrect,v3",
        "b,new,1,x,1,v3",
        "b,old,1,x,0,v3",
        "b,old,1,y,1,v3",
        "b,old,,,1,v3",
    ]
    path = tmp_path / "labels.csv"
    path.write_text(LABELS + "\n".join(lines) + "\n")
    account = import_labels(store, path, comparison="c")
    assert (account.rows_kept, account.rows_refused, account.refusals[0].line) == (6, 1, 8)
    assert import_labels(store, path, comparison="c").already_imported
    found = store.inputs(store.info("c")).calibration
    assert (found.grader, found.rubric, found.stale) == ("g", "v3", "labels belong to rubric v3")
    assert [(each.consensus, each.adjudicated) for each in found.answers] == [
        (Verdict.INCORRECT, True),
        (Verdict.CORRECT, False),
        (None, False),
    ]
    assert found.answers[0].labels == {"x": Verdict.INCORRECT, "y": Verdict.CORRECT}
    assert store.inputs(store.info("c", rubric="v3")).calibration.stale is None


def test_labels_of_any_size_are_read_and_what_cannot_be_stored_is_refused(tmp_path):
    store, _ = load(tmp_path, [row("a", "old"), row("a", "new")], baseline="old")
    sheet = tmp_path / "labels.csv"
    long = "x" * 200_000
    sheet.write_text(
        f"question,arm,epoch,labeller,verdict,note,labelled_at\na,old,1,ann,1,{long},\n"
        f"a,new,{'1' * 5000},ann,1,,\na,new,1,ann,1,,0001-01-01T00:00:00+14:00\n"
    )
    account = import_labels(store, sheet, comparison="c")
    assert [(each.line, each.field, each.row_kept) for each in account.refusals] == [
        (3, "epoch", False),
        (4, "labelled_at", True),
    ]
    assert store.table("labels")["labelled_at"].isna().all()
    lines = tmp_path / "labels.jsonl"
    whole = '{"question": "a", "arm": "old", "labeller": "ben", "verdict": 1}'
    half = '{"question": "a", "arm": "new", "labeller": "ben", "verdict": "\\ud800"}'
    lines.write_text(f"{whole}\n{half}\n")
    account = import_labels(store, lines, comparison="c")
    assert (account.rows_kept, account.rows_refused) == (1, 1)
    assert account.refusals[0].reason == "holds half of a surrogate pair"


def test_labels_without_a_rubric_belong_to_the_grading_of_their_time(tmp_path):
    gradings = [
        {"grader": "g", "rubric": rubric, "verdict": 1, "graded_at": f"2026-01-0{day}"}
        for rubric, day in (("v3", 1), ("v4", 5))
    ]
    rows = [{"question": "a", "arm": arm, "gradings": gradings} for arm in ("old", "new")]
    store, _ = load(tmp_path, rows, baseline="old")
    path = tmp_path / "labels.jsonl"
    path.write_text(
        '{"question":"a","arm":"new","labeller":"x","verdict":true,'
        '"labelled_at":"2026-01-03T00:00:00Z"}\n'
    )
    import_labels(store, path, comparison="c")
    assert store.inputs(store.info("c")).calibration.rubric == "v3"


RECORD = """comparison: x
frozen:
  grader: g, rubric v4
decision_rule:
  switch_if:
    - correctness_delta_lower_ci: ">= 0 pts"
  otherwise: iterate
"""


def timed(tmp_path, graded_at, started_at=None):
    more = {"graded_at": graded_at} if graded_at else {}
    gradings = [
        {"grader": "g", "rubric": "v4", "verdict": 1, **more},
        {"grader": "g", "rubric": "v3", "verdict": 1, "graded_at": "2020-01-01"},
    ]
    asked = {"started_at": started_at} if started_at else {}
    rows = [{"question": "a", "arm": arm, "gradings": gradings, **asked} for arm in ("old", "new")]
    return load(tmp_path, rows, baseline="old")[0]


def committed(store, tmp_path):
    (tmp_path / "r.yaml").write_text(RECORD)
    stored, record = commit_record(store, tmp_path / "r.yaml", comparison="c")
    return stored, record, store.record_times(store.info("c"), record)


def test_a_grading_dated_in_the_future_does_not_put_a_later_record_before_it(tmp_path):
    stored, _, times = committed(timed(tmp_path, "2999-01-01"), tmp_path)
    assert times.first_grading_at < stored.recorded_at


@pytest.mark.parametrize("how", ["forgotten", "replaced"])
def test_results_that_were_seen_stay_seen_when_they_are_forgotten_or_replaced(tmp_path, how):
    store = timed(tmp_path, None)
    if how == "forgotten":
        store.forget(1)
    (tmp_path / "r.yaml").write_text(RECORD)
    stored, _ = commit_record(store, tmp_path / "r.yaml", comparison="c")
    gradings = [{"grader": "g", "rubric": "v4", "verdict": 0}]
    rows = [{"question": "a", "arm": arm, "gradings": gradings} for arm in ("old", "new")]
    load(tmp_path, rows, name="again.jsonl", baseline="old", replace=True)
    times = store.record_times(store.info("c"), parse(RECORD))
    assert times.first_grading_at < stored.recorded_at


def test_the_first_grading_is_that_of_the_records_own_rubric(tmp_path):
    stored, _, times = committed(timed(tmp_path, "2026-04-22T09:00:00Z"), tmp_path)
    assert times.first_grading_at == datetime(2026, 4, 22, 9, tzinfo=UTC)
    assert (times.grading_times_known, times.recorded_at) == (True, stored.recorded_at)


@pytest.mark.parametrize("named", [{"grader": "h", "rubric": "v4"}, {"grader": "g"}, {}])
def test_results_of_another_grader_under_the_records_rubric_or_none_came_first(tmp_path, named):
    early = [row(arm=arm, **named) for arm in ("old", "new")]
    store, _ = load(tmp_path, early, name="early.jsonl", baseline="old")
    stored, record, _ = committed(store, tmp_path)
    timed(tmp_path, "2999-01-01")
    times = store.record_times(store.info("c"), record)
    assert times.first_grading_at < stored.recorded_at


def test_undated_gradings_leave_the_order_unknown(tmp_path):
    _, _, times = committed(timed(tmp_path, None), tmp_path)
    assert not times.grading_times_known


@pytest.mark.parametrize(
    ("asked", "known"), [(None, False), ("2026-04-20T09:00:00Z", False), ("2999-01-01", True)]
)
def test_undated_gradings_come_after_a_record_only_where_their_answers_were_asked_after_it(
    tmp_path, asked, known
):
    """A file imported after the record may have been graded, and read, long before."""
    store, _ = load(tmp_path, [row(arm="old", rubric="v3")], name="first.jsonl")
    (tmp_path / "r.yaml").write_text(RECORD)
    commit_record(store, tmp_path / "r.yaml", comparison="c")
    timed(tmp_path, None, started_at=asked)
    times = store.record_times(store.info("c"), parse(RECORD))
    assert times.grading_times_known == known
    assert is_post_hoc(times) == (not known)


def test_a_frozen_record_is_not_replaced_and_the_same_text_is_the_same_record(tmp_path):
    store = timed(tmp_path, "2026-04-22")
    first, _, _ = committed(store, tmp_path)
    assert committed(store, tmp_path)[0] == first
    with pytest.raises(UsageError, match="another record"):
        store.commit_record("c", RECORD + "# changed\n")


def test_a_question_is_shown_with_both_arms_texts(tmp_path):
    rows = [
        row("a", arm=arm, answer=f"by {arm}", question_text="Why?", reference="Because.")
        for arm in ("old", "new")
    ]
    store, _ = load(tmp_path, rows, baseline="old")
    info = store.info("c")
    detail = store.question_detail(info, "a")
    assert (detail.text, detail.reference) == ("Why?", "Because.")
    assert [(each.role, each.answer) for each in detail.answers] == [
        (BASE, "by old"),
        (CAND, "by new"),
    ]
    (only,) = store.question_rows(info)
    assert (only.difference, only.words_mean[CAND]) == (0.0, 2.0)
    with pytest.raises(UsageError, match="'zz'"):
        store.question_detail(info, "zz")


def test_verdicts_that_are_neither_pass_nor_fail_are_kept_as_logged_by_arm(tmp_path):
    rows = [row(f"q{n}", "new", verdict="Refusal") for n in range(3)]
    rows += [row(f"q{n}", "old", verdict=f"grade {min(n, 6)}") for n in range(8)]
    store, _ = load(tmp_path, [*rows, row("q9", "old"), row("q9", "new")], baseline="old")
    shown = store.inputs(store.info("c"))
    assert shown.unread[Role.CANDIDATE] == {"Refusal": 3}
    assert shown.unread[Role.BASELINE] == {
        "grade 6": 2, **{f"grade {n}": 1 for n in range(4)}
    }  # fmt: skip


def read_as(folder, name, arm, **how):
    rows = [row(f"q{n}", arm=arm, verdict=n / 10) for n in range(11)]
    return load(folder, rows, name=f"{name}.jsonl", baseline="old", **how)


def readings(store):
    info = store.info("c")
    return {
        each.id: each for each in examine(store.inputs(info), info).findings if each.touches
    }.get("verdict_reading_moved")


def test_verdicts_that_the_arms_imports_read_by_other_rules_confound_correctness(tmp_path):
    read_as(tmp_path, "old", "old", correct_at=0.5)
    store, _ = read_as(tmp_path, "new", "new", correct_at=0.3)
    moved = readings(store)
    assert moved.touches == ("correctness",)
    assert "old had correct at 0.5, new correct at 0.3" in moved.message


def test_verdicts_read_by_one_rule_confound_nothing_whatever_the_order_of_its_words(tmp_path):
    words = {"correct": ["1.0", "0.9"], "incorrect": ["0.0"]}
    read_as(tmp_path, "old", "old", **words)
    store, _ = read_as(tmp_path, "new", "new", **{**words, "correct": ["0.9 ", "1.0"]})
    assert readings(store) is None


def test_a_rule_whose_verdicts_were_all_replaced_is_no_reading_any_more(tmp_path):
    read_as(tmp_path, "old", "old", correct_at=0.5)
    read_as(tmp_path, "new", "new", correct_at=0.3)
    store, _ = read_as(tmp_path, "new", "new", correct_at=0.5, replace=True)
    assert readings(store) is None


def confounded(store):
    info = store.info("c")
    return {each.id: each for each in examine(store.inputs(info), info).findings if each.touches}


def test_one_file_imported_for_both_arms_confounds_everything(tmp_path):
    rows = [{"question": f"q{n}", "verdict": n % 2} for n in range(4)]
    load(tmp_path, rows, arm="old", baseline="old")
    store, _ = load(tmp_path, rows, arm="new", correct_at=0.5)
    found = confounded(store)["same_file_in_both_arms"]
    assert set(found.touches) == {"correctness", "latency", "tokens", "cost", "hit_rate"}
    assert "log.jsonl" in found.message
    load(tmp_path, [{**each, "verdict": 1} for each in rows], name="n.jsonl", arm="new",
         replace=True)  # fmt: skip
    store.forget(2)
    assert "same_file_in_both_arms" not in confounded(store)


def test_a_file_that_holds_both_arms_in_rows_or_in_columns_is_no_confound(tmp_path):
    load(tmp_path, [row(arm=arm, tool=1, other=0) for arm in ("old", "new")], baseline="old")
    assert not confounded(Store(tmp_path / "s.duckdb"))
    wide = write(tmp_path / "wide.csv", ["id,old_ok,new_ok", "1,1,0", "2,0,1"])
    store = Store(tmp_path / "wide")
    for arm in ("old", "new"):
        how = {"arm": arm, "mapping": {"question": "id", "verdict": f"{arm}_ok"}}
        import_files(store, [wide], comparison="c", baseline="old", **how)
    assert not confounded(store)
