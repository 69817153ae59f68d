"""Which parts of a promptfoo result are read, and how are its bytes taken apart?

Rendered prompts, raw responses, HTTP headers and provider configurations are skipped unread.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from lcexplore.importers import twice


class Prompt(msgspec.Struct):
    """The prompt that was sent; its text is not read."""

    label: Any = None
    display: Any = None


class Assertion(msgspec.Struct):
    """What was asked of an answer."""

    type: Any = None
    metric: Any = None
    value: Any = None


class Component(msgspec.Struct, rename={"passed": "pass"}):
    """What one assertion said."""

    passed: Any = None
    score: Any = None
    reason: Any = None
    assertion: Assertion | None = None


class Grading(msgspec.Struct, rename={"passed": "pass", "components": "componentResults"}):
    """What all assertions together said."""

    passed: Any = None
    score: Any = None
    reason: Any = None
    components: list[Component | None] | None = None


class Response(msgspec.Struct, rename="camel"):
    """What a provider returned."""

    output: Any = None
    error: Any = None
    token_usage: dict[str, Any] | None = None
    cached: Any = None
    cost: Any = None
    is_refusal: Any = None
    metadata: dict[str, Any] | None = None


class Case(msgspec.Struct):
    """The test case of a result; what it asks for and asserts tells it from others only."""

    vars: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    description: Any = None
    prompt: Any = None
    asserted: Any = msgspec.field(default=None, name="assert")


class Result(msgspec.Struct, rename="camel"):
    """One answer of one provider to one prompt and one test case."""

    provider: Any = None
    prompt: Prompt | None = None
    prompt_idx: Any = None
    test_idx: Any = None
    vars: dict[str, Any] | None = None
    test_case: Case | None = None
    response: Response | None = None
    success: Any = None
    failure_reason: Any = None
    error: Any = None
    score: Any = None
    named_scores: dict[str, Any] | None = None
    grading_result: Grading | None = None
    latency_ms: Any = None
    cost: Any = None


_RESULT = msgspec.json.Decoder(Result)


class Unreadable(ValueError):
    """Bytes that are not what promptfoo writes; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One result of a file, or why it cannot be read.

    Attributes:
        line: Line, or ordinal of the result.
        locator: Where it is when a line does not say it.
        result: The result, or None.
        problem: Why there is none.
        shown: The beginning of what could not be read.
    """

    line: int
    locator: str | None = None
    result: Result | None = None
    problem: str | None = None
    shown: str = ""


def result(data: bytes) -> Result:
    """Take one result apart; ``Unreadable`` where a key of it occurs twice."""
    try:
        made = _RESULT.decode(data)
    except RecursionError as error:
        raise Unreadable("nested too deeply") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from error
    problem = twice.problem(data)
    if problem:
        raise Unreadable(problem)
    return made


def variables(of: Result) -> dict[str, Any]:
    """The variables of the test case."""
    if of.vars is not None:
        return of.vars
    return (of.test_case.vars if of.test_case else None) or {}


def metadata(of: Result) -> dict[str, Any]:
    """The metadata of the test case."""
    return (of.test_case.metadata if of.test_case else None) or {}


def provider(of: Result) -> str:
    """The provider's label, else its id: one id may stand behind several labels."""
    if isinstance(of.provider, dict):
        return str(of.provider.get("label") or of.provider.get("id") or "")
    return str(of.provider or "")


def provider_id(of: Result) -> str:
    """The provider's id."""
    if isinstance(of.provider, dict):
        return str(of.provider.get("id") or of.provider.get("label") or "")
    return str(of.provider or "")


def prompt(of: Result) -> str:
    """The prompt's label, else its number."""
    named = of.prompt.label or of.prompt.display if of.prompt else None
    if named:
        return str(named)
    return f"prompt {of.prompt_idx}" if of.prompt_idx is not None else ""


class _Counted(msgspec.Struct):
    metrics: dict[str, Any] | None = None


class _Listed(msgspec.Struct):
    prompts: list[_Counted] = []


class _Head(msgspec.Struct):
    results: _Listed


def announced(head: bytes) -> int | None:
    """Results that a document counts for its prompts, or None where it counts none."""
    try:
        prompts = msgspec.json.decode(head, type=_Head).results.prompts
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    outcomes = ("testPassCount", "testFailCount", "testErrorCount")
    counts = [(each.metrics or {}).get(name) for each in prompts for name in outcomes]
    whole = [each for each in counts if type(each) is int]
    return sum(whole) if whole and len(whole) == len(counts) else None
