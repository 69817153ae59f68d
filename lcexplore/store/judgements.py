"""How do verdicts that compare two answers enter the store, and what do they come to?"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import duckdb
import pyarrow as pa

from lcexplore.evidence.judged import PairwiseCount
from lcexplore.log import FieldRefusal
from lcexplore.store import Store, connect, publish
from lcexplore.store.account import SHOWN_REFUSALS, already, write_ledger
from lcexplore.store.connect import offer
from lcexplore.store.entries import ImportAccount, Refusal
from lcexplore.store.job import Job, Publication
from lcexplore.store.queries import filled

_TEXTS = ("judge", "item", "label", "as_listed", "swapped")


class JudgementRow(Protocol):
    """One row of a judgement set, as a reader gives it."""

    @property
    def line(self) -> int:
        """Place in the file."""

    @property
    def refusal(self) -> FieldRefusal | None:
        """Why the row cannot be used."""


class Judgements:
    """Judgement sets of one store."""

    def __init__(self, store: Store) -> None:
        """Name the store; nothing is opened yet."""
        self.store = store

    def add(
        self, rows: Sequence[JudgementRow], publication: Publication, *, file: str, sha256: str
    ) -> ImportAccount:
        """Add verdicts that compare two answers in one transaction."""
        path = self.store.path
        with connect.workbench(path) as bench:
            _stage(bench, rows)
            with connect.writing(path, bench):
                known = publish.known_import(bench, publication, sha256, "judgements")
                if known is not None:
                    return already(bench, known, file)
                job = Job(bench, None, publication, publish.next_import(bench), 0, "judgements")
                return _publish(job, rows, file=file, sha256=sha256)

    def judges(self, comparison: str) -> tuple[PairwiseCount, ...]:
        """Verdicts of every judge, by whether they hold when the order is swapped."""
        cursor = connect.snapshot(self.store.path)
        try:
            return _counts(cursor, comparison)
        finally:
            cursor.close()


def _stage(connection: duckdb.DuckDBPyConnection, rows: Sequence[JudgementRow]) -> None:
    """Put the usable rows onto the workbench as ``temp.judged``."""
    usable = [each for each in rows if each.refusal is None]
    columns = {name: pa.array([getattr(e, name) for e in usable], pa.string()) for name in _TEXTS}
    table = pa.table({"line": pa.array([each.line for each in usable], pa.int64()), **columns})
    offer(connection, table, "CREATE OR REPLACE TEMP TABLE temp.incoming_judgements AS")
    connection.execute(filled("judgements", "stage"))


def _publish(job: Job, rows: Sequence[JudgementRow], *, file: str, sha256: str) -> ImportAccount:
    """Add the staged judgements to the attached store, inside the caller's transaction."""
    for query in ("find_known", "find_repeated", "insert"):
        job.run(query)
    refusals, fates = _refusals(job, rows), dict(job.rows("fates"))
    account = ImportAccount(
        file=file,
        format="judgements",
        sha256=sha256,
        rows_read=len(rows),
        rows_kept=fates.get("", 0),
        rows_refused=len(refusals),
        duplicates=fates.get("duplicate", 0),
        already_imported=False,
        refusals=refusals[:SHOWN_REFUSALS],
        import_id=job.import_id,
    )
    write_ledger(replace(job, file="account"), account, "judgements")
    return account


def _counts(cursor: duckdb.DuckDBPyConnection, comparison: str) -> tuple[PairwiseCount, ...]:
    found = cursor.execute(filled("judgements", "pairwise"), {"comparison": comparison})
    return tuple(
        PairwiseCount(
            judge=judge,
            items=items,
            both_orders=both,
            same=same,
            first_twice=first,
            second_twice=second,
            to_tie=tie,
            labelled=labelled,
            agree=agree,
        )
        for judge, items, both, same, first, second, tie, labelled, agree in found.fetchall()
    )


def _refusals(job: Job, rows: Sequence[JudgementRow]) -> tuple[Refusal, ...]:
    reason = "this judge has judged this pair with another verdict"
    found = [
        Refusal(line=line, field="verdict", value=item, reason=reason)
        for line, item in job.rows("refused")
    ]
    found += [
        Refusal(line=each.line, field=told.field, value=told.value, reason=told.reason)
        for each in rows
        if (told := each.refusal)
    ]
    found.sort(key=lambda each: each.line or 0)
    for each in found:
        job.run(
            "insert_reject", line=each.line, field=each.field, value=each.value, reason=each.reason
        )
    return tuple(found)
