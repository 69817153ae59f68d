"""How does text from a log reach the page as text, whatever it contains?"""

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from lcexplore.model import Status
from lcexplore.report.sentences.cells import Cell, Row, chip_words
from lcexplore.words import shown

SHORT_WORD = 14
_MARKS = str.maketrans("", "", ",.")


class Safe(str):
    """Markup that was made here; every other string is escaped."""

    __slots__ = ()


def text(value: str) -> Safe:
    """Escape a string unless it was made here: markup, and what would turn the page around."""
    return value if isinstance(value, Safe) else Safe(escape(shown(value), quote=True))


def element(tag: str, content: str, *, css: str = "", attributes: str = "") -> Safe:
    """Wrap escaped content in an element."""
    opening = f'{tag} class="{escape(css)}"' if css else tag
    return Safe(f"<{opening}{attributes}>{text(content)}</{tag}>")


def join(parts: Sequence[str], separator: str = "") -> Safe:
    """Join escaped parts."""
    return Safe(separator.join(text(part) for part in parts))


def chip(status: Status, *, rule: str = "switch_if") -> Safe:
    """Status chip: symbol and word that never break apart."""
    kind = "plain" if rule == "reject_if" and status is Status.FAILED else status.value
    return element("span", chip_words(status, rule=rule), css=f"chip chip-{kind}")


def cell(content: str | Cell) -> Safe:
    """Inside of a table cell."""
    if isinstance(content, str):
        return text(content)
    parts = [] if content.status is None else [chip(content.status, rule=content.rule)]
    if content.text:
        parts.append(element("span", content.text, css="gap" if content.large else "main"))
    return join([*parts, *(element("small", line) for line in content.small)])


def table(header: Sequence[str], rows: Sequence[Row], *, css: str = "") -> Safe:
    """Table whose first column names the rows; below 640 px every row becomes a card.

    A bare number is no name: on a card it takes its column's word with it.
    """
    head = join(
        [element("th", name, css=_long(name), attributes=' scope="col"') for name in header]
    )
    body = join([element("tr", _row(header, row)) for row in rows])
    inside = join([element("thead", element("tr", head)), element("tbody", body)])
    return element("table", inside, css=f"lcx-table {css}".strip())


def _row(header: Sequence[str], row: Row) -> Safe:
    bare = isinstance(row[0], str) and row[0].translate(_MARKS).isdecimal()
    named = f' data-label="{escape(header[0], quote=True)}"' if bare else ""
    first = element("th", cell(row[0]), css=_long(row[0]), attributes=f' scope="row"{named}')
    rest = [
        element(
            "td",
            cell(content),
            css="whole" if _short_words(content) else "",
            attributes=f' data-label="{text(name)}"',
        )
        for name, content in zip(header[1:], row[1:], strict=True)
    ]
    return join([first, *rest])


def _long(content: str | Cell) -> str:
    """Mark a heading that holds a word which a narrow column has to break."""
    return "" if _short_words(content) else "long"


def _short_words(content: str | Cell) -> bool:
    """Whether no word of a cell needs breaking, however narrow its column."""
    lines = [content] if isinstance(content, str) else [content.text, *content.small]
    return all(len(word) <= SHORT_WORD for line in lines for word in line.split())


def drawing(inside: str, *, width: int, height: int, alt: str) -> Safe:
    """An SVG as an image, whose inside was drawn here; ``alt`` says the same in words.

    The client takes drawings out of markup, but shows an image whose content is in its address.
    """
    size = f'width="{width}" height="{height}"'
    look = f'{size} viewBox="0 0 {width} {height}" font-family="Source Sans, Arial, sans-serif"'
    written = f'<svg xmlns="http://www.w3.org/2000/svg" {look}>{inside}</svg>'
    content = b64encode(written.encode()).decode()
    said = text(alt)
    return Safe(f'<img {size} alt="{said}" src="data:image/svg+xml;base64,{content}">')


def style(css: str) -> Safe:
    """Style sheet; only for text that was written here."""
    return Safe(f"<style>{css}</style>")
