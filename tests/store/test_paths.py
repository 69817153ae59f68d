"""What is no store, and where none can be, is said plainly and left as it was."""

import duckdb
import pytest

from lcexplore.errors import StoreError
from lcexplore.ingest import import_files
from lcexplore.store import Store, schema
from tests.store.logs import load, row, write


@pytest.mark.parametrize(
    "change", ["DROP COLUMN words", "ADD COLUMN later INTEGER", "RENAME COLUMN words TO n_words"]
)
def test_a_store_of_another_version_is_neither_read_nor_written(tmp_path, change):
    store, _ = load(tmp_path, [row()])
    with duckdb.connect(str(store.path)) as connection:
        connection.execute(f"ALTER TABLE answers {change}")
    for use in (store.comparisons, lambda: load(tmp_path, [row("q2")], name="more.jsonl")):
        with pytest.raises(StoreError, match=r"another version of lcexplore.*table answers"):
            use()


def test_a_store_that_lacks_a_later_table_is_read_and_completed(tmp_path):
    store, _ = load(tmp_path, [row()])
    with duckdb.connect(str(store.path)) as connection:
        connection.execute("DROP TABLE first_seen")
    assert [each.name for each in store.comparisons()] == ["c"]
    load(tmp_path, [row("q2")], name="more.jsonl")
    assert store.comparison("c").n_questions == 2


def test_a_mistyped_folder_is_not_made(tmp_path):
    log = write(tmp_path / "log.jsonl", [row()])
    with pytest.raises(StoreError, match="no folder"):
        import_files(Store(tmp_path / "rnus" / "s.duckdb"), [log], comparison="c")
    assert not (tmp_path / "rnus").exists()


def test_the_columns_read_from_the_schema_are_those_that_it_makes():
    with duckdb.connect() as connection:
        schema.make(connection)
        assert schema.columns(connection) == schema.tables()
