"""What else does the Grader page show: how sure the lean is, other graders, pairwise judges?"""

import streamlit as st

from lcexplore.evidence.grading import Grading
from lcexplore.report.review import Review
from lcexplore.report.sentences import (
    agreement,
    calibration,
    grader,
    leniency,
    pairwise,
    rubrics,
)
from lcexplore.store.quotes import HEDGES
from lcexplore.ui import load, parts


def sureness(review: Review, grading: Grading) -> None:
    """Say what the sign test takes for granted and how little it can see."""
    parts.text(leniency.coin(review, grading), leniency.power(grading))


def measures(review: Review, grading: Grading) -> None:
    """List error rates by arm and the other coefficients."""
    with st.expander("Error rates by arm, other measures of agreement"):
        parts.numbers(agreement.error_rates(review, grading), key="error-rates")
        parts.numbers(agreement.more_measures(grading), key="measures")


def mechanism(review: Review, grading: Grading | None) -> None:
    """Show what goes with a verdict: length at equal verdict of people, and quoted spans."""
    with st.expander("Length, quoted spans, answers without a verdict"):
        if grading is not None and grading.lengths:
            parts.text(leniency.mechanism(review, grading))
            parts.numbers(leniency.lengths(review, grading), key="lengths")
        parts.numbers(leniency.quotes(review, load.quotes(review)), key="quotes")
        parts.small(f"Words of qualification: {', '.join(HEDGES)}.")
        parts.numbers(grader.failed_gradings(review), key="failed-gradings")


def method(grading: Grading) -> None:
    """Say how the difference is corrected."""
    with st.expander("How the difference is corrected"):
        parts.text(*calibration.method(grading))


def other_grader(review: Review) -> None:
    """Show what the grader shown says otherwise than the one before, under one rubric."""
    change = rubrics.grader_change(review)
    if change is None:
        return
    st.header("Another grader, the same rubric", anchor=False)
    parts.text(f"{rubrics.rubric_title(review, change)}.", rubrics.favour(review, change))
    parts.numbers(rubrics.rubric_twin(review, change), key="graders")
    parts.text(rubrics.closure(change), rubrics.CLOSURE_LICENSES_NOTHING)


def judges(review: Review) -> None:
    """Show whether judges that compare two answers keep their verdict in the other order."""
    found = load.pairwise(review)
    if not found:
        return
    st.header("Judges that compare two answers", anchor=False)
    parts.text(f"{pairwise.title(found)}.")
    parts.numbers(pairwise.table(found), key="judges")
    parts.text(pairwise.OUT_OF_SCOPE)
