"""The cliff, how far misses are from hits, what time-outs hide, and latencies that look wrong."""

import numpy as np
import pytest

from lcexplore.evidence import mixture, waits
from lcexplore.evidence.inputs import ArmTimings, Timings
from lcexplore.evidence.load import load
from lcexplore.evidence.suspects import examine
from lcexplore.evidence.traffic import EVAL, Growth, Traffic, Windows
from lcexplore.evidence.waits import bound, separation
from lcexplore.model import ComparisonInfo, Role
from tests.evidence.test_latency import MISS, arm, timings, worked_example

INFO = ComparisonInfo(name="c", baseline="retrieval", candidate="long-context")
NOTHING = Traffic(source=EVAL)


def cliff(given):
    found = mixture.asked(given, n=given.n_planned)
    return None if found is None else waits.cliff(found)


def windows(baseline, candidate, step=3600.0):
    pools = {Role.BASELINE: baseline, Role.CANDIDATE: candidate}
    return Windows(
        start_s=np.arange(len(baseline)) * step,
        step_s=step,
        pools={role: tuple(timings(each) for each in rows) for role, rows in pools.items()},
    )


def test_the_cliff_is_where_misses_stop_filling_the_slowest_twentieth():
    found = cliff(worked_example())
    assert found.hit_rate == pytest.approx(0.95, abs=0.006)
    assert found.above >= 9 > 8 >= found.below


def test_a_curve_without_a_gap_between_hits_and_misses_has_no_cliff():
    values = np.linspace(1, 10, 400)
    assert cliff(arm(values, values + 0.3)) is None
    assert cliff(arm(values)) is None


def test_few_misses_far_apart_are_no_cliff_of_their_own():
    # Between 23 misses spread from 8 to 21 s the curve steps, but within the misses.
    found = cliff(arm(np.linspace(2, 6, 217), np.geomspace(8, 21, 23)))
    assert found.hit_rate == pytest.approx(0.95, abs=0.006)


def test_misses_that_beat_no_hit_are_slower_always_and_by_their_median():
    found = separation(arm([1.0, 2.0, 3.0], [10.0, 20.0, 30.0]))
    assert (found.slower, found.ratio) == (1.0, 10.0)
    assert (found.tied, found.faster) == (0, 0)
    assert separation(arm([1.0, 2.0])) is None


def test_a_pair_that_takes_equally_long_is_neither_slower_nor_faster():
    # 12 pairs: the miss of 2 s ties with the two hits of 2 s, that of 1 s loses to three of four
    found = separation(arm([1.0, 2.0, 2.0, 3.0], [2.0, 1.0, 9.0]))
    assert [12 * each for each in (found.slower, found.tied, found.faster)] == pytest.approx(
        [1 + 0 + 4, 2 + 1, 1 + 3]
    )
    found = separation(arm([2.0] * 160, [2.0] * 40))
    assert (found.slower, found.tied, found.faster, found.equal) == (0, 1, 0, True)


def test_a_median_of_no_seconds_has_no_multiple():
    assert separation(arm([0.0], [1.0])).ratio is None


def test_requests_of_unknown_state_keep_their_share_where_a_cliff_is_looked_for():
    # 1,100 of known state, of which 1,000 hit, and 900 unknown, 180 of them as slow as misses: at
    # any hit rate more than a twentieth of all 2,000 takes about 10 s
    hits, misses = np.linspace(0.8, 1.3, 1000), np.linspace(9, 11, 100)
    unknown = [*np.linspace(0.8, 1.3, 720), *np.linspace(9, 11, 180)]
    assert cliff(arm(hits, misses, unknown)) is None
    assert cliff(arm(hits, misses)).hit_rate == pytest.approx(0.95, abs=0.006)
    # fast ones leave a cliff, where misses stop filling a twentieth of all: at 100 / 1,100
    found = cliff(arm(hits, misses, np.linspace(0.8, 1.3, 900)))
    assert found.hit_rate == pytest.approx(1 - 100 / 1100, abs=0.006)


def test_there_is_no_cliff_where_too_many_are_of_unknown_state_to_mix():
    hits, misses = np.linspace(0.8, 1.3, 280), np.linspace(9, 11, 20)
    assert cliff(arm(hits, misses, [1.0] * 300)) is not None
    assert cliff(arm(hits, misses, [1.0] * 301)) is None


