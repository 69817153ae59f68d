"""Reads an HTML file as a browser would, and remembers what is in it."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta"}


@dataclass
class Element:
    tag: str
    attributes: dict
    text: str = ""
    inside: tuple = ()


@dataclass
class Page(HTMLParser):
    """Every element in its order; a tag that is not closed where it was opened is an error."""

    source: str
    elements: list = field(default_factory=list)
    open: list = field(default_factory=list)

    def __post_init__(self):
        super().__init__(convert_charrefs=True)
        self.feed(self.source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert all(n == 1 for n in Counter(name for name, _ in attrs).values())
        inside = tuple(each.tag for each in self.open)
        found = Element(tag, dict(attrs), inside=inside)
        self.elements.append(found)
        if tag not in VOID:
            self.open.append(found)

    def handle_startendtag(self, tag, attrs):
        assert "svg" in [each.tag for each in self.open]
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        for each in self.open:
            each.text += data

    def every(self, *tags):
        return [each for each in self.elements if each.tag in tags]

    @property
    def text(self):
        return self.every("body")[0].text.replace("\u00a0", " ")

    @property
    def words(self):
        """All that is said, with what stands in attributes for those who do not see it."""
        labels = [each.attributes.get("aria-label", "") for each in self.elements]
        return " ".join([self.text, *labels])
