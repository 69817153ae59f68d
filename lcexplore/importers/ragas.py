"""Which answers did Ragas score (``result.to_pandas()`` as CSV or JSON)?

There is no id, arm, model, time or count in such a table. A question is known by its text, and a
score is a number from 0 to 1 that says pass or fail only at a threshold of the user's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lcexplore.errors import ChoiceNeeded, LogError, UsageError
from lcexplore.importers import choices, evaluators, flat, heads, row_files, texts
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.ways import SAMPLE_ROWS, Repeats, Ways, present, settle, whole
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "ragas"
MAPS = True

# Columns of a data set, in the newer spelling and the older; every other one is a metric if it
# holds numbers.
_SAMPLE = {
    "user_input", "retrieved_contexts", "reference_contexts", "response", "multi_responses",
    "reference", "rubrics", "retrieved_context_ids", "reference_context_ids", "persona_name",
    "query_style", "query_length", "synthesizer_name", "reference_tool_calls", "question",
    "answer", "contexts", "ground_truth", "ground_truths", "arm", "stratum", "cluster", "epoch",
}  # fmt: skip
_INDEX = "column_"
_NEW = ("user_input", "response")
_OLD = ("question", "answer", "contexts")


def recognises(name: str, head: bytes) -> bool:
    """A table with the columns of a Ragas data set."""
    bare = heads.bare(name)
    if bare.endswith(".csv"):
        header = set(heads.csv_header(head)[0])
        return (header >= set(_NEW) or header >= set(_OLD)) and not flat.recognises(name, head)
    keys = first_keys(head)
    return bare.endswith((".json", ".jsonl")) and (
        keys.have("user_input", "retrieved_contexts", late=("response",))
        or keys.have(*_NEW, late=("reference",))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    metric: str
    ways: Ways


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass for its metrics, one to find repetitions, one for the rows."""
    heads.head(path)
    metrics, sample = _surveyed(path)
    metric = _metric(path, metrics, options.mapping.get("verdict"))
    ways = settle(path, sample, options)
    notes = [f"verdict from {metric}", *ways.notes]
    if "question" not in ways.paths:
        notes.append("question key from the text of the question")
    if options.correct_at is None and options.partial is None:
        notes.append(
            "a score between 0 and 1 is not measured until --correct-at names the threshold"
        )
    reading, repeats = _Reading(metric=metric, ways=ways), Repeats()
    for _ in _rows(path, reading, repeats):
        pass
    notes += repeats.notes()
    notes.append("the table has no latency, tokens, cost, errors or times")
    return Log(
        file=path,
        format=FORMAT,
        records=_rows(path, reading, Repeats()),
        notes=tuple(notes),
    )


def _surveyed(path: Path) -> tuple[dict[str, str], list[dict[str, object]]]:
    """Columns that hold numbers and nothing else, each with an example; and the first rows."""
    examples: dict[str, str] = {}
    others: set[str] = set(_SAMPLE)
    sample: list[dict[str, object]] = []
    for each in row_files.rows(path):
        row = each.value or {}
        if len(sample) < SAMPLE_ROWS:
            sample.append(row)
        for name, value in row.items():
            if name in others or name.startswith(_INDEX) or _blank(value):
                continue
            if _is_score(value):
                examples.setdefault(name, str(value))
            else:
                others.add(name)
    return {name: value for name, value in examples.items() if name not in others}, sample


def _metric(path: Path, metrics: Mapping[str, str], mapped: str | None) -> str:
    if mapped is not None:
        if mapped not in metrics:
            known = ", ".join(metrics) or "none"
            raise UsageError(f"{path}: no metric is called {mapped!r}; there are {known}")
        return mapped
    if len(metrics) > 1:
        raise ChoiceNeeded(path, field="verdict", choices=dict(metrics))
    if not metrics:
        raise LogError(
            path,
            wanted="a column of scores",
            found="none",
            todo="export the table of the results, not that of the data set",
        )
    return next(iter(metrics))


def _blank(value: object) -> bool:
    return value is None or value == "" or evaluators.is_nan(value)


def _is_score(value: object) -> bool:
    try:
        return isinstance(value, str | bool | int | float) and float(value) == float(value)
    except (ValueError, OverflowError):
        return str(value).strip().lower() in ("true", "false")


def _rows(path: Path, reading: _Reading, repeats: Repeats) -> Iterator[Row]:
    for each in row_files.rows(path):
        if each.value is None:
            yield each.refused()
            continue
        record = present(_record(each.value, reading.metric))
        reading.ways.fill(record, each.value)
        said = {k: value for k, value in each.value.items() if not k.startswith(_INDEX)}
        repeats.number(record, identity=whole(said))
        yield each.row(record)


def _record(row: Mapping[str, object], metric: str) -> dict[str, object]:
    asked = texts.parsed(row.get("user_input") or row.get("question"))
    score = row.get(metric)
    reference = row.get("reference") or row.get("ground_truth") or row.get("ground_truths")
    return {
        "question": texts.key(asked),
        "question_text": texts.question(asked),
        "reference": texts.written(reference),
        "answer": texts.written(row.get("response") or row.get("answer")),
        "gradings": [
            evaluators.grading(
                metric, choices.scalar(score), reason=evaluators.failure(_blank(score))
            )
        ],
    }
