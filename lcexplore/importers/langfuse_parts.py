"""Which observations of a trace of Langfuse are the answer, and which belong to its graders?

Spans repeat the input and output of the generations inside them: a trace is one answer. The span
of the answer is the outermost one around the last generation that holds no grader.
"""

import re
from collections.abc import Iterator, Mapping

from lcexplore.importers.langfuse_traces import Trace, text

# The outermost span is the user's whole program, which may well be called an evaluation.
_GRADERS = re.compile(r"(?<![a-z])(grad(e|er|ing)|judge|judging|evaluat(e|or|ion)|scor(e|er|ing))"
                      r"(?![a-z])", re.IGNORECASE)  # fmt: skip
_GRADING_ROOTS = re.compile(
    r"(grad(e|er|ing)|judge|judging|scor(e|er|ing))(?![a-z])", re.IGNORECASE
)
_DEEPEST = 500

Object = Mapping[str, object]


class Parts:
    """The observations of one trace by what they are.

    Attributes:
        graded: Whether a grader ran inside of the trace.
        generations: Those of the answer, in the order of time.
        top: The span of the answer; empty where there is none.
        last: The generation that gave the answer, else the span.
        judged: Ids of the observations that a verdict on the answer may be about.
    """

    def __init__(self, trace: Trace) -> None:
        self._seen = {text(each.get("id")): each for each in trace.observations}
        self._inside = {id(e): list(self._above(e)) for e in trace.observations}
        graders = [each for each in trace.observations if self._is_grader(each)]
        self.graded = bool(graders)
        spoiled = {id(above) for each in graders for above in self._inside[id(each)]}
        clean = [each for each in trace.observations if id(each) not in spoiled]
        self.generations = [e for e in clean if str(e.get("type")).upper() == "GENERATION"]
        last = self.generations[-1:] or clean[:1]
        chain = [above for each in last for above in self._inside[id(each)]]
        self.top: Object = next((e for e in reversed(chain) if id(e) not in spoiled), {})
        self.last: Object = self.generations[-1] if self.generations else self.top
        self.judged = frozenset(text(each.get("id")) for each in (*chain, *self.generations))

    def _above(self, observation: Object) -> Iterator[Object]:
        """The observation and those around it, from the inside out."""
        found: Object | None = observation
        for _ in range(_DEEPEST):
            if found is None:
                return
            yield found
            found = self._seen.get(text(found.get("parentObservationId")) or "")

    def _is_grader(self, observation: Object) -> bool:
        """Whether it, or something around it, judges: by its type, else by its name."""
        *inner, outermost = self._inside[id(observation)]
        return any(
            str(each.get("type")).upper() == "EVALUATOR" for each in (*inner, outermost)
        ) or any(
            isinstance(name := each.get("name"), str) and words(name)
            for words, levels in ((_GRADERS.search, inner), (_GRADING_ROOTS.match, [outermost]))
            for each in levels
        )
