"""Window: accuracy by depth and fill, and how deep the dip in the middle is."""

import pytest

from lcexplore.evidence.inputs import WindowCount
from lcexplore.evidence.window import analyse


def cell(depth, fill, correct, *, distractor="none", version="v1", measured=40, **more):
    return WindowCount(
        version=version, depth=depth, fill=fill, distractor=distractor,
        correct=correct, measured=measured, **more,
    )  # fmt: skip


PROBE = (
    cell(0.25, 0.05, 38), cell(0.5, 0.05, 36), cell(0.75, 0.05, 38),
    cell(0.25, 0.5, 34), cell(0.5, 0.5, 24), cell(0.75, 0.5, 36),
)  # fmt: skip


def test_the_dip_is_deeper_when_the_window_is_half_full():
    found = analyse(PROBE)
    assert found.dip_short == pytest.approx(2 / 40)
    assert found.dip_full == pytest.approx(35 / 40 - 24 / 40)
    assert (found.short, found.full, found.middle) == (0.05, 0.5, 0.5)


def test_nothing_probed_is_no_window():
    assert analyse(()) is None
    assert analyse((cell(0.5, 0.5, 0, measured=0),)) is None


def test_a_missing_depth_or_a_single_fill_leaves_the_dip_unknown():
    assert analyse(PROBE[:2]).dip_short is None
    assert analyse(PROBE[:3]).dip_full is None
    assert analyse(PROBE[1:2]).dip_short is None


def test_cells_carry_their_n_and_their_interval():
    found = analyse((cell(0.5, 0.5, 0), cell(0.5, 0.5, 40, distractor="near_miss")))
    zero, full = found.cells
    assert (zero.accuracy, zero.measured, zero.interval.low) == (0, 40, 0)
    assert (full.accuracy, full.interval.high) == (1, 1)


def test_repeats_that_differ_are_a_share_of_the_repeated_questions():
    found = analyse((cell(0.5, 0.5, 30, repeat_disagreements=3, repeat_groups=20),))
    assert found.cells[0].repeat_disagreement == 0.15
    assert analyse((cell(0.5, 0.5, 30),)).cells[0].repeat_disagreement is None


def test_cells_come_by_version_with_undistracted_ones_first():
    found = analyse(
        (
            cell(0.5, 0.5, 1, version="v2"),
            cell(0.5, 0.5, 1, distractor="irrelevant"),
            cell(0.75, 0.5, 1),
            cell(0.5, 0.5, 1),
        )
    )
    order = [(each.version, each.distractor, each.depth) for each in found.cells]
    assert order == [
        ("v1", "none", 0.5),
        ("v1", "none", 0.75),
        ("v1", "irrelevant", 0.5),
        ("v2", "none", 0.5),
    ]


def repeated(outcomes, **more):
    """A cell of questions asked twice, from their numbers of correct answers."""
    correct, n = sum(outcomes), len(outcomes)
    return cell(
        0.5, 0.5, correct, measured=2 * n, answers=2 * n, questions=n,
        correct_squares=sum(each * each for each in outcomes), correct_by_measured=2 * correct,
        measured_squares=4 * n, **more,
    )  # fmt: skip


def test_repeats_that_always_agree_count_once():
    agreed = analyse((repeated([2] * 30 + [0] * 10),)).cells[0]
    alone = analyse((cell(0.5, 0.5, 30),)).cells[0]
    # 40 questions are 40 outcomes; CR1 divides by 39, so it is a little wider
    assert agreed.interval.low == pytest.approx(alone.interval.low, abs=0.003)
    assert agreed.interval.low < alone.interval.low


def test_repeats_that_know_nothing_of_each_other_count_as_answers():
    apart = analyse((repeated([1] * 40),)).cells[0]
    answers = analyse((cell(0.5, 0.5, 40, measured=80),)).cells[0]
    assert apart.interval == answers.interval


@pytest.mark.parametrize("each", [0, 2])
def test_where_nothing_varies_each_question_counts_once(each):
    same = analyse((repeated([each] * 40),)).cells[0]
    assert same.interval == pytest.approx(analyse((cell(0.5, 0.5, 20 * each),)).cells[0].interval)


def test_answers_without_a_verdict_are_counted():
    assert analyse((cell(0.5, 0.5, 30, answers=44),)).cells[0].unmeasured == 4
    assert analyse((cell(0.5, 0.5, 30),)).cells[0].unmeasured == 0


def test_the_full_window_is_held_against_the_short_one_at_the_same_place():
    found = analyse(PROBE).shortfalls
    assert [each.depth for each in found] == [0.25, 0.5, 0.75]
    assert found[1].difference == pytest.approx(-12 / 40)
    assert found[1].interval.high < 0 < found[0].interval.high


def test_the_interval_of_a_shortfall_is_newcombes_for_two_independent_shares():
    found = analyse((cell(0.5, 0.05, 48, measured=80), cell(0.5, 0.5, 56, measured=70))).shortfalls
    # Newcombe, Statistics in Medicine 17:873, 1998, table II, example (a), method 10
    assert found[0].interval == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_a_distractor_costs_what_it_takes_from_the_undistracted_answers():
    found = analyse((*PROBE, cell(0.5, 0.5, 18, distractor="near_miss"))).distractors
    assert [(each.distractor, each.short) for each in found] == [("near_miss", None)]
    assert found[0].full == pytest.approx(6 / 40)


def test_each_version_is_read_by_itself():
    found = analyse((*PROBE, cell(0.5, 0.5, 4, version="v2", repeat_groups=10))).versions
    assert [each.version for each in found] == ["v1", "v2"]
    assert found[0].full.dip == pytest.approx(35 / 40 - 24 / 40)
    assert found[0].short.accuracy == pytest.approx(112 / 120)
    assert (found[1].short, found[1].full.dip, found[1].full.repeat_disagreement) == (None, None, 0)
