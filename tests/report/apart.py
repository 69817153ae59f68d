"""A small review with hits of every cached share, misses, and requests that nobody timed."""

from lcexplore.ingest import import_files, import_requests
from lcexplore.report import source
from lcexplore.report.review import review
from lcexplore.store import Store
from tests.store import logs

AT_HALF = {"input_uncached": 50, "cache_read": 50, "cache_write": 0}
BELOW = {"input_uncached": 51, "cache_read": 49, "cache_write": 0}
OF_READS = {"cache_read": 49}
MISS = {"input_uncached": 100, "cache_read": 0, "cache_write": 0}


def sent(latencies, usage=None, *, arm="new", **more):
    """Requests of one arm that took so long; the first token came after a tenth of it."""
    timed = [
        {"latency_s": each} if each is None else {"latency_s": each, "ttft_s": each / 10}
        for each in latencies
    ]
    return [{"arm": arm, "usage": usage, **each, **more} for each in timed]


def of_answers(folder, rows):
    """The review of an eval: the first answer of either arm is to the same question, and so on."""
    by_arm = [[each for each in rows if each["arm"] == arm] for arm in ("old", "new")]
    answers = [logs.row(f"q{at}", **each) for own in by_arm for at, each in enumerate(own)]
    store = Store(folder / "s.duckdb")
    path = logs.write(folder / "eval.jsonl", answers)
    import_files(store, [path], comparison="c", baseline="old")
    return review(store, "c")


def of_requests(folder, rows):
    """The review of a request log."""
    store = Store(folder / "s.duckdb")
    path = logs.write(folder / "requests.jsonl", rows)
    import_requests(store, [path], comparison="c", baseline="old")
    return source.on(review(store, "c"), source.SOURCES[1])
