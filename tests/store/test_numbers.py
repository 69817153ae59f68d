"""Is each row the row of its own line, in files that the reader takes in many pieces?"""

import duckdb
import pytest

from lcexplore.ingest import import_files
from lcexplore.store import Store

N = 400_000  # 40 MB of lines
ROWS = f"""SELECT 'q' || i AS question, 'new' AS arm, i % 100 + 0.5 AS latency_s,
    repeat('x', 20) AS stratum FROM range(1, {N + 1}) numbers(i)"""
ELSEWHERE = "SELECT count(*) FROM answers WHERE line <> substr(question, 2)::BIGINT"


def imported(folder, log):
    """Account of the log, and how many rows stand under another number than their own."""
    store = Store(folder / "s.duckdb")
    (account,) = import_files(store, [log], comparison="c")
    with duckdb.connect(str(store.path), read_only=True) as connection:
        return account, connection.execute(ELSEWHERE).fetchone()[0]


@pytest.mark.parametrize(
    ("name", "how"),
    [("log.jsonl", "FORMAT json"), ("log.csv", "HEADER"), ("log.parquet", "FORMAT parquet")],
)
def test_every_row_keeps_the_number_of_its_place(tmp_path, name, how):
    duckdb.execute(f"COPY ({ROWS}) TO '{tmp_path / name}' ({how})")
    account, elsewhere = imported(tmp_path, tmp_path / name)
    assert (account.rows_kept, elsewhere) == (N, 0)


def test_bad_lines_are_refused_under_their_numbers_and_move_no_other_row(tmp_path):
    whole, log = tmp_path / "whole.jsonl", tmp_path / "log.jsonl"
    duckdb.execute(f"COPY ({ROWS}) TO '{whole}' (FORMAT json)")
    bad = {1, 2, N // 2, N}
    with whole.open() as lines, log.open("w") as file:
        file.writelines(
            f"{line[:-9]}\n" if number in bad else line
            for number, line in enumerate(lines, start=1)
        )
    account, elsewhere = imported(tmp_path, log)
    assert (account.rows_kept, elsewhere) == (N - len(bad), 0)
    assert {refusal.line for refusal in account.refusals} == bad
