"""The gap between the arms' requests for one question is put against the length of the run."""

from dataclasses import replace

import pytest

from lcexplore.evidence.traffic import REQUESTS
from lcexplore.model import Role
from lcexplore.report.sentences import gap
from tests.report.spoken import said

B, C = Role.BASELINE, Role.CANDIDATE


def ran(shown, median_gap_s, span_s):
    checked = shown.evidence.validity
    order = replace(checked.order, median_gap_s=median_gap_s, span_s=span_s)
    evidence = replace(shown.evidence, validity=replace(checked, order=order))
    return replace(shown, evidence=evidence)


def test_a_short_gap_in_a_long_run_meets_nearly_the_same_load(v3):
    assert said(gap.line(ran(v3, 12.0, {B: 7200.0, C: 6000.0}))) == (
        "12.0 s lie between the two arms' requests for the same question (median), 0.2 % of the "
        "2.0 h the longer arm ran: a load that rises and falls over the run is nearly the same "
        "for both."
    )


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.5, "less than 0.1 %"),
        (360.0, "5.0 %"),
        (3600.0, "50 % of the 2.0 h"),
        (36000.0, "5.0 × the 2.0 h"),
    ],
)
def test_the_share_is_said_at_any_size(v3, seconds, words):
    assert words in said(gap.line(ran(v3, seconds, {B: 7200.0})))


def test_a_gap_as_long_as_the_run_says_that_the_load_can_change(v3):
    assert "nearly as much as over the run" in gap.line(ran(v3, 7000.0, {B: 7200.0}))
    assert "different times" in gap.line(ran(v3, 7300.0, {B: 7200.0}))


def test_without_times_and_for_a_request_log_nothing_is_said(v3):
    assert gap.line(ran(v3, None, {})) == ""
    assert gap.line(ran(v3, 3.0, {})) == ""
    assert gap.line(replace(ran(v3, 3.0, {B: 9.0}), source=REQUESTS)) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [(4.0, "4.0 s"), (720.0, "12 min"), (12_600.0, "3.5 h"), (181_440.0, "2.1 days")],
)
def test_lengths_of_time_are_in_their_usual_unit(value, words):
    assert said(gap.lasting(value)) == words
