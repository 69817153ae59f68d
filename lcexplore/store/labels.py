"""How do human labels enter the store?"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import duckdb
import pyarrow as pa

from lcexplore import words
from lcexplore.log import FieldRefusal, ReadOptions
from lcexplore.store.account import SHOWN_REFUSALS, write_ledger
from lcexplore.store.connect import offer
from lcexplore.store.entries import ImportAccount, Refusal
from lcexplore.store.job import Job
from lcexplore.store.stage import verdict_rule

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
_KEY = ("arm", "question", "epoch", "labeller")


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


def stage(connection: duckdb.DuckDBPyConnection, lines: Sequence[LabelLine]) -> None:
    """Put the usable lines onto the workbench as ``temp.labelled``."""
    usable = [each for each in lines if each.refusal is None]
    columns = {
        name: pa.array([each.values[name] for each in usable], pa.string()) for name in _TEXTS
    }
    table = pa.table({"line": pa.array([each.line for each in usable], pa.int64()), **columns})
    offer(connection, table, "CREATE OR REPLACE TEMP TABLE temp.incoming_labels AS")
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE temp.labelled AS SELECT line, arm, question, "
        "coalesce(epoch::INTEGER, 1) AS epoch, labeller, "
        f"coalesce({verdict_rule(ReadOptions())}, 'not_measured') AS verdict, raw_verdict, "
        "grader, rubric, try_cast(labelled_at AS TIMESTAMPTZ) AT TIME ZONE 'UTC' AS labelled_at, "
        "note, '' AS fate FROM (SELECT *, verdict AS raw_verdict FROM temp.incoming_labels)"
    )


def publish(job: Job, lines: Sequence[LabelLine], *, file: str, sha256: str) -> ImportAccount:
    """Add the staged labels to the attached store, inside the caller's transaction."""
    same_key = " AND ".join(f"old.{name} = new.{name}" for name in _KEY)
    scope = (
        "old.grader IS NOT DISTINCT FROM new.grader AND old.rubric IS NOT DISTINCT FROM new.rubric"
    )
    fate = "CASE WHEN old.verdict = new.verdict THEN 'duplicate' ELSE 'refused' END"
    job.run(
        f"UPDATE temp.labelled AS new SET fate = {fate} FROM labels AS old "
        f"WHERE old.comparison = $comparison AND {same_key} AND {scope}"
    )
    job.run(
        f"UPDATE temp.labelled AS new SET fate = {fate} FROM temp.labelled AS old "
        f"WHERE new.fate = '' AND old.line < new.line AND {same_key} AND {scope}"
    )
    job.run(
        "INSERT INTO labels SELECT $import_id, $comparison, arm, question, epoch, labeller, "
        "verdict, raw_verdict, grader, rubric, labelled_at, note, line FROM temp.labelled "
        "WHERE fate = ''"
    )
    refusals = _refusals(job, lines)
    job.run("SELECT arm, count(*) FROM temp.labelled WHERE fate = '' GROUP BY arm ORDER BY arm")
    arms = dict(job.connection.fetchall())
    account = ImportAccount(
        file=file,
        format="labels",
        sha256=sha256,
        rows_read=len(lines),
        rows_kept=sum(arms.values()),
        rows_refused=len(refusals),
        duplicates=job.count("SELECT count(*) FROM temp.labelled WHERE fate = 'duplicate'"),
        already_imported=False,
        arms=arms,
        refusals=refusals[:SHOWN_REFUSALS],
        not_measured=_not_measured(job),
        notes=_notes(job),
        import_id=job.import_id,
    )
    write_ledger(job, account, "labels")
    return account


def _refusals(job: Job, lines: Sequence[LabelLine]) -> tuple[Refusal, ...]:
    job.run("SELECT line, question FROM temp.labelled WHERE fate = 'refused'")
    reason = "this labeller has labelled this answer with another verdict"
    found = [
        Refusal(line=line, field="verdict", value=value, reason=reason)
        for line, value in job.connection.fetchall()
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
    found.sort(key=lambda each: each.line or 0)
    for each in found:
        job.run(
            "INSERT INTO rejects VALUES ($import_id, $line, NULL, $field, $value, $reason, false)",
            line=each.line,
            field=each.field,
            value=each.value,
            reason=each.reason,
        )
    return tuple(found)


def _not_measured(job: Job) -> dict[str, int]:
    n = job.count("SELECT count(*) FROM temp.labelled WHERE fate = '' AND verdict = 'not_measured'")
    return {"not_pass_fail": n} if n else {}


def _notes(job: Job) -> tuple[str, ...]:
    unknown = job.count(
        "SELECT count(*) FROM temp.labelled new WHERE fate = '' AND NOT EXISTS (SELECT 1 "
        "FROM answers a WHERE a.comparison = $comparison AND a.arm = new.arm "
        "AND a.question = new.question AND a.epoch = new.epoch)"
    )
    if not unknown:
        return ()
    return (f"{words.count(unknown)} labels name an answer that is not in the store",)
