"""What is the report built from beyond what pages are: headings, figures, records?"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from lcexplore.charts import svg
from lcexplore.charts.palette import LIGHT, Palette
from lcexplore.report import blocks, extra, html
from lcexplore.report.figures import Figure, Panel
from lcexplore.report.review import Review
from lcexplore.report.sentences import common
from lcexplore.report.sentences.cells import Row
from lcexplore.report.sentences.headings import PAGES

WIDE, SIDE_BY_SIDE, NARROW = 760, 240, 340  # pixels: across, three beside each other, a phone
NOT_DRAWN = "Not drawn in this file, its numbers follow. Of the figure on the page:"
LONG_TABLE, FEW_COLUMNS = 30, 4  # few enough for a phone
Heading: TypeAlias = Literal["h3", "h4"]


@dataclass(slots=True, kw_only=True)
class Drawer:
    """Draws the figures of one report and counts them.

    Attributes:
        able: Whether what draws is installed; else only the numbers are given.
        drawn: How many figures were drawn.
        palette: Colours they are made in.
    """

    able: bool = field(default_factory=extra.can_draw)
    drawn: int = 0
    palette: Palette = LIGHT

    def figure(self, found: Figure | None, *, heading: Heading = "h3") -> html.Safe:
        """A figure under its finding, with its numbers; nothing where there is none."""
        if found is None:
            return html.Safe()
        small = found.small if self.able else f"{NOT_DRAWN} {found.small}"
        said = blocks.figure_title(found.title, small, heading=heading)
        caption = html.element("figcaption", said)
        content = [caption, self._drawing(found), self._numbers(found)]
        return html.element("figure", html.join(content))

    def _drawing(self, found: Figure) -> html.Safe:
        if not self.able:
            return html.Safe()
        self.drawn += 1
        panels = [
            _panel(each, name=f"{found.key}-{place}", alone=len(found.panels) == 1)
            for place, each in enumerate(found.panels)
        ]
        return html.element("div", html.join(panels), css="drawn")

    def _numbers(self, found: Figure) -> html.Safe:
        header, *rows = found.twin
        seen = not self.able or len(rows) <= LONG_TABLE
        few = "few" if len(header) <= FEW_COLUMNS else ""
        content = [html.element("summary", common.TWIN), table(header, rows, css=few)]
        opened = " open" if seen else ""
        return html.element("details", html.join(content), attributes=opened)


def _panel(panel: Panel, *, name: str, alone: bool) -> html.Safe:
    """A chart twice, as wide as a page and as a phone; the style sheet shows one of them."""
    widths = {"wide": WIDE if alone else SIDE_BY_SIDE, "narrow": NARROW}
    drawings = [
        html.element(
            "div",
            html.Safe(svg.drawn(panel.chart, width=width, name=f"{name}-{css}", alt=panel.alt)),
            css=css,
        )
        for css, width in widths.items()
    ]
    named = [html.element("strong", panel.name)] if panel.name else []
    return html.element("div", html.join([*named, *drawings]))


def section(stem: str, *parts: str) -> html.Safe:
    """One page's part of the report."""
    head = html.element("h2", PAGES[stem], attributes=f' id="{stem}"')
    inside = html.join([each for each in (head, *parts) if each], "\n")
    return html.element("section", inside, attributes=f' aria-labelledby="{stem}"')


def head(question: str, lead: str, review: Review, *, context: str = "") -> html.Safe:
    """A page's question, the sentence that answers it, and the context line."""
    said = [blocks.asked(question), blocks.answered(lead, review, context)]
    return html.join([*said, blocks.paragraphs(*common.nothing_shared(review))])


def heading(text: str) -> html.Safe:
    """Heading of a part of a section."""
    return html.element("h3", text)


def table(header: Sequence[str], rows: Sequence[Row], *, css: str = "") -> html.Safe:
    """A table that scrolls by itself where it is too wide; nothing at all without rows."""
    if not rows:
        return html.Safe()
    return html.element("div", html.table(header, rows, css=css), css="scrolls")


def folded(name: str, content: html.Safe) -> html.Safe:
    """What a reader opens to see; nothing at all where it holds nothing."""
    if not content:
        return content
    return html.element("details", html.join([html.element("summary", name), content]))


def verbatim(text: str) -> html.Safe:
    """Text from a log or a record as it is."""
    swallowed = "\n" if text.startswith("\n") else ""  # by a browser, as the first in the element
    return html.element("pre", f"{swallowed}{text}")
