"""Which arm do the imports of a comparison name as the one that runs today, and is it there?"""

from collections.abc import Iterator
from dataclasses import replace

import duckdb

from lcexplore.store import listing
from lcexplore.store.entries import ImportAccount
from lcexplore.store.job import Publication
from lcexplore.store.queries import filled

Accounts = tuple[ImportAccount, ...]


def named(connection: duckdb.DuckDBPyConnection, comparison: str) -> str | None:
    """The arm that the newest import to name one named as the baseline, or None."""
    found = connection.execute(filled("baselines", "named"), {"comparison": comparison}).fetchone()
    return str(found[0]) if found else None


def settle(
    connection: duckdb.DuckDBPyConnection,
    publication: Publication,
    before: str | None,
    accounts: Accounts,
) -> Accounts:
    """Let the baseline named last be the comparison's, known files or new, and say what to know.

    Args:
        connection: The open store, the files taken in.
        publication: What the user said.
        before: The baseline named until then.
        accounts: Of the files, in order; the last one gets the notes.
    """
    baseline = publication.baseline
    if not baseline or not accounts:
        return accounts
    if named(connection, publication.comparison) != baseline:
        connection.execute(
            filled("baselines", "rename"),
            {
                "comparison": publication.comparison,
                "baseline": baseline,
                "known": [each.import_id for each in accounts],
            },
        )
    *others, last = accounts
    told = tuple(_notes(connection, publication.comparison, baseline, before))
    if before is None and all(each.already_imported for each in accounts):
        told = (f"the baseline is {baseline!r} now", *told)
    return (*others, replace(last, notes=(*last.notes, *told)))


def _notes(
    connection: duckdb.DuckDBPyConnection, comparison: str, baseline: str, before: str | None
) -> Iterator[str]:
    if before not in (None, baseline):
        yield f"the baseline is {baseline!r} now; an import before this one named {before!r}"
    arms = [
        arm
        for (arm,) in connection.execute(
            filled("baselines", "arms"), {"comparison": comparison}
        ).fetchall()
    ]
    if arms and baseline not in arms:
        yield (
            f"no arm of {comparison} is called {baseline!r}, which --baseline names, so far; "
            f"its arms are {', '.join(map(repr, arms))}"
        )
    rule = listing.rule_of(listing.record(connection, comparison))
    if rule is not None and rule.baseline in arms and rule.baseline != baseline:
        yield f"the frozen record names {rule.baseline!r} as the baseline, and that holds"
