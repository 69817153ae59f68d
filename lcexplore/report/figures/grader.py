"""Which figures show the grader's lean, what a rubric took, and the corrected difference?"""

from lcexplore.charts import interval, leniency, slope
from lcexplore.charts.interval import IntervalRow
from lcexplore.charts.palette import Palette
from lcexplore.evidence.grading import Grading, RubricAttribution
from lcexplore.model import Interval, Role
from lcexplore.report.figures import Figure, Panel
from lcexplore.report.review import Review
from lcexplore.report.sentences import calibration, grader, rubrics
from lcexplore.words import many


def lean(review: Review, grading: Grading, palette: Palette) -> Figure:
    """One mark an answer on which grader and people differ."""
    title, small = grader.leniency_title(review, grading), grader.leniency_small(grading)
    chart = leniency.leniency([_lean(review, grading, role) for role in Role], palette=palette)
    return Figure(
        key="leniency",
        title=title,
        small=small,
        panels=(Panel(chart=chart, alt=f"{title}. {small}"),),
        twin=grader.leniency_twin(review, grading),
    )


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


def rerun(review: Review, change: RubricAttribution, palette: Palette) -> Figure:
    """What a change of rubric took from each arm."""
    names = {role: review.info.arm(role) for role in Role}
    title = rubrics.rubric_title(review, change)
    alt = f"{title}. {rubrics.closure(change)}"
    return Figure(
        key="rubrics",
        title=title,
        small=rubrics.rubric_small(review, change),
        panels=(Panel(chart=slope.slope(change, names=names, palette=palette), alt=alt),),
        twin=rubrics.rubric_twin(review, change),
    )


def corrected(review: Review, grading: Grading, palette: Palette) -> Figure:
    """The uncorrected difference above the corrected one."""
    rows, title = _rows(review, grading), calibration.corrected_title(grading)
    return Figure(
        key="corrected",
        title=title,
        small=calibration.corrected_small(review, grading),
        panels=(Panel(chart=interval.draw(rows, palette, margin=None), alt=title),),
        twin=interval.twin(rows),
    )


def _rows(review: Review, grading: Grading) -> list[IntervalRow]:
    found = grading.corrected
    rows = []
    if found is not None:
        shown = None
        if calibration.corrects_shown(review, grading):
            shown = review.evidence.correctness.interval
        pairs = f"{many(found.n_pairs, 'question')} labelled in both arms"
        rows = [
            IntervalRow(
                name=calibration.uncorrected_name(review, grading),
                estimate=found.uncorrected,
                interval=shown,
                n=many(found.n_covered or found.n_pairs, "question"),
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