def test_a_timeout_at_sixty_seconds_counts_as_at_least_sixty():
    given = arm(np.linspace(1, 5, 90), planned=100, n_failed=10)
    gave_up = Timings(values=np.array([60.0]), counts=np.array([10]))
    found = bound(ArmTimings(**{**_fields(given), "failed_after": gave_up}))
    assert (found.at_least, found.shortest) == (60.0, 60.0)
    assert found.survivors < 5
    assert (found.n_failed, found.n_gave_up) == (10, 10)
    assert bound(arm([1.0])) is None


def test_failures_whose_time_nobody_logged_are_counted_and_not_guessed():
    found = bound(arm([1.0, 2.0], planned=3, n_failed=1))
    assert (found.at_least, found.n_gave_up, found.shortest) == (2.0, 0, None)


def test_side_by_side_there_is_no_load_term_and_apart_it_cannot_be_told():
    busy, quiet = np.linspace(2, 4, 40), np.linspace(1, 2, 40)
    together = load(windows([busy, quiet], [busy + 5, quiet + 5]))
    assert (together.term_p50, together.term_p95, together.uncovered) == (0, 0, 0)
    apart = load(windows([busy, []], [[], quiet]))
    assert (apart.uncovered, apart.term_p50, apart.term_p95) == (1, None, None)


def test_an_arm_whose_start_times_alone_are_known_explains_no_difference():
    busy, quiet = [8.0] * 30, [2.0] * 30
    found = load(windows([[], []], [busy, quiet]))
    assert (found.term_p95, found.uncovered, found.drift) == (None, 1.0, 4.0)
    assert [list(each.n) for each in found.windows] == [[Role.CANDIDATE]] * 2
    assert load(windows([[], []], [[], []])) is None


def test_the_load_term_is_what_the_baselines_own_hours_make_of_the_candidates():
    busy, quiet = [4.0] * 40, [1.0] * 40
    found = load(windows([busy, quiet], [[9.0] * 90, [9.0] * 10]))
    # 90 of 100 requests of the candidate met the busy hour: the baseline's median there is 4 s.
    assert found.term_p50 == pytest.approx(3.0)
    assert found.drift == 4.0


def test_busier_windows_that_are_slower_are_queueing():
    sizes = [25, 30, 35, 40, 60, 80, 100, 120, 140]
    slow = [[n / 25] * n for n in sizes]
    even = [[1.0] * n for n in sizes]
    found = load(windows(slow, even))
    assert (found.queueing[Role.BASELINE], found.queueing[Role.CANDIDATE]) == (True, False)
    (note,) = examine(INFO, {}, NOTHING, found)
    assert (note.id, note.message.split()[0]) == ("latency_queueing", "retrieval")


def test_latency_that_does_not_grow_with_the_input_is_flagged():
    def sizes(seconds):
        each = {"role": Role.CANDIDATE, "cache": MISS, "n": 50}
        return tuple(
            Growth(doubling=10 + place, mean_s=value, **each) for place, value in enumerate(seconds)
        )

    flat = Traffic(source=EVAL, growth=sizes([2.0, 2.1, 2.0]))
    (note,) = examine(INFO, {}, flat, None)
    assert note.id == "latency_flat"
    assert "4,096 tokens" in note.message
    assert examine(INFO, {}, Traffic(source=EVAL, growth=sizes([2.0, 3.0])), None) == ()


def test_misses_as_fast_as_hits_are_flagged_and_few_of_them_are_not():
    same = np.linspace(1, 5, 60)
    (note,) = examine(INFO, {Role.CANDIDATE: arm(same, same)}, NOTHING, None)
    assert (note.id, note.touches) == ("latency_warm_as_cold", ())
    assert examine(INFO, {Role.CANDIDATE: arm(same, same[:5])}, NOTHING, None) == ()
    assert examine(INFO, {Role.CANDIDATE: worked_example()}, NOTHING, None) == ()


def test_retries_are_flagged_where_they_are_logged():
    tried = Traffic(source=EVAL, n_retried={Role.CANDIDATE: 7, Role.BASELINE: None})
    (note,) = examine(INFO, {}, tried, None)
    assert note.message.startswith("7 requests of long-context were tried again")


def _fields(timings_of_arm):
    return {name: getattr(timings_of_arm, name) for name in timings_of_arm.__dataclass_fields__}
