"""What became of the rows of one file, in numbers that add up and in sentences?"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from lcexplore import words
from lcexplore.decision import nowhere
from lcexplore.errors import UsageError
from lcexplore.store import label_age, lines, listing, plausible, reported
from lcexplore.store.entries import ImportAccount, Refusal
from lcexplore.store.hidden import kept
from lcexplore.store.job import Job
from lcexplore.store.verdict_rule import how_read, told_by

SHOWN_REFUSALS = 20
NAMED_VALUES = 10
_KEPT_ROWS = "their rows are kept and the values are"


def settle(job: Job, kind: str = "log") -> ImportAccount:
    """Write the refusals, the manifests and the ledger of a log whose rows are in, and say it."""
    _number_refusals(job)
    job.run("insert_rejects")
    account = _count(job)
    _write_manifests(job, account)
    if kind == "log":
        account = replace(account, notes=(*account.notes, *plausible.notes(job, account)))
    write_ledger(job, account, kind)
    return account


def already(
    connection: duckdb.DuckDBPyConnection, import_id: int, offered: Path | str
) -> ImportAccount:
    """The account of a file that is in the store, maybe by another name: nothing was read again."""
    row = connection.execute(
        "SELECT file, format, sha256, imported_at FROM imports WHERE import_id = ?", [import_id]
    ).fetchone()
    file, format, sha256, imported_at = row or ("", "", "", datetime.now(UTC))
    known = Path(file).name
    renamed = [f"import {import_id} read the same content from {known}"]
    return ImportAccount(
        file=str(offered),
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
            *(renamed if known != Path(offered).name else ()),
        ),
    )


def _number_refusals(job: Job) -> None:
    """Give refused rows of a scan their physical line: the readers count rows only."""
    scan = job.staged.log.scan
    if scan is None or scan.kind == "parquet":
        return
    ordinals = [line for (line,) in job.rows("refused_lines")]
    if not ordinals:
        return
    moved = job.staged.places
    if not moved.keys() >= set(ordinals):
        moved = lines.physical(job.staged.log.file, ordinals, scan)
    moved = {old: new for old, new in moved.items() if old != new}
    if moved:
        job.run("remember_lines", old=list(moved), new=list(moved.values()))
        job.run("number_refusals")


def _count(job: Job) -> ImportAccount:
    """Count what became of the rows, write the ledger, and say it."""
    staged = job.staged
    arms = dict(job.rows("arms"))
    refusals = tuple(
        Refusal(line=line, field=name, value=value, reason=reason, row_kept=kept)
        for line, name, value, reason, kept in job.rows("refusals", most=SHOWN_REFUSALS)
    )
    return ImportAccount(
        file=str(staged.log.file),
        format=staged.log.format,
        sha256=staged.sha256,
        rows_read=staged.rows_read,
        rows_kept=sum(arms.values()),
        rows_refused=job.count("n_refused"),
        duplicates=job.count("n_outcome", outcome="duplicate"),
        already_imported=False,
        arms=arms,
        not_measured=dict(job.rows("not_measured")),
        refusals=refusals,
        notes=_notes(job),
        import_id=job.import_id,
    )


def _notes(job: Job) -> tuple[str, ...]:
    """What a reader of the account must know beside the counts."""
    notes = list(job.staged.log.notes)
    notes += _unread_verdicts(job)
    notes += _plain_counts(job)
    notes += [*_replays(job), *_slow_outliers(job), *reported.notes(job)]
    arms = [arm for (arm,) in job.rows("arms_of_comparison")]
    notes += [*by_case(arms, what="arms", they="arms"), *_unknown_to_record(job, arms)]
    if job.publication.replace and (n := job.count("n_outdated_labels")):
        notes.append(f"{label_age.replaced_since(n)}: they are set aside")
    return tuple(notes)


def _unread_verdicts(job: Job) -> list[str]:
    found = job.rows("unread_verdicts")
    notes = [
        f"verdict {value!r} is neither pass nor fail: {words.count(n)} not measured; "
        f"{told_by(value)} how to read it"
        for value, n in found[:NAMED_VALUES]
    ]
    if len(found) > NAMED_VALUES:
        more = words.many(len(found) - NAMED_VALUES, "more verdict")
        notes.append(f"{more}: neither pass nor fail")
    return [*notes, *_unused_thresholds(job)]


def _unused_thresholds(job: Job) -> list[str]:
    at = job.staged.options.correct_at
    if not isinstance(at, Mapping):
        return []
    known = {name for (name,) in job.rows("graders")}
    return [
        f"a number from which on {name!r} is correct was given: no grader or rubric of this file "
        "has that name"
        for name in at
        if name not in known
    ]


def _plain_counts(job: Job) -> list[str]:
    naive = job.count("n_naive")
    graded = job.count("n_outcome", outcome="regraded")
    fields = job.count("n_bad_fields")
    notes = []
    if naive:
        said = "names no time zone; it is" if naive == 1 else "name no time zone; they are"
        notes.append(f"{words.many(naive, 'start time')} {said} read as UTC")
    if graded:
        said = "row adds a grading" if graded == 1 else "rows add a grading"
        notes.append(f"{words.count(graded)} {said} to an answer that was known")
    if fields:
        kept = "its row is kept and the value is" if fields == 1 else _KEPT_ROWS
        notes.append(f"{words.many(fields, 'field')} could not be read; {kept} unknown")
    return notes


def _replays(job: Job) -> list[str]:
    """Rows whose latency and cost mean nothing; what failed among them is no provider's failure."""
    ((n, n_failed),) = job.rows("replays")
    if not n:
        return []
    failed = f"; {words.count(n_failed)} of them failed" if n_failed else ""
    are = "row is a replay" if n == 1 else "rows are replays"
    return [
        f"{words.count(n)} {are} of a stored response: left out of latency, cache states, tokens "
        f"and cost{failed}"
    ]


