"""What would flip an outcome: every quantile, rejections not ruled out, and every precondition."""

from dataclasses import replace

import pytest

from lcexplore.decision.evaluate import evaluate
from lcexplore.decision.flip import what_would_flip
from lcexplore.decision.steps import next_steps
from lcexplore.evidence import sampled
from lcexplore.model import CacheState, Finding, Role, Severity
from lcexplore.report import sample
from tests.decision.cases import (
    BEFOREHAND,
    evidence,
    grading,
    inputs,
    record,
    single_answers,
    worked_example,
)
from tests.ui import reviews
from tests.ui.reviews import timings

GRADED = grading()
HIT, MISS = CacheState.HIT, CacheState.MISS


@pytest.fixture(scope="module")
def runs():
    """The worked example with its end-to-end timings as times to first token, too."""
    counted = worked_example()
    candidate = counted.timings[Role.CANDIDATE]
    timed = replace(candidate, first_token=candidate.end_to_end)
    return replace(counted, timings={**counted.timings, Role.CANDIDATE: timed})


def unrecorded(runs):
    """The same answers, and nobody logged seconds, cache state or tokens."""
    timings = {
        role: replace(each, end_to_end={}, first_token={}, hits=0, misses=0)
        for role, each in runs.timings.items()
    }
    tokens = {
        role: replace(each, n_reported=0, uncached=0, cache_read=0, cache_write=0)
        for role, each in runs.tokens.items()
    }
    return replace(runs, timings=timings, tokens=tokens)


def decided(runs, clauses, reject_if=(), findings=()):
    rule = record(clauses, reject_if, calibration="required")
    shown = evidence(runs, grading=GRADED, findings=findings)
    return evaluate(rule, shown, BEFOREHAND), shown


# Hits take 3.0 s and 6.2 s (73 of 1,450), misses 9.0 s and more.
@pytest.mark.parametrize(
    ("quantity", "name"),
    [
        ("p90_end_to_end", "p90"),
        ("p99_end_to_end", "p99"),
        ("p99_time_to_first_token", "p99 time to first token"),
    ],
)
def test_any_quantile_says_whether_cache_hits_can_mend_it(runs, quantity, name):
    (inverse,) = what_would_flip(*decided(runs, [f"{quantity}: < 3.0 s"])).inverses
    assert inverse.sentence.startswith(f"{name} ")
    assert (inverse.needed is None) == ("cannot reach" in inverse.sentence)
    steps = {
        each.id: each.sentence for each in next_steps(*decided(runs, [f"{quantity}: < 3.0 s"]))
    }
    assert f"the {name} bar" in steps["more_hits"]
    assert ("what_users_feel" in steps) == ("first_token" not in quantity)


# Within 9.5 s are all hits, and 107 of the 190 misses.
def test_a_quantile_that_hits_can_mend_says_at_which_hit_rate(runs):
    decision, shown = decided(runs, ["p95_end_to_end: < 9.5 s"])
    (inverse,) = what_would_flip(decision, shown).inverses
    share = (0.95 - 107 / 190) / (1 - 107 / 190)
    assert inverse.needed == pytest.approx(share)
    assert inverse.sentence == f"p95 reaches 9.5\u00a0s at a hit rate of {100 * share:.1f}\u00a0%."


def counted(hits=(), misses=(), unknown=0, **more):
    """The evidence of so many timed requests, the same number of them planned unless told."""
    given = single_answers(both=len(hits) + len(misses) + unknown)
    found = inputs(given)
    arm = replace(
        found.timings[Role.CANDIDATE],
        end_to_end={HIT: timings(hits), MISS: timings(misses)},
        n_planned=len(hits) + len(misses) + unknown,
        hits=len(hits),
        misses=len(misses),
        **more,
    )
    return evidence(replace(found, timings={**found.timings, Role.CANDIDATE: arm}))


def inverse_of(clause, shown, **settings):
    decision = evaluate(record([clause], **settings), shown, BEFOREHAND)
    (inverse,) = what_would_flip(decision, shown).inverses
    return inverse, {each.id for each in next_steps(decision, shown)}


def test_hits_that_are_slower_than_misses_are_not_advised():
    shown = counted([6.0] * 600, [3.0] * 400)
    inverse, steps = inverse_of("p95_end_to_end: <= 5.0 s", shown)
    assert inverse.sentence == (
        "p95 reaches 5.0\u00a0s at a hit rate of at most 5.0\u00a0%: "
        "hits are slower than misses here."
    )
    assert (inverse.needed, inverse.most) == (None, pytest.approx(0.05))
    assert "more_hits" not in steps


