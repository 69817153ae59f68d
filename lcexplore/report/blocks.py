"""What are pages and the report built from: sentences, lists, banners, as escaped markup?"""

from collections.abc import Sequence
from pathlib import Path

from lcexplore.model import Status
from lcexplore.report import html
from lcexplore.report.review import Review
from lcexplore.report.sentences import common

_LOOK = Path(__file__).resolve().with_name("text.css")
LONG_REASON = 200  # characters that make a tall column beside three others


def look() -> str:
    """Style of all that is built here."""
    return _LOOK.read_text(encoding="utf-8")


def asked(question: str) -> html.Safe:
    """A page's question, in plain type."""
    return html.element("p", question, css="lcx-question")


def answered(lead: str, review: Review, context: str = "") -> html.Safe:
    """The one sentence that answers it, and the context line."""
    note = common.rubric_note(review)
    line = " ".join(each for each in (common.context_line(review), context, note) if each)
    said = [html.element("p", lead, css="lead"), html.element("p", line, css="lcx-context")]
    return html.join(said)


def banner(note: common.Banner) -> html.Safe:
    """A bordered note, its first word in bold."""
    bold = html.element("strong", f"⚠ {note.word}.")
    said = html.join([each for each in (bold, note.text, note.remedy) if each], " ")
    return html.element("div", said, css="lcx-banner")


def paragraphs(*sentences: str) -> html.Safe:
    """Sentences, one paragraph each; empty ones are left out."""
    return html.join([html.element("p", each, css="lcx-text") for each in sentences if each])


def listing(lines: Sequence[str], *, ordered: bool = False) -> html.Safe:
    """A list of sentences; nothing at all for none."""
    if not lines:
        return html.Safe()
    items = html.join([html.element("li", each) for each in lines])
    return html.element("ol" if ordered else "ul", items, css="lcx-list")


def chips(items: Sequence[tuple[Status, str, str]]) -> html.Safe:
    """Status, name and reason side by side, below each other where one reason is long."""
    if not items:
        return html.Safe()
    blocks = [
        html.element(
            "div",
            html.join(
                [html.chip(status), html.element("strong", name), html.element("small", reason)]
            ),
            css="across" if len(reason) > LONG_REASON else "",
        )
        for status, name, reason in items
    ]
    return html.element("div", html.join(blocks), css="lcx-chips")


def figure_title(title: str, small: str, *, heading: str) -> html.Safe:
    """The finding of a figure as a heading, and its small line."""
    said = [html.element(heading, title), html.element("small", small)]
    return html.element("div", html.join(said), css="lcx-figure")


def footer(review: Review) -> html.Safe:
    """Which data and which software this was made from."""
    return html.element("div", common.footer_line(review), css="lcx-footer")
