"""What is being added to the store, to which comparison, under which number?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import duckdb

from lcexplore.store.queries import filled, parameters
from lcexplore.store.stage import Staged


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Where a log goes and what the user said about it.

    Attributes:
        comparison: The comparison.
        arm: Arm given for every row, or None.
        baseline: Arm named as the one that runs today, or None.
        mapping: How the file is read, as JSON.
        replace: Whether new content takes the place of other content under the same key.
        cache_multipliers: Prices of cache reads and writes given with the import.
        manifest: What the user says held for the whole run, by field.
        before: Arms to which earlier files of the same command added.
        last: Whether no other file of it comes after this one: the arms are compared only then.
    """

    comparison: str
    arm: str | None = None
    baseline: str | None = None
    mapping: str = "{}"
    replace: bool = False
    cache_multipliers: Mapping[str, float] = field(default_factory=dict)
    manifest: Mapping[str, object] = field(default_factory=dict)
    before: frozenset[str] = frozenset()
    last: bool = True


@dataclass(frozen=True, slots=True)
class Job:
    """One staged log, or a file of labels, on its way into the attached store."""

    connection: duckdb.DuckDBPyConnection
    log: Staged | None
    publication: Publication
    import_id: int
    base: int
    file: str

    @property
    def staged(self) -> Staged:
        """The log's tables on the workbench."""
        if self.log is None:
            raise ValueError("labels have no staged log")
        return self.log

    def run(self, query: str, fragments: Mapping[str, str] | None = None, **values: object) -> None:
        """Execute a query of the job's file; number and comparison are always at hand."""
        tables = {} if self.log is None else self.log.tables
        text = filled(self.file, query, **tables, **(fragments or {}))
        known = {
            "import_id": self.import_id,
            "comparison": self.publication.comparison,
            "base": self.base,
        } | values
        self.connection.execute(text, {name: known[name] for name in parameters(text)} or None)

    def rows(
        self, query: str, fragments: Mapping[str, str] | None = None, **values: object
    ) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        self.run(query, fragments, **values)
        return self.connection.fetchall()

    def count(
        self, query: str, fragments: Mapping[str, str] | None = None, **values: object
    ) -> int:
        """The only number of a query."""
        self.run(query, fragments, **values)
        row = self.connection.fetchone()
        return int(row[0]) if row else 0
