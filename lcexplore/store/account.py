"""What became of the rows of one file, in numbers that add up and in sentences?"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from lcexplore import words
from lcexplore.store import lines
from lcexplore.store.entries import ImportAccount, Refusal
from lcexplore.store.job import Job

SHOWN_REFUSALS = 20
NAMED_VALUES = 10


def settle(job: Job) -> ImportAccount:
    """Write the refusals, the manifests and the ledger of a log whose rows are in, and say it."""
    _number_refusals(job)
    job.run(f"INSERT INTO rejects SELECT $import_id, * FROM {job.staged.refused}")
    account = _count(job)
    _write_manifests(job, account)
    write_ledger(job, account, "log")
    return account


def already(connection: duckdb.DuckDBPyConnection, import_id: int) -> ImportAccount:
    """The account of a file that is in the store: nothing was read again."""
    row = connection.execute(
        "SELECT file, format, sha256, imported_at FROM imports WHERE import_id = ?", [import_id]
    ).fetchone()
    file, format, sha256, imported_at = row or ("", "", "", datetime.now(UTC))
    return ImportAccount(
        file=file,
        format=format,
        sha256=sha256,
        rows_read=0,
        rows_kept=0,
        rows_refused=0,
        duplicates=0,
        already_imported=True,
        import_id=import_id,
        notes=(
            f"already imported at {imported_at:%Y-%m-%d %H:%M} UTC as import {import_id}; "
            "nothing was read again",
        ),
    )


def _number_refusals(job: Job) -> None:
    """Give refused rows of a scan their physical line: the readers count rows only."""
    scan, refused = job.staged.log.scan, job.staged.refused
    if scan is None or scan.kind == "parquet":
        return
    job.run(f"SELECT DISTINCT line FROM {refused}")
    ordinals = [line for (line,) in job.connection.fetchall()]
    if not ordinals:
        return
    moved = lines.physical(job.staged.log.file, ordinals, scan)
    moved = {old: new for old, new in moved.items() if old != new}
    if moved:
        job.run(
            "CREATE OR REPLACE TEMP TABLE temp.moved AS SELECT unnest($old) AS old, "
            "unnest($new) AS new",
            old=list(moved),
            new=list(moved.values()),
        )
        job.run(f"UPDATE {refused} SET line = new FROM temp.moved WHERE line = old")


def _count(job: Job) -> ImportAccount:
    """Count what became of the rows, write the ledger, and say it."""
    staged, refused = job.staged, job.staged.refused
    kept_rows = (
        f"(SELECT s.*, o.outcome FROM {staged.rows} s LEFT JOIN temp.outcome o USING (row_id) "
        f"WHERE s.refusal IS NULL AND coalesce(o.outcome, 'regraded') = 'regraded')"
    )
    n_refused = job.count(f"SELECT count(*) FROM {refused} WHERE NOT row_kept")
    n_duplicates = job.count("SELECT count(*) FROM temp.outcome WHERE outcome = 'duplicate'")
    job.run(f"SELECT arm, count(*) FROM {kept_rows} GROUP BY arm ORDER BY min(row_id)")
    arms = dict(job.connection.fetchall())
    job.run(
        f"SELECT coalesce(error_kind, g.reason, 'ungraded') AS why, count(*) FROM {kept_rows} s "
        f"LEFT JOIN (SELECT row_id, unnest(newest) FROM (SELECT row_id, arg_max({{'verdict': verdict, "
        f"'reason': reason}}, coalesce(graded_at, TIMESTAMP '0001-01-01')) AS newest "
        f"FROM {staged.gradings} GROUP BY row_id)) g "
        f"USING (row_id) WHERE error_kind IS NOT NULL OR g.verdict IS NULL "
        f"OR g.verdict = 'not_measured' GROUP BY ALL ORDER BY count(*) DESC, why"
    )
    not_measured = dict(job.connection.fetchall())
    job.run(
        f"SELECT line, field, left(value, 200), reason, row_kept FROM {refused} "
        f"ORDER BY line, field LIMIT {SHOWN_REFUSALS}"
    )
    refusals = tuple(
        Refusal(line=line, field=name, value=value, reason=reason, row_kept=kept)
        for line, name, value, reason, kept in job.connection.fetchall()
    )
    return ImportAccount(
        file=str(staged.log.file),
        format=staged.log.format,
        sha256=staged.sha256,
        rows_read=staged.rows_read,
        rows_kept=sum(arms.values()),
        rows_refused=n_refused,
        duplicates=n_duplicates,
        already_imported=False,
        arms=arms,
        not_measured=not_measured,
        refusals=refusals,
        notes=_notes(job, kept_rows),
        import_id=job.import_id,
    )


def _notes(job: Job, kept_rows: str) -> tuple[str, ...]:
    """What a reader of the account must know beside the counts."""
    notes = list(job.staged.log.notes)
    notes += _unread_verdicts(job, kept_rows)
    notes += _plain_counts(job, kept_rows)
    notes += _slow_outliers(job, kept_rows)
    notes += _arms_by_case(job)
    return tuple(notes)


def _unread_verdicts(job: Job, kept_rows: str) -> list[str]:
    job.run(
        f"SELECT raw_verdict, count(*) AS n FROM {job.staged.gradings} SEMI JOIN {kept_rows} "
        f"USING (row_id) WHERE reason = 'not_pass_fail' GROUP BY ALL ORDER BY n DESC, raw_verdict"
    )
    found = job.connection.fetchall()
    notes = [
        f"verdict {value!r} is neither pass nor fail: {words.count(n)} not measured; "
        f"--correct and --incorrect say how to read it"
        for value, n in found[:NAMED_VALUES]
    ]
    if len(found) > NAMED_VALUES:
        notes.append(f"{words.count(len(found) - NAMED_VALUES)} more verdicts are not pass or fail")
    return notes


def _plain_counts(job: Job, kept_rows: str) -> list[str]:
    naive = job.count(f"SELECT count(*) FROM {kept_rows} WHERE naive")
    graded = job.count("SELECT count(*) FROM temp.outcome WHERE outcome = 'regraded'")
    timeless = job.count(f"SELECT count(*) FROM {job.staged.gradings} WHERE bad_time IS NOT NULL")
    fields = job.count(f"SELECT count(*) FROM {job.staged.refused} WHERE row_kept")
    notes = []
    if naive:
        notes.append(f"{words.count(naive)} start times name no time zone; they are read as UTC")
    if graded:
        notes.append(f"{words.count(graded)} rows add a grading to an answer that was known")
    if timeless:
        notes.append(f"{words.count(timeless)} gradings have a time that cannot be read")
    if fields:
        notes.append(
            f"{words.count(fields)} fields could not be read; their rows are kept and "
            "the values are unknown"
        )
    return notes


def _slow_outliers(job: Job, kept_rows: str) -> list[str]:
    n = job.count(
        f"SELECT count(*) FROM {kept_rows} WHERE NOT replayed AND latency_s > 200 * "
        f"(SELECT median(latency_s) FROM {kept_rows} WHERE NOT replayed AND latency_s > 0)"
    )
    if not n:
        return []
    return [
        f"latency_s of {words.count(n)} rows is over 200 times the median; "
        "are they milliseconds among seconds?"
    ]


def _arms_by_case(job: Job) -> list[str]:
    job.run("SELECT DISTINCT arm FROM answers WHERE comparison = $comparison ORDER BY arm")
    arms = [arm for (arm,) in job.connection.fetchall()]
    return [
        f"arms {one!r} and {other!r} differ only in upper and lower case; they are two arms"
        for index, one in enumerate(arms)
        for other in arms[index + 1 :]
        if one.casefold() == other.casefold()
    ]


def _write_manifests(job: Job, account: ImportAccount) -> None:
    log = job.staged.log
    common = dict(log.manifest)
    if job.publication.cache_multipliers:
        common["cache_multipliers"] = dict(job.publication.cache_multipliers)
    for arm in account.arms:
        fields: Mapping[str, object] = common | dict(log.manifests.get(arm, {}))
        if fields:
            job.run(
                "INSERT INTO manifests VALUES ($import_id, $comparison, $arm, $file, $fields)",
                arm=arm,
                file=Path(account.file).name,
                fields=json.dumps(fields, ensure_ascii=False, default=str),
            )


def write_ledger(job: Job, account: ImportAccount, kind: str) -> None:
    """Write the import's line of the ledger."""
    publication = job.publication
    job.run(
        "INSERT INTO imports VALUES ($import_id, $kind, $comparison, $file, $format, $sha256, "
        "$arm, $mapping, $baseline, $imported_at, $read, $kept, $refused, $duplicates, $arms, "
        "$notes, true)",
        kind=kind,
        file=account.file,
        format=account.format,
        sha256=account.sha256,
        arm=publication.arm or "",
        mapping=publication.mapping,
        baseline=publication.baseline,
        imported_at=datetime.now(UTC).replace(tzinfo=None),
        read=account.rows_read,
        kept=account.rows_kept,
        refused=account.rows_refused,
        duplicates=account.duplicates,
        arms=json.dumps(account.arms),
        notes=json.dumps(account.notes),
    )
