"""Which gradings do the scores of an Inspect sample make?"""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, UsageError
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.inspect_calls import Transcript

_FAILED = ("grader_failed", "scoring_failed")
_QUOTE_CHARS = 4000


def settle(path: Path, first: Iterable[shapes.Sample], mapped: str | None) -> str | None:
    """Settle the verdict: every scorer is a grader; of several values of one, one is chosen."""
    choices: dict[str, str] = {}
    open_to_choice = False
    for sample in first:
        for name, score in (sample.scores or {}).items():
            if isinstance(score.value, Mapping):
                open_to_choice = open_to_choice or len(score.value) != 1
                choices |= {f"{name}.{key}": str(each)[:60] for key, each in score.value.items()}
            elif not _is_nan(score.value):
                choices.setdefault(name, str(score.value)[:60])
    if mapped is None and open_to_choice:
        raise ChoiceNeeded(path, field="verdict", choices=choices)
    scorers = {name.partition(".")[0] for name in choices} | set(choices)
    if mapped is not None and choices and mapped not in scorers:
        raise UsageError(f"{path}: no score is called {mapped!r}; there are {', '.join(choices)}")
    return mapped


def gradings(
    sample: shapes.Sample, told: Transcript, mapped: str | None, scorers: tuple[str, ...]
) -> list[dict[str, object]]:
    """One grading for each scorer, or for the one that was chosen."""
    scores = sample.scores
    if scores is None and sample.score is not None:
        scores = {scorers[0] if scorers else "scorer": sample.score}
    made = []
    for name, score in (scores or {}).items():
        wanted = mapped is None or mapped == name or mapped.startswith(f"{name}.")
        if wanted:
            made.append(_grading(sample, told, name, score, mapped))
    return made


def _grading(
    sample: shapes.Sample, told: Transcript, name: str, score: shapes.Score, mapped: str | None
) -> dict[str, object]:
    value, grader = score.value, name
    if isinstance(value, Mapping):
        key = mapped.removeprefix(f"{name}.") if mapped and mapped != name else None
        if key is None and len(value) == 1:
            key = str(next(iter(value)))
        if key is not None:
            value, grader = value.get(key), f"{name}.{key}"
    elif mapped is not None and mapped != name:
        grader = mapped
    reason = _reason(value, score)
    made = {
        "grader": grader,
        "verdict": None if reason and _is_nan(value) else _raw(value),
        "reason": reason,
        "quote": _quote(sample, score),
        "graded_at": _time(name, score, told),
    }
    return {field: each for field, each in made.items() if each is not None}


def _raw(value: object) -> object:
    return "NaN" if _is_nan(value) else value


def _reason(value: object, score: shapes.Score) -> str | None:
    """Why there is no verdict, or None when there may be one."""
    given = score.reason
    if given is None and score.metadata is not None:
        given = score.metadata.unscored_reason
    if given in _FAILED:
        return "grader_failed"
    if not _is_nan(value):
        return None
    if given == "refusal":
        return "refused"
    return str(given) if given else "ungraded"


def _is_nan(value: object) -> bool:
    return value == "NaN" or (isinstance(value, float) and math.isnan(value))


def _quote(sample: shapes.Sample, score: shapes.Score) -> str | None:
    """The scorer's explanation, unless it only repeats the answer."""
    if not isinstance(score.explanation, str):
        return None
    if sample.output is not None and score.explanation == sample.output.completion:
        return None
    return score.explanation[:_QUOTE_CHARS]


def _time(name: str, score: shapes.Score, told: Transcript) -> str | None:
    for edit in reversed(score.history or ()):
        if edit.provenance is not None and isinstance(edit.provenance.timestamp, str):
            return edit.provenance.timestamp
    return told.graded_at.get(name) or told.scored_at
