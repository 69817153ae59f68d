"""What is being added to the store, to which comparison, under which number?"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import duckdb

from lcexplore.store.stage import Staged


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Where a log goes and what the user said about it."""

    comparison: str
    arm: str | None = None
    baseline: str | None = None
    mapping: str = "{}"
    replace: bool = False
    cache_multipliers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Job:
    """One staged log on its way into the store."""

    connection: duckdb.DuckDBPyConnection
    log: Staged | None
    publication: Publication
    import_id: int
    base: int

    @property
    def staged(self) -> Staged:
        """The log's tables on the workbench."""
        if self.log is None:
            raise ValueError("labels have no staged log")
        return self.log

    def run(self, query: str, **values: object) -> None:
        """Execute a statement; the import's number and comparison are always at hand."""
        known = {
            "import_id": self.import_id,
            "comparison": self.publication.comparison,
            "base": self.base,
        } | values
        named = set(re.findall(r"\$(\w+)", query))
        used = {name: value for name, value in known.items() if name in named}
        self.connection.execute(query, used or None)

    def count(self, query: str, **values: object) -> int:
        """Execute a query for one number."""
        self.run(query, **values)
        row = self.connection.fetchone()
        return int(row[0]) if row else 0
