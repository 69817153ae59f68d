"""Where p95 lies among hits and misses, whatever their overlap, of the timing that is shown."""

from dataclasses import replace

import numpy as np
import pytest

from lcexplore.evidence import latency as analysis
from lcexplore.evidence.inputs import ArmTally, ArmTimings
from lcexplore.evidence.traffic import Growth
from lcexplore.model import CacheState, Role
from lcexplore.report.sentences import latency, latency_care, latency_tail, waits
from tests.report.spoken import said
from tests.ui.reviews import timings

C = Role.CANDIDATE
HIT, MISS = CacheState.HIT, CacheState.MISS


def shown_with(review, whole, first=None, **more):
    """The review with these hits and misses as the candidate's, and these first tokens of them."""
    hits, misses = whole
    arm = ArmTimings(
        end_to_end={HIT: timings(hits), MISS: timings(misses)},
        first_token={}
        if first is None
        else dict(zip((HIT, MISS), map(timings, first), strict=True)),
        n_planned=len(hits) + len(misses) + more.get("n_failed", 0),
        hits=len(hits),
        misses=len(misses),
        **{"n_failed": 0, "n_replays": 0, **more},
    )
    every = {**review.evidence.inputs.timings, C: arm}
    none = np.empty(0, dtype=np.int64)
    nobody = ArmTally(planned=none, measured=none, correct=none)
    tally = replace(
        review.evidence.inputs.tally,
        eval_set_size=None,
        epochs_planned=None,
        candidate=nobody,
        baseline=nobody,
    )  # no more answers were planned than there are timings
    inputs = replace(review.evidence.inputs, timings=every, tally=tally)
    evidence = replace(review.evidence, inputs=inputs, latency=analysis.analyse(every))
    return replace(review, evidence=evidence)


def test_the_worked_examples_p95_is_named_with_its_value(v3):
    assert said(latency_tail.percentile(v3)) == (
        "p95, 11.6 s, is the 57th percentile of the misses; no hit takes longer."
    )


def test_where_hits_and_misses_overlap_both_percentiles_are_said(v3):
    # p95 is the 95th of 100: 5 of the 80 hits take 9.0 s, the 20 misses 4, 5, ... 9 and then 10 s;
    # slower than 9.0 s are the five misses of 10.0 s, so it is the 75th of the misses' 100.
    hits, misses = [2.0] * 75 + [9.0] * 5, [4.0] * 15 + [10.0] * 5
    shown = shown_with(v3, (hits, misses))
    assert said(latency_tail.percentile(shown)) == (
        "p95, 9.0 s, is the 75th percentile of the misses; no hit takes longer."
    )
    hits[-1] = 11.0  # one hit slower, one miss faster: 79 of 80 hits, 16 of 20 misses at most 9.0 s
    misses[-1] = 8.0
    shown = shown_with(v3, (hits, misses))
    assert said(latency_tail.percentile(shown)) == (
        "p95, 9.0 s, is the 80th percentile of the misses and the 99th of the hits."
    )
    assert said(latency.lead(shown)).startswith("Hits and misses overlap where long-context's p95")


def test_where_hits_set_it_every_miss_takes_longer(v3):
    # 99 hits of 1 to 99 s and a miss of 200 s: the 95th of 100 is 95 s, 95 of the 99 hits
    shown = shown_with(v3, ([float(n) for n in range(1, 100)], [200.0]))
    assert said(latency_tail.percentile(shown)) == (
        "p95, 95.0 s, is the 96th percentile of the hits; every miss takes longer."
    )


def test_one_state_alone_has_no_percentile_of_its_own(v3):
    assert latency_tail.percentile(shown_with(v3, ([1.0] * 100, []))) == ""


@pytest.mark.parametrize(
    ("quantile", "nth"),
    [
        (0.51, "the 51st"),
        (0.62, "the 62nd"),
        (0.11, "the 11th"),
        (0.998, "above the 99th"),
        (0.002, "below the 1st"),
        (1.0, "the 100th"),
    ],
)
def test_ordinals_are_right(v3, quantile, nth):
    found = v3.evidence.latency
    split = {C: replace(found.decomposition[C], quantile_of_misses=quantile)}
    evidence = replace(v3.evidence, latency=replace(found, decomposition=split))
    line = latency_tail.percentile(replace(v3, evidence=evidence))
    assert f"is {nth} percentile of the misses" in line


