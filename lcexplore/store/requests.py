"""How do requests without questions enter the store, rolled up in the same transaction?"""

import json
from dataclasses import replace

import duckdb
import numpy as np

from lcexplore import words
from lcexplore.errors import LogError
from lcexplore.evidence import far
from lcexplore.store import account, odd_requests
from lcexplore.store.entries import ImportAccount
from lcexplore.store.job import Job, Publication
from lcexplore.store.publish import next_import
from lcexplore.store.stage import Staged

KIND = "requests"
MOST_WINDOWS = 48

_BELOW_100 = "no HTTP status (load tools write 0 or -1 for no response, gRPC writes 0 for OK)"
_UNKNOWN = "not known as a success or a failure"
_SUCCESSES = "they count as successes"
_EQUALS_ONE = ("row equals", "its", "it is a duplicate and was")
_EQUAL_SEVERAL = ("rows equal", "their", "they are duplicates and were")
_NOT_KNOWN = "statuses are not known; they count"
_AS_ONE = "it counts as a failure, not as a time-out. If it"
_AS_SEVERAL = "they count as failures, not as time-outs. If they"
_SEVERAL = ("rows share", "differ", "they are")

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_STEPS = (
    *(each * _MINUTE for each in (1, 5, 15)),
    *(each * _HOUR for each in (1, 3, 6, 12)),
    *(each * _DAY for each in (1, 7, 28, 364)),
)


def publish(
    connection: duckdb.DuckDBPyConnection, staged: Staged, publication: Publication
) -> ImportAccount:
    """Add staged requests to the attached store, inside the caller's transaction."""
    job = Job(connection, staged, publication, next_import(connection), 0, "requests")
    connection.execute("CREATE OR REPLACE TEMP TABLE temp.outcome (row_id BIGINT, outcome VARCHAR)")
    ((first, last),) = job.rows("span")
    told = _leave_out_repeated(job, first, last)
    _stop_at_second_reading(job)
    job.run("insert_requests")
    told += _for_another_arm(job)
    told += _without_latency(job) + _doubtful_statuses(job) + _blank_statuses(job)
    roll_up(job, first, last)
    log = replace(staged.log, notes=(*staged.log.notes, *told, *odd_requests.notes(job)))
    return account.settle(replace(job, log=replace(staged, log=log), file="request_account"), KIND)


def _leave_out_repeated(job: Job, first: int | None, last: int | None) -> list[str]:
    """Mark the rows that files before this one hold, as often as they hold them; say so.

    Requests have no key. Two that are equal in every field are the same only across files.
    """
    notes = []
    if first is not None and job.count("any_then", first=first, last=last):
        job.run("mark_repeated", first=first, last=last)
        notes += _nearly_repeated(job, first, last)
    if n := job.count("n_repeated"):
        equal, its, are = _EQUALS_ONE if n == 1 else _EQUAL_SEVERAL
        notes.append(
            f"{words.count(n)} {equal} a stored request of {its} arm in every field, time "
            f"included: {are} not stored again"
        )
    if (n := job.count("n_undated")) and job.count("any_before"):
        notes.append(
            f"requests have no key: {words.many(n, 'row')} without a start time cannot be told "
            f"from requests that are already stored, and {'was' if n == 1 else 'were'} kept"
        )
    return notes


def _nearly_repeated(job: Job, first: int, last: int | None) -> list[str]:
    """The same requests with a column more are no duplicates, and are counted twice."""
    n = job.count("n_nearly_repeated", first=first, last=last)
    if not n:
        return []
    share, differ, they = ("row shares", "differs", "it is") if n == 1 else _SEVERAL
    return [
        f"{words.count(n)} {share} arm, start time and latency with stored requests but {differ} "
        f"in other fields, and {they} stored as well: were the same requests exported again? "
        f"'lcexplore forget {job.import_id}' takes this import back"
    ]