def test_a_needed_hit_rate_is_rounded_to_one_that_reaches_the_bar():
    # 697 of 700 hits and no miss are within 5 s: 0.95 / (697 / 700) = 0.954089...
    shown = counted([2.0] * 697 + [9.0] * 3, [20.0] * 100)
    inverse, _ = inverse_of("p95_end_to_end: <= 5.0 s", shown)
    assert inverse.sentence == "p95 reaches 5.0\u00a0s at a hit rate of 95.5\u00a0%."


def test_the_hit_rate_needed_counts_what_has_no_timing_as_the_slowest():
    shown = counted([2.0] * 825, [6.0] * 160, unknown=15)
    inverse, _ = inverse_of("p95_end_to_end: <= 5.0 s", shown)
    # the 15 have no cache state either: as hits they are 15 / 825 of these
    assert inverse.needed == pytest.approx(0.95 / (1 - 0.95 * 15 / 825))


@pytest.mark.parametrize(
    ("operator", "unknown", "needed"),
    [
        (">=", 0, 720),  # 0.9 x 800
        (">", 0, 721),
        # the unknown ones as misses, and 10 for each 700 hits: h >= 0.9 x (800 + h / 70)
        (">=", 10, 730),
    ],
)
def test_the_hits_needed_meet_the_bar_as_it_is_written(operator, unknown, needed):
    shown = counted([2.0] * 700, [6.0] * 100, unknown=unknown)
    clause = f"measured_cache_hit_rate: {operator} 90 %"
    inverse, _ = inverse_of(clause, shown, missing_tolerance=0.05)
    assert inverse.needed == needed
    assert f"{needed} of 800 requests would have to hit" in inverse.sentence


def test_where_not_even_all_hits_would_do_no_number_is_named():
    shown = counted([2.0] * 60, [6.0] * 40, unknown=30)
    inverse, _ = inverse_of("measured_cache_hit_rate: >= 90 %", shown, missing_tolerance=0.5)
    assert inverse.needed is None
    assert "not even 100 hits of 100 requests of known cache state" in inverse.sentence


def test_a_rejection_that_cannot_be_ruled_out_stands_among_what_would_flip(runs):
    moved = Finding(
        id="model_moved",
        severity=Severity.CONFOUND,
        message="the model moved with the arm",
        touches=("correctness",),
    )
    decision, shown = decided(
        runs,
        ["p95_end_to_end: <= 20 s"],
        ["correctness_delta_upper_ci: < 0 pts"],
        findings=[moved],
    )
    flip = what_would_flip(decision, shown)
    assert flip.first_line == "No single change: one rejection cannot be ruled out."
    (inverse,) = flip.inverses
    assert inverse.sentence == (
        "a rejection by upper end of the interval is not ruled out: "
        "confounded. the model moved with the arm."
    )
    assert [each.id for each in next_steps(decision, shown)] == ["run_again"]


def test_one_open_clause_and_nothing_else_is_one_change(runs):
    decision, shown = decided(runs, ["correctness_delta_lower_ci: >= +1.0 pts"])
    flip = what_would_flip(decision, shown)
    assert flip.first_line == "One change could do: one condition fails."
    assert [each.id for each in next_steps(decision, shown)] == ["more_questions"]


@pytest.mark.parametrize(
    ("quantity", "bar"), [("p95_end_to_end", "<= 3.0 s"), ("measured_cache_hit_rate", ">= 0.9")]
)
def test_what_nobody_recorded_is_logged_first_and_no_token_is_saved_for_it(quantity, bar, runs):
    decision, shown = decided(unrecorded(runs), [f"{quantity}: {bar}"])
    steps = next_steps(decision, shown)
    assert [each.id for each in steps[:3]] == ["log_latency", "log_hit_rate", "log_tokens"]
    assert not {"fewer_tokens", "more_hits", f"record_{quantity}"} & {each.id for each in steps}
    assert steps[0].line.startswith("Log the latency of every answer (minutes): add latency_s")


def test_a_margin_above_the_difference_is_never_reached(runs):
    decision, shown = decided(runs, ["correctness_delta_lower_ci: >= +4.0 pts"])
    (inverse,) = what_would_flip(decision, shown).inverses
    assert inverse.needed is None
    assert "no number of questions brings it to +4.0\u00a0points" in inverse.sentence


def test_the_pages_plan_from_the_same_sample(runs):
    review = reviews.v3()
    assert sample.plan(review) == sampled.plan(review.evidence.correctness)