# Of 100 requests 10 miss. Whole answers: hits 2 s, misses 11 to 20 s, so p95, the 95th, is 15 s and
# the 5th of 10 misses. First tokens: misses 0.1 to 1.0 s, hits 1.1 to 10.0 s, so p95, the 95th of
# them all, is the 85th of 90 hits, 9.5 s.
WHOLE = [2.0] * 90, [11.0 + n for n in range(10)]
FIRST = [n / 10 for n in range(11, 101)], [n / 10 for n in range(1, 11)]


def test_what_is_said_of_hits_and_misses_follows_the_timing_that_is_shown(v3):
    shown = shown_with(v3, WHOLE, FIRST)
    assert said(latency_tail.percentile(shown)) == (
        "p95, 15.0 s, is the 50th percentile of the misses; no hit takes longer."
    )
    assert said(latency_tail.percentile(shown, first_token=True)) == (
        "p95, 9.5 s, is the 94th percentile of the hits; no miss takes longer."
    )
    assert latency.title(shown) == "p95 falls among the misses"
    assert latency.title(shown, first_token=True) == "p95 falls among the hits"
    assert said(waits.apart(shown)) == (
        "In 100 % of all pairs of a miss and a hit the miss takes longer; the misses' median is "
        "7.5 × the hits'."
    )
    assert "In 0 % of all pairs" in said(waits.apart(shown, first_token=True))
    assert waits.cliff(shown).startswith("The cliff is at a hit rate of 94.5")
    assert waits.cliff(shown, first_token=True) == ""  # more hits make it no shorter
    assert latency_care.warnings(shown) == []
    (overlap,) = latency_care.warnings(shown, first_token=True)
    assert (
        said(overlap)
        == "Hits are slower than misses: a miss is faster than a hit in 100 % of their pairs."
    )


def test_no_line_of_either_view_is_said_to_be_of_the_other(v3):
    shown = shown_with(v3, WHOLE, FIRST, n_failed=3)
    for first_token in (False, True):
        lines = waits.lines(shown, first_token=first_token)
        lines += latency_care.warnings(shown, first_token=first_token)
        assert not [line for line in lines if line.startswith("End to end")]
    (bound,) = waits.bounds(shown, first_token=True)
    assert said(bound) == (
        "long-context's p95 of 9.5 s is that of the survivors: its 3 failures are not in it."
    )


def test_where_p95_slides_there_is_said_to_be_no_cliff(v3):
    hits = [1.0 + n / 10 for n in range(90)]
    shown = shown_with(v3, (hits, [each + 2 for each in hits[::3]]))
    line = said(waits.cliff(shown))
    assert line.startswith(
        "There is no cliff: as more requests hit, p95 falls bit by bit, from the "
    )
    # the 86th of 90 hits (0.95 x 90 = 85.5)
    assert line.endswith("to 9.5 s where all do.")


def test_under_the_first_token_what_is_read_off_whole_answers_says_so(v3):
    sizes = tuple(
        Growth(role=C, cache=MISS, doubling=doubling, n=50, mean_s=2.0) for doubling in (10, 12)
    )
    shown = shown_with(v3, (range(1, 51), range(1, 51)), FIRST)
    shown = replace(shown, traffic=replace(v3.traffic, growth=sizes))
    flat, same = waits.looks_wrong(shown)
    assert flat.startswith("long-context's latency does not grow with its input")
    assert same.startswith("long-context's misses take as long as its hits")
    # the first tokens of misses all come before those of hits
    assert waits.looks_wrong(shown, first_token=True) == [f"End to end: {flat}"]


@pytest.mark.parametrize(("hits", "misses"), [([], [1.0, 2.0] * 40), ([1.0, 2.0] * 40, [])])
def test_where_the_cache_has_one_state_alone_p95_is_not_said_to_fall_among_it(v3, hits, misses):
    title = latency.title(shown_with(v3, (hits, misses), (hits, misses)))
    assert title.startswith("p95 end to end: ")
