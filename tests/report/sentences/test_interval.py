"""What stands beside the deciding interval, and what it says where nothing varies."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcexplore.cli import figures
from lcexplore.evidence.correctness import paired_cells
from lcexplore.model import UNNAMED, Interval, Status
from lcexplore.paths import bundle
from lcexplore.report.review import review
from lcexplore.report.sentences import decision, interval, interval_method, interval_rows
from tests.report.spoken import said


def with_cells(shown, **cells):
    found = paired_cells(
        **{"both": 0, "candidate_only": 0, "baseline_only": 0, "neither": 0, **cells}
    )
    return replace(shown, evidence=replace(shown.evidence, correctness=found))


def methods(shown):
    return dict(interval_method.others(shown)[1:])


def test_the_worked_example_keeps_its_other_intervals(v3):
    assert list(methods(v3)) == [
        "Tango score interval on effective counts, question as the unit: this one decides",
        "Newcombe, method 10",
        "Wald",
        "Unpaired",
    ]
    assert "and is wider for nothing. One interval decides" in interval_method.why_paired(v3)


def test_an_eval_that_both_arms_pass_leaves_no_interval_without_width(pilot):
    # 71 of 71 in both arms: Wilson's upper end of no failure is 1.96² / (71 + 1.96²) = 5.13 %.
    shown = with_cells(pilot, both=71)
    found = methods(shown)
    assert said(found["Unpaired"]) == "−5.1 to +5.1"
    assert found["Wald"].startswith("left out: where nothing varies it has no width")
    # Paired and unpaired are the same here, so neither is wider.
    assert "wider" not in interval_method.why_paired(shown)


def test_the_strict_interval_that_is_announced_is_shown(pilot):
    shown = with_cells(pilot, both=90, candidate_only=1, baseline_only=2, neither=7)
    assert "Few disagreements (3): the strict interval is shown." in interval.reading(shown)
    strict = shown.evidence.correctness.strict
    assert strict.low < 0 < strict.high
    assert "Strict: exact, never against the exact test" in methods(shown)


def test_where_questions_repeat_no_strict_interval_is_announced(v3):
    found = v3.evidence.correctness
    cells = replace(found.cells, candidate_only=2, baseline_only=1)
    shown = replace(
        v3, evidence=replace(v3.evidence, correctness=replace(found, cells=cells, strict=None))
    )
    assert "Few disagreements (3)." in interval.reading(shown)
    assert not [name for name in methods(shown) if name.startswith("Strict")]


def test_one_question_is_told_without_a_number(pilot):
    # Fault D17: a sentence, no number.
    said_of_one = decision.standing(with_cells(pilot, candidate_only=1))
    assert said_of_one == (
        "long-context and retrieval share a single measured question, which tells no difference"
    )


COUNTS = st.integers(0, 60)


@given(both=COUNTS, candidate_only=COUNTS, baseline_only=COUNTS, neither=COUNTS)
def test_every_interval_shown_has_a_width_and_holds_the_estimate(
    both, candidate_only, baseline_only, neither
):
    cells = (both, candidate_only, baseline_only, neither)
    if not sum(cells):
        return
    found = paired_cells(
        both=both, candidate_only=candidate_only, baseline_only=baseline_only, neither=neither
    )
    for ends in (found.interval, found.unpaired, found.newcombe, found.wald):
        if ends is not None:
            assert ends.high - ends.low > 1e-9
            assert ends.low - 1e-9 <= found.difference <= ends.high + 1e-9


@pytest.mark.parametrize("differ", [0, 10])
def test_no_strict_interval_stands_where_none_or_many_differ(pilot, differ):
    shown = with_cells(pilot, both=90, candidate_only=differ)
    assert not [name for name in methods(shown) if name.startswith("Strict")]


WHY = "7 of 180 answers of long-context have no verdict: 3.9 %, over the 2.0 % tolerated"


def clearing(shown, status, reason=None):
    """The review with an interval that clears the margin, and its clause as it is said to stand."""
    ends = Interval(shown.record.margin + 0.01, shown.record.margin + 0.05)
    found = replace(shown.evidence.correctness, interval=ends)
    readings = tuple(
        replace(each, status=status, reason=reason)
        if each.clause.quantity == "correctness_delta_lower_ci" else each
        for each in shown.decision.readings
    )  # fmt: skip
    return replace(
        shown,
        evidence=replace(shown.evidence, correctness=found),
        decision=replace(shown.decision, readings=readings),
    )


def test_an_interval_past_a_margin_that_the_rule_takes_for_not_measured_says_so(v3):
    lead = said(interval.lead(clearing(v3, Status.NOT_MEASURED, WHY)))
    assert lead.startswith("As measured, long-context is ahead by at least what was agreed")
    assert lead.endswith(f" The condition is not measured, though: {WHY}.")


def test_an_interval_past_a_margin_that_is_met_is_said_plainly(v3):
    lead = said(interval.lead(clearing(v3, Status.MET)))
    assert lead.startswith("Long-context is ahead by at least what was agreed")
    assert "not measured" not in lead


def test_the_estimate_under_another_rubric_says_how_many_answers_it_is_of(v3):
    names = [said(row.name) for row in interval_rows.rows(v3)]
    assert "Rubric v3, 1,640 answers per arm, estimate only" in names


def test_a_rubric_that_no_log_names_is_not_shown_as_one(v3):
    shown = replace(v3, info=replace(v3.info, rubric=UNNAMED))
    assert UNNAMED not in interval.small(shown)


def test_documents_that_hold_most_questions_are_said_to_be_worth_fewer(v3):
    found = replace(
        v3.evidence.correctness, clustered="document", n_clusters=61, clusters_worth=2.54
    )
    shown = replace(v3, evidence=replace(v3.evidence, correctness=found))
    assert (
        "The unit is the document: 61 of them, worth about 2.5 of one size, as some hold many more"
        in interval_method.method(shown)[0]
    )
    even = replace(v3, evidence=replace(v3.evidence, correctness=replace(found, clusters_worth=61)))
    assert interval_method.method(even)[0].endswith("61 of them.")
    said_where_it_is_shown = (
        "61 documents are worth about 2.5 of one size, as some hold many more questions than "
        "others: the interval is wider for it, and below 10 of one size no clause is read on it."
    )
    assert interval.context(shown).endswith(f" {said_where_it_is_shown}")
    assert f"  {said_where_it_is_shown}" in figures.summary(shown)
    for other in (even, v3):
        assert interval.context(other).endswith("errors of the grader are not in it.")
        assert "of one size" not in "".join(figures.summary(other))


@pytest.mark.parametrize(("differing", "where"), [(0, "no document"), (1, "1 document")])
def test_documents_that_count_as_wholes_are_said_to(v3, differing, where):
    found = replace(v3.evidence.correctness, clustered="document", clusters_differing=differing)
    shown = replace(v3, evidence=replace(v3.evidence, correctness=found))
    assert f"The arms differ on questions of {where}; with fewer than 5" in interval.context(shown)
    enough = replace(
        v3, evidence=replace(v3.evidence, correctness=replace(found, clusters_differing=5))
    )
    assert "as a whole" not in interval.context(enough) + interval.context(v3)


@pytest.fixture(scope="module")
def planned(demo_store):
    """The pilot's 240 questions under a record that froze 820."""
    rule = (bundle() / "sample_runs" / "policy-assistant-v3" / "decision.yaml").read_text()
    return review(demo_store, "policy-assistant-pilot", record_text=rule)


def test_questions_that_nobody_was_asked_are_said_to_be_in_no_bound(planned):
    assert said(interval.bounds_line(planned)) == (
        "Every answer to the questions asked has a verdict in both arms. 580 questions of the 820 "
        "planned were asked of neither arm; no bound counts them."
    )
    assert not [row.name for row in interval_rows.rows(planned) if "Unmeasured" in row.name]


def test_bounds_name_and_count_the_questions_they_hold(planned):
    tally = planned.evidence.inputs.tally
    arm = replace(tally.candidate, measured=tally.candidate.measured * 0)
    inputs = replace(planned.evidence.inputs, tally=replace(tally, candidate=arm))
    shown = replace(planned, evidence=replace(planned.evidence, inputs=inputs))
    (row,) = [row for row in interval_rows.rows(shown) if "Unmeasured" in row.name]
    assert row.name == "Unmeasured answers to questions asked at their worst and best"
    assert said(row.n) == "240 questions"
    assert "if every unmeasured answer to the questions asked went" in interval.bounds_line(shown)
