"""May we switch? The Decision page's part of the report, and the record it rests on."""

from lcexplore.report import blocks, html, source
from lcexplore.report.offline.pieces import head, heading, section, table, verbatim
from lcexplore.report.review import Review
from lcexplore.report.sentences import (
    clauses,
    columns,
    common,
    decision,
    flip,
    four_numbers,
    headings,
    next_steps,
    trade,
)


def part(review: Review) -> html.Safe:
    """The section: four numbers, the rule clause by clause, what follows from it."""
    if not review.answered:
        review = source.on(review, source.usual(review))
    context = decision.outcome_line(review)
    return section(
        "decision",
        head(decision.QUESTION, decision.lead(review), review, context=context),
        *_numbers(review),
        *_agreed(review),
        *_next(review),
        *_record(review),
    )


def banners(review: Review) -> html.Safe:
    """The gravest notes, and how many more stand under Validity."""
    notes = common.banners(review)
    more = common.more_banners(notes, common.MOST_BANNERS)
    shown = [blocks.banner(each) for each in notes[: common.MOST_BANNERS]]
    return html.join([*shown, *([html.element("small", more)] if more else [])])


def _numbers(review: Review) -> list[html.Safe]:
    underpowered = decision.underpowered(review)
    return [
        heading(headings.FOUR_NUMBERS),
        table(four_numbers.header(review), four_numbers.rows(review), css="four"),
        blocks.paragraphs(columns.line(review), trade.the_question(review), underpowered),
        blocks.paragraphs(source.sentence(review)),
    ]


def _agreed(review: Review) -> list[html.Safe]:
    found = review.decision
    return [
        heading(decision.agreed_title(review)),
        blocks.paragraphs(decision.no_record(review)),
        blocks.chips(decision.precondition_words(review)),
        table(clauses.HEADER, clauses.table(found), css="rule"),
        blocks.paragraphs(*decision.notes(review)),
        table(clauses.REJECT_HEADER, clauses.table(found, "reject_if"), css="rule"),
    ]


def _next(review: Review) -> list[html.Safe]:
    return [
        heading(headings.WOULD_CHANGE),
        blocks.paragraphs(flip.first_line(review)),
        blocks.listing(flip.lines(review)),
        heading(headings.NEXT_STEPS),
        blocks.listing(next_steps.steps(review), ordered=True),
        heading(headings.CONDITIONS),
        blocks.listing(next_steps.conditions(review)),
    ]


def _record(review: Review) -> list[html.Safe]:
    if review.record is None:
        return []
    return [
        heading(headings.RECORD),
        verbatim(review.record.text),
        html.element("small", f"SHA-256 {review.record.sha256}"),
        blocks.listing(review.record.warnings),
        blocks.listing(common.triggers(review)),
    ]
