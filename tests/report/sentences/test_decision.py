"""What the first sentence of the Decision page says beside the word."""

from dataclasses import replace

import pytest

from lcexplore.decision.calibrated import LENIENT, OF_FAILED, TOO_FEW
from lcexplore.decision.measure_correctness import UNLIKE
from lcexplore.decision.precondition import Precondition
from lcexplore.model import Outcome, Status
from lcexplore.report.sentences import decision
from tests.report.shaped import relaxed
from tests.report.spoken import said


def switching(shown, n_labelled, **of_record):
    """The review with every condition met and so many labelled answers."""
    found = relaxed(shown, p95=6.5).decision
    found = replace(found, outcome=Outcome.SWITCH, record=replace(found.record, **of_record))
    grading = replace(shown.evidence.grading, n_labelled=n_labelled, stale=None)
    evidence = replace(shown.evidence, grading=grading)
    return said(decision.lead(replace(shown, decision=found, evidence=evidence)))


@pytest.mark.parametrize(
    ("n_labelled", "end"),
    [
        (2, " are met, though only 2 answers are labelled by people."),
        (50, " are met."),
    ],
)
def test_a_switch_on_few_labels_says_how_few_they_are(v3, n_labelled, end):
    lead = switching(v3, n_labelled)
    assert lead.startswith("Switch: ")
    assert lead.endswith(end)


def test_a_rule_that_asks_for_no_labels_switches_without_a_word_on_them(v3):
    assert switching(v3, 2, calibration="not_required").endswith(" are met.")


@pytest.mark.parametrize(
    ("message", "said_so"),
    [
        (
            f"{LENIENT} long-context{OF_FAILED}30 of 30 answers.",
            "but the grader is more lenient with long-context.",
        ),
        (f"8 answers are labelled. {TOO_FEW}", "too few answers are labelled to tell"),
        (f"{UNLIKE}: and so on.".capitalize(), f"but {UNLIKE}."),
    ],
)
def test_a_grader_that_people_have_checked_is_not_said_to_be_unchecked(v3, message, said_so):
    status = Status.FAILED if message.startswith(LENIENT) else Status.NOT_MEASURED
    found = relaxed(v3, p95=30.0).decision
    met = [e for e in found.readings if e.clause.rule == "switch_if" and e.status is Status.MET]
    lacking = Precondition(id="calibrated", status=status, message=message)
    found = replace(found, readings=tuple(met), preconditions=(lacking,), outcome=Outcome.ITERATE)
    lead = said(decision.lead(replace(v3, decision=found)))
    assert said_so in lead
