"""A bar is written as it was agreed: what is printed beside it never says otherwise than the rule.

With one decimal, a p95 of 2.24 s met "at most 2.2 s", and a rule of -1.25 points read as -1.2.
"""

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lcexplore.decision.reading import ClauseReading, holds
from lcexplore.model import Interval, Status
from lcexplore.report.sentences import clauses, interval
from lcexplore.words import MINUS, agreed_points, agreed_seconds, in_full
from tests.decision.cases import record
from tests.report.spoken import said

UNITS = {
    "correctness_delta_lower_ci": ("pts", 100, ">="),
    "p95_end_to_end": ("s", 1, "<="),
    "measured_cache_hit_rate": ("%", 100, ">="),
    "error_rate": ("%", 100, "<="),
    "effective_input_tokens": ("", 1, "<="),
}


def number(text):
    """The first number of a text."""
    plain = text.replace(MINUS, "-").replace(",", "")
    return float(re.search(r"[-+]?\d+(\.\d+)?", plain)[0])


def reading(quantity, bar, observed):
    unit, scale, sign = UNITS[quantity]
    [clause] = record([f"{quantity}: {sign} {bar} {unit}"]).clauses
    return of(clause, observed / scale)


def of(clause, observed=1.0, currency="USD"):
    met = holds(clause.operator, observed, clause.bar.value)
    return ClauseReading(
        clause=clause,
        observed=observed,
        bar=clause.bar.value,
        status=Status.MET if met else Status.FAILED,
        n=100,
        unit_n="requests",
        currency=currency,
    )


@example("p95_end_to_end", "2.25", -0.01)
@example("correctness_delta_lower_ci", "1.25", -0.04)
@given(
    st.sampled_from(sorted(UNITS)),
    st.decimals(1, 90, places=3).map(str),
    st.sampled_from([-0.5, -0.04, -0.004, -0.001, 0.0, 0.001, 0.004, 0.04, 0.5]),
)
def test_what_is_printed_compares_as_the_rule_compares(quantity, bar, away):
    found = reading(quantity, bar, float(bar) + away)
    agreed, measured = clauses.agreed(found), clauses.measured(found).text
    assert number(agreed) == pytest.approx(float(bar), abs=1e-9)
    if quantity == "effective_input_tokens" and abs(away) < 0.01:
        return
    assert holds(found.clause.operator, number(measured), number(agreed)) is (
        found.status is Status.MET
    )


@pytest.mark.parametrize(
    ("bar", "written"),
    [
        ("correctness_delta_lower_ci: >= -1.25 pts", "at least −1.25 points"),
        ("correctness_delta_lower_ci: >= +1.0 pts", "at least +1.0 points"),
        ("p95_end_to_end: <= 2.25 s", "at most 2.25 s"),
        ("p95_end_to_end: <= 5.0 s", "at most 5.0 s"),
        ("p95_end_to_end: <= 900 ms", "at most 0.90 s"),
        ("cost_per_1k_queries: <= 12", "at most USD 12.00"),
        ("cost_per_1k_queries: <= 1.25x retrieval", "at most 1.25 × retrieval"),
        ("cost_per_1k_queries: <= 1.6x retrieval", "at most 1.6 × retrieval"),
        ("measured_cache_hit_rate: >= 95 %", "at least 95 %"),
        ("measured_cache_hit_rate: >= 0.9525", "at least 95.25 %"),
    ],
)
def test_a_bar_is_written_in_full_and_no_longer(bar, written):
    assert said(clauses.agreed(of(record([bar]).clauses[0]))) == written


def test_money_is_said_in_the_currency_of_the_cost():
    found = of(record(["cost_per_1k_queries: <= 12"]).clauses[0], 13.5, "EUR")
    assert said(clauses.agreed(found)) == "at most EUR 12.00"
    assert said(clauses.measured(found).text) == "EUR 13.50"
    assert said(clauses.distance(found)) == "EUR 1.50 over"


def test_what_was_worked_out_is_rounded_as_usual():
    assert in_full(1.6 * 2.913456) == 1
    assert said(agreed_seconds(1.6 * 2.913456)) == "4.7 s"
    assert said(agreed_points(-0.0125)) == "−1.25 points"


@pytest.mark.parametrize("away", [0.0, 1e-14, -1e-14])
@pytest.mark.parametrize("quantity", UNITS)
def test_at_the_bar_itself_nothing_is_short_or_to_spare(quantity, away):
    assert clauses.distance(reading(quantity, "5.0", 5.0 + away)) == "exactly at it"


def at(shown, low, margin):
    found = replace(shown.evidence.correctness, interval=Interval(low, 0.05))
    rule = record([f"correctness_delta_lower_ci: >= {margin} pts"])
    return replace(shown, evidence=replace(shown.evidence, correctness=found), record=rule)


@pytest.mark.parametrize(
    ("low", "lead", "title"),
    [
        (-0.0204, "runs from −2.04 to +5.00", "starts 0.04 points below the agreed margin"),
        (-0.02, "runs from −2.0 to +5.0", "starts at the agreed margin"),
        (-0.02 - 1e-15, "no more than the agreed 2.0 points behind", "starts at the agreed margin"),
        (-0.0196, "runs from −1.96 to +5.00", "starts 0.04 points above the agreed margin"),
    ],
)
def test_an_interval_is_not_printed_to_start_at_a_margin_that_it_misses(v3, low, lead, title):
    shown = at(v3, low, -2.0)
    assert lead in said(interval.lead(shown))
    assert said(interval.title(shown)).endswith(title)
    assert said(interval.lead(shown)).endswith("points and had to start at −2.0.")
