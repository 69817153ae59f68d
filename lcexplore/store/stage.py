"""What does a log hold, before anything is written to the store?"""

import csv
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from string import Template

import duckdb

from lcexplore.errors import LogError
from lcexplore.log import Log, ReadOptions, Row, Scan
from lcexplore.model import REASONS, UNNAMED
from lcexplore.store import cells, lines, read
from lcexplore.store.connect import numbered, offer
from lcexplore.store.hidden import without_secrets
from lcexplore.store.queries import filled, script
from lcexplore.store.text import literal, optional, trimmed
from lcexplore.store.verdict_rule import verdict_rule
from lcexplore.store.why_not import is_full, is_stopped

# What DuckDB raises about a file, as opposed to about a query.
UNREADABLE = (
    duckdb.InvalidInputException,
    duckdb.ConversionException,
    duckdb.IOException,
    duckdb.InvalidTypeException,
)

# What stands in a column of errors where there was none.
NO_ERROR = (
    *("null", "none", "nil", "nan", "n/a", "na", "-", "--", "false", "no", "0", "0.0"),
    *("ok", "success", "successful", "no error"),
)

_NUMBER = "not a number from 0 to a thousand million"
_NEGATIVE = "below 0: a mark of failure, or start and end swapped?"
_WHOLE = "not a whole number from 0"
NO_TIME = (
    "not a time: write it as 2026-05-01T09:00:00Z, or in seconds since 1970, or in ms, us or ns "
    "of the years 2000 to 2100"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """One log on the workbench: its rows are in ``staged_N``, its gradings in ``graded_N``.

    ``places`` holds the physical lines of those of its rows that were read one by one.
    """

    log: Log
    options: ReadOptions
    sha256: str
    number: int
    rows_read: int
    requests: bool = False
    places: dict[int, int] = field(default_factory=dict)

    @property
    def tables(self) -> dict[str, str]:
        """Its tables: rows, gradings, refusals, and rows that a grader judged more than once."""
        return {
            "rows": f"temp.staged_{self.number}",
            "gradings": f"temp.graded_{self.number}",
            "refused": f"temp.refused_{self.number}",
            "several": f"temp.several_{self.number}",
        }


class _Bench:
    """The workbench while one log is read onto it."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, staged: Staged) -> None:
        self.connection, self.staged = connection, staged
        self.log, self.options = staged.log, staged.options

    def run(self, query: str, **fragments: str) -> None:
        """Execute a named query."""
        known = self.staged.tables | fragments
        self.connection.execute(filled("stage", query, **known))

    def count(self, query: str) -> int:
        """The only number of a named query."""
        self.run(query)
        row = self.connection.fetchone()
        return int(row[0]) if row else 0


def stage(
    connection: duckdb.DuckDBPyConnection,
    log: Log,
    options: ReadOptions,
    *,
    sha256: str,
    number: int,
    requests: bool = False,
) -> Staged:
    """Read a log onto the workbench, validated; the store is not touched.

    Args:
        connection: The workbench.
        log: The log.
        options: How it is read.
        sha256: Fingerprint of its file.
        number: Its place among the logs of one import.
        requests: Whether its rows are requests without questions.
    """
    staged = Staged(
        log=log, options=options, sha256=sha256, number=number, rows_read=0, requests=requests
    )
    bench = _Bench(connection, staged)
    blank = "CREATE OR REPLACE TEMP TABLE raw_rows AS SELECT *, false AS is_manifest"
    offer(connection, read.SCHEMA.empty_table(), blank)
    bench.run("hide_secrets", hidden=without_secrets("words"))
    bench.run("trim_space", trimmed=trimmed("words"))
    bench.run("count_time")
    bench.run("read_time")
    bench.run("blank_refusals")
    _read(bench)
    if requests:
        bench.run("no_gradings")
    else:
        _collect_gradings(bench)
    bench.run("collect_refusals", no_time=literal(NO_TIME))
    _name_columns(bench)
    bench.run("rename", name=f"staged_{number}")
    total = bench.count("n_rows")
    if not total:
        raise LogError(
            log.file, wanted="rows", found="none", todo="check that it is the right file"
        )
    _require_arm(bench)
    return replace(staged, rows_read=total)


def _read(bench: _Bench) -> None:
    """Strictly if the file allows it, else with its suspicious lines read one by one."""
    scan = bench.log.scan
    if scan is None:
        _stage_rows(bench, bench.log.records or ())
        return
    if scan.kind == "csv" and _is_joined(bench):
        _read_forgivingly(bench, scan)
        return
    try:
        _canonical(bench, read.strict(bench.log))
    except UNREADABLE as error:
        if is_full(error) or is_stopped(error):
            raise
        if scan.kind == "parquet":
            raise _unreadable(bench.log, error) from error
        _read_forgivingly(bench, scan)
    except duckdb.Error as error:  # a broken Parquet raises whatever its reader stumbles over
        if scan.kind != "parquet":
            raise
        raise _unreadable(bench.log, error) from error
    _refuse_second_manifest(bench)


def _is_joined(bench: _Bench) -> bool:
    try:
        return cells.repeats_header(bench.log.file)
    except (OSError, EOFError, zlib.error) as error:
        raise _unreadable(bench.log, error) from error


def _read_forgivingly(bench: _Bench, scan: Scan) -> None:
    try:
        if scan.kind == "csv":
            _stage_rows(bench, map(lines.with_gradings, cells.rows(bench.log.file, scan)))
        else:
            _read_lines(bench, scan)
    except (*UNREADABLE, OSError, EOFError, zlib.error, csv.Error) as again:
        if is_full(again):
            raise
        raise _unreadable(bench.log, again) from again


def _read_lines(bench: _Bench, scan: Scan) -> None:
    bench.run("suspect", lines=read.suspicious_lines(bench.log))
    ordinals = [line for (line,) in bench.connection.execute("FROM suspicious").fetchall()]
    suspects = lines.records_at(bench.log.file, ordinals, bench.staged.places)
    rows = suspects if scan.native else lines.mapped(suspects, scan)
    read.stage_records(bench.connection, rows, ordinal_is_line=True)
    _canonical(bench, f"{read.forgiving(bench.log, 'suspicious')} UNION ALL FROM raw_rows")


def _unreadable(log: Log, error: Exception) -> LogError:
    return LogError(
        log.file,
        wanted=f"a readable {log.format} file",
        found=str(error).splitlines()[0],
        todo="write or copy the file again",
    )


def _stage_rows(bench: _Bench, rows: Iterable[Row]) -> None:
    read.stage_records(bench.connection, rows)
    _canonical(bench, "FROM raw_rows")


def _canonical(bench: _Bench, raw: str) -> None:
    """Stage the rows, and where fields are bad read those rows again to name them."""
    result = "request_rows" if bench.staged.requests else "staged"
    if _converts(bench):
        raw = read.converted(bench.log, raw)
    with numbered(bench.connection):
        bench.run("stage_rows", rows=_query(bench, raw, result))
    if bench.count("n_bad_rows"):
        bench.run("stage_bad_fields", rows=_query(bench, raw, "bad_fields"))
        bench.run("refuse_bad_fields")


def _converts(bench: _Bench) -> bool:
    scan = bench.log.scan
    return bench.staged.requests or (scan is not None and scan.converts)


def _query(bench: _Bench, raw: str, result: str) -> str:
    arm = bench.log.manifest.get("arm")
    whole = Template(script("canonical")).safe_substitute(result=script(result))
    return Template(whole).safe_substitute(
        raw=raw,
        arm=optional((bench.options.arm or "").strip() or None),
        manifest_arm=optional(str(arm).strip() if arm not in (None, "") else None),
        number=literal(_NUMBER),
        no_error=", ".join(map(literal, NO_ERROR)),
        negative=literal(_NEGATIVE),
        whole=literal(_WHOLE),
        time=literal(NO_TIME),
        converts=str(_converts(bench)).lower(),
    )


def _refuse_second_manifest(bench: _Bench) -> None:
    found = bench.count("last_manifest")
    bench.run("drop_manifests")
    if found > 1:
        raise LogError(
            bench.log.file,
            place=f"line {found}",
            wanted="one manifest, on the first line",
            found="another manifest",
            todo="import each run's file on its own",
        )


def _collect_gradings(bench: _Bench) -> None:
    manifest = bench.log.manifest
    bench.connection.execute(
        Template(script("verdicts")).safe_substitute(
            number=str(bench.staged.number),
            grader=literal(str(manifest.get("grader") or UNNAMED)),
            rubric=literal(str(manifest.get("rubric") or UNNAMED)),
            verdict=verdict_rule(bench.options, bench.log.also_incorrect),
            reasons=", ".join(map(literal, REASONS)),
        )
    )
    bench.run("several_gradings")
    bench.run("twice_graded")
    if bench.count("n_twice_graded"):
        bench.run("refuse_contradictory")
        bench.run("single_gradings")


def _name_columns(bench: _Bench) -> None:
    """Name the file's own column beside each refused field that another column was read as."""
    scan = bench.log.scan
    for name, way in ({} if scan is None else scan.columns).items():
        column = ".".join(way)
        if column != name:
            field = "gradings.graded_at" if name == "graded_at" else name
            said = literal(f" (column {column!r})")
            bench.run("name_column", field=literal(field), said=said)


def _require_arm(bench: _Bench) -> None:
    if bench.count("n_without_arm") and not bench.count("n_with_arm"):
        raise LogError(
            bench.log.file,
            wanted="an arm",
            found="none in the rows or the manifest",
            todo="name it with --arm, or map a column to it with --map arm=COLUMN",
        )
