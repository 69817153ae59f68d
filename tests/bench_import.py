"""What does an import cost against DuckDB's own typed reader, on the same file in the same run?

A script, not a test: it prints ratios and never fails. ``python tests/bench_import.py [ROWS]``.
"""

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb

sys.path.insert(0, str(Path(__file__).parents[1]))

from lcexplore.ingest import import_files
from lcexplore.store import Store

SENTENCE = (
    "the policy applies to every claim that was filed before the end of the notice period unless "
    "the schedule says otherwise and the clause is marked as amended in part"
)
WORDS = SENTENCE.split()

REQUEST = """question: 'VARCHAR', arm: 'VARCHAR', epoch: 'INTEGER', stratum: 'VARCHAR',
    "cluster": 'VARCHAR', started_at: 'TIMESTAMP', latency_s: 'DOUBLE', ttft_s: 'DOUBLE',
    cache: 'VARCHAR', replayed: 'BOOLEAN', error: 'STRUCT(kind VARCHAR, message VARCHAR)',
    usage: 'STRUCT(input_uncached BIGINT, cache_read BIGINT, cache_write BIGINT, output BIGINT)',
    cost_usd: 'DECIMAL(18,9)', model: 'VARCHAR'"""
GRADED = f"""{REQUEST}, question_text: 'VARCHAR', answer: 'VARCHAR',
    gradings: 'STRUCT(grader VARCHAR, rubric VARCHAR, verdict VARCHAR, quote VARCHAR,
    graded_at TIMESTAMP)[]'"""


def rows(n: int, *, graded: bool) -> Iterator[str]:
    """Lines of a native log; every row another question of its arm."""
    chance = random.Random(1)
    for number in range(n):
        row = request(number, n, chance)
        if graded:
            row |= grading(chance, question=number % (n // 2))
        yield json.dumps(row)


def request(number: int, n: int, chance: random.Random) -> dict[str, object]:
    """One request without text."""
    half = n // 2
    return {
        "question": f"q{number % half:07d}",
        "arm": "retrieval" if number < half else "long-context",
        "epoch": 1,
        "stratum": "multi_passage" if number % 3 else "single_passage",
        "cluster": f"handbook-{number % 400}",
        "started_at": f"2026-04-{1 + number % 28:02d}T{number % 24:02d}:{number % 60:02d}:07Z",
        "latency_s": round(chance.lognormvariate(1, 0.6), 3),
        "ttft_s": round(chance.random(), 3),
        "cache": "hit" if number % 9 else "miss",
        "replayed": False,
        "error": None if number % 200 else {"kind": "timeout", "message": "gave up"},
        "usage": {
            "input_uncached": 800 + number % 30,
            "cache_read": 148_000 + number % 700,
            "cache_write": 0,
            "output": 200 + number % 190,
        },
        "cost_usd": None,
        "model": "model-2026-04-17",
    }


def grading(chance: random.Random, *, question: int) -> dict[str, object]:
    """Texts of about 90 words in paragraphs, and two gradings; both arms are asked the same."""
    words = chance.choices(WORDS, k=90)
    return {
        "question_text": " ".join(random.Random(question).choices(WORDS, k=14)),
        "answer": "\n\n".join(" ".join(words[at : at + 30]) for at in (0, 30, 60)),
        "gradings": [
            {
                "grader": "judge-2026-02-11",
                "rubric": rubric,
                "verdict": "correct" if chance.random() < 0.7 else "incorrect",
                "quote": " ".join(words[:8]),
                "graded_at": f"2026-04-2{day}T11:00:00Z",
            }
            for rubric, day in (("v3", 1), ("v4", 5))
        ],
    }


def cpu(act: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall seconds of one call."""
    before, start = os.times(), time.perf_counter()
    act()
    after = os.times()
    used = after.user - before.user + after.system - before.system
    return used, time.perf_counter() - start


def typed(log: Path, columns: str, database: Path) -> None:
    """DuckDB's fully typed reader into a table of a new file."""
    with duckdb.connect(str(database)) as connection:
        connection.execute(
            f"CREATE TABLE t AS FROM read_json('{log}', format='newline_delimited', "
            f"columns={{{columns}}})"
        )


def compare(name: str, log: Path, columns: str, folder: Path, rounds: int = 2) -> None:
    """Print the import's CPU over the typed reader's, best of a few interleaved rounds."""
    raw, own = [], []
    for number in range(rounds):
        raw.append(cpu(lambda n=number: typed(log, columns, folder / f"{name}-raw-{n}.duckdb")))
        store = Store(folder / f"{name}-{number}.duckdb")
        own.append(cpu(lambda store=store: import_files(store, [log], comparison=name)))
    again = cpu(lambda: import_files(store, [log], comparison=name))
    base, ours = min(raw), min(own)
    print(
        f"{name}: typed read_json {base[0]:.2f} CPU s ({base[1]:.2f} s), "
        f"import {ours[0]:.2f} CPU s ({ours[1]:.2f} s), "
        f"ratio {ours[0] / base[0]:.2f} (wall {ours[1] / base[1]:.2f}); "
        f"again {again[0]:.2f} CPU s, {again[0] / ours[0]:.3f} of the first"
    )


def damaged(lines: Iterator[str]) -> Iterator[str]:
    """Break off one line in a hundred."""
    for number, line in enumerate(lines):
        yield line[:-9] if number % 100 == 7 else line


def compare_damaged(whole: Path, folder: Path) -> None:
    """Print the CPU of a log with bad lines over the typed reader's of the same log without."""
    bad = folder / "damaged.jsonl"
    with whole.open() as lines, bad.open("w") as file:
        file.writelines(f"{line}\n" for line in damaged(each.rstrip() for each in lines))
    base = min(cpu(lambda n=n: typed(whole, REQUEST, folder / f"t{n}.duckdb")) for n in (1, 2))
    ours = min(
        cpu(lambda n=n: import_files(Store(folder / f"d{n}.duckdb"), [bad], comparison="damaged"))
        for n in (1, 2)
    )
    print(f"one bad line in 100: import {ours[0]:.2f} CPU s, ratio {ours[0] / base[0]:.2f}")


def main(n: int) -> None:
    """Measure request rows, rows with texts and gradings, and rows of which some are broken."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, columns in (("requests", REQUEST), ("graded", GRADED)):
            log = folder / f"{kind}.jsonl"
            with log.open("w") as file:
                file.writelines(f"{line}\n" for line in rows(n, graded=kind == "graded"))
            compare(kind, log, columns, folder)
            if kind == "requests":
                compare_damaged(log, folder)
            log.unlink()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
