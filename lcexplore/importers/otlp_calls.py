"""Which spans are one model call, seen once, and to which question does each belong?

Instrumentations nest: a call may have a span of the client's own inside, or beside, the span of a
framework. Such spans are one call, and the longest one says how long it took. Calls of graders are
no answers and are left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lcexplore.importers.otlp_spans import Evaluation, Span
from lcexplore.importers.usage import normalise

_OPERATIONS = ("chat", "text_completion", "generate_content", "completion", "responses")
_GRADERS = re.compile(r"(?<![a-z])(grad(e|er|ing)|judge|judging|evaluat(e|or|ion)|scor(e|er|ing))"
                      r"(?![a-z])", re.IGNORECASE)  # fmt: skip
_GRADING_ROOTS = re.compile(
    r"(grad(e|er|ing)|judge|judging|scor(e|er|ing))(?![a-z])", re.IGNORECASE
)
_DEEPEST = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One model call: the outermost of its spans, and what all of them say."""

    span: Span
    attributes: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One question in one trace.

    Attributes:
        root: The outermost span that names the question, or the call's own.
        calls: Its model calls in the order of time, graders left out.
        evaluations: Verdicts on any of its spans.
    """

    root: Span
    calls: tuple[Call, ...]
    evaluations: tuple[Evaluation, ...]


@dataclass(slots=True, kw_only=True)
class Tally:
    """How many spans were something else than an answer's own call."""

    repeated: int = 0
    graders: int = 0
    others: int = 0


class Tree:
    """The spans of a file and how they nest."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._known: dict[tuple[str, str], Span] = {}
        for each in spans:
            self._known.setdefault((each.trace, each.id), each)
        self.spans = tuple(self._known.values())

    def above(self, span: Span) -> Iterator[Span]:
        """The span and those around it, from the inside out."""
        seen = 0
        found: Span | None = span
        while found is not None and seen < _DEEPEST:
            yield found
            seen += 1
            found = self._known.get((found.trace, found.parent)) if found.parent else None

    def value(self, span: Span, name: str) -> object:
        """An attribute of the span or of the nearest one around it, else of the resource."""
        for each in self.above(span):
            if name in each.attributes:
                return each.attributes[name]
        return span.resource.get(name)

    def root(self, span: Span, question: str) -> Span | None:
        """Outermost span around ``span`` that names the same question."""
        asked = self.value(span, question)
        holders = [e for e in self.above(span) if e.attributes.get(question) == asked]
        return None if asked is None else holders[-1] if holders else span


def is_call(span: Span) -> bool:
    """Whether a span is a request to a language model."""
    said = span.attributes
    operation = said.get("gen_ai.operation.name", said.get("llm.request.type"))
    if isinstance(operation, str):
        return operation.lower() in _OPERATIONS
    kind = said.get("openinference.span.kind")
    if isinstance(kind, str):
        return kind.upper() == "LLM"
    return any(key.startswith(("gen_ai.usage.", "llm.token_count.", "llm.usage.")) for key in said)


def units(tree: Tree, evaluations: Iterable[Evaluation], question: str, tally: Tally) -> list[Unit]:
    """Put calls and verdicts together by question, in the order of the file."""
    roots: dict[tuple[str, str], Span] = {}
    spans: dict[tuple[str, str], list[Span]] = {}
    home: dict[tuple[str, str], tuple[str, str]] = {}
    for span in tree.spans:
        root = tree.root(span, question) or (span if is_call(span) else None)
        if root is None:
            continue
        key = (root.trace, root.id)
        home[span.trace, span.id] = key
        roots.setdefault(key, root)
        spans.setdefault(key, []).append(span)
    verdicts = _at_home(evaluations, home, tree)
    made = []
    for key, root in roots.items():
        calls = _calls(tree, root, spans[key], tally)
        found = tuple(verdicts.get(key, ()))
        if calls or found or root.failure:
            made.append(Unit(root=root, calls=calls, evaluations=found))
    tally.others = sum(not is_call(each) for each in tree.spans)
    return made


def _at_home(
    evaluations: Iterable[Evaluation],
    home: Mapping[tuple[str, str], tuple[str, str]],
    tree: Tree,
) -> dict[tuple[str, str], list[Evaluation]]:
    answered = {
        reply: (each.trace, each.id)
        for each in tree.spans
        if isinstance(reply := each.attributes.get("gen_ai.response.id"), str)
    }
    found: dict[tuple[str, str], list[Evaluation]] = {}
    for each in evaluations:
        judged = (each.trace, each.span or "")
        reply = each.attributes.get("gen_ai.response.id")
        if judged not in home and isinstance(reply, str):
            judged = answered.get(reply, judged)
        if judged in home:
            found.setdefault(home[judged], []).append(each)
    return found


def _calls(tree: Tree, root: Span, spans: Iterable[Span], tally: Tally) -> tuple[Call, ...]:
    kept: list[Call] = []
    calls = [each for each in spans if is_call(each)]
    for span in sorted(calls, key=lambda each: (each.start or 0, -(each.end or 0))):
        if _grades(tree, root, span):
            tally.graders += 1
            continue
        for place, other in enumerate(kept):
            if _same(tree, other.span, span):
                kept[place] = _merged(other, span)
                tally.repeated += 1
                break
        else:
            kept.append(Call(span=span, attributes=span.attributes))
    return tuple(kept)


def _grades(tree: Tree, root: Span, span: Span) -> bool:
    """Whether a call is a grader's: it, or a span around it inside the question, says so."""
    for each in tree.above(span):
        if each is root and each is not span:
            return _GRADING_ROOTS.match(each.name) is not None
        kind = each.attributes.get("openinference.span.kind")
        if kind == "EVALUATOR" or _GRADERS.search(each.name.replace("_", " ")):
            return True
        if each is root:
            return False
    return False


def _same(tree: Tree, outer: Span, inner: Span) -> bool:
    """Whether two spans record one call: nested, or of one response, or side by side and equal."""
    if any(each is outer for each in tree.above(inner)):
        return True
    if any(each is inner for each in tree.above(outer)):
        return True
    replies = [each.attributes.get("gen_ai.response.id") for each in (outer, inner)]
    if None not in replies:
        return replies[0] == replies[1]
    if outer.scope == inner.scope or outer.parent != inner.parent or inner.end is None:
        return False
    within = (outer.start or 0) <= (inner.start or 0) and inner.end <= (outer.end or 0)
    counts = [normalise(each.attributes, source="otel") for each in (outer, inner)]
    return within and counts[0].output is not None and counts[0].output == counts[1].output


def _merged(call: Call, span: Span) -> Call:
    """Two spans of one call: the longer one's times, and what either says, the longer one first."""
    said = [call.attributes, span.attributes]
    if _length(span) > _length(call.span):
        return Call(span=span, attributes={**said[0], **said[1]})
    return Call(span=call.span, attributes={**said[1], **said[0]})


def _length(span: Span) -> int:
    return (span.end or 0) - (span.start or 0) if span.start and span.end else 0
