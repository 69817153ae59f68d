"""A decision record is read as written, and whatever is not understood is an error with a place."""

import hashlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.decision.quantities import BY_EXAMPLE, KNOWN
from lcexplore.decision.record import parse, read_text
from lcexplore.errors import RecordError
from tests.decision.cases import ARTICLE

HEAD = "comparison: test\n"
RULE = 'decision_rule:\n  switch_if:\n    - kappa: ">= 0.6"\n'


def clause(text, rule="switch_if"):
    """One clause as a record writes it, on lines 5 and following."""
    other = "" if rule == "switch_if" else '  switch_if:\n    - kappa: ">= 0"\n'
    return parse(f"{HEAD}decision_rule:\n{other}  {rule}:\n    - {text}\n").lines(rule)[0]


def complaint(text):
    with pytest.raises(RecordError) as caught:
        parse(text, file="decision.yaml")
    return caught.value


def test_the_articles_record_is_read_as_written():
    record = parse(ARTICLE)
    assert record.title == "policy-assistant-long-context-vs-retrieval"
    assert [
        (each.quantity, each.operator, each.bar.value, each.bar.unit) for each in record.clauses
    ] == [
        ("correctness_delta_lower_ci", ">=", 0.01, "pts"),
        ("p95_end_to_end", "<=", 5.0, "s"),
        ("cost_per_1k_queries", "<=", 1.6, "x"),
        ("measured_cache_hit_rate", ">=", 0.95, ""),
        ("correctness_delta_upper_ci", "<", 0.0, "pts"),
    ]
    assert record.clauses[2].bar.arm == "retrieval"
    assert [each.line for each in record.clauses] == [10, 11, 12, 13, 15]
    assert record.otherwise == "iterate on the failing dimension; do not ship on partial wins"
    assert record.review_trigger == (
        "model snapshot change",
        "corpus > 2M tokens",
        "price change",
    )
    assert record.margin == 0.01


def test_the_frozen_block_names_grader_rubric_and_the_size_of_the_eval_set():
    record = parse(ARTICLE)
    assert (record.grader, record.rubric) == ("judge-2026-02-11", "v4")
    assert record.grading_conditions == ("blind", "order_shuffled")
    assert (record.eval_set, record.eval_set_size) == ("policy-eval-v3", 820)
    assert record.frozen["corpus_hash"] == "3b9f...c07"
    assert record.frozen["temperature"] == "0.0"


def test_what_the_article_leaves_out_has_the_agreed_defaults():
    record = parse(ARTICLE)
    assert (record.confidence_level, record.missing_tolerance) == (0.95, 0.02)
    assert (record.correctness_basis, record.calibration) == ("graded", "by_grader")
    assert (record.baseline, record.candidate, record.committed_at) == (None, None, None)


def test_the_hash_is_the_files(tmp_path):
    path = tmp_path / "decision.yaml"
    path.write_bytes(ARTICLE.replace("\n", "\r\n").encode())
    record = parse(read_text(path))
    assert record.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("keys", "field", "value"),
    [
        ("arms: {baseline: old, candidate: new}", "candidate", "new"),
        ("arms: [old, new]", "baseline", "old"),
        ("confidence_level: 0.9", "confidence_level", 0.9),
        ("confidence_level: 90 %", "confidence_level", 0.9),
        ("missing_tolerance: 0", "missing_tolerance", 0.0),
        ("missing_tolerance: 5%", "missing_tolerance", 0.05),
        ("correctness_basis: calibrated", "correctness_basis", "calibrated"),
        ("calibration: not_required", "calibration", "not_required"),
        ("margin_reason: a cheaper bill", "margin_reason", "a cheaper bill"),
        ("review_trigger: price change", "review_trigger", ("price change",)),
        ("frozen: {eval_set: 'probe (1,640 questions)'}", "eval_set_size", 1640),
        ("frozen: {grader: judge, rubric: v2}", "rubric", "v2"),
        ("frozen: {eval_set_size: 40}", "eval_set_size", 40),
        ("frozen: {eval_set: probe}", "eval_set", "probe"),
    ],
)  # fmt: skip
def test_optional_keys_are_read(keys, field, value):
    assert getattr(parse(f"{HEAD}{keys}\n{RULE}"), field) == value


