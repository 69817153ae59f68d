"""A scenario is read as the rule is: the same at the measured rate, and no failure buys a pass."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lcexplore.decision.flip import what_would_flip
from lcexplore.decision.steps import next_steps
from lcexplore.model import CacheState, Status
from lcexplore.report import scenario
from lcexplore.report.sample import Scenario
from lcexplore.report.sentences import hits_needed
from tests.decision.cases import record
from tests.report.requested import HIT, MISS, UNKNOWN, C, asked, of_log, read, requests, shown

MET, NOT_MEASURED = Status.MET, Status.NOT_MEASURED
WANTED = {"switch_if": Status.MET, "reject_if": Status.FAILED}


@st.composite
def logs(draw):
    """Requests of every state, fast and slow, some failed and some without a timing."""
    rows = []
    for state in CacheState:
        least = 0 if state is UNKNOWN else 1
        for seconds in (1.0, 1.9, 2.0, 8.0, None):
            number = draw(st.integers(0, 4 if seconds is None or state is UNKNOWN else 60))
            failed = seconds is None and draw(st.booleans())
            rows += [(state, seconds, failed)] * number
        if least and not any(each[0] is state and each[1] for each in rows):
            rows.append((state, 1.5, False))
    return rows


rules = st.builds(
    lambda p95, rate, tolerance, sign, rejects: record(
        [f"p95_end_to_end: {sign} {p95}", f"measured_cache_hit_rate: >= {rate} %"],
        ["p95_end_to_end: > 7 s", "measured_cache_hit_rate: < 40 %"] if rejects else [],
        missing_tolerance=tolerance,
    ),
    st.sampled_from(["1.0 s", "1.9 s", "2.0 s", "5.0 s", "8.0 s", "1x retrieval", "3x retrieval"]),
    st.sampled_from([30, 50, 80]),
    st.sampled_from([0.01, 0.05, 0.5]),
    st.sampled_from(["<=", "<"]),
    st.booleans(),
)
few = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@few
@given(rows=logs(), rule=rules)
def test_at_the_measured_rate_a_scenario_says_what_was_recorded(v3, rows, rule):
    review = shown(v3, rows, rule=rule)
    measured = review.evidence.latency.arms[C].hit_rate
    recorded = review.decision
    for old in recorded.readings:
        now = scenario.stands(review, old, Scenario(hit_rate=measured))
        # None: too many of unknown state to mix anything
        assert now is None or now.status is old.status
        assert now is None or now.observed == pytest.approx(old.observed)
    assert read(review, measured).outcome is recorded.outcome


@few
@given(rows=logs(), rule=rules, rate=st.floats(0, 1), seed=st.integers(0, 2**32 - 1))
def test_a_request_that_fails_never_meets_a_clause_of_a_scenario(v3, rows, rule, rate, seed):
    rng, review = np.random.default_rng(seed), of_log(v3, rows, rule=rule)
    before = assumed(review, rate)
    for _ in range(3):
        at = int(rng.integers(len(rows)))
        failed = [*rows[:at], (rows[at][0], None, True), *rows[at + 1 :]]
        turned = of_log(v3, failed, rule=rule)
        after = assumed(turned, rate)  # none where that was the last hit with a timing
        for old, new in zip(before if after else (), after, strict=True):
            good = WANTED[new.clause.rule]
            assert new.status is not good or old.status is good


@few
@given(rows=logs(), rule=rules)
def test_the_hits_that_the_decision_names_are_the_fewest_that_meet_the_bar_in_what_if(
    v3, rows, rule
):
    review = shown(v3, rows, rule=rule)
    for each in what_would_flip(review.decision, review.evidence).inverses:
        if each.needed_unit != "hits":
            continue
        known = review.evidence.latency.arms[C].n_cache_known
        rates = [each.needed / known, (each.needed - 1) / known] if each.needed else [1.0]
        read = [scenario.stands(review, each.reading, Scenario(hit_rate=rate)) for rate in rates]
        found = [now.status is Status.MET for now in read if now is not None]
        assert found in ([], [True, False] if each.needed else [False])


@pytest.mark.parametrize(
    ("failed_hits", "lost", "said"),
    [
        # 40 of 800 hits failed: 0.9 x 1,000 = h x 0.95
        (40, 0, "948 of 1,000 requests would have to hit, 148 more than did."),
        # of 100, 60 hits failed: 940 of 1,000 at most
        (160, 0, "not even 1,000 hits of 1,000 requests of known cache state would do; those that "
         "fail may all have missed."),
        # of 1,019 requests, at 0.926 = 945 / 1,021, 19 x 0.926 / 0.8 = 22.0 for each 1,000
        (0, 19, "how many requests would have to hit is not measured: 22 of 1,019 requests of "
         "long-context would have no cache state: 2.1 %, over the 2.0 % tolerated."),
    ],
)  # fmt: skip
def test_more_hits_are_more_that_fail_and_more_of_unknown_cache_state(v3, failed_hits, lost, said):
    rows = [(HIT, 1.0, False)] * (800 - failed_hits) + [(HIT, None, True)] * failed_hits
    rows += [(MISS, 8.0, False)] * 200 + [(UNKNOWN, None, True)] * lost
    review = shown(v3, rows, "measured_cache_hit_rate: >= 90 %")
    (inverse,) = what_would_flip(review.decision, review.evidence).inverses
    assert inverse.sentence.replace("\u00a0", " ") == f"cache hit rate: {said}"


def odds_kept(rate, rows, fewer):
    """The hit rate of fewer requests at which each hit and miss of ``rows`` has as much weight."""
    hits, misses = (
        sum(each[0] is state for each in fewer) / sum(each[0] is state for each in rows)
        for state in (HIT, MISS)
    )
    warm, cold = rate * hits, (1 - rate) * misses
    return warm / (warm + cold)


@few
@given(rows=logs(), rule=rules, rate=st.floats(0, 1), data=st.data())
def test_requests_that_fail_and_lose_their_cache_state_never_meet_a_clause(
    v3, rows, rule, rate, data
):
    # fewer of known state are another measured hit rate: what is held is how much more each hit
    # weighs than each miss, and not the hit rate, whose own clause reads what was measured of it
    lost = data.draw(st.sets(st.integers(0, len(rows) - 1), max_size=len(rows) // 2))
    failed = [(UNKNOWN, None, True) if at in lost else each for at, each in enumerate(rows)]
    if not all(any(each[0] is state and each[1] for each in failed) for state in (HIT, MISS)):
        return
    before = assumed(of_log(v3, rows, rule=rule), rate)
    after = assumed(of_log(v3, failed, rule=rule), odds_kept(rate, rows, failed))
    for old, new in zip(before if after else (), after, strict=True):
        assert new.status is not WANTED[new.clause.rule] or old.status is WANTED[old.clause.rule]


@few
@given(rows=logs(), rate=st.floats(0, 1), p=st.sampled_from([0.5, 0.95, 0.99]), data=st.data())
def test_no_quantile_gains_from_failures_that_lose_their_cache_state(rows, rate, p, data):
    one = data.draw(st.sampled_from([HIT, MISS]))
    found = [at for at, each in enumerate(rows) if each[0] is one]
    lost = set(found[: data.draw(st.integers(0, len(found) - 1))])
    failed = [(UNKNOWN, None, True) if at in lost else each for at, each in enumerate(rows)]
    before, after = asked(rows), asked(failed)
    if before is None or after is None:
        return
    then = odds_kept(rate, rows, failed)
    assert after.untimed(then) >= before.untimed(rate) - 1e-5
    was, now = before.ranked(hit_rate=rate, p=p), after.ranked(hit_rate=then, p=p)
    assert now.high >= was.high
    assert now.low <= was.low


@few
@given(rows=logs(), rule=rules, rate=st.floats(0, 1), more=st.integers(1, 20))
def test_failures_of_unknown_cache_state_never_meet_a_clause(v3, rows, rule, rate, more):
    before = assumed(of_log(v3, rows, rule=rule), rate)
    after = assumed(of_log(v3, [*rows, *[(UNKNOWN, None, True)] * more], rule=rule), rate)
    for old, new in zip(before if after else (), after, strict=True):
        assert new.status is not WANTED[new.clause.rule] or old.status is WANTED[old.clause.rule]


def assumed(review, rate):
    """Every clause of a rule at a hit rate; none where nothing can be mixed."""
    made = Scenario(hit_rate=rate)
    found = [scenario.stands(review, each, made) for each in review.decision.readings]
    return [each for each in found if each is not None]


def test_failures_of_unknown_cache_state_count_as_whichever_there_are_more_of():
    # 50 of 1,050: as misses, at a rate of 0.2 with 0.8 / 0.2 = 4 times as many, 200 of each 1,200
    found = asked([*requests(800, 200), *[(UNKNOWN, None, True)] * 50])
    assert found.untimed(0.8) == 50
    assert found.untimed(0.2) == pytest.approx(1050 * 200 / 1200)
    # as hits, at 1.0 with 1 / 0.8 = 1.25 times as many, 62.5 of each 1,062.5
    assert found.untimed(1.0) == pytest.approx(1050 * 62.5 / 1062.5)
    assert not found.fails_alike
    # a share of 0.95 has a timing where 1,000 / (1,000 + 50 w) is as much: w = 1 / 0.95
    within = found.rates_within(p=0.95, bar=9.0)
    assert within.low == pytest.approx(1 - 0.2 / 0.95)
    assert within.high == pytest.approx(0.8 / 0.95)


def test_the_mixture_of_all_requests_is_what_numpy_makes_of_them():
    # drawn in proportion: at 0.8, of 10,000 requests 8,000 hits of which a quarter failed
    rows = requests(400, 500, failed_hits=100, failed_misses=50)
    rng = np.random.default_rng(7)
    rows = [(s, t and t * float(rng.lognormal(0, 0.3)), f) for s, t, f in rows]
    hits, misses = ([t for s, t, _ in rows if s is state] for state in (HIT, MISS))
    every = np.sort(np.array([*hits * 20, *misses * 4], dtype=float))  # NaN sorts last
    timed = every[~np.isnan(every)]
    found = asked(rows)
    for p in (0.5, 0.7, 0.75, 0.95):
        at = found.quantile(hit_rate=0.8, p=p)
        assert at == timed[max(0, int(np.ceil(p * timed.size - 1e-9)) - 1)]
        low, high = found.ranked(hit_rate=0.8, p=p)
        rank = int(np.ceil(p * every.size - 1e-9)) - 1
        assert high == (np.inf if np.isnan(every[rank]) else every[rank])
        rank -= every.size - timed.size
        assert low == (0.0 if rank < 0 else every[rank])
    assert found.untimed(0.8) == pytest.approx(900 * (0.8 * 0.25 + 0.2 * 0.1))


# Of 2,000 requests 35 have neither a timing nor a cache state. As hits they are 35 x 1,965 / 1,695
# for each 1,965: at 100 % 2.02 % of all, and 2.0 % are tolerated; at 98.8 % it is 1.99 %.
def test_hits_that_leave_too_many_without_a_timing_are_named_with_both_ends(v3):
    rows = [(HIT, 1.0, False)] * 1695 + [(MISS, 8.0, False)] * 270 + [(UNKNOWN, None, True)] * 35
    review = of_log(v3, rows)
    assert hits_needed.hits_title(review).replace("\u00a0", " ") == (
        "p95 keeps to 2.0 s at a hit rate of 97.0 % to 98.8 %: with more, too many would have no "
        "timing"
    )
    assert hits_needed.inverse(review).replace("\u00a0", " ") == (
        "p95 of at most 2.0 s with requests without a timing as the slowest: a hit rate of 97.0 % "
        "to 98.8 % keeps to it; with more, too many would have no timing."
    )
    for rate, status in ((0.969, NOT_MEASURED), (0.97, MET), (0.988, MET), (0.989, NOT_MEASURED)):
        assert read(review, rate).readings[0].status is status
    answers = shown(v3, rows, "p95_end_to_end: <= 2.0 s")
    (inverse,) = what_would_flip(answers.decision, answers.evidence).inverses
    assert inverse.sentence.replace("\u00a0", " ") == (
        "p95 reaches 2.0 s at a hit rate of 97.0 % to 98.8 %: with more, too many would have no "
        "timing."
    )
    assert (
        "Can meet the p95 bar."
        in {each.id: each.sentence for each in next_steps(answers.decision, answers.evidence)}[
            "more_hits"
        ]
    )


# At a hit rate r a pool of n timings stands for n / r, or n / (1 - r): 72 of them at 60 / 72 of
# misses, and at 60 / 72 of hits.
@pytest.mark.parametrize(
    ("hits", "misses", "said", "told"),
    [
        (900, 60, "from 16.7 % on", (0.167, 1.0)),
        (60, 60, "of 16.7 % to 83.3 %", (0.167, 0.833)),
        (900, 900, "", (0.0, 1.0)),
    ],
)
def test_a_bar_is_said_to_be_met_at_any_hit_rate_of_which_enough_timings_tell(
    v3, hits, misses, said, told
):
    rows = [(HIT, 1.0, False)] * hits + [(MISS, 1.0, False)] * misses
    review = of_log(v3, rows)
    title = hits_needed.hits_title(review).replace("\u00a0", " ")
    assert title == f"p95 stays under 2.0 s at any hit rate{f' {said}' if said else ''}"
    within = [read(review, rate).readings[0].status for rate in told]
    beyond = [read(review, rate).readings[0].status for rate in {0.0, 1.0} - {*told}]
    assert within == [MET, MET]
    assert set(beyond) <= {NOT_MEASURED}


def test_fewer_hits_are_said_to_do_only_as_far_down_as_enough_timings_tell(v3):
    rows = [(HIT, 1.0, False)] * 840 + [(HIT, 8.0, False)] * 100 + [(MISS, 1.0, False)] * 60
    review = shown(v3, rows, "p95_end_to_end: <= 2.0 s")
    (inverse,) = what_would_flip(review.decision, review.evidence).inverses
    # 100 of 940 hits are slow: 0.05 x 940 / 100 = 0.47
    assert inverse.sentence.replace("\u00a0", " ") == (
        "p95 reaches 2.0 s at a hit rate of 16.7 % to 47.0 %: hits are slower than misses here."
    )
    assert inverse.needed is None
