"""How does a reader see the grader's lean, and read the answers it rests on?"""

import streamlit as st

from lcexplore.charts import interval, leniency, slope
from lcexplore.charts.interval import IntervalRow
from lcexplore.evidence.grading import Grading, RubricAttribution
from lcexplore.evidence.inputs import LabelledAnswer
from lcexplore.model import Interval, Role
from lcexplore.paths import bundle
from lcexplore.report.review import Review
from lcexplore.report.sentences import calibration, columns, grader, rubrics
from lcexplore.ui import drilldown, load, parts
from lcexplore.words import many

KEY = "call"


def lean(review: Review, grading: Grading) -> None:
    """Draw one mark an answer on which grader and people differ; a click opens its text."""
    key = f"leniency-{_place(grading)}"
    marked = 0 < len(grading.disagreements) <= leniency.MANY
    parts.figure(
        grader.leniency_title(review, grading),
        grader.leniency_small(grading),
        leniency.leniency([_lean(review, grading, role) for role in Role], palette=parts.palette()),
        alt=f"{grader.leniency_title(review, grading)}. {grader.leniency_small(grading)}",
        twin=grader.leniency_twin(review, grading),
        key=key,
        on_select=(lambda: _from_chart(key)) if marked else None,
    )
    parts.text(grader.sign_test(grading))


def _lean(review: Review, grading: Grading, role: Role) -> leniency.Lean:
    found = grading.leniency.get(role)
    items = [
        str(number)
        for number, each in enumerate(grading.disagreements, start=1)
        if each.role is role
    ]
    return leniency.Lean(
        role=role,
        name=review.info.arm(role),
        labelled=found.n_labelled if found else 0,
        lenient=found.lenient if found else 0,
        strict=found.strict if found else 0,
        items=tuple(items),
    )


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
    names = {role: review.info.arm(role) for role in Role}
    parts.figure(
        rubrics.rubric_title(review, change),
        rubrics.rubric_small(review, change),
        slope.slope(change, names=names, palette=parts.palette()),
        alt=f"{rubrics.rubric_title(review, change)}. {rubrics.closure(change)}",
        twin=rubrics.rubric_twin(review, change),
        key="rubrics",
    )
    parts.text(
        rubrics.closure(change),
        rubrics.favour(review, change),
        rubrics.CLOSURE_LICENSES_NOTHING,
        rubrics.unlicensed(review, change),
        columns.rerun(review, change),
    )


def corrected(review: Review, grading: Grading) -> None:
    """Draw the uncorrected difference above the corrected one."""
    rows = _rows(review, grading)
    parts.figure(
        calibration.corrected_title(grading),
        calibration.corrected_small(review, grading),
        interval.draw(rows, parts.palette(), margin=None),
        alt=calibration.corrected_title(grading),
        twin=interval.twin(rows),
        key="corrected",
        heading="h3",
    )
    parts.text(calibration.labels_needed(grading), calibration.basis(review, grading))


def _rows(review: Review, grading: Grading) -> list[IntervalRow]:
    found = grading.corrected
    rows = []
    if found is not None:
        pairs = f"{many(found.n_pairs, 'question')} labelled in both arms"
        rows = [
            IntervalRow(
                name=calibration.uncorrected_name(review, grading),
                estimate=found.uncorrected,
                n="every question measured in both arms",
            ),
            IntervalRow(
                name=calibration.corrected_name(review, grading),
                estimate=found.estimate if found.decides else None,
                interval=Interval(found.low, found.high),
                n=pairs,
                hollow=not found.decides,
            ),
        ]
    if grading.stale is not None:
        reason = calibration.stale_reason(review, grading)
        rows.append(IntervalRow(name=calibration.uncertified_name(review, grading), reason=reason))
    return rows


def draw_labels() -> None:
    """Link to the page on which people label answers."""
    page = bundle() / "pages" / "label.py"
    if page.is_file():
        st.page_link(page, label="Draw answers to label")
