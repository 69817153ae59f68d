"""How is a question put to a snapshot?"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from lcexplore.model import ComparisonInfo, Role
from lcexplore.store.connect import sql

ROLES = {True: Role.CANDIDATE, False: Role.BASELINE}


class Asked:
    """A cursor on a snapshot, with the comparison's names at hand as parameters."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection, info: ComparisonInfo) -> None:
        self._cursor, self.info = cursor, info
        self._names: Mapping[str, object] = {
            "comparison": info.name,
            "baseline": info.baseline,
            "candidate": info.candidate,
            "grader": info.grader,
            "rubric": info.rubric,
        }

    def _run(self, query: str, values: Mapping[str, object]) -> duckdb.DuckDBPyConnection:
        named = set(re.findall(r"\$([a-z]\w*)", query))
        given = {**self._names, **values}
        return self._cursor.execute(query, {name: given[name] for name in named} or None)

    def rows(self, query: str, **values: object) -> list[tuple[Any, ...]]:
        """All rows; for answers that are small whatever the log's size."""
        return self._run(query, values).fetchall()

    def row(self, query: str, **values: object) -> tuple[Any, ...]:
        """The only row."""
        return self.rows(query, **values)[0]

    def columns(self, query: str, **values: object) -> dict[str, NDArray[Any]]:
        """Columns as arrays; for answers as long as the log."""
        found = self._run(query, values).fetchnumpy()
        return {name: _filled(column) for name, column in found.items()}

    def script(self, name: str) -> None:
        """Run the statements of a kept query, one after the other."""
        for statement in sql(name).split(";\n"):
            if statement.strip():
                self._run(statement, {})


def _filled(column: NDArray[Any]) -> NDArray[Any]:
    """A plain array, None where a text is NULL."""
    if not isinstance(column, np.ma.MaskedArray):
        return column
    plain: NDArray[Any] = column.data.copy()
    if plain.dtype == object:
        plain[np.ma.getmaskarray(column)] = None
    return plain


def utc(moment: datetime | None) -> datetime | None:
    """A stored time as what it is, UTC."""
    return None if moment is None else moment.replace(tzinfo=UTC)
