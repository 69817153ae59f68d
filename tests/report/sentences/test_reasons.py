"""A reason that several clauses share is said once, and each of them says where."""

from dataclasses import replace

import pytest

from lcexplore.model import Status
from lcexplore.paths import bundle
from lcexplore.report import scenario
from lcexplore.report.review import review
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import clauses, decision, flip, next_steps, reasons, together
from lcexplore.report.sentences.cells import plain
from tests.report.spoken import said

MOVED = "The model moved with the arm: retrieval had"
POINTER = "confounded, as for lower end of the interval above"


@pytest.fixture(scope="module")
def confounded(demo_store):
    rule = (bundle() / "sample_runs" / "policy-assistant-v3" / "decision.yaml").read_text()
    return review(demo_store, "policy-assistant-pilot", record_text=rule)


def rows(table):
    return [" ".join(plain(cell) for cell in row) for row in table]


def test_a_confound_is_said_of_the_first_clause_and_pointed_to_by_every_other(confounded):
    first, *others = rows(clauses.table(confounded.decision))
    shared = [each for each in others if "confounded" in each]
    rejection = rows(clauses.table(confounded.decision, "reject_if"))
    assert MOVED in first
    assert len(shared) == 2
    assert all(POINTER in each and MOVED not in each for each in [*shared, *rejection])


def test_a_clause_keeps_its_status_its_number_and_a_reason_of_its_own(confounded):
    told = reasons.told_once(confounded.decision.readings)
    for old, new in zip(confounded.decision.readings, told, strict=True):
        assert replace(new, reason=old.reason) == old
    assert [each.reason for each in told if "no cache state" in (each.reason or "")]


def test_a_reason_no_longer_than_a_pointer_is_said_each_time(confounded):
    first, *others = confounded.decision.readings
    short = [replace(each, reason="no price recorded") for each in (first, *others)]
    assert reasons.told_once(short) == short


def test_what_would_change_the_outcome_names_all_clauses_that_lack_the_same_in_one_line(confounded):
    line, *others = flip.lines(confounded)
    assert said(line).startswith(
        "Lower end of the interval, p95 and cost per 1,000 queries are not measured, and a "
        f"rejection by upper end of the interval is not ruled out: confounded. {MOVED}"
    )
    assert not any(MOVED in each for each in others)


def test_clauses_that_fail_are_told_one_by_one(v3):
    assert len(flip.lines(v3)) == 4


def test_a_rejection_that_is_not_ruled_out_ends_in_one_full_stop_and_repeats_no_reason(confounded):
    (note,) = decision.notes(confounded)
    assert note.startswith("Not rejected, but not cleared either: upper end of the interval")
    assert note.endswith("is not measured.")


def test_no_step_asks_to_measure_what_another_run_alone_can_measure(confounded):
    steps = next_steps.steps(confounded)
    assert not any(MOVED in each or each.startswith("Measure") for each in steps)
    assert any(each.startswith("Run both arms again") for each in steps)


def test_steps_that_say_the_same_of_several_quantities_are_one(confounded):
    lacking = "no question has a verdict in both arms"
    readings = tuple(
        replace(each, observed=None, status=Status.NOT_MEASURED, reason=lacking)
        for each in confounded.decision.readings
        if each.clause.quantity.startswith("correctness")
    )
    rule = replace(confounded.decision, readings=readings)
    steps = next_steps.steps(replace(confounded, decision=rule))
    assert [each for each in steps if lacking in each] == [
        f"Measure lower end of the interval and measure upper end of the interval: {lacking}."
    ]


def test_a_scenario_repeats_no_reason_in_either_column(confounded):
    read = scenario.reread(confounded, Scenario(hit_rate=0.97))
    table = " ".join(rows(together.rule_table(confounded, read)))
    assert table.count(MOVED) <= 2
    assert POINTER in table
