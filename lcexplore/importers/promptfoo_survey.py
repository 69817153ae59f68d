"""What does a promptfoo file hold altogether, before a single row is made of it?

A first pass keeps a few short texts of each result, so that the arm, the question and the epoch can
be settled without holding prompts, documents or answers.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from lcexplore.importers import promptfoo_shapes as shapes

DESCRIPTION = "testCase.description"

_SHORT = 200
_CACHE_KEYS = ("cacheReadInputTokens", "cacheCreationInputTokens")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One result in short.

    Attributes:
        provider: Label of the provider.
        prompt: Label of the prompt.
        test: Number of the test; a repetition has one of its own.
        values: Variables, metadata and description by path; long ones as a digest.
        beside: A digest of what else tells its test case from others of the same variables.
    """

    provider: str
    prompt: str
    test: int | None
    values: Mapping[str, str]
    beside: str = ""

    @property
    def description(self) -> str:
        """What the test is called."""
        return self.values.get(DESCRIPTION, "")

    def case(self, without: str | None = None) -> str:
        """What identifies the test case: a digest of its variables, the arm's own left out."""
        kept = {
            path: text
            for path, text in self.values.items()
            if path.startswith("vars.") and path != without
        }
        return digest(kept) if kept else ""


@dataclass(slots=True)
class Survey:
    """All results in short, and what some of them have.

    Attributes:
        seen: The results that can be read, in the order of the file.
        assertions: Label of each assertion, with its type.
        caching: Providers that count cached tokens.
        models: Provider ids of each label.
        ambiguous: Fresh answers with a count of cached tokens that may mean two things.
    """

    seen: list[Seen] = field(default_factory=list)
    assertions: dict[str, str] = field(default_factory=dict)
    caching: set[str] = field(default_factory=set)
    models: dict[str, str] = field(default_factory=dict)
    ambiguous: int = 0


def survey(results: Iterable[shapes.Found]) -> Survey:
    """Go through the file once."""
    made = Survey()
    texts: dict[str, str] = {}
    for found in results:
        if found.result is not None:
            _add(made, found.result, texts)
    return made


def seen_of(result: shapes.Result, texts: dict[str, str] | None = None) -> Seen:
    """Put one result in short; equal texts are kept once."""
    known = {} if texts is None else texts
    return Seen(
        provider=shapes.provider(result),
        prompt=shapes.prompt(result),
        test=result.test_idx if type(result.test_idx) is int else None,
        values={
            known.setdefault(path, path): known.setdefault(text, text)
            for path, text in _values(result)
        },
        beside=_beside(result, known),
    )


def _beside(result: shapes.Result, known: dict[str, str]) -> str:
    case = result.test_case
    if case is None:
        return ""
    told = digest([case.description, case.prompt, case.asserted])
    return known.setdefault(told, told)


def digest(value: object) -> str:
    """Stable short name of a value."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def labels(result: shapes.Result) -> Iterator[tuple[str, str]]:
    """Label and type of each assertion: its metric, else its place."""
    grading = result.grading_result
    for place, component in enumerate((grading.components if grading else None) or ()):
        assertion = component.assertion if component else None
        if assertion is not None:
            label = f"metric.{assertion.metric}" if assertion.metric else f"assertion.{place}"
            yield label, str(assertion.type or assertion.metric)


def _add(made: Survey, result: shapes.Result, texts: dict[str, str]) -> None:
    made.seen.append(seen_of(result, texts))
    for label, kind in labels(result):
        made.assertions.setdefault(label, kind)
    made.models.setdefault(shapes.provider(result), shapes.provider_id(result))
    usage = (result.response.token_usage if result.response else None) or {}
    details = usage.get("completionDetails")
    if isinstance(details, Mapping) and any(details.get(key) for key in _CACHE_KEYS):
        made.caching.add(shapes.provider_id(result))
    elif usage.get("cached") and usage.get("prompt") and not _replayed(result):
        made.ambiguous += 1


def _replayed(result: shapes.Result) -> bool:
    return result.response is not None and result.response.cached is True


def _values(result: shapes.Result) -> Iterator[tuple[str, str]]:
    case = result.test_case or shapes.Case()
    for path, value in (
        *((f"vars.{name}", each) for name, each in shapes.variables(result).items()),
        *((f"metadata.{name}", each) for name, each in shapes.metadata(result).items()),
        (DESCRIPTION, case.description),
    ):
        if value is None or value == "":
            continue
        if isinstance(value, str | int | float) and len(text := str(value)) <= _SHORT:
            yield path, text
        else:
            yield path, f"#{digest(value)}"
