"""What does a YAML file hold, and on which line and column does each part of it stand?"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

import yaml

from lcexplore.errors import RecordError

MAX_BYTES = 65_536
MAX_DEPTH = 8
_SHOWN = 60
_NULL = "tag:yaml.org,2002:null"

Pair = tuple[yaml.ScalarNode, yaml.Node]


class Mark(Protocol):
    """A place in the text, counted from 0."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One YAML file; every question to it that cannot be answered is a located error.

    Attributes:
        file: Its name, for errors.
        what: What it ought to be, for errors.
    """

    file: str
    what: str = "a decision record"

    def error(
        self, at: yaml.Node | Mark | None, *, wanted: str, found: str, todo: str
    ) -> RecordError:
        """Build the error for one place; None is the start of the file."""
        mark = at.start_mark if isinstance(at, yaml.Node) else at
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        place = f"line {line}, column {column}"
        return RecordError(self.file, wanted=wanted, found=found, todo=todo, place=place)

    def compose(self, text: str) -> yaml.Node:
        """Parse the text into nodes, none of them shared, tagged or nested too deeply."""
        if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
            found = f"more than {MAX_BYTES:,} bytes"
            todo = "keep prose in a document beside it"
            raise self.error(None, wanted=f"{self.what}, a short file", found=found, todo=todo)
        try:
            self._inspect(text)
            node = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.reader.ReaderError as error:
            raise self._unreadable(text, error) from None
        except yaml.MarkedYAMLError as error:
            raise self._malformed(error) from None
        if node is None:
            todo = "write it as the README shows it"
            raise self.error(None, wanted=self.what, found="an empty file", todo=todo)
        return node

    def _inspect(self, text: str) -> None:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                wanted, found, todo = "plain values", "an alias (*name)", "write the value out"
                raise self.error(event.start_mark, wanted=wanted, found=found, todo=todo)
            if tag := getattr(event, "tag", None):
                wanted, found = "plain values", f"the tag {_clip(tag)}"
                raise self.error(event.start_mark, wanted=wanted, found=found, todo="remove it")
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                wanted, found = f"at most {MAX_DEPTH} levels", "a deeper one"
                todo = "check the indentation and brackets"
                raise self.error(event.start_mark, wanted=wanted, found=found, todo=todo)

    def _unreadable(self, text: str, error: yaml.reader.ReaderError) -> RecordError:
        before = text[: error.position].split("\n")
        mark = yaml.Mark(self.file, error.position, len(before) - 1, len(before[-1]), None, 0)
        found = f"the character U+{ord(text[error.position]):04X}"
        return self.error(mark, wanted="printable text", found=found, todo="remove it")

    def _malformed(self, error: yaml.MarkedYAMLError) -> RecordError:
        mark = error.problem_mark or error.context_mark
        found = error.problem or "something else"
        todo = "check the indentation, colons and quotes"
        if "chomping" in found:
            found, todo = "a bar that starts with > and is not quoted", 'write it as ">= 0.95"'
        return self.error(mark, wanted="valid YAML", found=found, todo=todo)

    def mapping(self, node: yaml.Node, what: str) -> dict[str, Pair]:
        """Read a mapping with text keys, each once, into key -> (key node, value node)."""
        if not isinstance(node, yaml.MappingNode):
            wanted, todo = f"{what} as `key: value` lines", "indent its lines below it"
            raise self.error(node, wanted=wanted, found=described(node), todo=todo)
        read: dict[str, Pair] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                found, todo = described(key), "use a plain word as the key"
                raise self.error(key, wanted=f"a key of {what}", found=found, todo=todo)
            if key.value in read:
                found = f"{_clip(key.value)} a second time"
                todo = f"keep one (the first is on line {read[key.value][0].start_mark.line + 1})"
                raise self.error(key, wanted="each key once", found=found, todo=todo)
            read[key.value] = (key, value)
        return read

    def known(self, pairs: dict[str, Pair], allowed: Collection[str], what: str) -> None:
        """Refuse keys outside ``allowed``, naming the one that was probably meant."""
        for name, (key, _) in pairs.items():
            if name not in allowed:
                close = get_close_matches(name, allowed, n=1)
                todo = f"did you mean {close[0]}?" if close else "remove it"
                wanted = f"one of {', '.join(allowed)} in {what}"
                raise self.error(key, wanted=wanted, found=_clip(name), todo=todo)

    def scalar(self, node: yaml.Node, what: str) -> str:
        """Read one value as the text that is written, trimmed; blank is an error."""
        if isinstance(node, yaml.ScalarNode) and node.tag != _NULL and node.value.strip():
            text: str = node.value.strip()
            return text
        todo = "write it after the colon"
        raise self.error(node, wanted=f"{what} as one value", found=described(node), todo=todo)

    def items(self, node: yaml.Node, what: str) -> Iterator[yaml.Node]:
        """Walk through a list."""
        if not isinstance(node, yaml.SequenceNode):
            wanted, todo = f"a list of {what}", "start each of its lines with a dash"
            raise self.error(node, wanted=wanted, found=described(node), todo=todo)
        yield from node.value

    def plain(self, node: yaml.Node, what: str) -> object:
        """Read anything: text as written, lists as tuples, mappings as dictionaries."""
        if isinstance(node, yaml.MappingNode):
            pairs = self.mapping(node, what).items()
            return {key: self.plain(value, what) for key, (_, value) in pairs}
        if isinstance(node, yaml.SequenceNode):
            return tuple(self.plain(each, what) for each in node.value)
        return self.scalar(node, what)


def described(node: yaml.Node) -> str:
    """Say what a node is, for an error."""
    if isinstance(node, yaml.MappingNode):
        return "`key: value` lines"
    if isinstance(node, yaml.SequenceNode):
        return "a list" if node.value else "an empty list"
    return _clip(node.value) if node.value.strip() else "nothing"


def _clip(text: str) -> str:
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return repr(shown)
