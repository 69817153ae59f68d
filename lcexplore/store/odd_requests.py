"""What is implausible about a request log just taken in? Said at import, repaired never."""

from datetime import UTC, datetime, timedelta

from lcexplore import words
from lcexplore.evidence.far import FIRST_YEAR
from lcexplore.store.job import Job
from lcexplore.store.plausible import APART, FEWEST_TIMINGS, SHORTEST_MEDIAN_S, whole_inputs

# One request alone is waited for; an answer of an eval may be a task of many calls.
LONGEST_MEDIAN_S = 60.0

_UNITS = "is that in seconds, or in another unit?"


def notes(job: Job) -> tuple[str, ...]:
    """Sentences on what a person should look at before trusting the requests.

    Args:
        job: The import, its requests in the store and rolled up.
    """
    job = Job(job.connection, job.log, job.publication, job.import_id, job.base, "odd_requests")
    return (
        *_strangers(job),
        *_start_times(job),
        *_late_tokens(job),
        *_medians(job),
        *_apart(job),
        *whole_inputs(job, "requests"),
    )


def _strangers(job: Job) -> list[str]:
    """Arms of which none is the eval's are compared with none of the eval's."""
    ((own, asked),) = job.rows("arms_of_both")
    if not own or not asked or set(own) & set(asked):
        return []
    names = [", ".join(map(repr, sorted(each))) for each in (own, asked)]
    return [
        f"the eval has no arm called {names[0]}; its arms are {names[1]}. If these are the same "
        "designs, take the import back and import a file of each with --arm and the eval's name"
    ]


def long(median_s: float) -> str:
    """Ask of a median that is hardly one request's time whether it is in milliseconds."""
    if median_s <= LONGEST_MEDIAN_S:
        return ""
    return f"the median latency is {median_s:,.0f} s; are they milliseconds?"


def _start_times(job: Job) -> list[str]:
    """Load over time leaves out what is far from all else; the page counts what it leaves out."""
    now = datetime.now(UTC).replace(tzinfo=None)
    n = job.count("odd_times", first=datetime(FIRST_YEAR, 1, 1), last=now + timedelta(days=1))
    if not n:
        return []
    are = "start time is" if n == 1 else "start times are"
    return [
        f"{words.count(n)} {are} before {FIRST_YEAR} or in the future: load over time leaves out "
        "those far from all others"
    ]


def _late_tokens(job: Job) -> list[str]:
    n = job.count("late_tokens")
    if not n:
        return []
    return [
        f"ttft_s of {words.many(n, 'row')} is longer than latency_s; "
        "are the units the same, or start and end swapped?"
    ]


def _medians(job: Job) -> list[str]:
    """Medians that are no request's time, unless they are in another unit."""
    found = []
    for arm, median, n in job.rows("medians"):
        if n < FEWEST_TIMINGS:
            continue
        if median > LONGEST_MEDIAN_S:
            found.append(
                f"the median latency of arm {arm!r} is about {median:,.0f} s; are they "
                "milliseconds? If so, take the import back and name their column with --map "
                "latency_ms=COLUMN"
            )
        elif median < SHORTEST_MEDIAN_S:
            found.append(f"the median latency of arm {arm!r} is about {median:,.3g} s; {_UNITS}")
    return found


def _apart(job: Job) -> list[str]:
    known = {arm: (median, own) for arm, median, n, own in job.rows("arms") if n >= FEWEST_TIMINGS}
    medians = [median for median, _ in known.values()]
    if not any(own for _, own in known.values()) or max(medians) <= APART * min(medians):
        return []
    return [f"latencies of the arms lie more than {APART} times apart; {_UNITS}"]
