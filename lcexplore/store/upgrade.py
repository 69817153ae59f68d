"""How does a store that an earlier version wrote get what this version counts besides?"""

from collections.abc import Mapping

import duckdb

from lcexplore.store.queries import filled

_MEASURES = {"end_to_end": "latency_s", "first_token": "ttft_s"}
_SHARES = ["n_partial", "n_untold"]


def upgrade(
    connection: duckdb.DuckDBPyConnection,
    found: Mapping[str, list[str]],
    wanted: Mapping[str, list[str]],
) -> bool:
    """Count what an earlier version did not, from the rows; return whether there was any.

    A roll-up of requests that does not tell partial hits gets them counted, all or nothing. A
    reader does so in its own copy of the file, until a writer does it in the file.
    """
    if [*found.get("request_bins", ()), *_SHARES] != wanted["request_bins"]:
        return False
    connection.execute("BEGIN")
    for each in ("add_partial", "add_untold"):
        connection.execute(filled("upgrade", each))
    for measure, column in _MEASURES.items():
        connection.execute(filled("upgrade", "count_shares", measure=measure, column=column))
    connection.execute("COMMIT")
    return True
