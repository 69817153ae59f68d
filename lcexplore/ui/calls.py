"""How does a reader see the grader's lean, and read the answers it rests on?"""

import streamlit as st

from lcexplore.charts import leniency
from lcexplore.evidence.grading import Grading, RubricAttribution
from lcexplore.evidence.inputs import LabelledAnswer
from lcexplore.paths import bundle
from lcexplore.report.figures import grader as figures
from lcexplore.report.review import Review
from lcexplore.report.sentences import calibration, grader, rubrics
from lcexplore.ui import drilldown, load, parts

KEY = "call"


def lean(review: Review, grading: Grading) -> None:
    """Draw one mark an answer on which grader and people differ; a click opens its text."""
    key = f"leniency-{_place(grading)}"
    marked = 0 < len(grading.disagreements) <= leniency.MANY
    found = figures.lean(review, grading, parts.palette())
    parts.drawn(found, key=key, on_select=(lambda: _from_chart(key)) if marked else None)
    parts.text(grader.sign_test(grading))


def _place(grading: Grading) -> int:
    """Number of the call that is open, counted from one."""
    chosen = st.session_state.get(KEY)
    most = len(grading.disagreements)
    return chosen if isinstance(chosen, int) and 1 <= chosen <= most else 1


def _from_chart(key: str) -> None:
    picked = st.session_state[key].selection.get("pick") or []
    if picked and picked[0]["item"]:
        st.session_state[KEY] = int(picked[0]["item"])


def calls(review: Review, grading: Grading) -> None:
    """List the calls on which grader and people differ, lenient first, and open one."""
    if not grading.disagreements:
        parts.text("Grader and people agree on every labelled answer.")
        return
    parts.table(
        ["Call", "Arm", "Question", "What happened", "Words"],
        [_listed(review, number, each) for number, each in enumerate(grading.disagreements, 1)],
    )
    number = st.number_input(
        "Read call number",
        min_value=1,
        max_value=len(grading.disagreements),
        key=KEY,
        bind="query-params",
        width=200,
    )
    _open(review, grading.disagreements[int(number) - 1])


def _listed(review: Review, number: int, answer: LabelledAnswer) -> list[str]:
    return [
        str(number),
        review.info.arm(answer.role),
        answer.question,
        grader.call_of(answer),
        "not measured" if answer.words is None else str(answer.words),
    ]


def _open(review: Review, call: LabelledAnswer) -> None:
    detail = load.question_detail(review, call.question)
    parts.small(f"{review.info.arm(call.role)}: {grader.call_of(call)}. Question:")
    parts.verbatim(detail.text or "not in the log")
    parts.small(grader.which_verdict(review))
    for each in detail.answers:
        if each.role is call.role and each.epoch == call.epoch:
            drilldown.answer(review, each)


def rerun(review: Review, change: RubricAttribution) -> None:
    """Draw what the change of rubric took from each arm, with the closure beneath."""
    parts.drawn(figures.rerun(review, change, parts.palette()))
    parts.text(*rubrics.reading(review, change))


def corrected(review: Review, grading: Grading) -> None:
    """Draw the uncorrected difference above the corrected one."""
    parts.drawn(figures.corrected(review, grading, parts.palette()), heading="h3")
    parts.text(calibration.labels_needed(grading), calibration.basis(review, grading))


def draw_labels() -> None:
    """Link to the page on which people label answers."""
    page = bundle() / "pages" / "label.py"
    if page.is_file():
        st.page_link(page, label="Draw answers to label")
