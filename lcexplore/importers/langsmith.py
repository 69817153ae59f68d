"""Which runs of a LangSmith experiment answered which examples, and what did its evaluators say?

Two forms: rows of an experiment as JSON Lines (``run``, ``example``, ``evaluation_results``), and
the CSV of ``to_pandas``. LangSmith scores runs that failed as well: the failure wins. Repetitions
carry no number, so they are counted in the order of the file.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from lcexplore.importers import evaluators, heads, langsmith_rows, row_files
from lcexplore.importers.first_keys import first_keys
from lcexplore.importers.ways import SAMPLE_ROWS, Repeats, Ways, settle
from lcexplore.log import Log, ReadOptions, Row

FORMAT = "langsmith"
MAPS = True

_ARMS = (("arm",), ("session_name",))


def recognises(name: str, head: bytes) -> bool:
    """Rows with a run and its example, or a CSV with the columns of ``to_pandas``."""
    bare = heads.bare(name)
    if bare.endswith(".csv"):
        header = heads.csv_header(head)[0]
        return {"example_id", "execution_time"} <= set(header) and any(
            each.startswith(("inputs.", "outputs.", "feedback.")) for each in header
        )
    keys = first_keys(head)
    return bare.endswith((".jsonl", ".ndjson", ".json")) and keys.have(
        "run", "run.id", "run.start_time", late=("example", "evaluation_results")
    )


def read(path: Path, options: ReadOptions) -> Log:
    """Describe the file: one pass for its evaluators, a second for the rows."""
    heads.head(path)
    table = heads.bare(path.name).endswith(".csv")
    known = langsmith_rows.graders(row_files.rows(path), table=table)
    mapped = options.mapping.get("verdict")
    only = evaluators.chosen(path, known, mapped and mapped.removeprefix("feedback."))
    sample = (each.value for each in islice(row_files.rows(path), SAMPLE_ROWS) if each.value)
    ways = settle(path, map(langsmith_rows.written_by_users, sample), options, arms=_ARMS)
    notes = [*ways.notes, *evaluators.notes(known, only)]
    if "question" not in ways.paths:
        notes.append("question key from the id of the example")
    if "epoch" not in ways.paths:
        notes.append("repetitions are numbered in the order of the file")
    if table:
        notes.append("a CSV does not say when a run began: export the rows as JSON to have it")
    return Log(
        file=path,
        format=FORMAT,
        records=_rows(path, ways, only, table=table),
        notes=tuple(notes),
    )


def _rows(path: Path, ways: Ways, only: str | None, *, table: bool) -> Iterator[Row]:
    repeats = Repeats()
    make = langsmith_rows.from_table if table else langsmith_rows.from_row
    for each in row_files.rows(path):
        if each.value is None:
            yield each.refused()
            continue
        made = make(each.value, only)
        ways.fill(made.record, each.value)
        repeats.number(made.record, identity=made.identity)
        yield each.row(made.record, made.refusals)