@pytest.mark.parametrize(
    ("text", "operator", "value", "unit"),
    [
        ('correctness_delta_lower_ci: ">= -2.0 pts"', ">=", -0.02, "pts"),
        ('correctness_delta_lower_ci: ">= −2.0 pts"', ">=", -0.02, "pts"),
        ('correctness_delta: "> 0.7pts"', ">", 0.007, "pts"),
        ('p95_time_to_first_token: "<= 900 ms"', "<=", 0.9, "ms"),
        ('p99_end_to_end_upper_ci: "< 5s"', "<", 5.0, "s"),
        ('p50_end_to_end: "<= 1.5 × retrieval"', "<=", 1.5, "x"),
        ('measured_cache_hit_rate: "≥ 95 %"', ">=", 0.95, "%"),
        ('measured_cache_hit_rate_lower_ci: ">= .9"', ">=", 0.9, ""),
        ('effective_input_tokens: "<= 35,000"', "<=", 35000.0, ""),
        ('error_rate: "<= 0.5%"', "<=", 0.005, "%"),
        ('abandonment_rate: "<= 4 %"', "<=", 0.04, "%"),
        ('time_to_task_completion: "<= 90 s"', "<=", 90.0, "s"),
        ("cost_per_1k_queries: <= 12.50", "<=", 12.5, ""),
    ],
)
def test_a_bar_is_read_in_the_unit_it_is_written_in(text, operator, value, unit):
    read = clause(text)
    assert (read.operator, read.bar.value, read.bar.unit) == (operator, value, unit)


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-04-18T09:00:00+02:00", (7, 0, 0)),
        ("2026-04-18T09:00:00Z", (9, 0, 0)),
        ("2026-04-18 09:00:00", (9, 0, 0)),
        ("2026-04-18", (23, 59, 59)),  # a bare date claims no more than its last second
    ],
)
def test_the_claimed_time_is_read_in_utc(written, moment):
    claimed = parse(f"{HEAD}committed_at: {written}\n{RULE}").committed_at
    assert claimed == datetime(2026, 4, 18, *moment, tzinfo=UTC)


def test_clauses_may_be_a_mapping():
    text = f'{HEAD}decision_rule:\n  switch_if:\n    kappa: ">= 0.6"\n    error_rate: "<= 1 %"\n'
    assert [each.quantity for each in parse(text).clauses] == ["kappa", "error_rate"]