@pytest.mark.parametrize(
    ("hits", "misses", "untimed", "why"),
    [
        # 0.95 of all 1,476 are more than the 1,382 with a timing, and hits are above 5 s anyway;
        # as hits the 94 would be 94 x 1,382 / 1,242 = 104.6 for each 1,382, 103.9 of 1,476
        ([7.3] * 1242, [20.0] * 140, 94,
         "hits by themselves give 7.3 s, and 104 answers then without a timing are too many"),
        ([2.0] * 825, [6.0] * 100, 75, "83 answers then without a timing are too many"),
        # 880 of 920 hits take 2 s: enough for 0.95 of them, not for 0.95 / 0.985 = 0.9645
        ([2.0] * 880 + [9.0] * 40, [9.5] * 65, 15,
         "hits by themselves give 9.0 s with 16 answers then without a timing as the slowest"),
        ([7.3] * 880 + [9.0] * 40, [9.5] * 65, 15,
         "hits by themselves give 7.3 s, and 9.0 s with 16 answers then without a timing as the "
         "slowest"),
        ([7.3] * 90, [9.5] * 10, 0, "hits by themselves give 7.3 s"),
        ([5.04] * 90, [9.5] * 10, 0, "hits by themselves give 5.04 s"),
    ],
)  # fmt: skip
def test_hits_that_are_too_slow_are_the_first_reason_and_what_has_no_timing_the_second(
    hits, misses, untimed, why
):
    shown = counted(hits, misses, unknown=untimed)
    inverse, _ = inverse_of("p95_end_to_end: <= 5.0 s", shown, missing_tolerance=0.5)
    said = inverse.sentence.replace("\u00a0", " ")
    assert said == f"p95 cannot reach 5.0 s by cache hits alone: {why}."


def with_failed_misses(shown, n):
    """The evidence with so many misses more, all of which failed."""
    given = shown.inputs.timings[Role.CANDIDATE]
    arm = replace(given, misses=given.misses + n, failed_misses=n, n_failed=n)
    return evidence(replace(shown.inputs, timings={**shown.inputs.timings, Role.CANDIDATE: arm}))


def test_a_miss_that_becomes_a_hit_fails_as_often_as_todays_hits():
    # 20 of 180 misses failed and no hit did: of 1,000 requests 950 hits, of 2 s, are enough, and
    # 50 x 20 / 180 = 5.6 of the others would have no timing.
    shown = with_failed_misses(counted([2.0] * 820, [6.0] * 160, unknown=20), 20)
    inverse, _ = inverse_of("p95_end_to_end: <= 5.0 s", shown)
    assert inverse.needed == pytest.approx(0.95)
    assert inverse.sentence.replace("\u00a0", " ") == "p95 reaches 5.0 s at a hit rate of 95.0 %."


def test_a_hit_rate_that_would_rest_on_too_few_hits_is_not_named():
    shown = counted([2.0] * 60, [6.0] * 940)
    decision = evaluate(record(["p95_end_to_end: <= 5.0 s"]), shown, BEFOREHAND)
    (inverse,) = what_would_flip(decision, shown).inverses
    assert (inverse.needed, inverse.most) == (None, None)
    (more,) = (each for each in next_steps(decision, shown) if each.id == "more_hits")
    assert more.sentence == "940 of 1,000 miss; p95 leaves room for 5\u00a0%."
    # 0.95 x 72 = 68.4
    assert inverse.sentence.replace("\u00a0", " ") == (
        "p95: which hit rate reaches 5.0 s is not measured: it rests on 60 hits, and a latency "
        "clause needs 72 timings, 69 hits among them at a hit rate of 95.0 %."
    )


def test_misses_of_which_none_has_a_timing_are_not_called_unknown():
    shown = with_failed_misses(counted([6.0] * 90, unknown=10), 10)
    inverse, _ = inverse_of("p95_end_to_end: <= 5.0 s", shown, missing_tolerance=0.5)
    assert inverse.sentence == "p95: no miss has a timing, so nothing can be mixed."


def test_the_misses_that_p95_leaves_room_for_are_those_with_a_timing():
    # 100 of 1,000 missed and 70 of these failed: 30 of the 930 timed ones
    shown = with_failed_misses(counted([6.0] * 900, [8.0] * 30, unknown=70), 70)
    rule = record(["p95_end_to_end: <= 5.0 s"], missing_tolerance=0.5)
    steps = {
        each.id: each.sentence for each in next_steps(evaluate(rule, shown, BEFOREHAND), shown)
    }
    assert (
        steps["more_hits"]
        .replace("\u00a0", " ")
        .startswith("30 of 930 timed requests miss; p95 leaves room for 5 %.")
    )
