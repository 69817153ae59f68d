"""Which tables has a store, and has this file them all?"""

import re
from functools import cache
from pathlib import Path

import duckdb

from lcexplore.errors import StoreError
from lcexplore.store.queries import script
from lcexplore.store.upgrade import upgrade

_TABLE = re.compile(r"^CREATE TABLE IF NOT EXISTS (\w+) \((.*?)^\)", re.MULTILINE | re.DOTALL)
_COLUMN = re.compile(r"^ +\"?(\w+)\"? +[A-Z]", re.MULTILINE)
_VIEW = "CREATE OR REPLACE VIEW"


def complete(path: Path, connection: duckdb.DuckDBPyConnection) -> None:
    """Make what the file lacks; a table of other columns cannot be read or written."""
    found, wanted = columns(connection), tables()
    if upgrade(connection, found, wanted):
        found = columns(connection)
    for table, names in wanted.items():
        if found.get(table, names) != names:
            raise StoreError(
                f"{path} was written by another version of lcexplore (its table {table} has other "
                "columns); import the logs into a new store, or open this one with that version"
            )
    make(connection, _VIEW if wanted.keys() <= found.keys() else "")


def make(connection: duckdb.DuckDBPyConnection, beginning: str = "") -> None:
    """Run the statements of the schema that contain ``beginning``."""
    for statement in _text().split(";\n"):
        if statement.strip() and beginning in statement:
            connection.execute(statement)


def _text() -> str:
    return f"{script('schema')}\n{script('traffic_schema')}"


@cache
def tables() -> dict[str, list[str]]:
    """Columns of every table, as the schema writes them."""
    return {name: _COLUMN.findall(body) for name, body in _TABLE.findall(_text())}


def columns(connection: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Columns of every table of the current database."""
    rows = connection.execute(
        "SELECT t.table_name, list(c.column_name ORDER BY c.column_index) "
        "FROM duckdb_tables() t JOIN duckdb_columns() c USING (database_name, table_oid) "
        "WHERE t.database_name = current_database() AND NOT t.temporary GROUP BY 1"
    ).fetchall()
    return dict(rows)