def _stop_at_second_reading(job: Job) -> None:
    """A file that was read another way before would be counted twice: requests have no key."""
    given = job.publication
    found = job.rows(
        "same_file",
        kind=KIND,
        sha256=job.staged.sha256,
        given_arm=given.arm or "",
        mapping=given.mapping,
    )
    for number, mapping, arm, n in found:
        columns = json.loads(mapping).get("map", {})
        read = ", ".join(f"{name}={column}" for name, column in columns.items())
        raise LogError(
            job.staged.log.file,
            wanted="a file of requests once in each arm",
            found=f"the file of import {number}, read there "
            f"{f'with --map {read}' if read else 'by its own names'}: {words.many(n, 'row')} of "
            f"arm {arm!r} would be counted twice",
            todo=f"take import {number} back with 'lcexplore forget {number}', or on the Data "
            "page, and import the file again as it is to be read",
        )


def _for_another_arm(job: Job) -> list[str]:
    """The same columns of the same file, for an arm of another name: is it a slip of the pen?"""
    given = job.publication
    found = job.rows("for_other_arms", kind=KIND, sha256=job.staged.sha256, mapping=given.mapping)
    return [
        f"import {number} read the same columns of the same file for {', '.join(map(repr, arms))}: "
        f"was it chosen twice? 'lcexplore forget {number}' takes that import back"
        for number, arms in found
    ]


def _without_latency(job: Job) -> list[str]:
    """A log of requests is read for its latency: say where a whole file has none."""
    if job.count("n_timed") or not job.count("n_stored"):
        return []
    return [
        "no row has a latency: nothing is known of how long the requests took. Where the file "
        "holds it, take the import back and name its column with --map latency_s=COLUMN, or "
        "latency_ms=COLUMN for milliseconds"
    ]


def _doubtful_statuses(job: Job) -> list[str]:
    """Statuses that are read as failures although they are not known to mean one."""
    found = job.rows("doubtful_statuses")
    notes = [
        f"status {value!r} of {words.many(n, 'row')} is {_BELOW_100 if below else _UNKNOWN}; "
        f"{_AS_ONE if n == 1 else _AS_SEVERAL} succeeded, take the import "
        "back, write ok there and import again"
        for value, below, n in found[: account.NAMED_VALUES]
    ]
    if (more := len(found) - account.NAMED_VALUES) > 0:
        known = "status is not known; it counts" if more == 1 else _NOT_KNOWN
        failing = "as a failure" if more == 1 else "as failures"
        notes.append(f"{words.count(more)} more {known} {failing}")
    return notes


def _blank_statuses(job: Job) -> list[str]:
    """Rows that do not say how they ended, in a log whose rows are meant to."""
    ((n, n_with, n_without),) = job.rows("statuses")
    scan = job.staged.log.scan
    column = scan is not None and scan.kind != "ndjson" and "status" in scan.columns
    if not n_without or not (n_with or column or "status" in job.staged.options.mapping):
        return []
    have, they = ("has", "it counts as a success") if n_without == 1 else ("have", _SUCCESSES)
    return [
        f"{words.count(n_without)} of {words.many(n, 'row')} {have} no status and no error; "
        f"{they}. Where that is not so, take the import back, write the status there and import "
        "again"
    ]


def roll_up(job: Job, first: int | None, last: int | None) -> None:
    """Write the roll-ups of an import whose requests are in."""
    for measure, column in (("end_to_end", "latency_s"), ("first_token", "ttft_s")):
        job.run("insert_bins", {"column": column}, measure=measure)
    if first is not None and last is not None:
        span = _usual_span(job, first, last)
        job.run("insert_windows", {"column": "latency_s"}, step=step_for(span))
    job.run("insert_totals", {"chosen": "import_id = $import_id"})
    job.run("insert_growth")


def _usual_span(job: Job, first: int, last: int) -> int:
    """Seconds from the first to the last start time that is not far from all others."""
    if last - first <= far.LEAST_S:
        return last - first
    found = np.array(job.rows("starts"), dtype=np.int64)
    at = found[:, 0].astype(np.float64)
    kept = at[far.near(at, found[:, 1])]
    return int(np.ptp(kept)) if kept.size else last - first


def step_for(span_s: float) -> int:
    """Shortest usual length of a window, in seconds, that cuts a span into few enough of them."""
    return next((step for step in _STEPS if span_s / step <= MOST_WINDOWS), _STEPS[-1])
