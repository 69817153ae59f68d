"""Was all else the same, is the difference established, where do the arms disagree?"""

from lcexplore.report import blocks, html
from lcexplore.report.figures import discordance as disagreements
from lcexplore.report.figures import interval as intervals
from lcexplore.report.figures import validity as orders
from lcexplore.report.offline.pieces import Drawer, folded, head, heading, section, table
from lcexplore.report.review import Review
from lcexplore.report.sentences import (
    common,
    discordance,
    headings,
    interval,
    lone,
    mcnemar,
    run_order,
    validity,
)


def sameness(review: Review, draw: Drawer) -> html.Safe:
    """What moved with the arm, when the arms ran, which answers have no verdict."""
    header, same = validity.header(review), validity.same_inputs(review)
    return section(
        "validity",
        html.join([blocks.banner(each) for each in common.banners(review)[common.MOST_BANNERS :]]),
        head(validity.QUESTION, validity.lead(review), review),
        table(header, validity.inputs(review), css="inputs"),
        folded(validity.same_title(review), table(header, same, css="inputs")),
        draw.figure(orders.order(review, draw.palette)),
        blocks.paragraphs(*run_order.lines(review)),
        heading(headings.NO_VERDICT),
        blocks.paragraphs(validity.missing_line(review)),
        table(validity.missing_header(review), validity.missing(review)),
        heading(headings.FOUND),
        blocks.listing(validity.other_findings(review) or [headings.NOTHING_FOUND]),
    )


def established(review: Review, draw: Drawer) -> html.Safe:
    """The interval against the margin and zero."""
    context = interval.context(review)
    said = head(interval.QUESTION, interval.lead(review), review, context=context)
    if lone.lacking(review):
        return section("interval", said, blocks.paragraphs(*lone.unasked(review)))
    return section(
        "interval",
        said,
        draw.figure(intervals.against_margin(review, draw.palette)),
        blocks.paragraphs(*interval.reading(review)),
    )


def disagreeing(review: Review, draw: Drawer) -> html.Safe:
    """The questions on which the arms differ, and the test on them."""
    said = head(discordance.QUESTION, discordance.lead(review), review)
    if lone.lacking(review):
        return section("discordance", said, blocks.paragraphs(*lone.unasked(review)))
    figure = disagreements.disagreement(review, draw.palette)
    beneath = [discordance.arithmetic(review), discordance.halves(review)] if figure else []
    tested = [mcnemar.test(review), discordance.few(review), discordance.easy(review)]
    return section("discordance", said, draw.figure(figure), blocks.paragraphs(*beneath, *tested))
