"""How does a store that an earlier version wrote get what this version counts besides?"""

from collections.abc import Mapping

import duckdb

from lcexplore.store.queries import filled

# What an earlier version lacks: the columns at the end of a table, and how they are filled.
_SHARES, _STATES = ["n_partial", "n_untold"], ["cache", "n_failed_replays"]
_CHANGED = ["arm", "n_changed"]
_MEASURES = {"end_to_end": "latency_s", "first_token": "ttft_s"}


def upgrade(
    connection: duckdb.DuckDBPyConnection,
    found: Mapping[str, list[str]],
    wanted: Mapping[str, list[str]],
) -> bool:
    """Count what an earlier version did not, from the rows; return whether there was any.

    Roll-ups of requests that do not tell partial hits, or cache states, are counted again, all or
    nothing. Of rows that were replaced nobody kept the verdict: each may have had another one.
    A reader does so in its own copy of the file, until a writer does it in the file.
    """
    statements = [
        statement
        for table, lacking, filling in (
            ("request_bins", _SHARES, _shares()),
            ("request_totals", _STATES, _totals()),
            ("replaced", _CHANGED, _changed()),
        )
        if [*found.get(table, ()), *lacking] == wanted[table]
        for statement in filling
    ]
    if not statements:
        return False
    connection.execute("BEGIN")
    for each in statements:
        connection.execute(each)
    connection.execute("COMMIT")
    return True


def _shares() -> list[str]:
    count = [
        filled("upgrade", "count_shares", measure=measure, column=column)
        for measure, column in _MEASURES.items()
    ]
    return [*(filled("upgrade", each) for each in ("add_partial", "add_untold")), *count]


def _totals() -> list[str]:
    """The totals are made anew: their rows are other ones by now."""
    names = ("add_cache", "add_failed_replays", "drop_totals", "count_totals")
    return [filled("upgrade", each, chosen="true") for each in names]


def _changed() -> list[str]:
    return [filled("upgrade", each) for each in ("add_arm", "add_changed", "all_changed")]
