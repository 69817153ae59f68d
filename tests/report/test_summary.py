"""What the summary at a terminal says of a review."""

from dataclasses import replace

import pytest

from lcexplore.cli import figures


def graded(shown, **changes):
    grading = replace(shown.evidence.grading, **changes)
    return replace(shown, evidence=replace(shown.evidence, grading=grading))


@pytest.mark.parametrize(
    ("n_pairs", "why"),
    [
        (0, "no question was labelled in both arms"),
        (1, "1 question was labelled in both arms; it takes 2 to correct and 50 to decide"),
    ],
)
def test_the_summary_counts_the_questions_labelled_in_both_arms(v3, n_pairs, why):
    lines = figures.summary(graded(v3, corrected=None, n_pairs=n_pairs))
    assert f"  corrected difference not measured: {why}" in lines
