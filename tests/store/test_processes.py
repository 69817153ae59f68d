"""Several processes on one store: a killed import leaves no trace, and readers keep reading."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import duckdb
import pytest

from lcexplore import store as store_package
from lcexplore.ingest import import_files
from lcexplore.store import Store
from tests.store.logs import load, row, write

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import sys
sys.path.insert(0, {root!r})
from lcexplore.ingest import import_files
from lcexplore.store import Store
print("ready", flush=True)
import_files(Store(sys.argv[1]), sys.argv[2:], comparison="c")
print("done", flush=True)
"""
# Begins imports of its own file one after the other, without loading its modules anew for each.
NURSERY = """
import os, sys, time
sys.path.insert(0, {root!r})
from lcexplore.ingest import import_files
from lcexplore.store import Store
for _ in sys.stdin:
    start, child = time.perf_counter(), os.fork()
    if not child:
        import_files(Store(sys.argv[1]), sys.argv[2:], comparison="c")
        os._exit(0)
    print(child, flush=True)
    os.waitpid(child, 0)
    print(time.perf_counter() - start, flush=True)
"""
KILLS = 50


def importing(store: Path, log: Path):
    return subprocess.Popen(
        [sys.executable, "-c", CHILD.format(root=str(ROOT)), str(store), str(log)],
        stdout=subprocess.PIPE,
    )


def state(store: Store):
    answers, gradings = store.table("answers"), store.table("gradings")
    return len(store.imports()), len(answers), len(gradings)


def big(tmp_path, n=3000):
    rows = [row(f"q{i}", answer="some words " * 20, latency_s=1 + i / n) for i in range(n)]
    return write(tmp_path / "big.jsonl", rows)


def begun(nursery):
    """Let the nursery begin an import; its process."""
    nursery.stdin.write("go\n")
    nursery.stdin.flush()
    return int(nursery.stdout.readline())


def test_an_import_killed_at_any_moment_is_all_there_or_not_at_all(tmp_path):
    store, _ = load(tmp_path, [row("first")])
    before, after, chance = state(store), (2, 3001, 3001), random.Random(7)
    log, ends = big(tmp_path), []
    arguments = [sys.executable, "-c", NURSERY.format(root=str(ROOT)), str(store.path), str(log)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(arguments, **pipes) as nursery:
        begun(nursery)
        whole_s = float(nursery.stdout.readline())
        for _ in range(KILLS):
            if state(Store(store.path)) == after:
                store.forget(store.imports()[-1].import_id)
            child = begun(nursery)
            time.sleep(chance.uniform(0, 1.2 * whole_s))
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            nursery.stdout.readline()
            ends.append(state(Store(store.path)))
    assert set(ends) <= {before, after}
    import_files(store, [log], comparison="c")
    assert state(store) == after


def test_readers_keep_reading_while_another_process_imports(tmp_path):
    store, _ = load(tmp_path, [row("a", arm="old"), row("a", arm="new")], baseline="old")
    info = store.info("c")
    child = importing(store.path, big(tmp_path, 20_000))
    child.stdout.readline()
    seen = set()
    while child.poll() is None:
        seen.add((store.version(), len(store.inputs(info).tally.questions)))
        time.sleep(0.01)
    assert child.returncode == 0
    child.stdout.close()
    assert len(store.inputs(info).tally.questions) == 20_001
    assert {n for _, n in seen} <= {1, 20_001}


def test_while_a_writer_has_the_file_readers_see_the_version_before(tmp_path):
    store, _ = load(tmp_path, [row("a")])
    before = store.version(), state(store)
    hold = (
        "import duckdb, sys; c = duckdb.connect(sys.argv[1]); c.execute('CREATE TABLE x (a INT)')"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", hold + "; print(1, flush=True); sys.stdin.read()", str(store.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    child.stdout.readline()
    assert (store.version(), state(store)) == before
    child.communicate()
    assert state(store) == before[1]


def test_a_thread_that_writes_does_not_hold_up_readers_of_its_process(tmp_path):
    store, _ = load(tmp_path, [row("a")])
    before = state(store)
    connect = store_package.connect
    with connect.workbench(store.path) as bench, connect.writing(store.path, bench):
        bench.execute("DELETE FROM answers")
        with ThreadPoolExecutor() as pool:
            assert pool.submit(state, store).result(timeout=60) == before
    assert state(store)[1] == 0


def test_a_writer_waits_for_the_file_and_says_when_it_gives_up(tmp_path, monkeypatch):
    store, _ = load(tmp_path, [row("a")])
    for patience in ("READ_PATIENCE_S", "WRITE_PATIENCE_S"):
        monkeypatch.setattr(store_package.connect, patience, 0.2)
    child = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import duckdb, sys; c = duckdb.connect(sys.argv[1]); "
            "print(1, flush=True); sys.stdin.read()",
            str(store.path),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    child.stdout.readline()
    with pytest.raises(store_package.StoreError, match="another process"):
        load(tmp_path, [row("b")], name="b.jsonl")
    child.communicate()
    assert load(tmp_path, [row("b")], name="b.jsonl")[1].rows_kept == 1


def test_the_version_changes_with_every_commit_and_only_then(tmp_path):
    store = Store(tmp_path / "s.duckdb")
    assert store.version() == ""
    seen = []
    for number in range(3):
        load(tmp_path, [row(f"q{number}")], name=f"{number}.jsonl")
        seen += [store.version(), store.version()]
    assert len(set(seen)) == 3


def test_a_file_that_is_no_store_is_named(tmp_path):
    (tmp_path / "s.duckdb").write_bytes(b"something else entirely" * 500)
    with pytest.raises(store_package.StoreError, match=r"s\.duckdb"):
        Store(tmp_path / "s.duckdb").comparisons()


@pytest.mark.parametrize("name", ["log.csv", "log.json", "s.duckdb", "notes"])
def test_a_log_or_a_folder_named_as_the_store_is_called_what_it_is(tmp_path, name):
    path = tmp_path / name
    path.write_text("question,arm,verdict\n1,a,1\n")
    store = Store(path)
    with pytest.raises(store_package.StoreError, match=r"is no store: .*--store"):
        store.comparisons()
    with pytest.raises(store_package.StoreError, match=r"is no store: .*--store"):
        store.set_prices("c", "text")
    assert path.read_text().startswith("question")
    with pytest.raises(store_package.StoreError, match="is a folder"):
        Store(tmp_path).set_prices("c", "text")


def test_the_file_can_be_read_by_older_programs(tmp_path):
    store, _ = load(tmp_path, [row("a")])
    with duckdb.connect(str(store.path), read_only=True) as connection:
        tags = connection.execute(
            "SELECT tags FROM duckdb_databases() WHERE NOT internal"
        ).fetchone()
    assert "v1.5" in json.dumps(tags)


def test_a_store_on_a_service_is_refused_in_words():
    with pytest.raises(store_package.StoreError, match="file"):
        Store("md:everything")


def test_no_scratch_files_stay_beside_the_store(tmp_path):
    load(tmp_path, [row("a")])
    assert sorted(os.listdir(tmp_path)) == ["log.jsonl", "s.duckdb"]


def test_a_store_keeps_what_it_is_given_whatever_its_name_ends_in(tmp_path):
    path = tmp_path / "s.csv"
    assert Store(path).set_prices("c", "text") == Store(path).prices("c")
