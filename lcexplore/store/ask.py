"""How is a question put to a snapshot?"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from lcexplore.model import ComparisonInfo, Role
from lcexplore.store.queries import filled, parameters

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
        return self._execute(filled("counting", query), values)

    def _execute(self, query: str, values: Mapping[str, object]) -> duckdb.DuckDBPyConnection:
        named = parameters(query)
        given = {**self._names, **values}
        return self._cursor.execute(query, {name: given[name] for name in named} or None)

    def rows(self, query: str, **values: object) -> list[tuple[Any, ...]]:
        """All rows; for answers that are small whatever the log's size."""
        return self._run(query, values).fetchall()

    def named(self, query: str) -> list[dict[str, Any]]:
        """All rows, each value under the name of its column."""
        found = self._run(query, {})
        names = [each[0] for each in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def columns(self, query: str, **values: object) -> dict[str, NDArray[Any]]:
        """Columns as arrays; for answers as long as the log."""
        column = values.pop("column", None)
        fragments = {} if column is None else {"column": str(column)}
        text = filled("counting", query, **fragments)
        found: dict[str, Any] = self._execute(text, values).fetchnumpy()
        return {name: _filled(column) for name, column in found.items()}

    def show(self, question: str | None = None) -> None:
        """Make the tables of the comparison under its grading, private to this cursor.

        Args:
            question: The only question to show, or None for all.
        """
        only = "" if question is None else "AND question = $question"
        scope = "" if question is None else "AND a.question = $question"
        for query in ("differing", "shown", "named_twice", "slots"):
            text = filled("shown", query, only=only, scope=scope)
            self._execute(text, {"question": question})


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
