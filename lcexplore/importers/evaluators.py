"""Which evaluators judged the answers of a run, and what does a judgement become?

Every evaluator is a grader of its own, so that one import holds what all of them said and the
reader chooses. ``--map verdict=NAME`` keeps one and leaves the others out.
"""

from collections.abc import Mapping
from math import isnan
from pathlib import Path

from lcexplore.errors import UsageError

FAILED, UNGRADED = "grader_failed", "ungraded"

_QUOTE_CHARS = 4_000
_SPELLED = {"correct", "incorrect", "true", "false", "pass", "fail", "passed", "failed", "c", "i"}


def chosen(path: Path, known: Mapping[str, str], mapped: str | None) -> str | None:
    """The evaluator that the user named, or None for all; ``known`` has an example of each."""
    if mapped is not None and mapped not in known:
        names = ", ".join(known) or "none"
        raise UsageError(f"{path}: no evaluator is called {mapped!r}; there are {names}")
    return mapped


def notes(known: Mapping[str, str], only: str | None) -> tuple[str, ...]:
    """What the account says of the evaluators."""
    if only is not None:
        left = [name for name in known if name != only]
        return (f"verdict from {only}; left out: {', '.join(left)}",) if left else ()
    if len(known) < 2:
        return tuple(f"verdict from {name}" for name in known)
    names = ", ".join(known)
    return (f"{len(known)} graders: {names}; --map verdict=NAME imports one of them",)


def grading(
    name: str,
    verdict: object,
    *,
    reason: str | None = None,
    quote: object = None,
    graded_at: object = None,
) -> dict[str, object]:
    """One judgement; with a ``reason`` why there is no verdict, whatever was left there."""
    if reason is None and verdict is None:
        reason = UNGRADED
    made = {
        "grader": name,
        "verdict": None if reason else "NaN" if is_nan(verdict) else verdict,
        "reason": reason,
        "quote": quote[:_QUOTE_CHARS] if isinstance(quote, str) and quote.strip() else None,
        "graded_at": graded_at if isinstance(graded_at, str) else None,
    }
    return {field: value for field, value in made.items() if value is not None}


def failure(broken: object) -> str | None:
    """The reason why there is no verdict, where a grader noted an error."""
    return FAILED if broken else None


def label_or_score(label: object, score: object, *, prefer_score: bool) -> object:
    """The one of two that says pass or fail; the score where a threshold is to be applied."""
    if prefer_score and score is not None:
        return score
    if isinstance(label, bool) or (isinstance(label, str) and label.strip().lower() in _SPELLED):
        return label
    return label if score is None else score


def is_nan(value: object) -> bool:
    """Whether a value is the number that is none."""
    return isinstance(value, float) and isnan(value)
