"""How does a review become one file that asks for nothing and shows what the pages show?"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from lcexplore.charts.palette import DARK, recoloured
from lcexplore.report import blocks, html
from lcexplore.report.offline import decided, differences, judging, waiting
from lcexplore.report.offline.pieces import Drawer
from lcexplore.report.review import Review
from lcexplore.report.sentences import offline
from lcexplore.report.sentences.headings import PAGES

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_LOOK = Path(__file__).resolve().with_name("document.css")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The report as a file.

    Attributes:
        content: Its bytes, the same for the same store and software.
        figures: How many figures are drawn in it, or None where what draws is not installed.
    """

    content: bytes
    figures: int | None

    @property
    def sha256(self) -> str:
        """Hash of the file."""
        return sha256(self.content).hexdigest()


def document(review: Review) -> Document:
    """Write the report of a comparison.

    Args:
        review: As a page shows it; whose requests are shown is settled for each section.
    """
    draw = Drawer()
    sections = {
        "decision": decided.part(review),
        "validity": differences.sameness(review, draw),
        "interval": differences.established(review, draw),
        "discordance": differences.disagreeing(review, draw),
        "grader": judging.part(review, draw),
        "latency": waiting.seconds(review, draw),
    }
    if review.entry.has_window:
        sections["window"] = waiting.probed(review, draw)
    body = html.join(
        [
            _header(review, list(sections), drawn=draw.able),
            html.element("main", html.join(list(sections.values()), "\n")),
            html.element("footer", blocks.footer(review)),
        ],
        "\n",
    )
    whole = html.join([_head(review, draw), html.element("body", body)], "\n")
    page = html.element("html", whole, attributes=' lang="en"')
    return Document(
        content=f"<!DOCTYPE html>\n{page}\n".encode(), figures=draw.drawn if draw.able else None
    )


def _head(review: Review, draw: Drawer) -> html.Safe:
    colours = recoloured(".drawn svg", draw.palette, DARK)
    dark = f"@media screen and (prefers-color-scheme: dark) {{ {colours} }}"
    look = "\n".join([blocks.look(), _LOOK.read_text(encoding="utf-8"), dark])
    lines = [
        html.Safe('<meta charset="utf-8">'),
        html.Safe(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'),
        html.Safe('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        html.Safe('<meta name="color-scheme" content="light dark">'),
        html.element("title", offline.title(review)),
        html.style(look),
    ]
    return html.element("head", html.join(lines, "\n"))


def _header(review: Review, stems: list[str], *, drawn: bool) -> html.Safe:
    links = [html.element("a", PAGES[stem], attributes=f' href="#{stem}"') for stem in stems]
    items = html.element("ul", html.join([html.element("li", each) for each in links]))
    said = [
        html.element("h1", offline.title(review)),
        html.element("nav", items, attributes=f' aria-label="{offline.CONTENTS}"'),
        html.element("small", offline.IS),
        blocks.paragraphs("" if drawn else offline.NO_FIGURES),
        decided.banners(review),
    ]
    return html.element("header", html.join(said, "\n"))
