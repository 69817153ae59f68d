"""How do requests without questions enter the store, rolled up in the same transaction?"""

from dataclasses import replace

import duckdb

from lcexplore import words
from lcexplore.store import account, plausible
from lcexplore.store.entries import ImportAccount
from lcexplore.store.job import Job, Publication
from lcexplore.store.publish import next_import
from lcexplore.store.stage import Staged

KIND = "requests"
MOST_WINDOWS = 48

_BELOW_100 = "no HTTP status (load tools write 0 or -1 for no response, gRPC writes 0 for OK)"
_UNKNOWN = "not known as a success or a failure"

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
    job.run("insert_requests")
    told += _doubtful_statuses(job) + _long(job)
    roll_up(job, first, last)
    log = replace(staged.log, notes=(*staged.log.notes, *told))
    return account.settle(replace(job, log=replace(staged, log=log), file="request_account"), KIND)


def _leave_out_repeated(job: Job, first: int | None, last: int | None) -> list[str]:
    """Mark the rows that files before this one hold, as often as they hold them; say so.

    Requests have no key. Two that are equal in every field are the same only across files.
    """
    notes = []
    if first is not None and job.count("any_then", first=first, last=last):
        job.run("mark_repeated", first=first, last=last)
    if n := job.count("n_repeated"):
        notes.append(
            f"{words.count(n)} rows equal a stored request of their arm in every field, time "
            "included: they are duplicates and were not stored again"
        )
    if (n := job.count("n_undated")) and job.count("any_before"):
        notes.append(
            f"requests have no key: {words.count(n)} rows without a start time cannot be told "
            "from requests that are already stored, and were kept"
        )
    return notes


def _doubtful_statuses(job: Job) -> list[str]:
    """Statuses that are read as failures although they are not known to mean one."""
    found = job.rows("doubtful_statuses")
    notes = [
        f"status {value!r} of {words.count(n)} rows is {_BELOW_100 if below else _UNKNOWN}; they "
        "count as failures, not as time-outs. If they succeeded, write ok there and import again"
        for value, below, n in found[: account.NAMED_VALUES]
    ]
    if (more := len(found) - account.NAMED_VALUES) > 0:
        notes.append(f"{words.count(more)} more statuses are not known; they count as failures")
    return notes


def _long(job: Job) -> list[str]:
    """Medians that are no request's time, unless they are in milliseconds."""
    return [
        f"the median latency of arm {arm!r} is {median:,.0f} s; are they milliseconds? If so, take "
        "the import back and name their column with --map latency_ms=COLUMN"
        for arm, median, n in job.rows("medians")
        if n >= plausible.FEWEST_TIMINGS and median > plausible.LONGEST_MEDIAN_S
    ]


def roll_up(job: Job, first: int | None, last: int | None) -> None:
    """Write the roll-ups of an import whose requests are in."""
    for measure, column in (("end_to_end", "latency_s"), ("first_token", "ttft_s")):
        job.run("insert_bins", {"column": column}, measure=measure)
    if first is not None and last is not None:
        job.run("insert_windows", {"column": "latency_s"}, step=step_for(last - first))
    job.run("insert_totals", {"chosen": "import_id = $import_id"})
    job.run("insert_growth")


def step_for(span_s: float) -> int:
    """Shortest usual length of a window, in seconds, that cuts a span into few enough of them."""
    return next((step for step in _STEPS if span_s / step <= MOST_WINDOWS), _STEPS[-1])
