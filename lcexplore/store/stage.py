"""What does a log hold, before anything is written to the store?"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from string import Template

import duckdb

from lcexplore.errors import LogError
from lcexplore.log import Log, ReadOptions, Row
from lcexplore.store import cells, lines, read
from lcexplore.store.connect import offer, sql
from lcexplore.store.text import literal, optional

UNNAMED = "unspecified"

# What DuckDB raises about a file, as opposed to about a query.
UNREADABLE = (
    duckdb.InvalidInputException,
    duckdb.ConversionException,
    duckdb.IOException,
    duckdb.InvalidTypeException,
)

_NUMBER = "not a finite number from 0"
_WHOLE = "not a whole number from 0"
@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """One log on the workbench: its rows are in ``staged_N``, its gradings in ``graded_N``."""

    log: Log
    options: ReadOptions
    sha256: str
    number: int
    rows_read: int

    @property
    def rows(self) -> str:
        """Table of the rows."""
        return f"temp.staged_{self.number}"

    @property
    def gradings(self) -> str:
        """Table of the gradings."""
        return f"temp.graded_{self.number}"

    @property
    def refused(self) -> str:
        """Table of refused rows and fields."""
        return f"temp.refused_{self.number}"


def stage(
    connection: duckdb.DuckDBPyConnection,
    log: Log,
    options: ReadOptions,
    *,
    sha256: str,
    number: int,
) -> Staged:
    """Read a log onto the workbench, validated; the store is not touched."""
    _fresh(connection)
    _read(connection, log, options)
    staged = Staged(log=log, options=options, sha256=sha256, number=number, rows_read=0)
    _collect_refusals(connection, staged)
    _collect_gradings(connection, staged)
    connection.execute(f"ALTER TABLE staged RENAME TO staged_{number}")
    total = _count(connection, f"SELECT count(*) FROM staged_{number}")
    total += _count(connection, "SELECT count(*) FROM raw_refusals WHERE NOT row_kept")
    if not total:
        raise LogError(
            log.file, wanted="rows", found="none", todo="check that it is the right file"
        )
    _require_arm(connection, staged)
    return Staged(log=log, options=options, sha256=sha256, number=number, rows_read=total)


def _fresh(connection: duckdb.DuckDBPyConnection) -> None:
    blank = "CREATE OR REPLACE TEMP TABLE raw_rows AS SELECT *, false AS is_manifest"
    offer(connection, read.SCHEMA.empty_table(), blank)
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE raw_refusals (line BIGINT, locator VARCHAR, field VARCHAR, "
        "value VARCHAR, reason VARCHAR, row_kept BOOLEAN)"
    )


def _read(connection: duckdb.DuckDBPyConnection, log: Log, options: ReadOptions) -> None:
    """Strictly if the file allows it, else with its suspicious lines read one by one."""
    if log.scan is None:
        _stage_rows(connection, log, options, log.records or ())
        return
    try:
        _canonical(connection, log, options, read.strict(log))
    except UNREADABLE as error:
        connection.execute("DROP TABLE IF EXISTS staged")
        _read_forgivingly(connection, log, options, error)
    _refuse_second_manifest(connection, log)


def _read_forgivingly(
    connection: duckdb.DuckDBPyConnection, log: Log, options: ReadOptions, error: duckdb.Error
) -> None:
    if log.scan is None or log.scan.kind == "parquet":
        raise _unreadable(log, error) from error
    try:
        if log.scan.kind == "csv":
            _stage_rows(connection, log, options, cells.rows(log.file, log.scan))
            return
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE suspicious AS {read.suspicious_lines(log)}"
        )
        ordinals = [line for (line,) in connection.execute("FROM suspicious").fetchall()]
        if log.scan.native:
            read.stage_records(
                connection, lines.records_at(log.file, ordinals), ordinal_is_line=True
            )
        else:
            read.stage_records(
                connection, lines.mapped_at(log.file, ordinals, log.scan), ordinal_is_line=True
            )
        query = f"{read.forgiving(log, 'suspicious')} UNION ALL FROM raw_rows"
        _canonical(connection, log, options, query)
    except (*UNREADABLE, OSError, EOFError) as again:
        raise _unreadable(log, again) from again


def _unreadable(log: Log, error: Exception) -> LogError:
    return LogError(
        log.file,
        wanted=f"a readable {log.format} file",
        found=str(error).splitlines()[0],
        todo="write or copy the file again",
    )


def _stage_rows(
    connection: duckdb.DuckDBPyConnection, log: Log, options: ReadOptions, rows: Iterable[Row]
) -> None:
    read.stage_records(connection, rows)
    _canonical(connection, log, options, "FROM raw_rows")


def _canonical(
    connection: duckdb.DuckDBPyConnection, log: Log, options: ReadOptions, raw: str
) -> None:
    """Stage the rows, and where fields are bad read those rows again to name them."""
    connection.execute("CREATE TEMP TABLE staged AS " + _query(log, options, raw, "staged"))
    if _count(connection, "SELECT count(*) FROM staged WHERE has_bad_field AND refusal IS NULL"):
        connection.execute(
            "CREATE OR REPLACE TEMP TABLE bad_fields AS " + _query(log, options, raw, "bad_fields")
        )
        connection.execute(
            "INSERT INTO raw_refusals SELECT line, locator, bad.field, bad.value, bad.reason, true "
            "FROM bad_fields SEMI JOIN (SELECT row_id FROM staged WHERE refusal IS NULL) "
            "USING (row_id) WHERE bad IS NOT NULL"
        )


def _query(log: Log, options: ReadOptions, raw: str, result: str) -> str:
    arm = log.manifest.get("arm")
    return Template(Template(sql("canonical")).safe_substitute(result=sql(result))).safe_substitute(
        raw=raw,
        arm=optional((options.arm or "").strip() or None),
        manifest_arm=optional(str(arm).strip() if arm not in (None, "") else None),
        number=literal(_NUMBER),
        whole=literal(_WHOLE),
    )


def _refuse_second_manifest(connection: duckdb.DuckDBPyConnection, log: Log) -> None:
    found = _count(connection, "SELECT coalesce(max(line), 0) FROM staged WHERE is_manifest")
    connection.execute("DELETE FROM staged WHERE is_manifest")
    if found > 1:
        raise LogError(
            log.file,
            place=f"line {found}",
            wanted="one manifest, on the first line",
            found="another manifest",
            todo="import each run's file on its own",
        )


def _collect_refusals(connection: duckdb.DuckDBPyConnection, staged: Staged) -> None:
    connection.execute(
        f"CREATE TEMP TABLE refused_{staged.number} AS FROM raw_refusals UNION ALL "
        "SELECT line, locator, refusal.field, refusal.value, refusal.reason, false "
        "FROM staged WHERE refusal IS NOT NULL"
    )


def _collect_gradings(connection: duckdb.DuckDBPyConnection, staged: Staged) -> None:
    manifest, options = staged.log.manifest, staged.options
    connection.execute(
        Template(sql("verdicts")).safe_substitute(
            number=str(staged.number),
            grader=literal(str(manifest.get("grader") or UNNAMED)),
            rubric=literal(str(manifest.get("rubric") or UNNAMED)),
            verdict=verdict_rule(options),
        )
    )


def verdict_rule(options: ReadOptions) -> str:
    """SQL that reads ``raw_verdict`` as correct or incorrect, or as NULL."""
    raw, number = "lower(trim(raw_verdict))", "try_cast(raw_verdict AS DOUBLE)"
    if options.correct or options.incorrect:
        rules = [
            (_listed(raw, options.correct), "correct"),
            (_listed(raw, options.incorrect), "incorrect"),
        ]
        return _cases(rules)
    rules = []
    if options.correct_at is not None:
        rules = [
            (f"isfinite({number}) AND {number} >= {options.correct_at!r}", "correct"),
            (f"isfinite({number}) AND {number} < {options.correct_at!r}", "incorrect"),
        ]
    rules += [
        (f"{raw} IN ('correct', 'true', 'pass', 'passed', 'c', '1') OR {number} = 1", "correct"),
        (
            f"{raw} IN ('incorrect', 'false', 'fail', 'failed', 'i', '0') OR {number} = 0",
            "incorrect",
        ),
    ]
    if options.partial is not None:
        rules.append(
            (
                f"{raw} IN ('p', 'partial', 'partially correct', 'partially_correct', "
                f"'partly correct') OR ({number} > 0 AND {number} < 1)",
                options.partial,
            )
        )
    return _cases(rules)


def _listed(raw: str, values: Iterable[str]) -> str:
    return (
        f"{raw} IN ({', '.join(chain([literal('')], (literal(v.strip().lower()) for v in values)))})"
        f" AND {raw} <> ''"
    )


def _cases(rules: Iterable[tuple[str, str]]) -> str:
    return "CASE " + " ".join(f"WHEN {when} THEN {literal(then)}" for when, then in rules) + " END"


def _require_arm(connection: duckdb.DuckDBPyConnection, staged: Staged) -> None:
    with_arm = _count(connection, f"SELECT count(arm) FROM staged_{staged.number}")
    rows = _count(connection, f"SELECT count(*) FROM staged_{staged.number}")
    if rows and not with_arm:
        raise LogError(
            staged.log.file,
            wanted="an arm",
            found="none in the rows or the manifest",
            todo="name it with --arm, or map a column to it with --map arm=COLUMN",
        )


def _count(connection: duckdb.DuckDBPyConnection, query: str) -> int:
    row = connection.execute(query).fetchone()
    return int(row[0]) if row else 0
