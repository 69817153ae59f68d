"""Which gradings do the scores of an Inspect sample make?"""

import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lcexplore.importers import evaluators
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.inspect_calls import Transcript
from lcexplore.importers.inspect_choices import Reading

_FAILED = ("grader_failed", "scoring_failed")
_QUOTE_CHARS = 4000


def settle(path: Path, first: Iterable[shapes.Sample], mapped: str | None) -> str | None:
    """Which score is the verdict: the only one, the one named, or None for each by itself.

    Raises:
        ChoiceNeeded: There are several, or a score has several values, and the user named none.
        UsageError: There is none of that name.
    """
    known = known_in(first)
    if not known:
        return None if mapped == evaluators.ALL else mapped
    inside = [way for way in known if mapped is not None and way.startswith(f"{mapped}.")]
    return evaluators.chosen(path, known, inside[0] if len(inside) == 1 else mapped)


def known_in(first: Iterable[shapes.Sample]) -> dict[str, str]:
    """What the scores are called, ``SCORER`` or ``SCORER.VALUE``, each with an example."""
    scalar: dict[str, str] = {}
    inside: dict[str, str] = {}
    for sample in first:
        for name, score in (sample.scores or {}).items():
            if isinstance(score.value, Mapping):
                inside |= {f"{name}.{key}": str(each)[:60] for key, each in score.value.items()}
            elif scalar.get(name) in (None, "nan", "NaN"):
                scalar[name] = str(score.value)[:60]
    split = {name.rpartition(".")[0] for name in inside}
    return {**{name: shown for name, shown in scalar.items() if name not in split}, **inside}


def gradings(sample: shapes.Sample, told: Transcript, reading: Reading) -> list[dict[str, object]]:
    """One grading for each score, or for the one that was chosen."""
    scores, scorers = sample.scores, reading.header.scorers
    if scores is None and sample.score is not None:
        scores = {scorers[0] if scorers else "scorer": sample.score}
    return [
        _grading(sample, told, name, score, grader, value)
        for name, score in (scores or {}).items()
        for grader, value in _values(name, score.value, reading)
    ]


def _values(name: str, value: object, reading: Reading) -> Iterator[tuple[str, object]]:
    """What a score says, by the name of its grader: one value, or several with names of their own.

    Where it has one value instead of its several, such as a mark of failure, that stands for each.
    """
    chosen = reading.ways.get("verdict")
    if chosen not in (None, name) and not chosen.startswith(f"{name}."):
        return
    if isinstance(value, Mapping):
        values = {f"{name}.{key}": each for key, each in value.items()}
    else:
        inside = [way for way in reading.inside if way.startswith(f"{name}.")]
        values = dict.fromkeys(inside or (name,), value)
    if chosen is None:
        yield from values.items()
    else:
        yield chosen, values.get(chosen)


def _grading(
    sample: shapes.Sample,
    told: Transcript,
    name: str,
    score: shapes.Score,
    grader: str,
    value: object,
) -> dict[str, object]:
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
