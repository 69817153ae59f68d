"""How are a record frozen and an import taken back?"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

import duckdb

from lcexplore import words
from lcexplore.decision.record import DecisionRecord, parse
from lcexplore.errors import UsageError
from lcexplore.model import UNNAMED, ComparisonInfo, RecordTimes
from lcexplore.store import listing
from lcexplore.store.ask import utc
from lcexplore.store.entries import ImportEntry, StoredRecord
from lcexplore.store.queries import filled

_OWNED = (
    "answers",
    "texts",
    "questions",
    "gradings",
    "labels",
    "rejects",
    "manifests",
    "latency_bins",
    "requests",
    "request_bins",
    "request_windows",
    "request_totals",
    "request_growth",
    "label_uses",
    "judgements",
    "replaced",
    "other_texts",
    "imports",
)


def commit_record(connection: duckdb.DuckDBPyConnection, name: str, text: str) -> StoredRecord:
    """Freeze a record; the same text again is the record that is there."""
    digest = parse(text).sha256
    stored = listing.record(connection, name)
    if stored is not None:
        if stored.sha256 == digest:
            return stored
        raise UsageError(
            f"another record has been frozen for {name} since "
            f"{stored.recorded_at:%Y-%m-%d %H:%M} UTC; a frozen rule is not replaced"
        )
    now = datetime.now(UTC)
    connection.execute(
        "INSERT INTO records VALUES (?, ?, ?, ?)", [name, text, digest, now.replace(tzinfo=None)]
    )
    return StoredRecord(text=text, sha256=digest, recorded_at=now)


def forget(connection: duckdb.DuckDBPyConnection, import_id: int) -> ImportEntry:
    """Take an import back.

    An answer that another import has graded since stays, as that import's own. Imports of the
    comparison that shared rows with this one, or were refused some, may be imported again. What it
    replaced does not come back: the entry's notes name the files to import again.
    """
    entries = {each.import_id: each for each in listing.imports(connection)}
    if import_id not in entries:
        known = ", ".join(map(str, entries)) or "none"
        raise UsageError(f"no import has the number {import_id}; the store holds {known}")
    entry = entries[import_id]
    notes = (*_gone_for_good(connection, import_id), *_left_out(entry, entries.values()))
    entry = replace(entry, notes=notes)
    connection.execute(filled("changes", "remember_touched"), {"gone": import_id})
    values = {"gone": import_id, "comparison": entry.comparison}
    _hand_over(connection, import_id)
    connection.execute(
        "UPDATE imports SET complete = false WHERE comparison = $comparison "
        "AND import_id <> $gone AND (duplicates > 0 OR rows_refused > 0)",
        values,
    )
    for table in _OWNED:
        connection.execute(filled("changes", "take_back", table=table), {"gone": import_id})
    connection.execute(filled("changes", "forget_replacing"), {"gone": import_id})
    connection.execute(filled("publish", "refresh_current"))
    return entry


def _gone_for_good(connection: duckdb.DuckDBPyConnection, import_id: int) -> tuple[str, ...]:
    found = connection.execute(filled("changes", "replaced_by"), {"gone": import_id}).fetchall()
    return tuple(
        f"what it replaced does not come back: {words.many(n, 'row')} of import {number}, {file}; "
        "import that file again, as it was imported then, to have them back"
        for number, file, n in found
    )


def _left_out(gone: ImportEntry, entries: Iterable[ImportEntry]) -> list[str]:
    """Later imports whose rows were left out as stored already: maybe as rows of this one."""
    return [
        f"import {each.import_id}, {each.file}, left out {words.many(each.duplicates, 'row')} as "
        "stored already; those that were stored by the import taken back are gone: import that "
        "file again to have them back"
        for each in entries
        if each.import_id > gone.import_id
        and (each.comparison, each.kind) == (gone.comparison, gone.kind)
        and each.duplicates
    ]


def _hand_over(connection: duckdb.DuckDBPyConnection, import_id: int) -> None:
    for table in ("answers", "texts"):
        connection.execute(filled("changes", "hand_over", table=table), {"gone": import_id})


def record_times(
    connection: duckdb.DuckDBPyConnection, info: ComparisonInfo, record: DecisionRecord
) -> RecordTimes:
    """When a record was claimed and stored, and when its grading began.

    Nobody sees a grading before it is made, and the store held it from its import on: the earlier
    of the two dates it, so a time in the future cannot put a record before it. A file that is
    imported late may have been graded early: without a time of its own a grading is known to come
    after the record only where its answer was asked after it. What was
    forgotten or replaced since was seen all the same, another grader's verdicts under the record's
    rubric, or under none that is named, show the result as well, and so do both arms' files under
    the name of another comparison.
    """
    stored = listing.record(connection, info.name)
    recorded_at = None
    if stored is not None and stored.sha256 == record.sha256:
        recorded_at = stored.recorded_at
    of_record = {"comparison": info.name, "rubric": record.rubric, "unnamed": UNNAMED}
    dated = {**of_record, "recorded_at": recorded_at and recorded_at.replace(tzinfo=None)}
    row = connection.execute(filled("changes", "first_grading"), dated).fetchone()
    first, n_undated = row or (None, 0)
    seen = connection.execute(filled("changes", "first_seen"), of_record).fetchone() or ()
    arms = {"baseline": info.baseline, "candidate": info.candidate, "comparison": info.name}
    elsewhere = connection.execute(filled("changes", "seen_elsewhere"), arms).fetchone() or ()
    moments = [each for each in (first, *seen, *elsewhere) if each]
    return RecordTimes(
        claimed_at=record.committed_at,
        recorded_at=recorded_at,
        first_grading_at=utc(min(moments, default=None)),
        grading_times_known=not n_undated,
    )


def gradings_seen(connection: duckdb.DuckDBPyConnection, name: str) -> tuple[tuple[str, str], ...]:
    """Every grading that the store holds or held: forgetting one makes nobody unsee it."""
    found = connection.execute(filled("changes", "gradings_seen"), {"comparison": name})
    return tuple((grader, rubric) for grader, rubric in found.fetchall())
