"""Which evaluators judged the answers of a run, and what does a judgement become?

Where there are several, which of them is the verdict is the user's to say: ``--map verdict=NAME``
keeps one and leaves the others out, ``--map verdict=all`` makes each a grader of its own. Where
one of them is called ``all`` itself, that name is its own, and ``every grader`` says the other.
"""

from collections.abc import Container, Mapping
from math import isnan
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, UsageError

FAILED, UNGRADED = "grader_failed", "ungraded"
ALL, EVERY = "all", "every grader"
ALL_SHOWN = "every one, each as a grader of its own"

_QUOTE_CHARS = 4_000
_SPELLED = {"correct", "incorrect", "true", "false", "pass", "fail", "passed", "failed", "c", "i"}


def chosen(
    path: Path,
    known: Mapping[str, str],
    mapped: str | None,
    *,
    others: Mapping[str, str] | None = None,
) -> str | None:
    """Which evaluator gives the verdict.

    Args:
        path: The file, for errors.
        known: Its evaluators, each with an example.
        mapped: What the user named.
        others: What the user may name besides, such as a verdict over all of them.

    Returns:
        The one that the user named, or None: the only one there is, or each for itself. In a file
        where nothing was judged, every name is taken: the answers of an arm may all have failed.

    Raises:
        ChoiceNeeded: There are several and the user named none.
        UsageError: There is none of that name.
    """
    ways = {**known, **(others or {})}
    if mapped is None and len(known) > 1:
        raise ChoiceNeeded(path, field="verdict", choices={**ways, free(ALL, ways): ALL_SHOWN})
    if mapped in ways:
        return mapped
    if mapped not in (None, ALL, EVERY, free(ALL, ways)):
        if not known:
            return mapped
        names = ", ".join(ways) or "none"
        raise UsageError(f"{path}: no evaluator is called {mapped!r}; there are {names}")
    return None


def free(word: str, taken: Container[str], *, instead: str = EVERY) -> str:
    """A word for a choice that no evaluator is called: itself, else another one."""
    if word not in taken:
        return word
    word = instead
    while word in taken:
        word = f"{word} here"
    return word


def notes(known: Mapping[str, str], only: str | None) -> tuple[str, ...]:
    """What the account says of the evaluators."""
    if only is not None:
        if not known:
            return (f"verdict from {only}, which judged nothing in this file",)
        left = [name for name in known if name != only]
        return (f"verdict from {only}; left out: {', '.join(left)}",) if left else ()
    if len(known) < 2:
        return tuple(f"verdict from {name}" for name in known)
    return (f"{len(known)} graders: {', '.join(known)}",)


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
