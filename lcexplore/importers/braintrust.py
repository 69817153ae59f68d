"""Which cases of a Braintrust evaluation were answered, and what did its scorers say?

``EvalResult`` objects, or rows of an exported experiment. A case that failed has no scores, and
the score null is a scorer that declined. Trials carry no number: they are counted in the order of
the file. The times of a row span its scorers as well, so they are no latency.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from lcexplore.importers import choices, evaluators, harness_errors, heads, row_files, texts
from lcexplore.importers import provider_shapes as shapes
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.usage import normalise
from lcexplore.importers.ways import SAMPLE_ROWS, Repeats, Ways, present, settle
from lcexplore.log import FieldRefusal, Log, ReadOptions, Row

FORMAT = "braintrust"
MAPS = True

_NO_LATENCY = (
    "latency is left out: the times of a row include its scorers; --map latency_s=PATH names a "
    "field that does not"
)

Object = Mapping[str, object]


def recognises(name: str, head: bytes) -> bool:
    """Rows with input, output and expected output beside their scores."""
    bare = heads.bare(name)
    keys = first_keys(head)
    return bare.endswith((".jsonl", ".ndjson", ".json")) and keys.have(
        "input", "output", "expected", late=("scores",)
    )


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass for its scorers, a second for the rows."""
    heads.head(path)
    known: dict[str, str] = {}
    for each in row_files.rows(path):
        for name, score in shapes.inside(each.value or {}, "scores").items():
            known.setdefault(name, str(score)[:60])
    only = evaluators.chosen(path, known, options.mapping.get("verdict"))
    sample = (each.value for each in islice(row_files.rows(path), SAMPLE_ROWS) if each.value)
    ways = settle(path, map(_written_by_users, sample), options, questions=(choices.QUESTION_KEYS,))
    notes = [*ways.notes, *evaluators.notes(known, only)]
    if "question" not in ways.paths:
        notes.append("question key from the text of the input")
    if "epoch" not in ways.paths:
        notes.append("trials are numbered in the order of the file")
    if "latency_s" not in ways.paths:
        notes.append(_NO_LATENCY)
    return Log(
        file=path,
        format=FORMAT,
        records=_rows(path, ways, only),
        notes=tuple(notes),
    )


def _written_by_users(row: Object) -> Object:
    return {key: row.get(key) for key in ("input", "metadata")}


def _rows(path: Path, ways: Ways, only: str | None) -> Iterator[Row]:
    repeats = Repeats()
    for each in row_files.rows(path):
        if each.value is None:
            yield each.refused()
        elif _is_step(each.value):
            reason = "a step inside of an answer, not an answer"
            yield each.row(None, (FieldRefusal(field="span_parents", value=None, reason=reason),))
        else:
            record, refusals = _record(each.value, only)
            ways.fill(record, each.value)
            repeats.number(record, identity=each.value.get("id"))
            yield each.row(record, refusals)


def _is_step(row: Object) -> bool:
    return bool(row.get("span_parents")) or row.get("is_root") is False


def _record(row: Object, only: str | None) -> tuple[dict[str, object], tuple[FieldRefusal, ...]]:
    metrics = shapes.inside(row, "metrics")
    usage = normalise(metrics, source="braintrust")
    record = {
        "question": texts.key(row.get("input")),
        "question_text": texts.question(row.get("input")),
        "reference": texts.answer(row.get("expected")),
        "answer": texts.answer(row.get("output")),
        "error": harness_errors.failed(row.get("error")),
        "started_at": choices.scalar(metrics.get("start")),
        "ttft_s": choices.scalar(metrics.get("time_to_first_token")),
        "cost_usd": choices.scalar(metrics.get("estimated_cost")),
        "usage": usage.record() or None,
        "gradings": list(_gradings(row, only)) or None,
    }
    return present(record), usage.refusals


def _gradings(row: Object, only: str | None) -> Iterator[dict[str, object]]:
    """What the scorers said: null where one declined, an error where one failed."""
    broken = shapes.inside(shapes.inside(row, "metadata"), "scorer_errors")
    for name in dict.fromkeys([*shapes.inside(row, "scores"), *broken]):
        if only in (None, name):
            score = choices.scalar(shapes.inside(row, "scores").get(name))
            yield evaluators.grading(name, score, reason=evaluators.failure(name in broken))