# Where, what was found, and what to do, for every kind of mistake.
MISTAKES = [
    ("", 1, 1, "an empty file", "write it as the README shows"),
    ("comparison: [", 1, 14, "expected the node content", "check the indentation"),
    ("comparison: a\n\tb: c\n", 2, 1, "cannot start any token", "check the indentation"),
    ("comparison: a\x00b", 1, 14, "U+0000", "remove it"),
    ("comparison: x\n---\ncomparison: y\n", 2, 1, "another document", "check"),
    ("- a\n", 1, 1, "a list", "indent"),
    ("comparison: &a x\nfrozen: {model: *a}\n", 2, 17, "an alias", "write the value out"),
    ("comparison: !!python/name:os.system x\n", 1, 13, "the tag", "remove it"),
    (f"comparison: {'[' * 9}{']' * 9}\n", 1, 20, "a deeper one", "brackets"),
    (f"{HEAD}comparison: again\n{RULE}", 2, 1, "'comparison' a second time", "first is on line 1"),
    (f"{HEAD}frozen: {{model: a, model: b}}\n{RULE}", 2, 20, "'model' a second", "keep one"),
    (f"{HEAD}? [a]\n: b\n{RULE}", 2, 3, "a list", "plain word"),
    (f"{HEAD}comparision: x\n{RULE}", 2, 1, "'comparision'", "did you mean comparison?"),
    (f"{HEAD}zzz: x\n{RULE}", 2, 1, "'zzz'", "remove it"),
    (RULE, 1, 1, "none", "add a `comparison:` line"),
    (HEAD, 1, 1, "none", "add a `decision_rule:` line"),
    (f"comparison:\n{RULE}", 1, 12, "nothing", "write it after the colon"),
    (f"comparison: {{a: b}}\n{RULE}", 1, 13, "`key: value` lines", "after the colon"),
    (f"{HEAD}decision_rule: now\n", 2, 16, "'now'", "indent"),
    (f"{HEAD}decision_rule:\n  otherwise: x\n", 3, 3, "none", "write `- quantity"),
    (f"{HEAD}decision_rule:\n  switch_if: []\n", 3, 14, "none", "write `- quantity"),
    (f"{HEAD}decision_rule:\n  switch_if: soon\n", 3, 14, "'soon'", "a dash"),
    (f"{HEAD}decision_rule:\n  switchif: []\n", 3, 3, "'switchif'", "did you mean switch_if?"),
    (f"{HEAD}decision_rule:\n  switch_if:\n    - kappa\n", 4, 7, "'kappa'", "indent"),
    (f"{HEAD}decision_rule:\n  switch_if:\n    - kappa: '> 0'\n      error_rate: '< 1 %'\n", 4, 7,
     "2 of them", "its own dash"),
    (f"{HEAD}arms: [a]\n{RULE}", 2, 7, "a list", "{baseline: NAME, candidate: NAME}"),
    (f"{HEAD}arms: [a, a]\n{RULE}", 2, 7, "a list", "{baseline: NAME"),
    (f"{HEAD}arms: {{base: a}}\n{RULE}", 2, 8, "'base'", "did you mean baseline?"),
    (f"{HEAD}arms: a\n{RULE}", 2, 7, "'a'", "dash"),
    (f"{HEAD}confidence_level: 95\n{RULE}", 2, 19, "'95'", "fraction or %"),
    (f"{HEAD}confidence_level: 0.4\n{RULE}", 2, 19, "'0.4'", "fraction or %"),
    (f"{HEAD}missing_tolerance: few\n{RULE}", 2, 20, "'few'", "fraction or %"),
    (f"{HEAD}missing_tolerance: .nan\n{RULE}", 2, 20, "'.nan'", "fraction or %"),
    (f"{HEAD}correctness_basis: people\n{RULE}", 2, 20, "'people'", "choose one"),
    (f"{HEAD}calibration: later\n{RULE}", 2, 14, "'later'", "choose one"),
    (f"{HEAD}correctness_basis: calibrated\ncalibration: not_required\n{RULE}", 3, 14,
     "not_required with a calibrated basis", "remove one"),
    (f"{HEAD}committed_at: yesterday\n{RULE}", 2, 15, "'yesterday'", "2026-04-18T09:00:00Z"),
    (f"{HEAD}committed_at: 0001-01-01T00:00:00+14:00\n{RULE}", 2, 15, "+14:00'", "2026-04-18"),
    (f"{HEAD}review_trigger: {{a: b}}\n{RULE}", 2, 17, "`key: value` lines", "dash"),
    (f"{HEAD}frozen: all\n{RULE}", 2, 9, "'all'", "indent"),
    (f"{HEAD}frozen:\n  modle: x\n{RULE}", 3, 3, "'modle'", "did you mean model?"),
    (f"{HEAD}frozen:\n  model: m-1, temperature 0\n{RULE}", 3, 10, "'m-1, temperature 0'",
     "a line of its own"),
    (f"{HEAD}frozen:\n  corpus_hash:\n{RULE}", 3, 15, "nothing", "after the colon"),
    (f"{HEAD}frozen:\n  grader: judge,, blind\n{RULE}", 3, 11, "a blank", "write it as"),
    (f"{HEAD}frozen:\n  rubric: v3\n  grader: judge, rubric v4\n{RULE}", 4, 11,
     "rubric v4 here and v3 beside it", "keep one"),
    (f"{HEAD}frozen:\n  eval_set: (820 items)\n{RULE}", 3, 13, "(820 items)", "name (820 items)"),
    (f"{HEAD}frozen:\n  eval_set_size: many\n{RULE}", 3, 18, "'many'", "number of questions"),
    (f"{HEAD}frozen:\n  eval_set: a (8 items)\n  eval_set_size: 9\n{RULE}", 4, 18,
     "9 here and 8 in eval_set", "keep one"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "found", "todo"), MISTAKES)
