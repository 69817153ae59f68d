"""Which rows of an export of Langfuse belong to one trace?

Observations of several traces interleave. A trace is handed on once its last row was seen, so that
a file that does not fit in memory can be read as long as its traces lie close together.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from lcexplore.importers import choices, downloads, heads, json_lines, langfuse_scores, row_files
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.row_files import Found

GRADERS_ENVIRONMENT = "langfuse-"

_WRAPPED = re.compile(rb'\{\s*(?:"meta"\s*:\s*\{[^{}]*\}\s*,\s*)?"data"\s*:\s*(?=\[)')

_NEVER = datetime.min.replace(tzinfo=UTC)

Object = Mapping[str, object]


@dataclass(slots=True, kw_only=True)
class Trace:
    """The rows of one trace, as far as they were seen.

    Attributes:
        found: Its first row.
        said: The trace itself, where the file holds it and not its observations only.
        scores: Those that came with the trace.
    """

    found: Found
    said: Object = field(default_factory=dict)
    scores: list[Object] = field(default_factory=list)
    _known: dict[object, Object] = field(default_factory=dict)

    @property
    def observations(self) -> list[Object]:
        """Every observation once, the latest version of each, in the order of time."""
        return sorted(self._known.values(), key=_begun)

    def add(self, row: Object) -> None:
        """Take in a row: the trace, or one of its observations."""
        if is_trace(row):
            self.said = self.said or row
            self.scores += shapes.members(row.get("scores"))
            for each in shapes.members(row.get("observations")):
                self._observe(each)
        else:
            self._observe(row)

    def _observe(self, row: Object) -> None:
        name = choices.scalar(row.get("id")) or len(self._known)
        before = self._known.get(name)
        if before is None or _updated(row) > _updated(before):
            self._known[name] = row


def _begun(row: Object) -> tuple[bool, datetime]:
    found = langfuse_scores.moment(row.get("startTime"))
    return found is None, found or _NEVER


def _updated(row: Object) -> datetime:
    return langfuse_scores.moment(row.get("updatedAt")) or _NEVER


def unwrapped(head: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The beginning of the rows, and the way to their list in an answer of the API."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    wrapped = _WRAPPED.match(start)
    return (start[wrapped.end() :], ("data",)) if wrapped else (start, ())


def rows(path: Path) -> Iterator[Found]:
    """Every row: of a list, of an answer of the API, or objects one after the other."""
    start, way = unwrapped(heads.head(path))
    if start[:1] == b"[":
        yield from row_files.rows(path, way=way)
        return
    for each in json_lines.documents(path):
        yield Found(line=each.line, value=each.value, refusal=each.refusal)


def is_trace(row: Object) -> bool:
    """Whether a row is a trace, with or without its observations."""
    return "traceId" not in row and "id" in row and "timestamp" in row


def trace_id(row: Object) -> str | None:
    """Trace that a row belongs to; None where it is neither a trace nor an observation."""
    if is_trace(row):
        return text(row.get("id"))
    if "startTime" not in row or "type" not in row:
        return None
    return text(row.get("traceId")) or text(row.get("id"))


@dataclass(slots=True)
class Survey:
    """What one pass over a file tells: rows of each trace, and every score."""

    rows: Counter[str] = field(default_factory=Counter)
    scores: dict[str, list[Object]] = field(default_factory=dict)
    graders: dict[str, str] = field(default_factory=dict)
    names_only: int = 0
    repeated: int = 0
    adrift: int = 0
    from_pages: bool = False
    _ids: dict[str | None, str | None] = field(default_factory=dict)
    _inside: dict[str | None, str | None] = field(default_factory=dict)
    _about: Counter[str] = field(default_factory=Counter)
    _by_observation: list[tuple[str, Object]] = field(default_factory=list)

    def add(self, row: Object) -> None:
        """Take a row into account."""
        if langfuse_scores.is_score(row):
            self._score(row)
            self._names([row])
        elif (of := trace_id(row)) is not None:
            self.rows[of] += 1
            self.from_pages = self.from_pages or row.keys() >= downloads.PAGES
            name = text(row.get("id"))
            self.repeated += self._ids.get(name) == of
            _belongs(self._ids, name, of)
            for each in shapes.members(row.get("observations")):
                _belongs(self._inside, text(each.get("id")), of)
            self._names(held := row.get("scores"))
            self.names_only += isinstance(held, list) and any(isinstance(e, str) for e in held)

    def _score(self, row: Object) -> None:
        about = text(langfuse_scores.observation_of(row))
        if (of := text(langfuse_scores.trace_of(row))) is not None:
            self.scores.setdefault(of, []).append(row)
        elif about is not None:
            self._by_observation.append((about, row))
        else:
            self.adrift += 1

    def _names(self, scores: object) -> None:
        for name, score in langfuse_scores.verdicts(scores):
            self.graders.setdefault(name, str(langfuse_scores.value(score))[:60])
            if (about := text(langfuse_scores.observation_of(score))) is not None:
                self._about[about] += 1

    def resolve(self) -> None:
        """After the last row: give what names an observation only to the trace of that."""
        for about, row in self._by_observation:
            if (of := self._trace_of(about)) is not None:
                self.scores.setdefault(of, []).append(row)
        self.adrift += sum(n for about, n in self._about.items() if self._trace_of(about) is None)

    def _trace_of(self, observation: str) -> str | None:
        return self._ids.get(observation) or self._inside.get(observation)


def _belongs(known: dict[str | None, str | None], name: str | None, of: str) -> None:
    """Note whose a row is; an id that occurs in several traces says nothing."""
    known[name] = of if name is not None and known.get(name, of) == of else None


def traces(path: Path, survey: Survey) -> Iterator[Trace | Found]:
    """Each trace when it is whole; a row that cannot be read, or is neither, by itself."""
    left, held = Counter(survey.rows), dict[str, Trace]()
    for each in rows(path):
        of = None if each.value is None else trace_id(each.value)
        if each.value is not None and langfuse_scores.is_score(each.value):
            continue
        if each.value is None or of is None:
            yield each
            continue
        held.setdefault(of, Trace(found=each)).add(each.value)
        left[of] -= 1
        if left[of] <= 0:
            yield held.pop(of)


def text(value: object) -> str | None:
    """A name of any type as text."""
    found = choices.scalar(value)
    return None if found is None else str(found)
