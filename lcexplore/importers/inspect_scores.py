"""Which gradings do the scores of an Inspect sample make?"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lcexplore.importers import evaluators
from lcexplore.importers import inspect_shapes as shapes
from lcexplore.importers.inspect_calls import Transcript
from lcexplore.importers.inspect_choices import Reading, Way
from lcexplore.importers.inspect_header import Header

_FAILED = ("grader_failed", "scoring_failed")
_UNGRADED = evaluators.UNGRADED
NO_ANSWER = "N"  # NOANSWER of inspect_ai.scorer, whose value_to_float makes 0 of it
_QUOTE_CHARS, _SHOWN_CHARS = 4000, 60


@dataclass(slots=True)
class Survey:
    """What the scores of all samples are called.

    Attributes:
        scorer: Name of the scorer where a sample has one score without a name.
        examples: Each score, or each value of one that has several, with an example.
        odd: Scores with one value that is no mark of failure, by scorer.
        n_without_answer: Values that say that there was no answer.
    """

    scorer: str = "scorer"
    examples: dict[Way, str] = field(default_factory=dict)
    odd: Counter[str] = field(default_factory=Counter)
    n_without_answer: int = 0

    def add(self, sample: shapes.Sample | shapes.Scored) -> None:
        """Take the scores of a sample into account."""
        for name, score in _scores(sample, self.scorer).items():
            if isinstance(score.value, Mapping):
                for key, each in score.value.items():
                    self._show((name, key), each)
                continue
            self._show((name, None), score.value)
            self.odd[name] += score.value is not None and _reason(score.value, score) is None

    def _show(self, way: Way, value: object) -> None:
        self.n_without_answer += value == NO_ANSWER
        if self.examples.get(way) in (None, "nan", "NaN", "None"):
            self.examples[way] = str(value)[:_SHOWN_CHARS]

    def graders(self) -> dict[Way, str]:
        """Each value by the name of its grader; a scorer with several is none itself."""
        split = {name for name, key in self.examples if key is not None}
        ways = [way for way in self.examples if way[1] is not None or way[0] not in split]
        plain = Counter(_called(way) for way in ways)
        return {
            way: _called(way)
            if way[1] is None or plain[_called(way)] == 1
            else f"{way[0]}[{way[1]}]"
            for way in ways
        }

    def notes(self, chosen: Way | None) -> Iterator[str]:
        """What the account says of the scorers."""
        graders = self.graders()
        if chosen is not None:
            yield f"verdict from {graders.get(chosen, chosen[0])}"
        else:
            names = dict.fromkeys(name for name, _ in graders)
            if len(names) > 1:
                yield f"one grading for each scorer: {', '.join(names)}"
        for name in dict.fromkeys(name for name, key in graders if key is not None):
            if chosen in (None, *(way for way in graders if way[0] == name)) and self.odd[name]:
                yield (
                    f"scores of {name} with one value instead of its several, which are not "
                    f"graded: {self.odd[name]}"
                )


def _called(way: Way) -> str:
    return way[0] if way[1] is None else f"{way[0]}.{way[1]}"


def _scores(sample: shapes.Sample | shapes.Scored, scorer: str) -> dict[str, shapes.Score]:
    if sample.scores is None and sample.score is not None:
        return {scorer: sample.score}
    return sample.scores or {}


def surveyed(samples: Iterable[shapes.Sample | shapes.Scored], header: Header) -> Survey:
    """Look at the scores of every sample, for a scorer may first appear in the last one."""
    survey = Survey(scorer=_unnamed(header))
    for each in samples:
        survey.add(each)
    return survey


def _unnamed(header: Header) -> str:
    return header.scorers[0] if header.scorers else "scorer"


def settle(path: Path, survey: Survey, mapped: str | None) -> Way | None:
    """Which score is the verdict: the only one, the one named, or None for each by itself.

    Raises:
        ChoiceNeeded: There are several, or a score has several values, and the user named none.
        UsageError: There is none of that name.
    """
    graders = survey.graders()
    inside = [name for way, name in graders.items() if way[1] is not None and way[0] == mapped]
    known = {name: survey.examples[way] for way, name in graders.items()}
    if len(inside) == 1 and mapped not in known:
        mapped = inside[0]
    named = evaluators.chosen(path, known, mapped)
    if named is None:
        return None
    return next((way for way, name in graders.items() if name == named), (named, None))


def gradings(sample: shapes.Sample, told: Transcript, reading: Reading) -> list[dict[str, object]]:
    """One grading for each score, or for the one that was chosen."""
    return [
        _grading(sample, told, name, score, grader, value, reason)
        for name, score in _scores(sample, _unnamed(reading.header)).items()
        for grader, value, reason in _values(name, score, reading)
    ]


def _values(
    name: str, score: shapes.Score, reading: Reading
) -> Iterator[tuple[str, object, str | None]]:
    """What a score says, by the name of its grader: one value, or several with names of their own.

    Where it has one value instead of its several, a mark of failure stands for each of them;
    anything else is kept with each, and grades none.
    """
    value, chosen = score.value, reading.chosen
    ways = [w for w in reading.graders if w[0] == name and chosen in (None, w)]
    for way in ways:
        if not isinstance(value, Mapping):
            reason = _reason(value, score)
            yield reading.graders[way], value, reason if way[1] is None else reason or _UNGRADED
        elif way[1] in value or chosen is not None:
            inner = value.get(way[1])
            yield reading.graders[way], inner, _reason(inner, score)


def _grading(
    sample: shapes.Sample,
    told: Transcript,
    name: str,
    score: shapes.Score,
    grader: str,
    value: object,
    reason: str | None,
) -> dict[str, object]:
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
    return str(given) if given else _UNGRADED


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
