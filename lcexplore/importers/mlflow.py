"""Which traces did MLflow record, and how were they assessed?

Three forms of the same traces: ``Trace.to_json()`` one a line, and the table of ``search_traces``
or of an evaluation as JSON or CSV, which holds the whole trace in a column. Token counts may or
may not include cached tokens, depending on the tracer, and are read where their sum tells.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from lcexplore.importers import choices, evaluators, heads, mlflow_trace, row_files
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.mlflow_assessments import Assessors
from lcexplore.importers.ways import SAMPLE_ROWS, Repeats, Ways, settle
from lcexplore.log import FieldRefusal, Log, ReadOptions, Row

FORMAT = "mlflow"
MAPS = True

Object = Mapping[str, object]


def recognises(name: str, head: bytes) -> bool:
    """Traces, or a table with a column of traces."""
    bare = heads.bare(name)
    if bare.endswith(".csv"):
        return {"trace_id", "trace", "state"} <= set(heads.csv_header(head)[0])
    keys = first_keys(head)
    return bare.endswith((".jsonl", ".ndjson", ".json")) and (
        keys.have("info", "info.trace_id", late=("data",))
        or keys.have("trace_id", "trace", late=("state",))
    )


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass for its assessors, a second for the rows."""
    heads.head(path)
    assessors = Assessors()
    for each in row_files.rows(path):
        assessors.add(mlflow_trace.trace(each.value or {}) or {})
    known = assessors.graders()
    mapped = options.mapping.get("verdict")
    only = evaluators.chosen(path, known, mapped and mapped.removesuffix("/value"))
    found = (each.value for each in islice(row_files.rows(path), SAMPLE_ROWS) if each.value)
    sample = (trace for row in found if (trace := mlflow_trace.trace(row)))
    ways = settle(
        path,
        map(mlflow_trace.written_by_users, sample),
        options,
        questions=(choices.QUESTION_KEYS,),
    )
    notes = [*ways.notes, *evaluators.notes(known, only), *assessors.notes(options)]
    if "question" not in ways.paths:
        notes.append("question key from the text of the request")
    return Log(
        file=path,
        format=FORMAT,
        manifest=assessors.manifest(),
        records=_rows(path, ways, assessors, only, options),
        notes=tuple(notes),
    )


def _rows(
    path: Path, ways: Ways, assessors: Assessors, only: str | None, options: ReadOptions
) -> Iterator[Row]:
    repeats = Repeats()
    for each in row_files.rows(path):
        trace = mlflow_trace.trace(each.value) if each.value is not None else None
        if each.value is None:
            yield each.refused()
        elif trace is None:
            refusal = FieldRefusal(field="trace", value=None, reason="not a trace in JSON")
            yield each.row(None, (refusal,))
        else:
            record, refusals = mlflow_trace.record(trace)
            if judged := assessors.gradings(trace, only, options):
                record["gradings"] = judged
            ways.fill(record, {**each.value, **trace})
            repeats.number(record, identity=mlflow_trace.info(trace).get("trace_id"))
            yield each.row(record, refusals)
