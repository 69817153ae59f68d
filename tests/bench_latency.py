"""What does the Latency page ask of ten million requests, against exact quantiles of the rows?

A script, not a test: it prints ratios of one run and never fails. The rows are made by the
database; the roll-up is written by the store's own statements.

``python tests/bench_latency.py [ROWS]``, ten million by default; 100000000 takes some minutes.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from lcexplore.evidence import latency
from lcexplore.evidence.inputs import Timings
from lcexplore.evidence.mixture import mixed
from lcexplore.evidence.pools import pool, quantile_of
from lcexplore.evidence.traffic import Traffic
from lcexplore.model import CacheState, ComparisonInfo, Role
from lcexplore.store import Store, connect, requests
from lcexplore.store.job import Job, Publication

INFO = ComparisonInfo(name="bench", baseline="retrieval", candidate="long-context")
FIRST_S, SPAN_S = 1_777_000_000, 16 * 86_400
PERCENTS = (0.5, 0.9, 0.95, 0.99, 0.999)
REPEATS = 25
SLIDER_MS, QUERY_MS, RATIO = 1.0, 20.0, 30.0

# Lognormal hits and misses and a few of unknown state; integer milliseconds, some time-outs.
ROWS = f"""
INSERT INTO requests
SELECT 1, 'bench', arm, make_timestamp(({FIRST_S} + n * {SPAN_S} // $rows) * 1000000),
    CASE WHEN failed THEN 60.0 ELSE
    round(exp((CASE WHEN cache = 'miss' THEN 2.6 ELSE 1.0 END) + spread *
        sqrt(-2 * ln(1 - random())) * cos(6.283185307 * random())), 3) END,
    round(0.2 + random(), 3), cache, false, CASE WHEN failed THEN 'timeout' END, NULL, 0, 812,
    CASE WHEN cache = 'hit' THEN 148210 ELSE 0 END, CASE WHEN cache = 'miss' THEN 148210 ELSE 0 END,
    300, NULL, 'model-1', n, NULL
FROM (
    SELECT range AS n, CASE WHEN range % 2 = 0 THEN 'retrieval' ELSE 'long-context' END AS arm,
        CASE WHEN chance < 0.86 THEN 'hit' WHEN chance < 0.97 THEN 'miss' ELSE 'unknown' END
            AS cache,
        chance > 0.998 AS failed, 0.4 AS spread
    FROM (SELECT range, random() AS chance FROM range($rows)))
"""

EXACT = """
SELECT arm, cache, quantile_cont(latency_s, [0.5, 0.95, 0.99]) FROM requests
WHERE comparison = 'bench' AND arm IN ('retrieval', 'long-context') AND latency_s IS NOT NULL
  AND error_kind IS NULL AND NOT replayed
GROUP BY ALL
"""

INVERSE = f"""
SELECT quantile_disc(latency_s, {list(PERCENTS)}) FROM requests
WHERE arm = 'long-context' AND latency_s IS NOT NULL AND error_kind IS NULL
"""


def took(act: Callable[[], object], repeats: int = REPEATS) -> float:
    """Seconds of the quickest of a few calls: what else the machine does only adds to them."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def cpu(act: Callable[[], object], repeats: int = REPEATS) -> float:
    """CPU seconds of the cheapest of a few calls: a busy machine does not add to them."""
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        act()
        seconds.append(time.process_time() - start)
    return min(seconds)


def fill(path: Path, rows: int) -> float:
    """Write the rows and their roll-ups into a new store; return seconds of the roll-up."""
    with connect.workbench(path) as bench, connect.writing(path, bench):
        bench.execute("SELECT setseed(0.42)")
        bench.execute(ROWS, {"rows": rows})
        job = Job(bench, None, Publication(comparison="bench"), 1, 0, "requests")
        start = time.perf_counter()
        requests.roll_up(job, FIRST_S, FIRST_S + SPAN_S)
        return time.perf_counter() - start


def say(what: str, value: str, gate: str, *, holds: bool) -> None:
    """Print one line."""
    print(f"{what}: {value} (wanted {gate}: {'holds' if holds else 'does not hold'})")


def page(store: Store) -> tuple[Traffic, latency.Latency]:
    """Everything that the page asks of the store, and what it makes of it."""
    found = store.request_traffic(INFO)
    return found, latency.analyse(found.timings)


def sliders(hits: Timings, misses: Timings) -> tuple[float, float, float]:
    """Seconds of one move of the slider, of a whole curve, and of its band."""
    rates = np.linspace(0, 1, 201)
    known = mixed(hits, misses)
    move = took(lambda: [known.quantile(hit_rate=0.973, p=p) for p in (0.5, 0.95, 0.99)])
    curve = took(lambda: known.quantiles(hit_rates=rates, p=0.95))
    band = took(lambda: known.band(hit_rates=rates, p=0.95, level=0.95), 3)
    return move, curve, band


def worst(found: Traffic, exact: list[float]) -> float:
    """Largest relative error of the candidate's quantiles."""
    pooled = pool(found.timings[Role.CANDIDATE].end_to_end.values())
    return max(
        abs((quantile_of(pooled, p) or 0.0) - true) / true
        for p, true in zip(PERCENTS, exact, strict=True)
    )


def main(rows: int) -> None:
    """Measure the query, the page, the slider and the error."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.duckdb"
        built = fill(path, rows)
        print(f"{rows:,} requests, {path.stat().st_size / 2**20:,.0f} MiB; roll-up {built:.1f} s")
        raw = duckdb.connect(str(path), read_only=True)
        exact = took(lambda: raw.execute(EXACT).fetchall(), 3)
        inverse = raw.execute(INVERSE).fetchone()[0]
        raw.close()
        store = Store(path)
        store.version()
        query = took(lambda: store.request_traffic(INFO))
        whole = took(lambda: page(store))
        spent = cpu(lambda: store.request_traffic(INFO))
        found = store.request_traffic(INFO)
        print(f"exact quantile_cont on the rows: {1000 * exact:,.0f} ms")
        gate = f"at most {QUERY_MS:g} ms"
        say("roll-up query", f"{1000 * query:.1f} ms", gate, holds=1000 * query <= QUERY_MS)
        print(f"CPU of the roll-up query: {1000 * spent:.1f} ms")
        say("exact / roll-up", f"{exact / query:,.0f}", f"{RATIO:g}", holds=exact / query >= RATIO)
        print(f"query and every figure of the page: {1000 * whole:.1f} ms")
        arm = found.timings[Role.CANDIDATE].end_to_end
        move, curve, band = sliders(arm[CacheState.HIT], arm[CacheState.MISS])
        gate = f"at most {SLIDER_MS:g} ms"
        say("slider move, 3 quantiles", f"{1000 * move:.3f} ms", gate, holds=1000 * move <= 1)
        say("curve, 201 hit rates", f"{1000 * curve:.2f} ms", gate, holds=1000 * curve <= 1)
        print(f"band of that curve, once per pool: {1000 * band:.0f} ms")
        error = worst(found, inverse)
        say("largest error, p50 to p99.9", f"{error:.2%}", "at most 1 %", holds=error <= 0.01)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000)
