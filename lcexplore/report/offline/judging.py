"""Can we trust the grading, in both arms? The Grader page's part of the report."""

from lcexplore.evidence.grading import Grading
from lcexplore.report import blocks, html
from lcexplore.report.figures import grader as figures
from lcexplore.report.offline.pieces import Drawer, head, heading, section, table
from lcexplore.report.review import Review
from lcexplore.report.sentences import (
    agreement,
    calibration,
    grader,
    headings,
    leniency,
    lone,
    rubrics,
)


def part(review: Review, draw: Drawer) -> html.Safe:
    """The section: the lean, what a rubric took, agreement, the corrected difference."""
    said = head(grader.QUESTION, grader.lead(review), review)
    if lone.lacking(review):
        return section("grader", said, blocks.paragraphs(*lone.unasked(review)))
    grading = review.evidence.grading
    if grading is None:
        unknown = blocks.paragraphs(grader.NOT_CALIBRATED)
        return section("grader", said, unknown, *_rerun(review, draw))
    return section(
        "grader",
        said,
        draw.figure(figures.lean(review, grading, draw.palette)),
        blocks.paragraphs(
            grader.sign_test(grading), leniency.coin(review, grading), leniency.power(grading)
        ),
        *_rerun(review, draw),
        *_agreement(review, grading),
        *_corrected(review, grading, draw),
    )


def _rerun(review: Review, draw: Drawer) -> list[html.Safe]:
    change = rubrics.last_change(review)
    if change is None:
        return []
    return [
        draw.figure(figures.rerun(review, change, draw.palette)),
        blocks.paragraphs(*rubrics.reading(review, change)),
    ]


def _agreement(review: Review, grading: Grading) -> list[html.Safe]:
    return [
        heading(headings.AGREEMENT),
        table(*agreement.agreement(review, grading)),
        blocks.paragraphs(agreement.ceiling(grading)),
    ]


def _corrected(review: Review, grading: Grading, draw: Drawer) -> list[html.Safe]:
    return [
        heading(headings.CORRECTED),
        draw.figure(figures.corrected(review, grading, draw.palette), heading="h4"),
        blocks.paragraphs(
            calibration.labels_needed(grading),
            calibration.basis(review, grading),
            calibration.stale(review, grading),
        ),
    ]
