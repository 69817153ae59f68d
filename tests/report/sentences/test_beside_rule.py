"""What the Decision page says beside its rule: kinds of question, and waits in plain seconds."""

from dataclasses import replace

from lcexplore.report.sentences import beside_rule, decision
from tests.report.spoken import said


def with_correctness(review, **changes):
    found = replace(review.evidence.correctness, **changes)
    return replace(review, evidence=replace(review.evidence, correctness=found))


def kinds(review, *differences):
    first = review.evidence.correctness.strata[0]
    named = [replace(first, name=f"kind_{n}", n_questions=100, difference=each)
             for n, each in enumerate(differences)]  # fmt: skip
    return with_correctness(review, strata=tuple(named), heterogeneity_p=0.0004)


def test_the_decision_says_which_kinds_of_question_make_the_difference(v3):
    shown = kinds(v3, 0.092, -0.011)
    line = said(beside_rule.kinds(shown))
    assert line == (
        "Long-context is 9.2 points ahead on kind 0 (100 questions) and 1.1 points behind on "
        "kind 1 (100 questions): the kinds of question differ by more than chance would have them "
        "(Cochran's Q, p < 0.001)."
    )
    assert line in map(said, decision.notes(shown))


def test_of_many_kinds_the_two_furthest_apart_are_named(v3):
    line = said(beside_rule.kinds(kinds(v3, 0.01, 0.0, 0.05, 0.02)))
    assert "5.0 points ahead on kind 2" in line
    assert "level on kind 1 (100 questions), the other 2 kinds between:" in line


def test_kinds_that_chance_may_have_so_far_apart_are_not_named(v3):
    assert beside_rule.kinds(with_correctness(kinds(v3, 0.1, 0.0), heterogeneity_p=0.05)) == ""
    assert beside_rule.kinds(with_correctness(kinds(v3, 0.1), heterogeneity_p=None)) == ""


def ordered(review, kind):
    order = replace(review.evidence.validity.order, kind=kind)
    found = replace(review.evidence.validity, order=order)
    return replace(review, evidence=replace(review.evidence, validity=found))


def test_a_bar_in_plain_seconds_is_said_to_rest_on_the_load_of_the_run(v3):
    line = said(beside_rule.level_of_waiting(ordered(v3, "balanced")))
    assert line == (
        "Interleaved requests met the same load in both arms, so the waits can be compared with "
        "each other; p95, 11.6 s on 1,640 requests against the agreed 5.0 s, is the wait under "
        "this run's load, and under another it may differ."
    )
    assert beside_rule.level_of_waiting(ordered(v3, "unknown")) == ""


def test_a_multiple_of_the_other_arm_needs_no_such_word(v3):
    shown = ordered(v3, "balanced")
    readings = [
        replace(each, clause=replace(each.clause, bar=replace(each.clause.bar, arm="retrieval")))
        for each in shown.decision.readings
    ]
    shown = replace(shown, decision=replace(shown.decision, readings=tuple(readings)))
    assert beside_rule.level_of_waiting(shown) == ""