def _slow_outliers(job: Job) -> list[str]:
    n = job.count("n_slow")
    if not n:
        return []
    return [
        f"latency_s of {words.many(n, 'row')} is over 200 times the median; "
        "are they milliseconds among seconds?"
    ]


def _unknown_to_record(job: Job, arms: list[str]) -> tuple[str, ...]:
    """Arms that the committed record names and no log is of, once two arms are in."""
    rule = listing.rule_of(listing.record(job.connection, job.publication.comparison))
    if rule is None or len(arms) < 2 or not job.publication.last:
        return ()
    return tuple(f"the decision record: {each}" for each in nowhere.in_record(rule, arms))


def by_case(names: list[str], *, what: str, they: str) -> list[str]:
    """Names that differ by case only; they are taken as they are."""
    return [
        f"{what} {one!r} and {other!r} differ only in upper and lower case; they are two {they}"
        for index, one in enumerate(names)
        for other in names[index + 1 :]
        if one.casefold() == other.casefold()
    ]


def _write_manifests(job: Job, account: ImportAccount) -> None:
    log = job.staged.log
    common = _told(job.publication.manifest, log.manifest) | dict(log.manifest)
    if job.publication.cache_multipliers:
        common["cache_multipliers"] = dict(job.publication.cache_multipliers)
    if reading := how_read(job.staged.options):
        common["verdict_reading"] = reading
    for arm in account.arms:
        fields: Mapping[str, object] = common | dict(log.manifests.get(arm, {}))
        if fields:
            job.run(
                "insert_manifest",
                arm=arm,
                file=Path(account.file).name,
                fields=json.dumps(kept(fields), ensure_ascii=False, default=str),
            )


def _told(told: Mapping[str, object], found: Mapping[str, object]) -> dict[str, object]:
    """What the user said of the run; a file that says otherwise is not overruled."""
    for name, value in told.items():
        if name in found and str(found[name]) != str(value):
            raise UsageError(
                f"--manifest {name}={value}: the file itself says {found[name]}; "
                "leave it out, or correct the file"
            )
    return dict(told)


def write_ledger(job: Job, account: ImportAccount, kind: str) -> None:
    """Write the import's line of the ledger."""
    publication = job.publication
    job.run(
        "insert_import",
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
