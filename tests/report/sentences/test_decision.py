"""What the first sentence of the Decision page says beside the word."""

from dataclasses import replace

import pytest

from lcexplore.model import Outcome
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
