"""Small native logs for the tests of the store."""

import gzip
import json
from pathlib import Path

from lcexplore.ingest import import_files
from lcexplore.store import Store


def row(question="q1", arm="new", verdict="correct", **more):
    return {"question": question, "arm": arm, "verdict": verdict, **more}


def write(path: Path, rows, manifest=None) -> Path:
    lines = [] if manifest is None else [{"lcexplore": 1, "manifest": manifest}]
    lines += list(rows)
    text = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in lines)
    data = text.encode("utf-8", "surrogatepass")
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def load(folder: Path, rows, *, name="log.jsonl", manifest=None, comparison="c", **how):
    store = Store(folder / "s.duckdb")
    (account,) = import_files(
        store, [write(folder / name, rows, manifest)], comparison=comparison, **how
    )
    return store, account


def adds_up(account) -> bool:
    return account.rows_read == account.rows_kept + account.rows_refused + account.duplicates


def first(store: Store, table="answers"):
    return store.table(table).iloc[0]