def test_a_mistake_is_reported_with_its_line_and_column(text, line, column, found, todo):
    error = complaint(text)
    assert error.place == f"line {line}, column {column}"
    assert found in error.found
    assert todo in error.todo
    assert str(error).startswith(f"decision.yaml, line {line}, column {column}: wanted ")


# A clause stands on line 4; its quantity starts in column 7.
CLAUSE_MISTAKES = [
    ('p95_latency: "<= 5 s"', 7, "'p95_latency'", "did you mean p95_end_to_end?"),
    ('p97_end_to_end: "<= 5 s"', 7, "'p97_end_to_end'", "did you mean p9"),
    ('P95_end_to_end: "<= 5 s"', 7, "'P95_end_to_end'", "did you mean p95_end_to_end?"),
    ('cost_per_query: "<= 5"', 7, "'cost_per_query'", "did you mean cost_per_1k_queries?"),
    ('cache_hit_rate: ">= 0.9"', 7, "'cache_hit_rate'", "did you mean measured_cache_hit_rate?"),
    ('baseline_p95_end_to_end: "<= 5 s"', 7, "'baseline_p95", "did you mean p95_end_to_end?"),
    ('correctness_delta_lower_cl: ">= 1 pts"', 7, "lower_cl'", "correctness_delta_lower_ci?"),
    ('abandonment_rate_upper_ci: "<= 5 %"', 7, "'abandonment", "only quantities with an interval"),
    ('cost_per_1k_queries_upper_ci: "<= 5"', 7, "'cost_per_1k", "cost_per_1k_queries?"),
    ('"task success": ">= 5 %"', 7, "'task success'", "lower_case_words"),
    ("kappa: 0.6", 14, "'0.6'", 'write it as ">= 0.95"'),
    ('kappa: "== 0.6"', 14, "'== 0.6'", "write it as"),
    ('kappa: ">= high"', 14, "'>= high'", "write it as"),
    ('kappa: ">="', 14, "'>='", "write it as"),
    ('kappa: ">= 1e-1"', 14, "'e-1'", "write it as"),
    ("kappa: >= 0.6", 15, "not quoted", 'write it as ">= 0.95"'),
    ("kappa: [0.6]", 14, "a list", "after the colon"),
    ('kappa: ">= 1.2"', 14, "1.2", "write it as"),
    ('kappa: ">= 60 %"', 14, "a bar in %", "write it as"),
    ('correctness_delta_lower_ci: ">= 1.0 %"', 35, "a bar in %", "is in points: write pts"),
    ('correctness_delta_lower_ci: ">= 1.0"', 35, "a bare number", "is in points: write pts"),
    ('correctness_delta_lower_ci: ">= 1 s"', 35, "a bar in s", 'write it as ">= +1.0 pts"'),
    ('correctness_delta_lower_ci: ">= 101 pts"', 35, "101", "write it as"),
    ('correctness_delta: ">= 1x retrieval"', 26, "a bar in x", "not a multiple"),
    ('measured_cache_hit_rate: ">= 95 pts"', 32, "a bar in pts", "points are for differences"),
    ('measured_cache_hit_rate: ">= 95"', 32, "95", "write 95 % or 0.95"),
    ('measured_cache_hit_rate: ">= 101 %"', 32, "101", "write it as"),
    ('error_rate: "<= 1.5x retrieval"', 19, "a bar in x", "a share is not a multiple"),
    ('error_rate: ">= 1 %"', 19, ">=", "turn the operator round"),
    ('p95_end_to_end: "<= 5"', 23, "a bare number", 'write it as "<= 5.0 s"'),
    ('p95_end_to_end: "<= 5 sec"', 23, "'sec'", 'write it as "<= 5.0 s"'),
    ('p95_end_to_end: "<= 5,0 s"', 23, "',0 s'", "write it as"),
    ('p95_end_to_end: "<= -5 s"', 23, "-5", "write it as"),
    ('p95_end_to_end: "<= 1.6x"', 23, "none", 'write it as "<= 1.6x retrieval"'),
    ('p95_end_to_end: "<= 0x retrieval"', 23, "0", "write it as"),
    ('cost_per_1k_queries: "<= 5 USD"', 28, "'USD'", '"<= 12" (in the currency of the price'),
    ('effective_input_tokens: "<= 5 tokens"', 31, "'tokens'", 'write it as "<= 20,000" or'),
    ('error_rate: "<= 5 pts"', 19, "a bar in pts", 'write it as "<= 2 %"'),
    ('abandonment_rate: "<= 1 pts"', 25, "a bar in pts", "points are for differences"),
]


