"""A draw is random, repeatable by anybody, fair within kinds, and says what it would buy."""

import hashlib
from collections import Counter
from math import isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lcexplore.errors import UsageError
from lcexplore.evidence.draw import (
    FrameQuestion,
    draw,
    proportional,
    shuffled,
)
from lcexplore.evidence.label_budget import expected_half_width, labels_needed


def frame(**sizes):
    return [
        FrameQuestion(question=f"{kind}-{n}", stratum=kind, epochs=(1, 2), difference=(n % 3 - 1))
        for kind, size in sizes.items()
        for n in range(size)
    ]


def test_the_same_seed_repeats_the_draw_whatever_the_order_of_the_questions():
    questions = frame(single=484, multi=336)
    assert draw(questions, seed=7) == draw(reversed(questions), seed=7)
    assert draw(questions, seed=7) != draw(questions, seed=8)


def test_a_place_in_the_draw_is_the_sha256_of_seed_and_question():
    questions = frame(only=200)
    names = [each.question for each in questions]
    # Independent recomputation: sort by the digest of "seed:question", take the first ten.
    expected = sorted(names, key=lambda name: hashlib.sha256(f"7:{name}".encode()).hexdigest())[:10]
    found = draw(questions, seed=7, size=10).questions
    assert sorted(each.question for each in found) == sorted(expected)


def test_kinds_are_drawn_in_proportion_and_then_nothing_is_weighted():
    found = draw(frame(single=484, multi=336), seed=1, size=50)
    # 50 x 484 / 820 = 29.5122 and 50 x 336 / 820 = 20.4878: the larger remainder gets the last.
    assert {each.name: each.n_drawn for each in found.strata} == {"multi": 20, "single": 30}
    assert not found.weighted
    assert {each.weight for each in found.questions} == {None}


def test_a_chosen_allocation_keeps_weights_that_restore_the_shares():
    found = draw(frame(single=484, multi=336), seed=1, chosen={"single": 10, "multi": 40})
    weights = Counter()
    for each in found.questions:
        weights[each.stratum] += each.weight
    assert found.weighted
    assert isclose(weights["single"] / weights["multi"], 484 / 336)
    assert isclose(sum(weights.values()), 50)


def test_every_question_has_the_same_chance():
    questions = frame(only=10)
    drawn = Counter(
        each.question
        for seed in range(2000)
        for each in draw(questions, seed=seed, size=3).questions
    )
    # 2,000 draws of 3 in 10: 600 each, standard deviation sqrt(2000 x 0.3 x 0.7) = 20.5.
    assert max(abs(drawn[each.question] - 600) for each in questions) < 5 * sqrt(2000 * 0.21)


def test_both_epochs_of_a_question_can_be_drawn():
    epochs = Counter(each.epoch for each in draw(frame(only=200), seed=3, size=200).questions)
    assert epochs[1] + epochs[2] == 200
    assert min(epochs.values()) > 60


@given(
    sizes=st.dictionaries(st.text("abc", min_size=1), st.integers(1, 40), min_size=1, max_size=5),
    data=st.data(),
)
@settings(max_examples=50, deadline=None)
def test_a_proportional_allocation_adds_up_and_never_exceeds_a_kind(sizes, data):
    size = data.draw(st.integers(1, sum(sizes.values())))
    wanted = proportional(sizes, size)
    assert sum(wanted.values()) == size
    assert all(0 <= wanted[name] <= sizes[name] for name in sizes)


@pytest.mark.parametrize("size", [0, 11])
def test_a_size_that_cannot_be_drawn_is_refused(size):
    with pytest.raises(UsageError, match="between 1 and 10"):
        draw(frame(only=10), seed=1, size=size)


@pytest.mark.parametrize(
    ("chosen", "says"),
    [({"a": 11, "b": 1}, "0 to 10"), ({"z": 1}, "no question is of the kind"), ({"a": 5}, "'b'")],
)
def test_a_chosen_allocation_that_cannot_represent_all_kinds_is_refused(chosen, says):
    with pytest.raises(UsageError, match=says):
        draw(frame(a=10, b=10), seed=1, chosen=chosen)


def test_the_order_of_one_person_says_nothing_of_the_order_of_another():
    numbers = range(1, 101)
    ada, ben = (shuffled(numbers, "draw", who, key=str) for who in ("Ada", "Ben"))
    assert sorted(ada) == sorted(ben) == list(numbers)
    assert ada != ben


def test_the_plan_reproduces_the_width_that_simulations_found():
    # guides: N = 500 questions, grader wrong on about 8 % of the answers, 50 labelled pairs:
    # half-width 9.1 points; 200 pairs: 5.0 points. Differences with variance 0.2.
    differences = [1.0] * 50 + [-1.0] * 50 + [0.0] * 400
    assert abs(expected_half_width(50, differences=differences, error_share=0.06) - 0.091) < 0.01
    assert abs(expected_half_width(200, differences=differences, error_share=0.06) - 0.050) < 0.01


def test_labels_needed_is_the_fewest_that_reach_the_wish():
    differences = [1.0] * 50 + [-1.0] * 50 + [0.0] * 400
    n = labels_needed(0.06, differences=differences, error_share=0.06)
    assert expected_half_width(n, differences=differences, error_share=0.06) <= 0.06
    assert expected_half_width(n - 1, differences=differences, error_share=0.06) > 0.06


def test_a_wish_that_all_questions_labelled_would_not_reach_has_no_answer():
    differences = [1.0, -1.0, 0.0] * 10
    assert labels_needed(0.001, differences=differences, error_share=0.06) is None
