"""The corrected difference stands under the grader's own: both with what they rest on."""

from lcexplore.charts.palette import LIGHT
from lcexplore.report.figures import grader as figures
from lcexplore.words import signed


def test_the_graders_own_difference_has_the_interval_and_the_questions_of_the_other_pages(v3):
    found = v3.evidence.correctness
    _, own, corrected, *_ = figures.corrected(v3, v3.evidence.grading, LIGHT).twin
    ends = [signed(100 * each) for each in (found.difference, *found.interval)]
    assert own == ["Grader as it is, rubric v4", *ends, "820 questions"]
    # worked example: 25 questions of the 50 labelled answers, labelled in both arms
    assert corrected[-1] == "25 questions labelled in both arms"
