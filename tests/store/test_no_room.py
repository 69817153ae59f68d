"""A disk that is full costs an import, never a traceback, a stored row or the store."""

import subprocess
import sys

import pytest

from lcexplore.store import Store, why_not
from tests.store import logs

# A process may be told how large its files may become: writing on is then like a full disk.
LIMITED = (
    "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1]))); "
    "from lcexplore.cli import main; sys.exit(main(sys.argv[2:]))"
)
KB = 1024


def limited(size, store, log):
    asked = ["import", str(log), "--comparison", "c", "--store", str(store)]
    run = [sys.executable, "-c", LIMITED, str(size), *asked]
    return subprocess.run(run, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of files")
@pytest.mark.parametrize("size", [n * KB for n in (512, 2600)])
def test_a_full_disk_is_an_error_and_what_was_stored_stays(tmp_path, size):
    store = tmp_path / "s.duckdb"
    before = logs.write(tmp_path / "before.jsonl", [logs.row("q0", "old", verdict=1)])
    Store(str(store))
    assert limited(100_000 * KB, store, before).returncode == 0
    texts = [logs.row(f"q{n}", "new", answer=f"{n * 7919 % 10_007} " * 40) for n in range(20_000)]
    done = limited(size, store, logs.write(tmp_path / "more.jsonl", texts))
    kept = {arm.name: arm.n_answers for arm in Store(str(store)).comparison("c").arms}
    assert "Traceback" not in done.stderr
    if done.returncode == 0:
        assert kept == {"old": 1, "new": 20_000}
        return
    assert done.returncode == 2
    assert "; make room in " in done.stderr
    assert kept == {"old": 1}


def test_what_may_not_be_written_is_said_with_what_helps(tmp_path):
    error = OSError(f'IO Error: Cannot open file "{tmp_path}/s.duckdb": Read-only file system')
    said = why_not.not_opened(tmp_path / "s.duckdb", error)
    assert "Read-only file system; get the right to write the file and its folder, or" in said