@pytest.mark.parametrize(("text", "column", "found", "todo"), CLAUSE_MISTAKES)
def test_a_mistaken_clause_is_reported_with_its_line_and_column(text, column, found, todo):
    error = complaint(f"{HEAD}decision_rule:\n  switch_if:\n    - {text}\n")
    assert error.place == f"line 4, column {column}"
    assert found in error.found
    assert todo in error.todo


def test_a_rejection_cannot_ask_for_few_errors():
    text = f'{HEAD}{RULE}  reject_if:\n    - error_rate: "< 1 %"\n'
    assert complaint(text).place == "line 6, column 19"


@pytest.mark.parametrize("arm", ["new", "other"])
def test_a_multiple_is_of_the_declared_baseline(arm):
    rule = f'decision_rule:\n  switch_if:\n    - p95_end_to_end: "<= 2x {arm}"\n'
    error = complaint(f"{HEAD}arms: [old, new]\n{rule}")
    assert error.place == "line 5, column 23"
    assert error.todo == "write x old"


def test_a_long_file_is_refused():
    assert "65,536" in complaint(HEAD + "# " + "x" * 70_000).found


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "decision.yaml"
    path.write_bytes(b"comparison: \xff")
    with pytest.raises(RecordError, match="byte 13 that is not UTF-8"):
        read_text(path)
    with pytest.raises(RecordError, match="No such file"):
        read_text(tmp_path / "none.yaml")


@given(st.text(max_size=40), st.integers(0, len(ARTICLE)), st.integers(0, 30))
def test_a_damaged_record_is_read_or_refused_with_a_place(noise, at, cut):
    try:
        place = parse(ARTICLE[:at] + noise + ARTICLE[at + cut :]).title
    except RecordError as error:
        place = error.place
    assert place


def test_every_quantity_named_to_whoever_misspells_one_is_known():
    assert set(BY_EXAMPLE) <= set(KNOWN)
    told = complaint(HEAD + RULE.replace("kappa", "correctness"))
    assert "error_rate, kappa)" in str(told)


@pytest.mark.parametrize(
    ("rule", "line", "wanted"),
    [
        ("switch_if", 'correctness_delta_lower_ci: "<= 0 pts"', "> or >="),
        ("switch_if", 'correctness_delta: "< 1 pts"', "> or >="),
        ("switch_if", 'correctness_delta_upper_ci: ">= +1 pts"', "lower end"),
        ("switch_if", 'p95_end_to_end: ">= 5 s"', "< or <="),
        ("switch_if", 'cost_per_1k_queries: "> 1x retrieval"', "< or <="),
        ("switch_if", 'effective_input_tokens: ">= 5"', "< or <="),
        ("switch_if", 'measured_cache_hit_rate: "<= 95 %"', "> or >="),
        ("switch_if", 'kappa: "< 0.6"', "> or >="),
        ("switch_if", 'error_rate: ">= 1 %"', "< or <="),
        ("reject_if", 'correctness_delta_upper_ci: "> 0 pts"', "< or <="),
        ("reject_if", 'p95_end_to_end: "< 5 s"', "> or >="),
        ("reject_if", 'measured_cache_hit_rate: "> 5 %"', "< or <="),
    ],
)
def test_a_bar_that_a_worse_candidate_would_pass_is_refused_with_its_place(rule, line, wanted):
    lines = {"switch_if": 'kappa: ">= 0.6"', "reject_if": 'kappa: "< 0.1"', rule: line}
    text = "comparison: c\ndecision_rule:\n" + "".join(
        f"  {name}:\n    - {each}\n" for name, each in lines.items()
    )
    with pytest.raises(RecordError, match=wanted) as refused:
        parse(text)
    assert "line" in refused.value.place


def test_a_measurement_may_be_asked_for_in_either_direction():
    for bar in (">= 1", "<= 1"):
        text = f'comparison: c\ndecision_rule:\n  switch_if:\n    - abandonment: "{bar}"\n'
        assert parse(text).clauses
