"""How do human labels enter the store?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import duckdb
import pyarrow as pa

from lcexplore import words
from lcexplore.log import FieldRefusal, ReadOptions
from lcexplore.store import said
from lcexplore.store.account import SHOWN_REFUSALS, by_case, write_ledger
from lcexplore.store.connect import offer
from lcexplore.store.entries import ImportAccount, Refusal
from lcexplore.store.job import Job
from lcexplore.store.queries import filled
from lcexplore.store.stage import NO_TIME
from lcexplore.store.text import trimmed
from lcexplore.store.verdict_rule import understood, verdict_rule

NAMED = 5
SHOWN_CHARS = 60

_TEXTS = (
    "question",
    "arm",
    "epoch",
    "labeller",
    "verdict",
    "grader",
    "rubric",
    "labelled_at",
    "note",
)


class LabelLine(Protocol):
    """One line of a labels file, as a reader gives it."""

    @property
    def line(self) -> int:
        """Physical line."""

    @property
    def values(self) -> Mapping[str, str | None]:
        """Texts by name."""

    @property
    def refusal(self) -> FieldRefusal | None:
        """Why the line cannot be used."""


def stage(
    connection: duckdb.DuckDBPyConnection, lines: Sequence[LabelLine], options: ReadOptions
) -> None:
    """Put the usable lines onto the workbench as ``temp.labelled``, verdicts read as told."""
    usable = [each for each in lines if each.refusal is None]
    columns = {
        name: pa.array([each.values[name] for each in usable], pa.string()) for name in _TEXTS
    }
    table = pa.table({"line": pa.array([each.line for each in usable], pa.int64()), **columns})
    offer(connection, table, "CREATE OR REPLACE TEMP TABLE temp.incoming_labels AS")
    for macro in ("count_time", "read_time"):
        connection.execute(filled("stage", macro))
    connection.execute(
        filled(
            "labels",
            "stage",
            verdict=verdict_rule(options),
            verdict_trimmed=trimmed("verdict"),
        )
    )


def publish(
    job: Job, lines: Sequence[LabelLine], options: ReadOptions, *, file: str, sha256: str
) -> ImportAccount:
    """Add the staged labels to the attached store, inside the caller's transaction."""
    said.stop_at_unread_labels(job, options, file)
    job.run("fate", {"before": filled("labels", "stored_labels"), "earlier": "true"})
    job.run("fate", {"before": "temp.labelled", "earlier": "old.line < new.line"})
    job.run("insert")
    refusals = _refusals(job, lines)
    arms = dict(job.rows("arms"))
    account = ImportAccount(
        file=file,
        format="labels",
        sha256=sha256,
        rows_read=len(lines),
        rows_kept=sum(arms.values()),
        rows_refused=sum(not each.row_kept for each in refusals),
        duplicates=job.count("n_duplicates"),
        already_imported=False,
        arms=arms,
        refusals=refusals[:SHOWN_REFUSALS],
        not_measured=_not_measured(job),
        notes=(*_notes(job, file, options), *_unread_times(refusals), *_people_by_case(job)),
        import_id=job.import_id,
    )
    write_ledger(replace(job, file="account"), account, "labels")
    return account


def _refusals(job: Job, lines: Sequence[LabelLine]) -> tuple[Refusal, ...]:
    reason = "this labeller has labelled this answer with another verdict"
    found = [
        Refusal(line=line, field="verdict", value=value, reason=reason)
        for line, value in job.rows("refused")
    ]
    found += [
        Refusal(
            line=each.line,
            field=each.refusal.field,
            value=each.refusal.value,
            reason=each.refusal.reason,
        )
        for each in lines
        if each.refusal
    ]
    found += [
        Refusal(line=line, field="labelled_at", value=value, reason=NO_TIME, row_kept=True)
        for line, value in job.rows("bad_times")
    ]
    found.sort(key=lambda each: each.line or 0)
    for each in found:
        job.run(
            "insert_reject",
            line=each.line,
            field=each.field,
            value=each.value,
            reason=each.reason,
            row_kept=each.row_kept,
        )
    return tuple(found)


def _not_measured(job: Job) -> dict[str, int]:
    n = job.count("n_not_measured")
    return {"not_pass_fail": n} if n else {}


def _notes(job: Job, file: str, options: ReadOptions) -> tuple[str, ...]:
    """Verdicts that say nothing, and labels of answers that are not here, each with its place."""
    found = job.rows("unread_verdicts")
    notes = [
        f"verdict {value[:SHOWN_CHARS]!r} (line {line}) is neither correct nor incorrect: "
        f"{words.count(n)} not measured"
        for value, line, n in found[:NAMED]
    ]
    if (more := len(found) - NAMED) > 0:
        notes.append(f"{words.many(more, 'more verdict')}: neither correct nor incorrect")
    if any(value.strip() for value, _, _ in found):
        notes.append(f"{understood(options)}; --correct and --incorrect name other spellings")
    unknown = job.count("n_unknown")
    if unknown:
        label = "1 label names" if unknown == 1 else f"{words.count(unknown)} labels name"
        places = [_not_found(*row) for row in job.rows("first_unknown", most=NAMED)]
        if (more := unknown - len(places)) > 0:
            places.append(f"and {words.count(more)} more")
        notes.append(
            f"{label} an answer that is not in the store: {Path(file).name}, {'; '.join(places)}"
        )
    return tuple(notes)


def _unread_times(refusals: Sequence[Refusal]) -> list[str]:
    """How many labels say when they were given in a way that nobody can read."""
    n = sum(each.row_kept for each in refusals)
    return [f"labelled_at of {words.many(n, 'label')} is unknown; they are kept"] if n else []


def _people_by_case(job: Job) -> list[str]:
    """Labellers of this file whose name differs by case only from another that is stored."""
    names = [name[:SHOWN_CHARS] for (name,) in job.rows("alike_names")]
    return by_case(names, what="labellers", they="people")


def _not_found(
    line: int,
    arm: str,
    question: str,
    epoch: int,
    has_arm: bool,
    has_question: bool,
    has_both: bool,
) -> str:
    """Say of one label what of it is not there: the arm, the question, or that epoch of it."""
    of_arm, asked = f"arm {arm[:SHOWN_CHARS]!r}", f"question {question[:SHOWN_CHARS]!r}"
    if not has_arm:
        what = of_arm
    elif not has_question:
        what = asked
    else:
        what = f"epoch {epoch} of {asked} in {of_arm}" if has_both else f"{asked} in {of_arm}"
    return f"line {line}: no {what}"
