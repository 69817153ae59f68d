"""How long until a label is safe on the disk, beside a large store? Prints ratios, decides nothing.

The yardstick is a bare line appended to a file and flushed to the same disk in the same run.
``python tests/bench_labels.py [QUESTIONS]``.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from lcexplore.evidence.draw import draw
from lcexplore.ingest import import_files
from lcexplore.store import Store
from lcexplore.store.labelling import Labelling

QUESTIONS, LABELS = 400_000, 100


def log(path, arm, questions):
    """A log of short answers, every one of them graded."""
    manifest = {"comparison": "c", "arm": arm, "baseline": "old", "grader": "judge", "rubric": "v1"}
    with path.open("w") as out:
        out.write(json.dumps({"lcexplore": 1, "manifest": manifest}) + "\n")
        for n in range(questions):
            row = {"question": f"q{n}", "arm": arm, "answer": f"answer {n}", "verdict": "correct"}
            out.write(json.dumps(row) + "\n")
    return path


def bare(folder):
    """Milliseconds of each line appended and flushed by itself."""
    spent = []
    handle = os.open(folder / "bare", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for n in range(LABELS):
        start = time.perf_counter()
        os.write(handle, f"label {n}\n".encode())
        os.fsync(handle)
        spent.append(1000 * (time.perf_counter() - start))
    os.close(handle)
    return spent


def said(store):
    """Milliseconds of each label of one person."""
    people = Labelling(store)
    info = store.info("c")
    sample = draw(people.frame(info), seed=1, size=LABELS // 2)
    made = people.add(info, sample, labellers=("Ada", "Ben"))
    given, spent = next(each for each in people.draws() if each.draw == made.draw), []
    for item in range(1, given.n_items + 1):
        start = time.perf_counter()
        people.say(given, "Ada", item, "correct")
        spent.append(1000 * (time.perf_counter() - start))
    return spent


def main():
    questions = int(sys.argv[1]) if sys.argv[1:] else QUESTIONS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Store(folder / "labels.duckdb")
        logs = [log(folder / f"{arm}.jsonl", arm, questions) for arm in ("old", "new")]
        import_files(store, logs, comparison="c")
        floor = statistics.median(bare(folder))
        spent = said(store)
    print(f"bare line on the disk      p50 {floor:6.2f} ms, n {LABELS}")
    middle, slowest = statistics.median(spent), max(spent)
    print(f"label beside {2 * questions:,} answers p50 {middle:6.2f} ms, slowest {slowest:6.2f} ms,"
          f" n {len(spent)}, {middle / floor:.1f} times the bare line; wanted 100 ms")  # fmt: skip


if __name__ == "__main__":
    main()
