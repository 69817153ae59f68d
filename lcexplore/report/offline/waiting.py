"""What sets p95, and how much of the window is usable? The last parts of the report."""

from lcexplore.evidence.traffic import REQUESTS
from lcexplore.evidence.window import Window
from lcexplore.report import blocks, html, source
from lcexplore.report.figures import latency as figures
from lcexplore.report.figures import window as probes
from lcexplore.report.offline.pieces import Drawer, folded, head, heading, section, table, verbatim
from lcexplore.report.review import Review
from lcexplore.report.sentences import (
    gap,
    headings,
    latency,
    latency_cautions,
    latency_tail,
    percentiles,
    waits,
)
from lcexplore.report.sentences import window as window_words
from lcexplore.report.sentences import window_findings as findings


def seconds(review: Review, draw: Drawer) -> html.Safe:
    """Where p95 falls, end to end, and what must be known beside it."""
    if review.source != REQUESTS:
        review = source.on(review, source.usual(review))
    ranked = figures.requests(review, draw.palette, slider=False)
    untimed = "" if ranked else latency.untimed_line(review, "nothing can be ranked")
    cautions = [said for _, said in latency_cautions.ranked(review)]
    return section(
        "latency",
        head(latency.QUESTION, latency.lead(review), review),
        blocks.paragraphs(source.sentence(review), untimed),
        draw.figure(ranked),
        blocks.paragraphs(latency_tail.percentile(review), latency.gap(review)),
        draw.figure(figures.states(review, draw.palette)),
        blocks.paragraphs(waits.order_line(review), gap.line(review)),
        blocks.listing(cautions),
        folded(headings.PERCENTILES, _percentiles(review)),
    )


def _percentiles(review: Review) -> html.Safe:
    header, *rows = percentiles.table(review)
    said = blocks.paragraphs(percentiles.SMALL if rows else "")
    return html.join([table(header, rows), said])


def probed(review: Review, draw: Drawer) -> html.Safe:
    """Accuracy by depth and fill, and what a fuller window costs."""
    window, context = review.evidence.window, window_words.context(review)
    said = head(window_words.QUESTION, window_words.lead(review), review, context=context)
    if window is None:
        how = blocks.paragraphs(window_words.HOW_TO_PROBE)
        return section("window", said, how, verbatim(window_words.EXAMPLE))
    return section(
        "window",
        said,
        draw.figure(probes.probe(window, window.versions[-1].version, draw.palette)),
        *_findings(review, window),
    )


def _findings(review: Review, window: Window) -> list[html.Safe]:
    return [
        heading(headings.FULLER_WINDOW),
        blocks.paragraphs(*findings.reading(window)),
        heading(headings.VERSIONS),
        blocks.paragraphs(findings.between_versions(review)),
        table(findings.version_header(window), findings.versions(window)),
    ]
