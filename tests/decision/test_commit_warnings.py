"""At commit a rule is told which of its lines cannot be met, or cannot be measured."""

import pytest

from lcexplore.decision.record import parse, warnings_at_commit
from tests.decision.cases import ARTICLE, record

FOUR = (
    "correctness_delta_lower_ci: >= {margin} pts",
    "effective_input_tokens: <= 2x retrieval",
    "measured_cache_hit_rate: >= 0.9",
    "p95_end_to_end: <= 5 s",
)


def warned(size, margin=1, epochs=None, extra=()):
    clauses = [each.format(margin=margin) for each in (*FOUR, *extra)]
    rule = record(clauses, frozen=f'{{eval_set: "policy ({size} items)"}}')
    return warnings_at_commit(rule, epochs)


def test_a_rule_that_can_be_met_and_measured_is_told_nothing():
    assert warned(200) == ()


# With nothing discordant Tango's lower end is -z^2 / (n + z^2): -2.0 points at 189 questions.
@pytest.mark.parametrize(("size", "told"), [(188, True), (189, False)])
def test_a_loss_margin_that_perfect_agreement_could_not_meet_is_named(size, told):
    assert any("perfect agreement" in each for each in warned(size, margin=-2)) is told


def test_a_margin_of_nothing_is_for_a_candidate_that_is_ahead_and_is_not_called_out_of_reach():
    assert warned(300, margin=0) == ()
    (line,) = [each for each in warned(100, margin=-2) if "perfect agreement" in each]
    assert line.endswith("so only a candidate that is ahead can meet the margin −2.0\u00a0points.")


# With every question won it is (n - z^2) / (n + z^2): 95 points at 39 z^2, 150 questions.
@pytest.mark.parametrize(("size", "told"), [(149, True), (150, False)])
def test_a_gain_margin_that_the_best_table_could_not_meet_is_named(size, told):
    assert any("best attainable table" in each for each in warned(size, margin=95)) is told


@pytest.mark.parametrize(
    ("size", "epochs", "told"), [(71, 1, True), (72, 1, False), (36, 2, False)]
)
def test_a_latency_clause_on_fewer_than_72_planned_timings_is_named(size, epochs, told):
    assert any("needs 72" in each for each in warned(size, epochs=epochs)) is told


def test_frozen_epochs_count_as_planned():
    rule = record(
        [each.format(margin=1) for each in FOUR], frozen='{eval_set: "p (36 items)", epochs: 2}'
    )
    assert rule.warnings == ()


def test_a_clause_that_no_field_of_the_log_measures_is_named():
    told = warned(200, extra=("abandonment_rate: <= 4 %",))
    assert len(told) == 1
    assert "no field of the log measures abandonment_rate" in told[0]


def test_each_of_the_four_numbers_without_a_clause_is_named():
    told = record(["error_rate: <= 1 %"], frozen="{model: m}").warnings
    assert [each.split(":")[0] for each in told] == [
        "No clause asks for correct answers",
        "No clause asks for effective input tokens",
        "No clause asks for measured cache hit rate",
        "No clause asks for latency",
    ]


def test_the_articles_record_lacks_a_clause_on_tokens_only():
    assert parse(ARTICLE).warnings == (
        "No clause asks for effective input tokens: it can move without changing the decision.",
    )


def test_a_record_that_freezes_nothing_or_says_what_nothing_checks_is_told_so():
    assert "Nothing is frozen" in record(["kappa: >= 0"]).warnings[-1]
    told = record(["kappa: >= 0"], frozen='{grader: "judge, three votes"}').warnings
    assert "'three_votes', which nothing checks" in told[-1]
