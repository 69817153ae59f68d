"""How much memory does an import take at its peak, whatever the size of the file?

A script, not a test: it prints megabytes and never fails.

    python tests/bench_memory.py rows 3000000 6000000
    python tests/bench_memory.py promptfoo 300

Each import runs in a process of its own, so that a peak is that of one file.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.bench_import import rows

ROOT = Path(__file__).parents[1]
IMPORT = """
import sys
from lcexplore.ingest import import_files
from lcexplore.store import Store
options = {"arm": "long"} if sys.argv[2].endswith(".json") else {}
(account,) = import_files(Store(sys.argv[1]), [sys.argv[2]], comparison="c", **options)
print(account.rows_read, account.rows_kept)
"""


def write_rows(path: Path, size: int) -> None:
    """A native log of so many rows, without texts."""
    with path.open("w") as file:
        file.writelines(f"{line}\n" for line in rows(size, graded=False))


def write_promptfoo(path: Path, megabytes: int) -> None:
    """An evaluation of promptfoo whose every result repeats a document of 100 kB."""
    sample = ROOT / "tests/importers/data/promptfoo/c_arm_in_vars_no_ids.json"
    whole = json.loads(sample.read_text("utf-8"))
    results, chance = whole["results"].pop("results"), random.Random(1)
    head = json.dumps(whole)
    place = head.index('"results": {') + len('"results": {')
    with path.open("w") as file:
        file.write(f'{head[:place]}"version": 3, "results": [')
        number = 0
        while file.tell() < megabytes * 10**6:
            row = json.loads(json.dumps(results[number % len(results)]))
            document = f"{number} " + "".join(chance.choices('abcdefg \n"\\{[', k=100_000))
            row["vars"] |= {"question": f"question {number}", "document": document}
            row["testCase"]["vars"] = row["vars"]
            row["testIdx"] = number
            file.write(f"{', ' if number else ''}{json.dumps(row)}")
            number += 1
        file.write(f"], {head[place:].replace(chr(34) + 'version' + chr(34) + ': 3, ', '', 1)}")


def measure(path: Path, folder: Path) -> str:
    """Import a file in a process of its own; what it took at most."""
    start = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", IMPORT, str(folder / f"{path.stem}.duckdb"), str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    said, _ = child.communicate()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    size, spent = path.stat().st_size / 1e6, time.perf_counter() - start
    return f"{size:,.0f} MB, rows read and kept {said.split()}: peak {peak:,.0f} MB, {spent:.0f} s"


def main(kind: str, sizes: list[int]) -> None:
    """Measure sizes in rising order: the peak is the highest of all the imports so far."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in sorted(sizes):
            suffix, write = (
                (".json", write_promptfoo) if kind == "promptfoo" else (".jsonl", write_rows)
            )
            path = folder / f"{kind}-{size}{suffix}"
            write(path, size)
            print(f"{kind} {size:,}: {measure(path, folder)}", flush=True)
            path.unlink()


if __name__ == "__main__":
    main(sys.argv[1], [int(each) for each in sys.argv[2:]])
