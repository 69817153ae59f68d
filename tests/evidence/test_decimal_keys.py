"""Establishes that keys which differ by a decimal alone are found, and only those of two arms."""

from dataclasses import replace

from lcexplore.evidence.decimal_keys import DecimalKeys, decimal_keys
from lcexplore.model import Role
from tests.evidence.tallies import tally

YES, NO = (1, 1), (0, 0)


def found(**keys):
    """Keys with what the candidate and the baseline have of them."""
    names, answers = zip(*keys["of"].items(), strict=True)
    candidate, baseline = zip(*answers, strict=True)
    return decimal_keys(replace(tally(candidate, baseline), questions=names))


def test_questions_of_one_arm_with_a_decimal_that_the_other_leaves_out_are_counted():
    of = {"12": (NO, YES), "12.0": (YES, NO), "5": (NO, YES), "5.0": (YES, NO), "q1": (YES, YES)}
    (keys,) = found(of=of)
    assert keys == DecimalKeys(role=Role.CANDIDATE, n=2, example="12.0")
    assert keys.other is Role.BASELINE


def test_any_number_of_zeros_after_the_point_counts():
    of = {"5": (NO, YES), "5.00": (YES, NO), "12": (NO, YES), "12.000": (YES, NO)}
    assert found(of=of) == (DecimalKeys(role=Role.CANDIDATE, n=2, example="5.00"),)
    assert found(of={"5": (NO, YES), "5.05": (YES, NO), "5.50": (YES, NO)}) == ()


def test_keys_of_one_arm_or_of_both_and_versions_are_left_alone():
    assert found(of={"5": (YES, NO), "5.0": (YES, NO)}) == ()
    assert found(of={"5": (YES, YES), "5.0": (YES, NO)}) == ()
    assert found(of={"v1": (YES, NO), "v1.0": (NO, YES)}) == ()
    assert found(of={"1.2": (YES, NO), "1.20": (NO, YES), "3.0": (NO, YES)}) == ()
