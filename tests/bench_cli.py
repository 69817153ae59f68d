"""How long do the commands take, against importing DuckDB alone? Prints ratios, decides nothing."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 7
YARDSTICK = [sys.executable, "-c", "import duckdb"]
HERE = {**os.environ, "PYTHONPATH": str(ROOT)}
LCEXPLORE = [sys.executable, "-c", "from lcexplore.cli import run; run()"]


def seconds(command):
    """Median wall seconds of a cold process."""
    spent = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False, env=HERE)
        spent.append(time.perf_counter() - start)
        assert done.returncode in (0, 1), command
    return statistics.median(spent)


def main():
    sys.path.insert(0, str(ROOT))
    from lcexplore import ingest
    from lcexplore.store import Store

    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "demo.duckdb"
        ingest.build_demo(Store(store))
        shown = ["--store", str(store), "--comparison", "policy-assistant-v3"]
        commands = {
            "--version": ["--version"],
            "paired": ["paired", "139", "17", "30", "54"],
            "list": ["list", "--store", str(store)],
            "summary": ["summary", *shown],
            "decide": ["decide", *shown],
        }
        yardstick = seconds(YARDSTICK)
        print(f"{'import duckdb':14}{yardstick:7.2f} s")
        for name, command in commands.items():
            spent = seconds([*LCEXPLORE, *command])
            print(f"{name:14}{spent:7.2f} s {spent / yardstick:7.1f} times as long")


if __name__ == "__main__":
    main()
