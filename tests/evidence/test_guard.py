"""Guard: no reading of unmeasured answers gets past it, and no failure ever moves it inwards.

Law 2 of the design: an answer without a verdict may be correct, wrong or nothing, and turning an
answer into a failure must never help the candidate.
"""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from lcexplore.evidence.correctness import analyse
from tests.evidence.tallies import every_reading, from_cells, tally, without

SLACK = 1e-9


@st.composite
def tallies(draw, *, questions=(2, 12), epochs=(1, 3), documents=True, complete=False):
    n, k = draw(st.integers(*questions)), draw(st.integers(*epochs))

    def arm():
        measured = [k if complete else draw(st.integers(0, k)) for _ in range(n)]
        return [(m, draw(st.integers(0, m))) for m in measured]

    clusters = None
    if documents and draw(st.booleans()):
        clusters = [draw(st.sampled_from(["d1", "d2", "d3", "d4", None])) for _ in range(n)]
    size = None if complete else draw(st.sampled_from([None, n, n + 1, n + 3]))
    return tally(arm(), arm(), epochs=k, clusters=clusters, eval_set_size=size)


def missing(some):
    n = max(len(some.questions), some.eval_set_size or 0) * some.epochs_planned
    return 2 * n - int(some.candidate.measured.sum() + some.baseline.measured.sum())


def ends(result):
    guard = result.guard
    if guard is None:  # nothing could be paired: every clause is not measured
        return (-1.0, 1.0, -1.0, 1.0)
    return (guard.low, guard.high, guard.high_at_worst, guard.low_at_best)


@settings(max_examples=150, deadline=None)
@given(tallies(), st.data())
def test_turning_any_measured_answer_into_a_failure_never_narrows_the_guard(before, data):
    question = data.draw(st.integers(0, len(before.questions) - 1))
    after = without(
        before,
        candidate=data.draw(st.booleans()),
        question=question,
        correct=data.draw(st.booleans()),
    )
    if after is None:
        return
    low, high, high_at_worst, low_at_best = ends(analyse(before))
    low_after, high_after, high_at_worst_after, low_at_best_after = ends(analyse(after))
    assert low_after <= low + SLACK
    assert high_after >= high - SLACK
    if analyse(after).guard is not None:
        assert high_at_worst_after <= high_at_worst + SLACK
        assert low_at_best_after >= low_at_best - SLACK


def silenced(some, question):
    """Every answer to one question failed, and none of them says which document it was about."""
    arms = {}
    for name in ("candidate", "baseline"):
        arm = getattr(some, name)
        measured, correct = arm.measured.copy(), arm.correct.copy()
        measured[question] = correct[question] = 0
        arms[name] = replace(arm, measured=measured, correct=correct)
    clusters = tuple(None if i == question else c for i, c in enumerate(some.clusters))
    return replace(some, clusters=clusters, **arms)


@settings(max_examples=150, deadline=None)
@given(tallies(questions=(6, 14)), st.data())
def test_failures_that_name_no_document_never_narrow_the_guard(before, data):
    after = silenced(before, data.draw(st.integers(0, len(before.questions) - 1)))
    assume(any(after.clusters) and analyse(after).guard is not None)
    low, high, high_at_worst, low_at_best = ends(analyse(before))
    low_after, high_after, high_at_worst_after, low_at_best_after = ends(analyse(after))
    assert low_after <= low + SLACK
    assert high_after >= high - SLACK
    assert high_at_worst_after <= high_at_worst + SLACK
    assert low_at_best_after >= low_at_best - SLACK


@settings(max_examples=60, deadline=None)
@given(tallies(complete=True))
def test_with_nothing_missing_the_guard_and_the_bounds_are_the_interval(complete):
    result = analyse(complete)
    assert (result.guard.low, result.guard.high) == result.interval
    assert (result.guard.low_at_best, result.guard.high_at_worst) == result.interval
    assert (result.bounds.interval_low, result.bounds.interval_high) == pytest.approx(
        result.interval, abs=SLACK
    )
    assert result.bounds.low == result.difference == pytest.approx(result.bounds.high)


@settings(max_examples=100, deadline=None)
@given(tallies())
def test_the_guard_encloses_the_interval_and_the_bounds(some):
    result = analyse(some)
    if result.guard is None:
        return
    assert result.guard.low <= min(result.interval.low, result.bounds.interval_low) + SLACK
    assert result.guard.high >= max(result.interval.high, result.bounds.interval_high) - SLACK
    assert result.guard.high_at_worst <= result.interval.high + SLACK
    assert result.guard.low_at_best >= result.interval.low - SLACK


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)  # few random tallies are small enough to list
@given(
    st.one_of(
        tallies(questions=(1, 5), epochs=(1, 1)),
        tallies(questions=(1, 3), epochs=(2, 2)),
    )
)
def test_no_reading_of_the_unmeasured_answers_gets_past_the_guard(some):
    assume(missing(some) <= 5)  # at most 3 to the 5th readings
    guard = analyse(some).guard
    assume(guard is not None)
    for reading in every_reading(some):
        read = analyse(replace(reading, epochs_planned=None))
        if read.interval is None:
            continue
        assert guard.low <= read.interval.low + SLACK
        assert guard.high >= read.interval.high - SLACK
        assert guard.high_at_worst <= read.interval.high + SLACK
        assert guard.low_at_best >= read.interval.low - SLACK


def test_with_single_answers_some_reading_reaches_the_guard():
    some = tally([(1, 1), (1, 1), (0, 0), (1, 0)], [(1, 0), (1, 1), (1, 1), (0, 0)])
    readings = [analyse(each) for each in every_reading(some)]
    lows = [each.interval.low for each in readings if each.interval is not None]
    assert analyse(some).guard.low == pytest.approx(min(lows))


def test_one_failure_among_many_questions_moves_the_guard_a_little_only():
    before = tally([(2, 2)] * 800 + [(2, 1)] * 20, [(2, 2)] * 820, epochs=2)
    after = without(before, candidate=True, question=0, correct=True)
    low, low_after = analyse(before).guard.low, analyse(after).guard.low
    assert low - 0.003 < low_after < low


def test_questions_that_nobody_answered_count_against_the_candidate_too():
    answered = from_cells(80, 12, 2, 6)
    planned = replace(answered, eval_set_size=110)
    assert analyse(answered).guard.low > 0 > analyse(planned).guard.low
    assert analyse(planned).bounds.interval_low == analyse(answered).bounds.interval_low
